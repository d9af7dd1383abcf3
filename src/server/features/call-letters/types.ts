import type { DigestItem, FaultFacts, Span } from '#letters/types.ts'

/** How a call stands, or stood when a letter was caused. */
export interface CallState {
  status: string
  call: Span | null
}

/** What a reader was last told; `call` is the last one that they were told of, also when it was called off since. */
export interface ToldState extends CallState {
  /** Whether the letter is known to have left, and as what. */
  isSure: boolean
}

/** Everything in the database that a letter about one item of the outbox is made of. Times are milliseconds. */
export interface LetterRow {
  kind: string
  recipient: string | null
  /** What it was when it went out; null while it has not. Then it is read as it was, however things stand now. */
  sent_as: string | null
  /** How things stood when the letter was caused. */
  facts: Told &
    FaultTold & {
      sequence?: number
      proposed?: string
      since?: string
      by_visitor?: boolean
      booking?: string
      /** It came of a visitor's own hand while another letter to their mailbox had just left, and waited its turn. */
      waits?: boolean
    }
  desk_zone: string
  call_minutes: number
  booking: BookingRow | null
  message: MessageRow | null
  /** What this reader was last told of this call. */
  told: (Told & { is_sure: boolean }) | null
  /** A later change of this call is on its way to this reader. */
  is_overtaken: boolean
  /** Whether the call stands in this reader's calendar: for letters to the team. */
  is_host: boolean
  /** Whether a letter about this booking has left for its visitor, by itself or in one with others. */
  has_heard: boolean
  /** What else came to the same mailbox meanwhile and has no letter of its own, the oldest first. */
  others: readonly OtherRow[]
}

/** How a call stood, as a letter's facts have it: nothing of it in a letter about something else. */
export interface Told {
  status?: string
  starts?: string | null
  ends?: string | null
}

/** What broke in visitors' browsers, as the facts of a letter about it have it. */
export type FaultTold = Partial<Omit<FaultFacts, 'since'>>

/** Something that is told in the letter of another. */
export interface OtherRow {
  what: 'booking' | 'message'
  id: string
  email: string
  received: number
  /** When what it is about is over; null of a message. */
  ends: number | null
}

interface Arrived {
  id: string
  created: number
  name: string
  email: string
  company: string
  status: string
  is_answered: boolean
}

export interface BookingRow extends Arrived {
  phone: string
  current_challenges: string
  team_size: string
  time_zone: string | null
  message: string | null
  preferred: number
  call_sequence: number
  starts: number | null
  ends: number | null
  proposed: number | null
}

export interface MessageRow extends Arrived {
  inquiry_type: string
  message: string
}

/** What the digest of a day tells of. */
export interface DigestRow {
  waiting: DigestItem[]
  waitingInAll: number
  calls: DigestItem[]
  suspects: number
  failed: number
  taken: number
  capacity: number
}
