import * as v from 'valibot'
import { bookingStatuses, messageStatuses } from '#shared/contract/desk.ts'
import { insightVisitors } from '#shared/contract/insights.ts'
import { siteGroups, siteLimits } from '#shared/contract/site.ts'
import { auditKinds } from '#shared/contract/team.ts'

/*
 * The search parameters of the desk. Invalid values are ignored, so that a mistyped URL shows the unfiltered list.
 * Personal data is excluded, because URLs end up in histories and logs.
 */

/** Accepts any value. An invalid value becomes undefined. */
const lenient = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(v.fallback(v.optional(schema), undefined))

const id = v.pipe(v.string(), v.uuid())
const instant = v.pipe(v.string(), v.isoTimestamp())
const day = v.pipe(v.string(), v.isoDate())
/** Rules instead of dates, so that a saved view of this week shows the current week. */
export const weekRules = ['last', 'this', 'next'] as const
/** A rule, or any day in an ISO week. */
const week = v.union([v.picklist(weekRules), day])
const page = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))
/** A member's id, 'nobody', or 'me' for the user. */
const assignee = v.union([v.picklist(['me', 'nobody']), id])

const list = {
  page: lenient(page),
  assignee: lenient(assignee),
  source: lenient(v.pipe(v.string(), v.maxLength(100))),
  item: lenient(id),
  down: lenient(v.boolean()),
}

export const bookingsSearch = v.object({
  ...list,
  /** `open`: bookings that need work. `follow-up`: bookings with a next step. No status: all bookings except spam. */
  status: lenient(v.picklist(['open', 'overdue', 'waiting', 'follow-up', ...bookingStatuses])),
  step_by: lenient(v.union([v.literal('me'), id])),
  /** The ISO week of the call. */
  week: lenient(week),
  /** Opens the selected booking's call dialog with this start and host. */
  plan: lenient(instant),
  host: lenient(id),
  sort: lenient(v.picklist(['due_at', 'created_at', 'call_at', 'name', 'company', 'status', 'source'])),
})
export type BookingsSearch = v.InferOutput<typeof bookingsSearch>

export const messagesSearch = v.object({
  ...list,
  status: lenient(v.picklist(['open', 'overdue', 'waiting', ...messageStatuses])),
  /** The ISO week in which the message arrived. */
  week: lenient(week),
  sort: lenient(v.picklist(['due_at', 'created_at', 'name', 'company', 'status', 'source'])),
})

export const weekSearch = v.object({
  day: lenient(day),
  item: lenient(id),
  /** Shows only the calls of this host. `nobody` shows calls without a host. */
  host: lenient(v.union([v.literal('nobody'), id])),
})

/** The host whose hours are shown; the default is the user. */
export const hoursSearch = v.object({ host: lenient(id) })

export const lettersSearch = v.object({
  /** `waiting` includes emails that the server is sending now. */
  state: lenient(v.picklist(['waiting', 'failed', 'sent', 'dropped'])),
  item: lenient(id),
})

/** The row whose visitor is shown. The database returns the email address, so that the URL does not contain it. */
export const personSearch = v.object({ booking: lenient(id), message: lenient(id) })

export const insightsSearch = v.object({
  from: lenient(day),
  to: lenient(day),
  visitor: lenient(v.picklist(insightVisitors)),
})

/**
 * The code in the test email that an owner requests to check that email arrives. Without the owner's session, the code
 * is useless.
 */
export const readySearch = v.object({ code: lenient(v.pipe(v.string(), v.maxLength(20))) })

const sitePart = v.picklist(['identity', 'look', 'figures', 'people', 'testimonials', 'example', 'words', 'history'])
export const siteParts = sitePart.options
export type SitePart = (typeof siteParts)[number]

export const siteSearch = v.object({
  part: lenient(sitePart),
  /** Opens the part that contains this path, and focuses its field. */
  find: lenient(v.pipe(v.string(), v.maxLength(siteLimits.path))),
  group: lenient(v.picklist(siteGroups)),
  only: lenient(v.picklist(['unpublished', 'edited', 'samples', 'stale'])),
})
export type SiteSearch = v.InferOutput<typeof siteSearch>

export const logSearch = v.object({
  kind: lenient(v.picklist(auditKinds)),
  /** Readings are shown only on request. */
  readings: lenient(v.boolean()),
  who: lenient(id),
})
