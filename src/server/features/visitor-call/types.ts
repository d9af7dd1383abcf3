import type { Challenge, TeamSize } from '#shared/contract/booking.ts'

/** What the page shows of a booking. Times are milliseconds since 1970. */
export interface Call {
  id: string
  received: number
  name: string
  company: string
  challenge: Challenge
  teamSize: TeamSize
  message: string | null
  status: 'new' | 'confirmed' | 'held' | 'no-show' | 'cancelled'
  /** When the call is, or was asked for. */
  starts: number
  ends: number
  proposed: number | null
  proposedAt: number | null
  answered: number | null
  changed: number | null
  sequence: number
  /** The visitor's, where theirs is one. */
  zone: string
}

/** How it stands for the visitor: 'passed' is a confirmed call of which nobody has said yet how it went. */
export type State = 'asked' | 'confirmed' | 'proposed' | 'passed' | 'cancelled' | 'held' | 'missed'

/** What a form says that its reader saw: status and beginning of the call. */
export interface Seen {
  status: string
  starts: string
}

/** Why a time was not taken. */
export type Refused = 'unreadable' | 'past' | 'far' | 'same' | 'often'
export type Outcome = 'done' | 'changed' | Refused
