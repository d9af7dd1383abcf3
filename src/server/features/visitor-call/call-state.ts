import type { Meeting } from '#letters/types.ts'
import type { BookingStatus } from '#shared/contract/desk.ts'
import type { Known } from '#shared/contract/fields.ts'
import type { Challenge, TeamSize } from '#shared/contract/form-rows.ts'
import type { HourCycle } from '#shared/lib/local-time.ts'

/** The database shows suspected spam as 'new', and spam not at all. */
export type CallStatus = Exclude<BookingStatus, 'spam?' | 'spam'>

/** The data of a booking's page. Times are milliseconds since 1970. */
export interface Call {
  id: string
  received: number
  name: string
  company: string
  challenge: Known<Challenge>
  teamSize: Known<TeamSize>
  message: string | null
  status: Known<CallStatus>
  /** The start of the call, or of the requested time. */
  starts: number
  ends: number
  proposed: number | null
  proposedAt: number | null
  answered: number | null
  changed: number | null
  sequence: number
  /** The visitor's zone if it is valid, else the team's. */
  zone: string
  hourCycle: HourCycle | null
  /** Host and place, as far as they are known. */
  meeting: Meeting
  moves: Moves
}

/** The results of `private.picked_state`. 'unproven': the time is not held until the mailbox is proven. */
export const pickedStates = ['held', 'unproven', 'taken'] as const
type PickedState = (typeof pickedStates)[number]

/** How the visitor can move the call. */
interface Moves {
  /** The state of a picked time; null for a time that is only a wish. */
  picked: PickedState | null
  /** Why the visitor cannot move it. */
  limit: MoveLimit | null
  /** A confirmed call can be moved until so many minutes before it. */
  noticeMinutes: number
  /** The free times of the fortnight around the call, in order. */
  times: readonly number[]
  /** Times that the team offers, in order, and until when they are held. */
  offered: { times: readonly number[]; until: number } | null
}

/**
 * The state for the visitor. 'over': a confirmed call whose outcome the team has not recorded; 'unclear': a state
 * that only a later release knows.
 */
export type State =
  | 'asked'
  | 'confirmed'
  | 'proposed'
  | 'over'
  | 'cancelled'
  | 'completed'
  | 'missed'
  | 'unclear'

/** The status and start of the call that the visitor saw, as the form sends them. */
export interface Seen {
  status: string
  starts: string
}

/** Why a proposed time was refused. */
const refusals = ['unreadable', 'past', 'far', 'same', 'often'] as const
export type Refused = (typeof refusals)[number]
/** The results of `private.propose_time` and `private.cancel_call`, and of the checks before them. */
export const outcomes = ['done', 'changed', ...refusals] as const
export type Outcome = (typeof outcomes)[number]

export const moveLimits = ['off', 'late', 'often'] as const
type MoveLimit = (typeof moveLimits)[number]
/** Why a move to a free time was refused. */
const moveRefusals = ['taken', 'past', 'same', ...moveLimits] as const
export type MoveRefused = (typeof moveRefusals)[number]
/** The results of `private.move_call`. */
export const moveOutcomes = ['done', 'changed', ...moveRefusals] as const
export type MoveOutcome = (typeof moveOutcomes)[number]

export interface Shown {
  token: string
  /** Whether the visitor came by a letter's link, which proves the mailbox. */
  isByLetter: boolean
  now: number
  /** The result of the last action. */
  notice?: 'done' | 'moved' | 'changed' | undefined
  /** A refused time as the visitor typed it, and the reason. */
  refused?: { typed: string; why: Refused } | undefined
  unmoved?: MoveRefused | undefined
}

const day = 24 * 3600 * 1000

export function stateOf(call: Call, now: number): State {
  switch (call.status) {
    case 'new':
      return 'asked'
    case 'confirmed':
      if (call.ends <= now) return 'over'
      return call.proposed === null ? 'confirmed' : 'proposed'
    case 'no-show':
      return 'missed'
    case 'unknown':
      return 'unclear'
    case 'completed':
    case 'cancelled':
      return call.status
  }
}

/** Whether the visitor may still propose another time or cancel. */
export const isOpen = (state: State): boolean => ['asked', 'confirmed', 'proposed'].includes(state)

/** The promised time of the answer: a day after the request, the proposal, or the reopening. */
export function answerDue({ received, answered, changed, proposedAt }: Call): number {
  return (proposedAt ?? (answered === null ? received : (changed ?? answered))) + day
}

/** A stop on the way of a request: done, present, next, or an early end. */
export interface Stop {
  what: 'asked' | 'answered' | 'answer' | 'call' | 'talked' | 'missed' | 'over' | 'cancelled'
  at: number | null
  is: 'done' | 'now' | 'next' | 'end'
}

/** The known stops on the way from the request to the call. */
export function stopsOf(call: Call, state: State): Stop[] {
  const asked: Stop = { what: 'asked', at: call.received, is: 'done' }
  const answered: Stop = { what: 'answered', at: call.answered, is: 'done' }
  const answer: Stop = { what: 'answer', at: answerDue(call), is: 'now' }
  const talk = (is: Stop['is'], what: Stop['what'] = 'call'): Stop => ({ what, at: call.starts, is })
  switch (state) {
    case 'asked':
      return [asked, answer, talk('next')]
    case 'confirmed':
      return [asked, answered, talk('now')]
    case 'proposed':
      return [asked, answered, answer, talk('next')]
    case 'over':
      return [asked, answered, talk('done', 'over')]
    case 'completed':
      return [asked, answered, talk('done', 'talked')]
    case 'missed':
      return [asked, answered, talk('end', 'missed')]
    case 'unclear':
      return [asked]
    case 'cancelled':
      return [asked, { what: 'cancelled', at: call.changed, is: 'end' }]
  }
}
