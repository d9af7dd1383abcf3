import { type KnownValue, unknownValue } from './fields.ts'

/** States of a booking. The database sets 'spam?'; only a member can clear or confirm the suspicion. */
export const bookingStatuses = ['new', 'spam?', 'confirmed', 'completed', 'no-show', 'cancelled', 'spam'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

export const messageStatuses = ['new', 'spam?', 'answered', 'closed', 'spam'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** True if a reply can be sent; suspected spam must be cleared first. */
export const canReply = (status: KnownValue<BookingStatus | MessageStatus>): boolean =>
  !['spam', 'spam?', unknownValue].includes(status)

/**
 * The allowed moves of a booking by state; the database enforces the same table. A confirmed booking can be confirmed
 * again for another time. 'new', 'cancelled' and 'spam' drop the confirmed time; 'completed' and 'no-show' keep it.
 */
export const bookingMoves = {
  new: ['confirmed', 'cancelled', 'spam'],
  'spam?': ['new', 'spam', 'cancelled'],
  confirmed: ['completed', 'no-show', 'cancelled', 'confirmed'],
  completed: ['no-show', 'confirmed'],
  'no-show': ['completed', 'confirmed'],
  cancelled: ['new'],
  spam: ['new'],
} as const satisfies Record<BookingStatus, readonly BookingStatus[]>

export const messageMoves = {
  new: ['answered', 'closed', 'spam'],
  'spam?': ['new', 'spam'],
  answered: ['closed', 'new'],
  closed: ['new'],
  spam: ['new'],
} as const satisfies Record<MessageStatus, readonly MessageStatus[]>

/** Warnings about a time that is unusual but possible; `anyway` overrides them. */
export const moveWarnings = [
  'past',
  'day_off',
  'outside_hours',
  'week_full',
  'busy',
  'break',
  'day_full',
  'asked',
] as const
export type MoveWarning = (typeof moveWarnings)[number]

/** Arguments of `rpc/move_booking`. */
export interface BookingMove {
  booking: string
  /** The state that the user saw; if the state has changed since, the move is refused with the hint 'changed'. */
  expected: BookingStatus
  target: BookingStatus
  /** The start of the call, which is required to confirm the call; seconds are truncated. */
  call_start?: string
  /** The call's length in minutes, 5 to 480; by default the length in the settings. */
  call_minutes?: number
  /** Confirms the call in spite of warnings. */
  anyway?: boolean
  /**
   * The start of the call that the user saw, confirmed or requested (`call_at`); if the start has changed since, the
   * hint is 'changed'. Required to move a confirmed call.
   */
  expected_time?: string
  /** The visitor's proposal that the user saw, or null; if the proposal has changed, the hint is 'proposal_changed'. */
  expected_proposal?: string | null
  /** The new host; by default the current host or, if there is none, the member who confirms the call. */
  host?: string
  /** The reason for a cancellation, quoted in the email to the visitor. */
  reason?: string | null
}

/** Arguments of `rpc/reassign_call`. */
export interface CallReassignment {
  booking: string
  /** The host that the user saw. */
  expected_host: string | null
  /** The start that the user saw (`call_at`). */
  expected_time: string
  host: string
  anyway?: boolean
}

export const callOutcomes = ['won', 'lost', 'later', 'no-fit'] as const
export type CallOutcome = (typeof callOutcomes)[number]

/** Limits on a member's input about a call; the database enforces the same limits. */
export const outcomeLimits = { value: 999_999_999_999, next_step: 500, reason: 500 } as const

/** Arguments of `rpc/move_message`. */
export interface MessageMove {
  message: string
  expected: MessageStatus
  target: MessageStatus
}
