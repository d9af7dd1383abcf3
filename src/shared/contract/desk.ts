import { type Known, unknownWord } from './fields.ts'

/** States of a booking. 'spam?' is a suspicion of the database, which only a person clears or confirms. */
export const bookingStatuses = [
  'new',
  'spam?',
  'confirmed',
  'completed',
  'no-show',
  'cancelled',
  'spam',
] as const
export type BookingStatus = (typeof bookingStatuses)[number]

export const messageStatuses = ['new', 'spam?', 'answered', 'closed', 'spam'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** Whether a reply to a message may go out: a member first clears suspected spam. */
export const isAnswerable = (status: Known<BookingStatus | MessageStatus>): boolean =>
  !['spam', 'spam?', unknownWord].includes(status)

/**
 * The allowed moves of a booking by state; the database has the same and decides. A confirmed booking may be confirmed
 * for another time. 'new', 'cancelled' and 'spam' give up the confirmed time, 'completed' and 'no-show' keep it.
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

/** Warnings that `anyway` overrides: the time is unusual, but possible. */
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
  /** The state that the user saw; if it has changed since, nothing is done and the hint is 'changed'. */
  expected: BookingStatus
  target: BookingStatus
  /** The start of the call: needed to confirm. Seconds are cut off. */
  call_start?: string
  /** Its length, 5 to 480; by default that of the settings. */
  call_minutes?: number
  /** Confirm in spite of the warnings. */
  anyway?: boolean
  /**
   * The start of the call that the user saw, confirmed or requested (`call_at`); if it has changed since, the hint is
   * 'changed'. Needed for another time of a confirmed call.
   */
  expected_time?: string
  /** The visitor's proposal that the user saw, null for none; if it has changed since, the hint is 'proposal_changed'. */
  expected_proposal?: string | null
  /** The new host; by default the present host, else the user who confirms. */
  host?: string
  /** For a cancellation: what the email to the visitor quotes. */
  reason?: string | null
}

/** Arguments of `rpc/reassign_call`. */
export interface CallPassing {
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

/** The limits of what a member writes about a call; the database checks the same. */
export const outcomeLimits = { value: 999_999_999_999, next_step: 500, reason: 500 } as const

/** Arguments of `rpc/move_message`. */
export interface MessageMove {
  message: string
  expected: MessageStatus
  target: MessageStatus
}
