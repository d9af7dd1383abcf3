import * as v from 'valibot'
import { timeZone } from './fields.ts'

/** A day as `2026-11-25`. */
const day = v.pipe(v.string(), v.isoDate())
/** A time of day in PostgreSQL's format, such as `09:00:00`; the end of a day can be `24:00:00`. */
const timeOfDay = v.string()

/**
 * A year can have six digits, because the database accepts any day, and one typing error must not invalidate the list.
 */
export const dayOffSchema = v.object({
  day: v.pipe(v.string(), v.regex(/^\d{4,}-\d\d-\d\d/)),
  note: v.nullable(v.string()),
})

/** The hours in which calls take place, and the length of a call. */
const hours = {
  /** The provider's time zone, which applies to hours, days and weeks. */
  time_zone: timeZone,
  /** The currency of outcome values (ISO 4217); missing in older databases. */
  currency: v.optional(v.string(), 'EUR'),
  opens: timeOfDay,
  closes: timeOfDay,
  /** ISO days: Monday is 1. */
  work_days: v.array(v.number()),
  call_minutes: v.number(),
}

/** The only row of `desk_settings`. */
export const deskSettingsSchema = v.object({
  ...hours,
  weekly_capacity: v.number(),
  /** The hours within which the team promises an answer. */
  answer_hours: v.number(),
  /** The email addresses that receive emails to the team; if empty, the owners receive these emails. */
  answer_mailboxes: v.array(v.string()),
  /** True if the team gets an email at the start of each working day. */
  daily_digest: v.boolean(),
  /** If null, the server's default applies. */
  keep_interaction_days: v.nullable(v.number()),
  /** If null, the rows are never deleted. */
  keep_people_days: v.nullable(v.number()),
  /** True if a request for an available time is confirmed automatically. */
  confirm_at_once: v.boolean(),
  /** True if a visitor can move a confirmed call to an available time without the team's consent. */
  moves_at_once: v.boolean(),
  /** The minimum notice for moving a call, and the maximum number of moves. */
  move_notice_minutes: v.number(),
  most_moves: v.number(),
  updated_at: v.string(),
})
export type DeskSettings = v.InferOutput<typeof deskSettingsSchema>

/** The limits of the settings; the database enforces the same limits. */
export const deskSettingsLimits = {
  weekly_capacity: { least: 0, most: 200 },
  answer_hours: { least: 1, most: 168 },
  call_minutes: { least: 15, most: 120 },
  keep_days: { least: 30, most: 3650 },
  move_notice_minutes: { least: 0, most: 20_160 },
  most_moves: { least: 0, most: 20 },
  answer_mailboxes: 10,
  day_off_note: 200,
} as const

/** Start and end as instants. */
const instantRange = v.tuple([v.string(), v.string()])

/** A host's week: hours for calls, busy times from calendars, and times held for requests. */
const hostWeekSchema = v.object({
  id: v.string(),
  name: v.string(),
  time_zone: timeZone,
  open: v.array(instantRange),
  busy: v.array(instantRange),
  held: v.array(v.object({ booking: v.string(), from: v.string(), until: v.string() })),
})
export type HostWeek = v.InferOutput<typeof hostWeekSchema>

/** Response of `rpc/week_of_calls {day}` for the ISO week that contains the day, by default the current week. */
export const weekOfCallsSchema = v.object({
  ...hours,
  monday: day,
  capacity: v.number(),
  /** Confirmed, completed and no-show calls of this week. */
  taken: v.number(),
  days_off: v.array(dayOffSchema),
  /** The hosts' weeks; missing in older databases. */
  hosts: v.optional(v.array(hostWeekSchema), []),
  /** The start and end of the week as instants; `until` is midnight at the start of the next Monday. */
  from: v.string(),
  until: v.string(),
})
export type WeekOfCalls = v.InferOutput<typeof weekOfCallsSchema>

/** Response of `rpc/remaining_calls_this_week`, which is public. */
export const callsLeftSchema = v.object({
  capacity: v.number(),
  taken: v.number(),
  /** Calls that are still available this week; never below 0. */
  remaining_calls: v.number(),
  /**
   * The first week with available calls: this week, or the next week if this week is full; null if both weeks are full.
   */
  week: v.nullable(v.picklist(['this', 'next'])),
  /** Calls that are still available in the week named by `week`. */
  left: v.number(),
})
export type CallsLeftThisWeek = v.InferOutput<typeof callsLeftSchema>

/** Response of `rpc/available_times {from_day, days, zone}`, which is public. */
export const availableSlotsSchema = v.object({
  /** The time zone that determines the days. */
  zone: v.string(),
  call_minutes: v.number(),
  /** True if a selected time is confirmed automatically once the visitor has confirmed their mailbox. */
  confirms_at_once: v.boolean(),
  from_day: day,
  /** The last day that can be booked. */
  until_day: day,
  /** Start times on the quarter hour, in ascending order. */
  times: v.array(v.string()),
})
export type AvailableSlots = v.InferOutput<typeof availableSlotsSchema>

/** Response of `rpc/picked_time {booking}` to the visitor who has just sent the booking. */
export const selectedSlotSchema = v.object({
  /**
   * 'available': the time is held once the visitor presses the button on the page that the email links to; 'unpicked':
   * the client has reached its daily limit; 'requested': the booking is too old, or no other outcome applies.
   */
  outcome: v.picklist(['held', 'available', 'taken', 'unpicked', 'requested']),
  /** If the time is taken, the available times on the days around it. */
  next: v.array(v.string()),
})
export type SelectedSlot = v.InferOutput<typeof selectedSlotSchema>
