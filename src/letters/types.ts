import type { CalendarError, UnreadEntries } from '#shared/contract/calendars.ts'
import type { CallPlace } from '#shared/contract/hosts.ts'
import type { BackupFailure } from '#shared/contract/operations.ts'
import type { ScheduledLetterKind, SentLetterKind } from '#shared/contract/outbox.ts'
import type { HourCycle } from '#shared/lib/local-time.ts'

export interface Letter {
  kind: SentLetterKind
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string
  /** For a member's reply, the ids of the earlier emails, oldest first, so that email programs show one thread. */
  thread?: readonly string[]
  /** An invitation for the reader's calendar (RFC 6047). `method` has the same value as METHOD in `text`. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; text: string }
}

/** A time range, in milliseconds since 1970. */
export interface Span {
  starts: number
  ends: number
}

/** Every field is untrusted input. */
export interface Visitor {
  name: string
  email: string
  company: string
  /** The zone that the visitor's browser sent; can be invalid. */
  timeZone: string | null
  /** Null if the browser sent no hour cycle; in that case, times use the 24-hour clock. */
  hourCycle: HourCycle | null
}

/** The facts about a booking, except the visitor and the confirmed time. */
export interface BookingFacts {
  id: string
  phone: string
  /** The visitor's answers about their business, by field name. */
  answers: Readonly<Record<string, string | null>>
  message: string | null
  /** The requested time; milliseconds since 1970. */
  preferred: number
  received: number
  /** The time by which the first answer was promised. */
  answerBy: number
  /** The time by which an answer is due or, if none is due, by which a promise given now would be kept. */
  due: number
}

/** The host of a call and the meeting place, as readers see them. */
export interface Meeting {
  /** Null if no host is named. */
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
  answerBy: number
}

interface Envelope {
  to: string
  /** The provider's zone, for times in emails to the team. */
  deskZone: string
  /** `https://www.example.com`: the base of all our links. */
  siteUrl: string
  organizer: string
  answersTo: string
  /** The time of writing, in milliseconds since 1970. */
  now: number
}

interface VisitorEnvelope extends Envelope {
  visitor: Visitor
}

interface AboutBooking extends VisitorEnvelope {
  booking: BookingFacts
  meeting: Meeting
}

/**
 * `held`: the chosen slot is held for the request. `available`: the slot will be held once the visitor confirms with
 * the link in the email. Null if the visitor typed the time.
 */
interface ChosenSlotState {
  picked: 'held' | 'available' | null
}

interface AboutCall extends AboutBooking {
  /** The link to the visitor's page. Contains a secret, so emails to other readers must not contain it. */
  callLink: string
}

/** For an email with an invitation. `sequence` increases with every change to the booking. */
interface WithSequence {
  sequence: number
}

export interface DigestItem {
  /** `wish`: the visitor requested another time for a confirmed call. */
  what: 'booking' | 'message' | 'wish'
  id: string
  who: string
  company: string
  /** The start of the call, or the time by which something is due. */
  at: number
  /** The host's name, if the call has one. */
  host?: string | null | undefined
}

/** An error in visitors' browsers. Anyone can send a false report of an error, so the contents are untrusted. */
export interface PageErrorFacts {
  code: string
  place: string
  cause: string
  release: string
  /**
   * Three visit counts: visits with this error in the last hour, all visits in the last hour, and visits with this
   * error in an average hour.
   */
  visits: number
  of: number
  usual: number
  /** The time of the first visit with the error, in milliseconds since 1970. */
  since: number
}

/** A host's calendar that could not be read completely. The host chose the calendar's name. */
export interface CalendarFacts {
  name: string
  /** The host name of the calendar's server. */
  place: string
  /** Null for a reason that is unknown to this release. */
  fault: CalendarError | null
  /** The time of the first failed attempt, in milliseconds since 1970; null if the calendar was read. */
  since: number | null
  /** Entries that could not be read; null if the calendar could not be read at all. */
  unread: UnreadEntries | null
}

export interface OverdueBackupFacts {
  /** The time of the data in the last backup; null if no backup has succeeded. */
  made: number | null
  everyHours: number
  /** The reason the last attempt failed; null if no attempt has failed since the last backup. */
  failure: BackupFailure | null
}

/** A distributive type, so that `DataOf` finds the data of each kind. */
type DataByKind<Kind extends SentLetterKind, Data> = Kind extends SentLetterKind ? Data & { kind: Kind } : never

export type LetterData =
  | (AboutCall & ChosenSlotState & { kind: 'request-received'; minutes: number })
  | (AboutCall & WithSequence & { kind: 'call-confirmed'; call: Span })
  /** `isFirst`: the call was confirmed automatically because the visitor chose a time. */
  | (AboutBooking & WithSequence & { kind: 'team-call-confirmed'; call: Span; isFirst: boolean })
  | (AboutCall & WithSequence & { kind: 'call-moved'; call: Span; was: Span })
  | (AboutBooking & WithSequence & { kind: 'team-call-moved'; call: Span; was: Span })
  /** The time is the same; the host or the meeting place has changed. */
  | (AboutCall & WithSequence & { kind: 'call-reassigned'; call: Span; before: Meeting })
  | (AboutBooking & WithSequence & { kind: 'team-call-reassigned'; call: Span; before: Meeting })
  /** `was` is null if the reader never received a confirmation; in that case, the email has no invitation. */
  | (AboutCall &
      WithSequence & {
        kind: 'call-cancelled'
        was: Span | null
        isOpenAgain: boolean
        reason: string | null
      })
  /** 'given-away': the call takes place with another host. */
  | (AboutBooking & WithSequence & { kind: 'team-call-cancelled'; was: Span; why: 'visitor' | 'desk' | 'given-away' })
  /** The booking was erased. Calendars find the event by the reference, the only fact that remains. */
  | (Envelope & WithSequence & { kind: 'team-call-erased'; was: Span; reference: string })
  /** The team declined the visitor's proposal. */
  | (AboutCall & { kind: 'call-stands'; call: Span; proposed: number; reason: string | null })
  | DataByKind<ScheduledLetterKind, AboutCall & { call: Span }>
  | (VisitorEnvelope & { kind: 'message-received'; message: MessageFacts })
  /** A held slot was given to another call. */
  | (AboutCall & { kind: 'time-taken'; taken: Span; times: readonly Span[] })
  /** Slots that are held until the visitor chooses one on the page. All times are in milliseconds since 1970. */
  | (AboutCall & { kind: 'times-offered'; times: readonly Span[]; until: number })
  /** A member's reply. `{link}` in the text becomes `callLink`: the visitor's page, or the site for a message. */
  | (VisitorEnvelope & {
      kind: 'reply'
      about: { what: 'booking' | 'message'; id: string; asked: number; words: string | null }
      callLink: string
      body: string
      author: string | null
      thread: readonly string[]
    })
  | (AboutBooking & ChosenSlotState & { kind: 'team-booking'; minutes: number })
  | (VisitorEnvelope & { kind: 'team-message'; message: MessageFacts })
  /** `minutes`: the length of a call that is not confirmed yet. */
  | (AboutBooking & { kind: 'team-proposal'; proposed: number; call: Span | null; minutes: number })
  /** `author`: the member who wrote the note; empty if the account was deleted. */
  | (VisitorEnvelope & { about: { what: 'booking' | 'message'; id: string } } & (
        | { kind: 'team-risk'; received: number; due: number }
        | { kind: 'team-mention'; author: string; note: string }
      ))
  | (Envelope & {
      kind: 'team-digest'
      /** The items in chronological order, at most ten. `at` is the time by which the answer is due. */
      waiting: readonly DigestItem[]
      waitingInAll: number
      calls: readonly DigestItem[]
      /**
       * Follow-ups that are due today or overdue, in chronological order. `at` is the start of the due day, and `host`
       * is the member to whom the follow-up is assigned.
       */
      steps: readonly (DigestItem & { step: string })[]
      suspects: number
      /** The number of emails that were abandoned since yesterday. */
      failed: number
      /** This week's confirmed calls, and the weekly capacity. */
      taken: number
      capacity: number
    })
  /** `at`: the time of the assignment; `by`: the member who assigned it, empty if the account was deleted. */
  | (Envelope & { kind: 'team-assigned'; items: readonly (DigestItem & { by: string; kind: 'record' | 'step' })[] })
  | (Envelope & { kind: 'team-fault'; fault: PageErrorFacts })
  | (Envelope & { kind: 'team-calendar'; calendar: CalendarFacts })
  | (Envelope & { kind: 'team-backup'; backup: OverdueBackupFacts })
  /** `expires` is in seconds. */
  | (Envelope & { kind: 'own-data'; link: string; expires: number })

/** For a kind without data, `Extract` yields `never`, so the code does not compile. */
export type DataOf<Kind extends SentLetterKind> = Extract<LetterData, { kind: Kind }>

export type TeamEmailData = Extract<LetterData, { kind: `team-${string}` }>

export const isForTeam = (data: LetterData): data is TeamEmailData => data.kind.startsWith('team-')
