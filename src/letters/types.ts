import type { BackupFailure } from '#shared/contract/backups.ts'
import type { CalendarFault } from '#shared/contract/calendars.ts'
import type { CallPlace } from '#shared/contract/hosts.ts'
import type { SampleLetter, TimedLetter } from '#shared/contract/outbox.ts'
import type { HourCycle } from '#shared/lib/hour-cycle.ts'

/** One mail to one person, as the server sends it. */
export interface Letter {
  kind: SampleLetter
  to: string
  subject: string
  text: string
  html: string
  /** Where an answer goes. */
  replyTo?: string
  /** An invitation for the reader's calendar (RFC 6047): its method is that of the text. */
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
  /** As their browser said; may be no zone at all. */
  timeZone: string | null
  /** Null where nobody said: then 24 hours. */
  hourCycle: HourCycle | null
}

/** What a booking says beside the person and the time. */
export interface BookingFacts {
  id: string
  phone: string
  /** What they say of their business, by the name of the field. */
  answers: Readonly<Record<string, string | null>>
  message: string | null
  /** The time that was asked for; milliseconds since 1970. */
  preferred: number
  received: number
}

/** Who takes a call, and where, as its readers are told. */
export interface Meeting {
  /** Null: the team, and nobody by name. */
  host: string | null
  /** Null of a request, while nobody knows. */
  place: CallPlace | null
  link: string | null
}

export interface MessageFacts {
  id: string
  inquiry: string
  message: string
  received: number
}

/** To whom, and who we are. */
interface Envelope {
  to: string
  /** The provider's zone, in which the team reads times. */
  deskZone: string
  /** `https://www.example.com`: links lead below it and nowhere else. */
  siteUrl: string
  /** The address that invitations come from. */
  organizer: string
  /** Where a visitor's answer goes. */
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
 * Whether a picked time is held for its request, or is as soon as the link of its letter is opened; null for one that is only
 * wished for.
 */
interface Picked {
  picked: 'held' | 'unproven' | null
}

interface AboutCall extends AboutBooking {
  /** The visitor's own page, with the key to it: in nobody else's letters. */
  callLink: string
}

/** With an invitation: `sequence` rises with every change of one booking. */
interface Numbered {
  sequence: number
}

/** One of the day's digest. */
export interface DigestItem {
  /** A wish: another time is asked for, of a call that is confirmed. */
  what: 'booking' | 'message' | 'wish'
  id: string
  who: string
  company: string
  /** When it was asked, or when the call begins. */
  at: number
  /** Of a call: who takes it, if that is somebody by name. */
  host?: string | null | undefined
}

/** What broke in visitors' browsers. Anybody can make up what it says. */
export interface FaultFacts {
  code: string
  place: string
  cause: string
  release: string
  /** How many visits of an hour met it, of how many, and in a usual hour. */
  visits: number
  of: number
  usual: number
  /** The first of them; milliseconds since 1970. */
  since: number
}

/** A host's calendar that cannot be read. Its host has named it. */
export interface CalendarFacts {
  name: string
  /** The name of its server. */
  place: string
  /** Null for one that this release does not know. */
  fault: CalendarFault | null
  /** The first try that failed; milliseconds since 1970. */
  since: number
}

export interface BackupsBehind {
  /** The moment whose data the last one holds; null where none has ever succeeded. */
  made: number | null
  everyHours: number
  /** Why the last try failed; null where there was none since. */
  failure: BackupFailure | null
}

/** One type for each kind, so that `DataOf` finds it. */
type Each<Kind extends SampleLetter, Data> = Kind extends SampleLetter ? Data & { kind: Kind } : never

/** What stands in a letter, by its kind. */
export type LetterData =
  | (AboutCall & Picked & { kind: 'request-received'; minutes: number })
  /** `isFirst`: its time was free, it was confirmed by itself, and no letter came before. */
  | (AboutCall & Numbered & { kind: 'call-confirmed'; call: Span; isFirst: boolean })
  | (AboutBooking & Numbered & { kind: 'team-call-confirmed'; call: Span; isFirst: boolean })
  | (AboutCall & Numbered & { kind: 'call-moved'; call: Span; was: Span })
  | (AboutBooking & Numbered & { kind: 'team-call-moved'; call: Span; was: Span })
  /** At the same time: with somebody else, or elsewhere. */
  | (AboutCall & Numbered & { kind: 'call-passed'; call: Span; before: Meeting })
  | (AboutBooking & Numbered & { kind: 'team-call-passed'; call: Span; before: Meeting })
  /** `was` is null for a request that was never confirmed to the reader; then there is no invitation either. */
  | (AboutCall & Numbered & { kind: 'call-cancelled'; was: Span | null; isOpenAgain: boolean })
  /** 'given-away': it stands, and somebody else holds it. */
  | (AboutBooking &
      Numbered & { kind: 'team-call-cancelled'; was: Span; why: 'visitor' | 'desk' | 'given-away' })
  /** The booking was erased: all that is left is by what a calendar knows the event. */
  | (Envelope & Numbered & { kind: 'team-call-erased'; was: Span; reference: string })
  /** Another time was asked for, and it has to stay as it is. */
  | (AboutCall & { kind: 'call-stands'; call: Span; proposed: number })
  | Each<TimedLetter, AboutCall & { call: Span }>
  | (ToVisitor & { kind: 'message-received'; message: MessageFacts })
  /** Asks whether a form without a proof was theirs. */
  | (AboutBooking & Picked & { kind: 'team-booking'; minutes: number })
  | (ToVisitor & { kind: 'team-message'; message: MessageFacts })
  | (AboutBooking & { kind: 'team-proposal'; proposed: number; call: Span | null })
  | (ToVisitor & { kind: 'team-risk'; about: { what: 'booking' | 'message'; id: string }; received: number })
  | (Envelope & {
      kind: 'team-digest'
      /** Waiting for an answer, the oldest first; at most ten. */
      waiting: readonly DigestItem[]
      waitingInAll: number
      /** Today's calls, in order. */
      calls: readonly DigestItem[]
      suspects: number
      /** Letters that were given up since yesterday. */
      failed: number
      /** Calls confirmed this week, and how many a week holds. */
      taken: number
      capacity: number
    })
  | (Envelope & { kind: 'team-fault'; fault: FaultFacts })
  | (Envelope & { kind: 'team-calendar'; calendar: CalendarFacts })
  | (Envelope & { kind: 'team-backup'; backup: BackupsBehind })
  /** The link to what is kept under the reader's address; `expires` in seconds. */
  | (Envelope & { kind: 'own-data'; link: string; expires: number })

/** Every kind is there: a letter without data does not compile. */
export type DataOf<Kind extends SampleLetter> = Extract<LetterData, { kind: Kind }>
