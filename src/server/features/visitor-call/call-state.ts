import type { Meeting } from '#letters/types.ts'
import { type BookingState, moveLimits } from '#shared/contract/booking-state.ts'
import type { BookingStatus } from '#shared/contract/desk.ts'
import type { KnownValue } from '#shared/contract/fields.ts'
import type { CurrentChallenge, TeamSize } from '#shared/contract/form-rows.ts'
import type { HourCycle } from '#shared/lib/local-time.ts'

/** The database returns suspected spam as 'new', and leaves out spam. */
export type CallStatus = Exclude<BookingStatus, 'spam?' | 'spam'>

/** The data for a booking's page. Times are milliseconds since 1970. */
export interface CallPageData {
  id: string
  received: number
  name: string
  company: string
  challenge: KnownValue<CurrentChallenge>
  teamSize: KnownValue<TeamSize>
  message: string | null
  status: KnownValue<CallStatus>
  state: BookingState
  /** The start of the call, or of the requested time. */
  starts: number
  ends: number
  proposed: number | null
  answered: number | null
  changed: number | null
  sequence: number
  /** The visitor's time zone if it is valid, otherwise the team's time zone. */
  zone: string
  hourCycle: HourCycle | null
  /** The host and the meeting place, if they are known. */
  meeting: Meeting
  /** True if the mailbox must be verified before a slot is held. */
  needsProof: boolean
  /** True if a chosen slot is confirmed automatically once it is held. */
  confirmsAtOnce: boolean
  /** A confirmed call can be moved until this many minutes before its start. */
  noticeMinutes: number
  /** The available times in the two weeks around the call, in order. */
  times: readonly number[]
}

/** The status and start of the call that the visitor saw, as the form sends them. */
export interface SeenState {
  status: string
  starts: string
}

/** Reasons to refuse a proposed time. */
const refusals = ['unreadable', 'past', 'far', 'same', 'often'] as const
export type ProposalRefusal = (typeof refusals)[number]
/** The results of `private.propose_time`, `private.cancel_call` and the checks before them. */
export const outcomes = ['done', 'changed', ...refusals] as const
export type ChangeOutcome = (typeof outcomes)[number]

/** Reasons to refuse a move to an available time. */
const moveRefusals = ['taken', 'past', 'same', ...moveLimits] as const
export type MoveRefusal = (typeof moveRefusals)[number]
/** The results of `private.move_call`. */
export const moveOutcomes = ['done', 'changed', ...moveRefusals] as const
export type MoveOutcome = (typeof moveOutcomes)[number]

export interface CallPageState {
  token: string
  /** True if the visitor verified the mailbox by using the link in an email. */
  isByLetter: boolean
  now: number
  /** The result of the last action. */
  notice?: 'done' | 'moved' | 'changed' | undefined
  /** A refused time as the visitor typed it, and the reason for the refusal. */
  refused?: { typed: string; why: ProposalRefusal } | undefined
  unmoved?: MoveRefusal | undefined
}

/** The subject of the page. 'unclear' is a state that this release does not recognize. */
export type CallTopic =
  | 'requested'
  | 'late'
  | 'answered'
  | 'offered'
  | 'confirmed'
  | 'proposed'
  | 'over'
  | 'completed'
  | 'missed'
  | 'cancelled'
  | 'unclear'

/** Selects the page's topic from the state that the database determined. */
export function topicOf({ state, status }: CallPageData, now: number): CallTopic {
  if (state.is_over) return 'over'
  switch (state.time) {
    case 'confirmed':
    case 'proposed':
    case 'completed':
    case 'cancelled':
      return state.time
    case 'none':
    case 'requested':
    case 'held':
    case 'available':
    case 'taken':
      // A reminder makes it the team's turn, but the visitor was promised nothing.
      if (state.turn === 'visitor' || state.prompt === 'reminder') return 'answered'
      return state.until !== null && Date.parse(state.until) < now ? 'late' : 'requested'
    case 'offered':
      return status === 'new' ? 'offered' : 'confirmed'
    case 'no-show':
      return 'missed'
    case 'unknown':
    case null:
      return 'unclear'
  }
}

/** False if the requested time has passed or is taken, or if the team has offered other times instead. */
export const hasTime = ({ status, state: { time } }: CallPageData): boolean =>
  time !== 'none' && time !== 'taken' && !(time === 'offered' && status === 'new')

/** True if the visitor may still change or cancel the call. */
export const isOpen = ({ state }: CallPageData): boolean => state.visitor_may.length > 0

/** A step from the request to the call: done, current, next, or the step at which the booking ended early. */
export interface ProgressStep {
  what: 'asked' | 'answered' | 'answer' | 'choice' | 'call' | 'talked' | 'missed' | 'over' | 'cancelled'
  at: number | null
  is: 'done' | 'now' | 'next' | 'end'
}

/** The known steps from the request to the call. */
export function progressOf(call: CallPageData, topic: CallTopic): ProgressStep[] {
  const { state } = call
  const asked: ProgressStep = { what: 'asked', at: call.received, is: 'done' }
  const answered: ProgressStep[] = call.answered === null ? [] : [{ what: 'answered', at: call.answered, is: 'done' }]
  const until = state.until === null ? null : Date.parse(state.until)
  const talk = (is: ProgressStep['is'], what: ProgressStep['what'] = 'call'): ProgressStep => ({
    what,
    at: hasTime(call) ? call.starts : null,
    is,
  })
  switch (topic) {
    case 'requested':
    case 'late':
    case 'proposed':
      return [asked, ...answered, { what: 'answer', at: until, is: 'now' }, talk('next')]
    case 'answered':
      // The time of a reminder concerns only the team.
      return [asked, ...answered, { what: 'choice', at: null, is: 'now' }, talk('next')]
    case 'offered':
      return [asked, ...answered, { what: 'choice', at: until, is: 'now' }, talk('next')]
    case 'confirmed':
      return [asked, ...answered, talk('now')]
    case 'over':
      return [asked, ...answered, talk('done', 'over')]
    case 'completed':
      return [asked, ...answered, talk('done', 'talked')]
    case 'missed':
      return [asked, ...answered, talk('end', 'missed')]
    case 'unclear':
      return [asked]
    case 'cancelled':
      return [asked, { what: 'cancelled', at: call.changed, is: 'end' }]
  }
}
