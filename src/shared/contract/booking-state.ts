import * as v from 'valibot'
import { bookingStatuses } from './desk.ts'
import { knownValue } from './fields.ts'

/**
 * States of a booking's time, as `private.booking_state` returns them; docs/architecture.md has the table of states and
 * events. 'none': the requested time has passed; 'requested': typed by the visitor; 'available' and 'taken': selected
 * from the available times, but not held.
 */
export const timeStates = [
  'none',
  'requested',
  'held',
  'available',
  'taken',
  'proposed',
  'offered',
  'confirmed',
  'completed',
  'no-show',
  'cancelled',
] as const

/** A visitor's actions on the page of their call. */
const visitorActions = ['hold', 'accept', 'choose', 'move', 'propose', 'cancel'] as const

/** A member's actions: a move to one of these statuses, or another action. */
export const teamActions = [
  ...bookingStatuses,
  'reply',
  'offer',
  'withdraw',
  'decline',
  'wait',
  'reassign',
  'outcome',
] as const
export type TeamAction = (typeof teamActions)[number]

/**
 * The reason why the visitor cannot move the call: moves are not allowed, it is too late, or the call was moved too
 * often.
 */
export const moveLimits = ['off', 'late', 'often'] as const

/** An instant in UTC: `2026-11-25T14:00:00.000Z`. */
const instant = v.string()

/** The days after which the team can be reminded of a visitor who has not answered. */
export const reminderDays = [2, 5, 10] as const

/** The turn in bookings and messages. */
export const turnSchema = {
  turn: v.picklist(['team', 'visitor', 'nobody']),
  /** The time at which the team's answer is due, an offer expires, or a reminder makes it the team's turn. */
  until: v.nullable(instant),
  /** The event that made it the team's turn again: the visitor's email, or a reminder. */
  prompt: v.nullable(v.picklist(['email', 'reminder'])),
}

export const messageStateSchema = v.object({
  ...turnSchema,
  /** True if a member can end the team's turn without a reply. */
  may_wait: v.boolean(),
})

export const bookingStateSchema = v.object({
  /** Null for spam. */
  time: v.nullable(knownValue(timeStates)),
  /** True if the time of a confirmed call has passed. */
  is_over: v.boolean(),
  /** The end of a hold; null if the hold lasts until the team answers. */
  held_until: v.nullable(instant),
  /** The host whose time is held. */
  held_by: v.nullable(v.string()),
  /** Slots that the team offers and holds until `until`. */
  offered: v.array(v.object({ start: instant, end: instant, host: v.string(), until: instant })),
  ...turnSchema,
  /** The start of the current turn. */
  since: v.nullable(instant),
  /** The last change: 'received', 'offer_ended', or an action in the audit log. */
  why: v.object({ what: v.string(), by: v.picklist(['visitor', 'member', 'automatic']), at: instant }),
  visitor_may: v.array(v.picklist(visitorActions)),
  move_limit: v.nullable(v.picklist(moveLimits)),
  team_may: v.array(knownValue(teamActions)),
  /** The time at which the state will change automatically. */
  changes_at: v.nullable(instant),
})
export type BookingState = v.InferOutput<typeof bookingStateSchema>
