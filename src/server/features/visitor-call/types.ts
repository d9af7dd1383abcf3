import type { Meeting } from '#letters/types.ts'
import type { Challenge, TeamSize } from '#shared/contract/booking.ts'
import type { BookingStatus } from '#shared/contract/desk.ts'
import type { Known } from '#shared/contract/known.ts'
import type { HourCycle } from '#shared/lib/hour-cycle.ts'

/** The database shows a suspicion as 'new', and what was found to be spam not at all. */
export type CallStatus = Exclude<BookingStatus, 'spam?' | 'spam'>

/** What the page shows of a booking. Times are milliseconds since 1970. */
export interface Call {
  id: string
  received: number
  name: string
  company: string
  challenge: Known<Challenge>
  teamSize: Known<TeamSize>
  message: string | null
  status: Known<CallStatus>
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
  hourCycle: HourCycle | null
  /** With whom and where, as far as it is known. */
  meeting: Meeting
  moves: Moves
}

/** 'unproven': held for nobody until it is known whose mailbox it is. What `private.picked_state` answers. */
export const pickedStates = ['held', 'unproven', 'taken'] as const
export type PickedState = (typeof pickedStates)[number]

/** To when the visitor can move it themselves. */
export interface Moves {
  /** How the picked time of a request stands; null of one that was only wished for. */
  picked: PickedState | null
  /** Why they cannot. */
  limit: MoveLimit | null
  /** So long before a confirmed call is the last moment. */
  noticeMinutes: number
  /** The free times of the fortnight around it, first to last. */
  times: readonly number[]
}

/**
 * How it stands for the visitor. 'passed' is a confirmed call of which nobody has said yet how it went; 'unclear' is what
 * a later release says of it.
 */
export type State =
  | 'asked'
  | 'confirmed'
  | 'proposed'
  | 'passed'
  | 'cancelled'
  | 'held'
  | 'missed'
  | 'unclear'

/** What a form says that its reader saw: status and beginning of the call. */
export interface Seen {
  status: string
  starts: string
}

/** Why a time was not taken. */
const refusals = ['unreadable', 'past', 'far', 'same', 'often'] as const
export type Refused = (typeof refusals)[number]
/** What `private.propose_time` and `private.cancel_call` answer, beside what we refuse before we ask. */
export const outcomes = ['done', 'changed', ...refusals] as const
export type Outcome = (typeof outcomes)[number]

export const moveLimits = ['off', 'late', 'often'] as const
export type MoveLimit = (typeof moveLimits)[number]
/** Why a free time was not taken. */
const moveRefusals = ['taken', 'past', 'same', ...moveLimits] as const
export type MoveRefused = (typeof moveRefusals)[number]
/** What `private.move_call` answers. */
export const moveOutcomes = ['done', 'changed', ...moveRefusals] as const
export type MoveOutcome = (typeof moveOutcomes)[number]

/** What the page shows beside the call. */
export interface Shown {
  token: string
  /** Whether they came by a letter's link, which shows that the mailbox is theirs. */
  isByLetter: boolean
  now: number
  /** What was just done, or why nothing was. */
  notice?: 'done' | 'moved' | 'changed' | undefined
  /** A time that was not taken, as it was typed, and why. */
  refused?: { typed: string; why: Refused } | undefined
  /** Why it was not moved to a free time. */
  unmoved?: MoveRefused | undefined
}
