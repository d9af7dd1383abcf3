import * as v from 'valibot'
import { moveWarnings } from './desk.ts'
import { timeZone } from './fields.ts'

/** Where a call takes place: the host rings the visitor, or both open the host's link. */
export const callPlaces = ['phone', 'link'] as const
export type CallPlace = (typeof callPlaces)[number]

/** Stands in a host's link for the reference of each call. */
export const linkReference = '{reference}'

/** PostgreSQL's time of day: `09:00:00`; the end of a day may be `24:00:00`. */
const timeOfDay = v.string()

const settings = {
  /** False: the hours are kept, and the host gets no new calls. */
  takes_calls: v.boolean(),
  /** IANA name of the zone of hours and dates. */
  time_zone: timeZone,
  place: v.picklist(callPlaces),
  /** `https://…`; required if the place is a link. May hold `linkReference`. */
  link: v.nullable(v.string()),
  /** Minutes without a call before and after each of theirs. */
  break_before: v.number(),
  break_after: v.number(),
  /** Calls are assigned at least so many minutes ahead. */
  notice_minutes: v.number(),
  /** Most calls a day; null for as many as fit. */
  daily_most: v.nullable(v.number()),
  /** Whether visitors may read the host's name before a call is confirmed; missing in an older database. */
  named_to_visitors: v.optional(v.boolean(), false),
  /** The hours of a week, in order; `weekday` is ISO's, Monday is 1. */
  hours: v.array(v.object({ weekday: v.number(), opens: timeOfDay, closes: timeOfDay })),
  /** Dates with other hours than the week's; without times the day is off. */
  dates: v.array(v.object({ day: v.string(), opens: v.nullable(timeOfDay), closes: v.nullable(timeOfDay) })),
}

export const hostSettingsSchema = v.object(settings)
export type HostSettings = v.InferOutput<typeof hostSettingsSchema>

/** One entry of `rpc/desk_hosts`, which `rpc/save_host` also returns. */
export const hostSchema = v.object({
  ...settings,
  id: v.string(),
  name: v.string(),
  last_given_at: v.nullable(v.string()),
  /** When the host got a key to the calendar feed of their calls. */
  feed_since: v.nullable(v.string()),
  updated_at: v.string(),
})
export type Host = v.InferOutput<typeof hostSchema>

/** Reply of `rpc/free_times_of_host {host}` about the next week; a person who is no host has no zone and no times. */
export const hostFreeTimesSchema = v.object({
  zone: v.nullable(timeZone),
  monday: v.nullable(v.string()),
  /** Instants in order, one call after the other, up to the host's daily limit. */
  times: v.array(v.string()),
  /** How many of these calls the week still has room for. */
  calls: v.number(),
})
export type HostFreeTimes = v.InferOutput<typeof hostFreeTimesSchema>

/** Reply of `rpc/callers`, for everybody: the hosts who may take a requested call. */
export const callersSchema = v.object({
  /** The hosts who let visitors read their name. */
  callers: v.array(v.object({ name: v.string(), place: v.picklist(callPlaces) })),
  /** Whether another host may take the call. */
  others: v.boolean(),
})
export type Callers = v.InferOutput<typeof callersSchema>

/** The limits of the settings; the database checks the same. */
export const hostLimits = {
  break_minutes: { least: 0, most: 120 },
  notice_minutes: { least: 0, most: 20_160 },
  daily_most: { least: 1, most: 50 },
  link: 500,
  /** Ranges of a week, and dates with hours of their own. */
  hours: 70,
  dates: 400,
} as const

/** Arguments of `rpc/save_host`. */
export interface HostSaving {
  host: string
  settings: HostSettings
  /** `updated_at` as the user saw it, null for a new host; if it has changed since, the hint is 'changed'. */
  seen: string | null
}

/** Why a host should not take a call at a time; 'overlap' makes it impossible. */
export const hostReasons = ['overlap', ...moveWarnings] as const
export type HostReason = (typeof hostReasons)[number]

/** Reply of `rpc/hosts_for_call {booking, call_start, call_minutes?}`: hosts who take calls, the proposed one first. */
export const hostsForCallSchema = v.array(
  v.object({
    id: v.string(),
    name: v.string(),
    is_free: v.boolean(),
    /** Empty for a free host. */
    reasons: v.array(v.picklist(hostReasons)),
    last_given_at: v.nullable(v.string()),
    is_proposed: v.boolean(),
    /** Whether this time is held with them for this request. */
    is_held: v.boolean(),
  }),
)
export type HostForCall = v.InferOutput<typeof hostsForCallSchema>[number]

/** Reply of `rpc/calls_outside`: confirmed calls to come on a day off, outside the hours, or of a host who takes no calls now. */
export const callsOutsideSchema = v.array(
  v.object({
    id: v.string(),
    name: v.string(),
    company: v.string(),
    starts: v.string(),
    host: v.nullable(v.string()),
    reasons: v.array(v.picklist(['day_off', 'outside_hours', 'takes_no_calls'])),
  }),
)
export type CallOutside = v.InferOutput<typeof callsOutsideSchema>[number]
