import * as v from 'valibot'
import { timeZone } from './fields.ts'

/** A day as `2026-11-25`. */
const day = v.pipe(v.string(), v.isoDate())
/** PostgreSQL's time of day: `09:00:00`; the end of a day may be `24:00:00`. */
const timeOfDay = v.string()

/** The year may have six digits: the database accepts any day, and one typing error must not make the list invalid. */
export const dayOffSchema = v.object({
  day: v.pipe(v.string(), v.regex(/^\d{4,}-\d\d-\d\d/)),
  note: v.nullable(v.string()),
})

/** When calls are held, and their length. */
const hours = {
  /** The provider's zone, which applies to hours, days and weeks. */
  time_zone: timeZone,
  /** Of the values of outcomes, ISO 4217. A database from before outcomes has none. */
  currency: v.optional(v.string(), 'EUR'),
  opens: timeOfDay,
  closes: timeOfDay,
  /** ISO days: Monday is 1. */
  work_days: v.array(v.number()),
  call_minutes: v.number(),
}

/** The one row of `desk_settings`. */
export const deskSettingsSchema = v.object({
  ...hours,
  weekly_capacity: v.number(),
  /** The addresses for letters to the team; without any, the owners get them. */
  answer_mailboxes: v.array(v.string()),
  /** Whether the team gets a letter at the start of a working day. */
  daily_digest: v.boolean(),
  /** Null: as the server is configured. */
  keep_interaction_days: v.nullable(v.number()),
  /** Null: for ever. */
  keep_people_days: v.nullable(v.number()),
  /** Whether a request for a free time is confirmed automatically. */
  confirm_at_once: v.boolean(),
  /** Whether a visitor's move of a confirmed call to a free time is accepted automatically. */
  moves_at_once: v.boolean(),
  /** A visitor may move a call until so many minutes before it, and so many times. */
  move_notice_minutes: v.number(),
  most_moves: v.number(),
  updated_at: v.string(),
})
export type DeskSettings = v.InferOutput<typeof deskSettingsSchema>

/** The limits of the settings; the database checks the same. */
export const deskSettingsLimits = {
  weekly_capacity: { least: 0, most: 200 },
  call_minutes: { least: 15, most: 120 },
  keep_days: { least: 30, most: 3650 },
  move_notice_minutes: { least: 0, most: 20_160 },
  most_moves: { least: 0, most: 20 },
  answer_mailboxes: 10,
  day_off_note: 200,
} as const

/** Start and end, as instants. */
const stretch = v.tuple([v.string(), v.string()])

/** A host's week: the hours for calls, busy times elsewhere, and times that are held for requests. */
const hostWeekSchema = v.object({
  id: v.string(),
  name: v.string(),
  time_zone: timeZone,
  open: v.array(stretch),
  busy: v.array(stretch),
  held: v.array(v.object({ booking: v.string(), from: v.string(), until: v.string() })),
})
export type HostWeek = v.InferOutput<typeof hostWeekSchema>

/** Reply of `rpc/week_of_calls {day}` about the ISO week of that day; without a day, about this week. */
export const weekOfCallsSchema = v.object({
  ...hours,
  monday: day,
  capacity: v.number(),
  /** Calls of this week that are confirmed, were held, or were missed by the visitor. */
  taken: v.number(),
  days_off: v.array(dayOffSchema),
  /** An older database has none. */
  hosts: v.optional(v.array(hostWeekSchema), []),
  /** The week as instants; `until` is the next Monday's midnight. */
  from: v.string(),
  until: v.string(),
})
export type WeekOfCalls = v.InferOutput<typeof weekOfCallsSchema>

/** Reply of `rpc/free_calls_this_week`, for everybody. */
export const freeCallsSchema = v.object({
  capacity: v.number(),
  taken: v.number(),
  /** Calls that are still free this week; never below 0. */
  free_calls: v.number(),
  /** The week with free calls: the next one if this one is full, null if both are. */
  week: v.nullable(v.picklist(['this', 'next'])),
  /** Calls that are still free in that week. */
  left: v.number(),
})
export type FreeCalls = v.InferOutput<typeof freeCallsSchema>

/** Reply of `rpc/free_times {from_day, days, zone}`, for everybody. */
export const freeTimesSchema = v.object({
  /** The zone of the days. */
  zone: v.string(),
  call_minutes: v.number(),
  /** Whether a picked time is confirmed automatically once the visitor's mailbox is proven. */
  confirms_at_once: v.boolean(),
  from_day: day,
  /** The last day for which times are offered. */
  until_day: day,
  /** Instants on the quarter hour, in order. */
  times: v.array(v.string()),
})
export type FreeTimes = v.InferOutput<typeof freeTimesSchema>

/** Reply of `rpc/picked_time {booking}` to the visitor who has just sent the booking. */
export const pickedTimeSchema = v.object({
  /**
   * 'available': not held before the button on the page of the email's link is pressed; 'unpicked': the client has reached
   * its daily limit; 'requested': none of these any more, or the booking is too old for a reply.
   */
  outcome: v.picklist(['held', 'available', 'taken', 'unpicked', 'requested']),
  /** The available times of the days around it, if it is taken. */
  next: v.array(v.string()),
})
export type PickedTime = v.InferOutput<typeof pickedTimeSchema>
