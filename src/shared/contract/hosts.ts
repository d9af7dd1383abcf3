import * as v from 'valibot'
import { moveWarnings } from './desk.ts'
import { timeZone } from './fields.ts'

/** Where a call takes place: the host rings the visitor, or both open the host's link. */
export const callPlaces = ['phone', 'link'] as const
export type CallPlace = (typeof callPlaces)[number]

/** Time of day as PostgreSQL writes it: `09:00:00`; the end of a day may be `24:00:00`. */
const timeOfDay = v.string()

/** What a host says of the calls that they take. */
const settings = {
  /** False: their hours are kept, and nothing more is given to them. */
  takes_calls: v.boolean(),
  /** IANA; hours and dates are meant in it. */
  time_zone: timeZone,
  place: v.picklist(callPlaces),
  /** `https://…`; needed where the place is a link. */
  link: v.nullable(v.string()),
  /** Minutes without a call before and after each of theirs. */
  break_before: v.number(),
  break_after: v.number(),
  /** So many minutes ahead at the soonest. */
  notice_minutes: v.number(),
  /** Most calls a day; null for as many as fit. */
  daily_most: v.nullable(v.number()),
  /** Whether everybody may read their name before a call of theirs is confirmed; an older database knows no such thing. */
  named_to_visitors: v.optional(v.boolean(), false),
  /** Of a week, in order; `weekday` is ISO's, Monday is 1. */
  hours: v.array(v.object({ weekday: v.number(), opens: timeOfDay, closes: timeOfDay })),
  /** Dates with other hours than the week's; without times the day is off. */
  dates: v.array(v.object({ day: v.string(), opens: v.nullable(timeOfDay), closes: v.nullable(timeOfDay) })),
}

export const hostSettingsSchema = v.object(settings)
export type HostSettings = v.InferOutput<typeof hostSettingsSchema>

/** One of what `rpc/desk_hosts` answers, and what `rpc/save_host` does. */
export const hostSchema = v.object({
  ...settings,
  id: v.string(),
  name: v.string(),
  last_given_at: v.nullable(v.string()),
  /** Since when there is a key to the calendar of their calls. */
  feed_since: v.nullable(v.string()),
  updated_at: v.string(),
})
export type Host = v.InferOutput<typeof hostSchema>

/** What `rpc/free_times_of_host {host}` answers of the week after this one; a person who is no host has no zone and no times. */
export const hostFreeTimesSchema = v.object({
  zone: v.nullable(timeZone),
  monday: v.nullable(v.string()),
  /** Instants in order, one call after the other, as many as the host takes in a day. */
  times: v.array(v.string()),
  /** How many of them the week has left. */
  calls: v.number(),
})
export type HostFreeTimes = v.InferOutput<typeof hostFreeTimesSchema>

/** What `rpc/callers` tells everybody: who may take a call that is asked for. */
export const callersSchema = v.object({
  /** Those who let visitors read their name. */
  callers: v.array(v.object({ name: v.string(), place: v.picklist(callPlaces) })),
  /** Whether it may be somebody else. */
  others: v.boolean(),
})
export type Callers = v.InferOutput<typeof callersSchema>

/** What the settings may hold; the database checks the same. */
export const hostLimits = {
  break_minutes: { least: 0, most: 120 },
  notice_minutes: { least: 0, most: 20_160 },
  daily_most: { least: 1, most: 50 },
  link: 500,
  /** Ranges of a week, and dates of their own. */
  hours: 70,
  dates: 400,
} as const

/** Arguments of `rpc/save_host`. */
export interface HostSaving {
  host: string
  settings: HostSettings
  /** `updated_at` as the person saw it, null of somebody who was no host; if it is another by now, the hint is 'changed'. */
  seen: string | null
}

/** Why a host should not hold a call at a time; another call of theirs is why they cannot. */
export const hostReasons = ['overlap', ...moveWarnings] as const
export type HostReason = (typeof hostReasons)[number]

/** What `rpc/hosts_for_call {booking, call_start, call_minutes?}` answers: all who take calls, the one to propose first. */
export const hostsForCallSchema = v.array(
  v.object({
    id: v.string(),
    name: v.string(),
    is_free: v.boolean(),
    /** Empty of a host who is free. */
    reasons: v.array(v.picklist(hostReasons)),
    /** When they were last given a call. */
    last_given_at: v.nullable(v.string()),
    is_proposed: v.boolean(),
    /** Until when this time is held with them for this request; null where it is not. */
    held_until: v.nullable(v.string()),
  }),
)
export type HostForCall = v.InferOutput<typeof hostsForCallSchema>[number]
