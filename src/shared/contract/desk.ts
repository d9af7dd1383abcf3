/** States of a booking. 'spam?' is a suspicion of the database, which only a person clears or confirms. */
export const bookingStatuses = ['new', 'spam?', 'confirmed', 'held', 'no-show', 'cancelled', 'spam'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

export const messageStatuses = ['new', 'spam?', 'answered', 'closed', 'spam'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/**
 * From which state a booking may go where; the database says the same and decides. A confirmed one may be confirmed
 * for another time. To 'new', 'cancelled' and 'spam' the confirmed time is given up, 'held' and 'no-show' keep it.
 */
export const bookingMoves = {
  new: ['confirmed', 'cancelled', 'spam'],
  'spam?': ['new', 'spam'],
  confirmed: ['held', 'no-show', 'cancelled', 'confirmed'],
  held: ['no-show', 'confirmed'],
  'no-show': ['held', 'confirmed'],
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

/** What `anyway` passes over: why a time is unusual, not why it is impossible. */
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
  /** The state that the person saw; if it is another by now, nothing is done and the hint is 'changed'. */
  expected: BookingStatus
  target: BookingStatus
  /** When the call begins: needed to confirm. Seconds are cut off. */
  call_start?: string
  /** How long it is, 5 to 480; without it as long as the settings say. */
  call_minutes?: number
  /** Confirm in spite of the warnings. */
  anyway?: boolean
  /**
   * When the call begins as the person saw it, confirmed or wished for (`call_at`); if it is another by now, the hint
   * is 'changed'. Needed for another time of a confirmed call.
   */
  expected_time?: string
  /** The other time that the visitor asked for as the person saw it, null for none; if not so, the hint is 'wish_changed'. */
  expected_proposal?: string | null
  /** Who is to hold it; without, whoever has it, else who confirms. */
  host?: string
}

/** Arguments of `rpc/pass_call`. */
export interface CallPassing {
  booking: string
  /** Who holds it as the person saw it. */
  expected_host: string | null
  /** When it begins as the person saw it (`call_at`). */
  expected_time: string
  host: string
  anyway?: boolean
}

/** Arguments of `rpc/move_message`. */
export interface MessageMove {
  message: string
  expected: MessageStatus
  target: MessageStatus
}
