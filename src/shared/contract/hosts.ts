import * as v from 'valibot'
import { moveWarnings } from './desk.ts'
import { timeZone } from './fields.ts'

/** The place of a call: the host phones the visitor, or both open the host's link. */
export const callPlaces = ['phone', 'link'] as const
export type CallPlace = (typeof callPlaces)[number]

/** The placeholder for the call's reference in a host's link. */
export const referencePlaceholder = '{reference}'

/** PostgreSQL's time of day: `09:00:00`; the end of a day can be `24:00:00`. */
const timeOfDay = v.string()

const settings = {
  /** If false, the host gets no new calls, but the hours are not deleted. */
  takes_calls: v.boolean(),
  /** The IANA time zone of hours and dates. */
  time_zone: timeZone,
  place: v.picklist(callPlaces),
  /** `https://…`; required if the place is a link. Can contain `referencePlaceholder`. */
  link: v.nullable(v.string()),
  /** Minutes without a call before and after each call. */
  break_before: v.number(),
  break_after: v.number(),
  /** The host gets a call only if the call starts at least this many minutes from now. */
  notice_minutes: v.number(),
  /** The maximum number of calls per day; null for no limit. */
  daily_most: v.nullable(v.number()),
  /** True if visitors can see the host's name before a call is confirmed; missing in older databases. */
  named_to_visitors: v.optional(v.boolean(), false),
  /** The weekly hours, in order; Monday is 1 (ISO). */
  hours: v.array(v.object({ weekday: v.number(), opens: timeOfDay, closes: timeOfDay })),
  /** Dates whose hours differ from the weekly hours; a date without times is a day off. */
  dates: v.array(v.object({ day: v.string(), opens: v.nullable(timeOfDay), closes: v.nullable(timeOfDay) })),
}

export const hostSettingsSchema = v.object(settings)
export type HostSettings = v.InferOutput<typeof hostSettingsSchema>

/** One entry of `rpc/desk_hosts`, and the response of `rpc/save_host`. */
export const hostSchema = v.object({
  ...settings,
  id: v.string(),
  name: v.string(),
  last_given_at: v.nullable(v.string()),
  /** The time at which the host got the key for the calendar feed of their calls. */
  feed_since: v.nullable(v.string()),
  updated_at: v.string(),
})
export type Host = v.InferOutput<typeof hostSchema>

/** Response of `rpc/available_times_of_host {host}` about next week; for a member who is not a host, `zone` is null. */
export const hostAvailableSlotsSchema = v.object({
  zone: v.nullable(timeZone),
  monday: v.nullable(v.string()),
  /** Start times of calls that do not overlap, in ascending order, up to the host's daily limit. */
  times: v.array(v.string()),
  /** The number of these calls that fit into the weekly capacity. */
  calls: v.number(),
})
export type HostAvailableSlots = v.InferOutput<typeof hostAvailableSlotsSchema>

/** Response of `rpc/callers`, which is public: the possible hosts of a requested call. */
export const possibleHostsSchema = v.object({
  /** The hosts whose names visitors may see. */
  callers: v.array(v.object({ name: v.string(), place: v.picklist(callPlaces) })),
  /** True if another host can take the call. */
  others: v.boolean(),
})
export type PossibleHosts = v.InferOutput<typeof possibleHostsSchema>

/** The limits of the settings; the database checks the same limits. */
export const hostLimits = {
  break_minutes: { least: 0, most: 120 },
  notice_minutes: { least: 0, most: 20_160 },
  daily_most: { least: 1, most: 50 },
  link: 500,
  /** The maximum numbers of weekly ranges and of dates. */
  hours: 70,
  dates: 400,
} as const

/** Arguments of `rpc/save_host`. */
export interface HostUpdate {
  host: string
  settings: HostSettings
  /**
   * The `updated_at` that the user saw, or null for a new host; if the host has changed since then, the hint is
   * 'changed'.
   */
  seen: string | null
}

/**
 * The reasons why a host should not take a call at a certain time. If the reason is 'overlap', the host cannot take
 * the call at all.
 */
export const hostConflicts = ['overlap', ...moveWarnings] as const
export type HostConflict = (typeof hostConflicts)[number]

/** Response of `rpc/hosts_for_call {booking, call_start, call_minutes?}`: hosts who take calls, best host first. */
export const hostCandidatesSchema = v.array(
  v.object({
    id: v.string(),
    name: v.string(),
    is_free: v.boolean(),
    /** Empty if the host is available. */
    reasons: v.array(v.picklist(hostConflicts)),
    last_given_at: v.nullable(v.string()),
    is_proposed: v.boolean(),
    /** True if this time with this host is held for this request. */
    is_held: v.boolean(),
  }),
)
export type HostCandidate = v.InferOutput<typeof hostCandidatesSchema>[number]

/** Response of `rpc/calls_outside`: future confirmed calls that the current settings do not allow. */
export const callsOutsideHoursSchema = v.array(
  v.object({
    id: v.string(),
    name: v.string(),
    company: v.string(),
    starts: v.string(),
    host: v.nullable(v.string()),
    reasons: v.array(v.picklist(['day_off', 'outside_hours', 'takes_no_calls'])),
  }),
)
export type CallOutsideHours = v.InferOutput<typeof callsOutsideHoursSchema>[number]
