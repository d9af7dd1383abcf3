import * as v from 'valibot'
import { bookingStatuses, messageStatuses } from '#shared/contract/desk.ts'
import { auditKinds } from '#shared/contract/desk-people.ts'
import { insightVisitors } from '#shared/contract/insights.ts'

/* The search parameters of the desk. Invalid values are ignored, so that a mistyped address shows the plain list.
   Personal data is excluded: addresses end up in histories and logs. */

/** The value, or undefined if it is invalid. */
const lenient = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(v.fallback(v.optional(schema), undefined))

const id = v.pipe(v.string(), v.uuid())
const instant = v.pipe(v.string(), v.isoTimestamp())
const day = v.pipe(v.string(), v.isoDate())
const page = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))
/** The id of a member, 'nobody', or 'me' for the user. */
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
  /** `open`: every booking that still needs work; `follow-up`: with a next step; without a status, every booking that is not spam. */
  status: lenient(v.picklist(['open', 'overdue', 'follow-up', ...bookingStatuses])),
  /** Any day of the ISO week of the call. */
  week: lenient(day),
  /** Opens the open row's call dialog with this start and host. */
  plan: lenient(instant),
  host: lenient(id),
  sort: lenient(v.picklist(['due_at', 'created_at', 'call_at', 'name', 'company', 'status', 'source'])),
})
export type BookingsSearch = v.InferOutput<typeof bookingsSearch>

export const messagesSearch = v.object({
  ...list,
  status: lenient(v.picklist(['open', 'overdue', ...messageStatuses])),
  /** Any day of the ISO week in which the message arrived. */
  week: lenient(day),
  sort: lenient(v.picklist(['due_at', 'created_at', 'name', 'company', 'status', 'source'])),
})

export const weekSearch = v.object({
  day: lenient(day),
  item: lenient(id),
  /** Shows only the calls of this host; `nobody`: calls without a host. */
  host: lenient(v.union([v.literal('nobody'), id])),
})

/** The host whose hours are shown; by default, the user. */
export const hoursSearch = v.object({ host: lenient(id) })

export const lettersSearch = v.object({
  /** `waiting`: includes emails that are being sent now. */
  state: lenient(v.picklist(['waiting', 'failed', 'sent', 'dropped'])),
  item: lenient(id),
})

/** The row whose visitor is shown. The database returns their email address, so that the URL does not contain it. */
export const personSearch = v.object({ booking: lenient(id), message: lenient(id) })

export const insightsSearch = v.object({
  from: lenient(day),
  to: lenient(day),
  visitor: lenient(v.picklist(insightVisitors)),
})

/** The code of the email that proves to an owner that mail arrives: useless without their session. */
export const readySearch = v.object({ code: lenient(v.pipe(v.string(), v.maxLength(20))) })

export const logSearch = v.object({
  kind: lenient(v.picklist(auditKinds)),
  who: lenient(id),
})
