import type { CalendarFault, UnreadEntries } from '#shared/contract/calendars.ts'
import type { CallPlace } from '#shared/contract/hosts.ts'
import type { BackupFailure } from '#shared/contract/operations.ts'
import type { SampleLetter, TimedLetter } from '#shared/contract/outbox.ts'
import type { HourCycle } from '#shared/lib/local-time.ts'

export interface Letter {
  kind: SampleLetter
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string
  /** The ids of the letters before it, oldest first, where a person answers: mail programs show them as one thread. */
  thread?: readonly string[]
  /** An invitation for the reader's calendar (RFC 6047), with the same method as in its text. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; text: string }
}

/** A span of time; milliseconds since 1970. */
export interface Span {
  starts: number
  ends: number
}

/** The requester. All of it is untrusted input. */
export interface Visitor {
  name: string
  email: string
  company: string
  /** As the visitor's browser sent it; may be no valid zone. */
  timeZone: string | null
  /** Null if the browser sent none: then 24 hours. */
  hourCycle: HourCycle | null
}

/** The facts of a booking besides the person and the confirmed time. */
export interface BookingFacts {
  id: string
  phone: string
  /** The visitor's answers about their business, by the name of the field. */
  answers: Readonly<Record<string, string | null>>
  message: string | null
  /** The time that the visitor asked for; milliseconds since 1970. */
  preferred: number
  received: number
}

/** The host of a call and its place, as readers see them. */
export interface Meeting {
  /** Null: the team, without a name. */
  host: string | null
  /** Null for a request whose place is not decided. */
  place: CallPlace | null
  link: string | null
}

export interface MessageFacts {
  id: string
  inquiry: string
  message: string
  received: number
}

interface Envelope {
  to: string
  /** The provider's zone, in which the team reads times. */
  deskZone: string
  /** `https://www.example.com`: links lead below it and nowhere else. */
  siteUrl: string
  organizer: string
  answersTo: string
  /** Milliseconds since 1970. */
  now: number
}

interface ToVisitor extends Envelope {
  visitor: Visitor
}

interface AboutBooking extends ToVisitor {
  booking: BookingFacts
  meeting: Meeting
}

/**
 * `held`: the picked time is held for the request; `available`: it will be once the link of the letter is opened. Null:
 * the time is only a wish.
 */
interface Picked {
  picked: 'held' | 'available' | null
}

interface AboutCall extends AboutBooking {
  /** The visitor's own page with its key, which no other reader's letter may contain. */
  callLink: string
}

/** A letter with an invitation: `sequence` rises with every change of one booking. */
interface Numbered {
  sequence: number
}

export interface DigestItem {
  /** `wish`: the visitor asks to move a confirmed call. */
  what: 'booking' | 'message' | 'wish'
  id: string
  who: string
  company: string
  /** The time of the request, or the start of the call. */
  at: number
  /** The host of a call, if it has a named one. */
  host?: string | null | undefined
}

/** An error in visitors' browsers. Anybody can forge these texts. */
export interface FaultFacts {
  code: string
  place: string
  cause: string
  release: string
  /** Visits of the last hour with this error, all visits of that hour, and those with the error in a usual hour. */
  visits: number
  of: number
  usual: number
  /** The first of them; milliseconds since 1970. */
  since: number
}

/** A host's calendar that cannot be read, or only in part; the host chose its name. */
export interface CalendarFacts {
  name: string
  /** The host name of its server. */
  place: string
  /** Null for a fault that this release does not know. */
  fault: CalendarFault | null
  /** The first failed attempt, in milliseconds since 1970; null if the calendar was read. */
  since: number | null
  /** Entries that could not be read; null if the calendar could not be read at all. */
  unread: UnreadEntries | null
}

export interface BackupsBehind {
  /** The moment whose data the last backup holds; null if none has succeeded. */
  made: number | null
  everyHours: number
  /** Why the last attempt failed; null if there was none since. */
  failure: BackupFailure | null
}

/** One type for each kind, so that `DataOf` finds it. */
type Each<Kind extends SampleLetter, Data> = Kind extends SampleLetter ? Data & { kind: Kind } : never

export type LetterData =
  | (AboutCall & Picked & { kind: 'request-received'; minutes: number })
  | (AboutCall & Numbered & { kind: 'call-confirmed'; call: Span })
  /** `isFirst`: the visitor's press confirmed it, without the team. */
  | (AboutBooking & Numbered & { kind: 'team-call-confirmed'; call: Span; isFirst: boolean })
  | (AboutCall & Numbered & { kind: 'call-moved'; call: Span; was: Span })
  | (AboutBooking & Numbered & { kind: 'team-call-moved'; call: Span; was: Span })
  /** The time is the same; the host or the place has changed. */
  | (AboutCall & Numbered & { kind: 'call-reassigned'; call: Span; before: Meeting })
  | (AboutBooking & Numbered & { kind: 'team-call-reassigned'; call: Span; before: Meeting })
  /** `was` is null for a request that was never confirmed to the reader; then there is no invitation either. */
  | (AboutCall &
      Numbered & { kind: 'call-cancelled'; was: Span | null; isOpenAgain: boolean; reason: string | null })
  /** 'given-away': the call takes place, with another host. */
  | (AboutBooking &
      Numbered & { kind: 'team-call-cancelled'; was: Span; why: 'visitor' | 'desk' | 'given-away' })
  /** The booking was erased: only the reference remains, by which calendars find the event. */
  | (Envelope & Numbered & { kind: 'team-call-erased'; was: Span; reference: string })
  /** The visitor asked for another time, and the call has to stay at its time. */
  | (AboutCall & { kind: 'call-stands'; call: Span; proposed: number; reason: string | null })
  | Each<TimedLetter, AboutCall & { call: Span }>
  | (ToVisitor & { kind: 'message-received'; message: MessageFacts })
  /** A held time was given to another call; `due`: when the team answers at the latest. */
  | (AboutCall & { kind: 'time-taken'; taken: Span; times: readonly Span[]; due: number })
  /** Times that are held until the visitor chooses one on the page. Milliseconds since 1970. */
  | (AboutCall & { kind: 'times-offered'; times: readonly Span[]; until: number })
  /** What somebody of the team wrote. `{link}` in it becomes `callLink`: their page, or the site for a message. */
  | (ToVisitor & {
      kind: 'reply'
      about: { what: 'booking' | 'message'; id: string; asked: number; words: string | null }
      callLink: string
      body: string
      author: string | null
      thread: readonly string[]
    })
  | (AboutBooking & Picked & { kind: 'team-booking'; minutes: number })
  | (ToVisitor & { kind: 'team-message'; message: MessageFacts })
  /** `minutes`: the length of a call that is not confirmed yet. */
  | (AboutBooking & { kind: 'team-proposal'; proposed: number; call: Span | null; minutes: number })
  /** `author`: the colleague who wrote the note; empty if the account is gone. */
  | (ToVisitor & { about: { what: 'booking' | 'message'; id: string } } & (
        | { kind: 'team-risk'; received: number }
        | { kind: 'team-mention'; author: string; note: string }
      ))
  | (Envelope & {
      kind: 'team-digest'
      /** The oldest first; at most ten. */
      waiting: readonly DigestItem[]
      waitingInAll: number
      calls: readonly DigestItem[]
      /** Next steps after calls, due today or before, the oldest first: from the start of the day, by the host. */
      steps: readonly (DigestItem & { step: string })[]
      suspects: number
      /** Letters that failed for good since yesterday. */
      failed: number
      /** Confirmed calls of this week, and the number of calls that a week has room for. */
      taken: number
      capacity: number
    })
  | (Envelope & { kind: 'team-fault'; fault: FaultFacts })
  | (Envelope & { kind: 'team-calendar'; calendar: CalendarFacts })
  | (Envelope & { kind: 'team-backup'; backup: BackupsBehind })
  /** `expires` is in seconds. */
  | (Envelope & { kind: 'own-data'; link: string; expires: number })

/** `Extract` yields `never` for a kind without data, which then does not compile. */
export type DataOf<Kind extends SampleLetter> = Extract<LetterData, { kind: Kind }>

export type ForTeam = Extract<LetterData, { kind: `team-${string}` }>

export const isForTeam = (data: LetterData): data is ForTeam => data.kind.startsWith('team-')
