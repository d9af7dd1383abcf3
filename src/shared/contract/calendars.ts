import * as v from 'valibot'
import { outgoingErrors } from './webhooks.ts'

/** The source of a host's calendar: an `.ics` file at a URL, or a CalDAV server. */
export const calendarKinds = ['address', 'caldav'] as const
export type CalendarKind = (typeof calendarKinds)[number]

/** The reason why a calendar could not be read; `content/calendar-faults.ts` has the messages. */
export const calendarErrors = [
  ...outgoingErrors,
  'wrong-password',
  'forbidden',
  'not-found',
  'unwell',
  'too-many-redirects',
  'too-large',
  'no-calendar',
  'too-many-events',
  'too-hard',
  'too-many-unread',
  'key-lost',
] as const
export type CalendarError = (typeof calendarErrors)[number]

const instant = v.string()

/** The reason why a calendar entry was not fully read; `content/calendar-faults.ts` has the messages. */
export const unreadReasons = ['start', 'end', 'rule', 'dates', 'zone', 'period', 'kind', 'file'] as const
export type UnreadReason = (typeof unreadReasons)[number]

/**
 * The number of entries in a calendar, the number of entries that were not fully read, and the reasons for the first
 * few of those entries.
 */
export const unreadEntriesSchema = v.object({
  entries: v.number(),
  unread: v.number(),
  first: v.array(
    v.object({
      why: v.picklist(unreadReasons),
      /** The start day in the host's time zone, `2026-11-30`; null if unknown. */
      on: v.nullable(v.string()),
    }),
  ),
})
export type UnreadEntries = v.InferOutput<typeof unreadEntriesSchema>

/** One entry of `rpc/desk_calendars {host}`, which the routes of `/calendars/v1` also return. */
export const deskCalendarSchema = v.object({
  id: v.string(),
  host: v.string(),
  created_at: instant,
  kind: v.picklist(calendarKinds),
  name: v.string(),
  /** The host name of the server. The full URL grants access, so the URL is never shown again. */
  place: v.string(),
  username: v.nullable(v.string()),
  /** The number of future busy times in this calendar, before overlapping times are merged. */
  events: v.number(),
  /** The last time at which the stored data was known to be current; null if never. */
  read_at: v.nullable(instant),
  /** The time of the server's last attempt to read the calendar. */
  tried_at: v.nullable(instant),
  /** The reason why the last attempt failed. The data from earlier reads remains valid. */
  fault: v.nullable(v.picklist(calendarErrors)),
  failing_since: v.nullable(instant),
  /** The time at which the host was emailed about the failure. */
  told_at: v.nullable(instant),
  /** The counts from the last read. */
  unread: unreadEntriesSchema,
  /** The start and end of each busy time in the two weeks from today, merged and sorted. */
  busy_soon: v.array(v.tuple([instant, instant])),
})
export const deskCalendars = v.array(deskCalendarSchema)
export type DeskCalendar = v.InferOutput<typeof deskCalendarSchema>

export const calendarLimits = {
  name: 100,
  url: 2000,
  username: 200,
  password: 500,
  count: 10,
} as const

const text = (longest: number) => v.pipe(v.string('must be text'), v.trim(), v.maxLength(longest, 'is too long'))
const requiredField = (longest: number) => v.pipe(text(longest), v.minLength(1, 'must not be empty'))

/** Body of `POST /calendars/v1`; the response is the calendar as the server read it, or a refusal in one sentence. */
export const calendarInput = v.pipe(
  v.object({
    host: v.pipe(v.string('must be text'), v.uuid('must be an id')),
    kind: v.picklist(calendarKinds, 'must be a known kind of calendar'),
    name: requiredField(calendarLimits.name),
    url: requiredField(calendarLimits.url),
    username: v.optional(text(calendarLimits.username), ''),
    password: v.optional(v.pipe(v.string('must be text'), v.maxLength(calendarLimits.password, 'is too long')), ''),
  }),
  v.forward(
    v.check(({ kind, username }) => kind === 'address' || username !== '', 'must not be empty'),
    ['username'],
  ),
)
export type CalendarInput = v.InferOutput<typeof calendarInput>

/**
 * Body of `POST /calendars/v1/{id}`. An empty address keeps the stored one. An empty password keeps the stored password
 * only if the address is kept, so that the password is never sent to another server.
 */
export const calendarChange = v.object({
  name: calendarInput.entries.name,
  url: text(calendarLimits.url),
  username: calendarInput.entries.username,
  password: calendarInput.entries.password,
})
export type CalendarChange = v.InferOutput<typeof calendarChange>

/** Response of `rpc/renew_feed {host}`: the new key, shown only once. `rpc/end_feed {host}` removes the key. */
export const feedKey = v.object({ key: v.string() })
export type FeedKey = v.InferOutput<typeof feedKey>

/** The path of the host's calendar feed under the public URL. */
export const feedPath = ({ key }: FeedKey): string => `/calendar/${key}.ics`
