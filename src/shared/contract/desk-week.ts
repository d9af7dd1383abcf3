import * as v from 'valibot'
import { timeZone } from './fields.ts'

/** A day as `2026-11-25`. */
const day = v.pipe(v.string(), v.isoDate())
/** Time of day as PostgreSQL writes it: `09:00:00`; the end of a day may be `24:00:00`. */
const timeOfDay = v.string()

/** Its year may have six digits: the database takes any day, and a slip of the finger makes no list unreadable. */
export const dayOffSchema = v.object({
  day: v.pipe(v.string(), v.regex(/^\d{4,}-\d\d-\d\d/)),
  note: v.nullable(v.string()),
})

/** When calls are held, and how many. */
const hours = {
  /** The provider's zone: hours, days and weeks are meant there. */
  time_zone: timeZone,
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
  /** Where letters to the team go; while there is none, to the owners. */
  answer_mailboxes: v.array(v.string()),
  /** Whether the team gets a letter when a day of work begins. */
  daily_digest: v.boolean(),
  /** Null: as the server is configured. */
  keep_interaction_days: v.nullable(v.number()),
  /** Null: for ever. */
  keep_people_days: v.nullable(v.number()),
  /** Whether a request for a free time is confirmed without anybody looking at it. */
  confirm_at_once: v.boolean(),
  /** Whether a visitor's move of a confirmed call into a free time takes effect without anybody looking at it. */
  moves_at_once: v.boolean(),
  /** So many minutes before a call a visitor may move it at the latest, and so many times. */
  move_notice_minutes: v.number(),
  most_moves: v.number(),
  updated_at: v.string(),
})
export type DeskSettings = v.InferOutput<typeof deskSettingsSchema>

/** What the settings may hold; the database checks the same. */
export const deskSettingsLimits = {
  weekly_capacity: { least: 0, most: 200 },
  call_minutes: { least: 15, most: 120 },
  keep_days: { least: 30, most: 3650 },
  move_notice_minutes: { least: 0, most: 20_160 },
  most_moves: { least: 0, most: 20 },
  answer_mailboxes: 10,
  day_off_note: 200,
} as const

/** From and until, as instants. */
const stretch = v.tuple([v.string(), v.string()])

/** A host in a week: when calls may be given to them, when they are busy elsewhere, and what is held for requests. */
const hostWeekSchema = v.object({
  id: v.string(),
  name: v.string(),
  time_zone: timeZone,
  open: v.array(stretch),
  busy: v.array(stretch),
  held: v.array(v.object({ booking: v.string(), from: v.string(), until: v.string() })),
})
export type HostWeek = v.InferOutput<typeof hostWeekSchema>

/** What `rpc/week_of_calls {day}` answers about the ISO week of that day; without a day, about this week. */
export const weekOfCallsSchema = v.object({
  ...hours,
  monday: day,
  capacity: v.number(),
  /** Calls confirmed, held or missed by the visitor in this week. */
  taken: v.number(),
  /** The calls of the week. */
  days_off: v.array(dayOffSchema),
  /** An older database tells of none. */
  hosts: v.optional(v.array(hostWeekSchema), []),
  /** The week as instants; until is the next Monday's midnight. */
  from: v.string(),
  until: v.string(),
})
export type WeekOfCalls = v.InferOutput<typeof weekOfCallsSchema>

/** What `rpc/free_calls_this_week` tells everybody. */
export const freeCallsSchema = v.object({
  capacity: v.number(),
  taken: v.number(),
  /** Calls that can still be given this week; never below 0. */
  free_calls: v.number(),
  /** The week that has time: the next one where this one has none any more, null where neither has. */
  week: v.nullable(v.picklist(['this', 'next'])),
  /** Calls that can still be given in that week. */
  left: v.number(),
})
export type FreeCalls = v.InferOutput<typeof freeCallsSchema>

/** What `rpc/free_times {from_day, days, zone}` tells everybody. */
export const freeTimesSchema = v.object({
  /** In which the days are meant. */
  zone: v.string(),
  call_minutes: v.number(),
  /** Whether a picked time is confirmed by itself, once its visitor's mailbox is known. */
  confirms_at_once: v.boolean(),
  from_day: day,
  /** The last day of which times are offered at all. */
  until_day: day,
  /** Instants on the quarter hour, in order. */
  times: v.array(v.string()),
})
export type FreeTimes = v.InferOutput<typeof freeTimesSchema>

/** What `rpc/picked_time {booking}` tells whoever has just sent it. */
export const pickedTimeSchema = v.object({
  /**
   * 'unproven': held for nobody before the link in the letter to the visitor is opened; 'asked': no time was picked, the
   * client has picked as many as it may in a day, or it is too long ago to say.
   */
  outcome: v.picklist(['held', 'unproven', 'confirmed', 'taken', 'asked']),
  /** The free times of the days around it, where somebody else was faster. */
  next: v.array(v.string()),
  /** Who takes the call, once that is certain and where they let visitors read it. */
  host: v.optional(v.nullable(v.string()), null),
})
export type PickedTime = v.InferOutput<typeof pickedTimeSchema>
