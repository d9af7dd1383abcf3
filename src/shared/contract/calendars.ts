import * as v from 'valibot'
import { outgoingFaults } from './outgoing.ts'

/** How a host's calendar is read: an `.ics` file at an address, or a server that speaks CalDAV. */
export const calendarKinds = ['address', 'caldav'] as const
export type CalendarKind = (typeof calendarKinds)[number]

/** Why a calendar could not be read; `content/calendar-faults.ts` has the sentences. */
export const calendarFaults = [
  ...outgoingFaults,
  'wrong-password',
  'forbidden',
  'not-found',
  'unwell',
  'too-many-redirects',
  'too-large',
  'no-calendar',
  'too-many-events',
  'too-hard',
  'key-lost',
] as const
export type CalendarFault = (typeof calendarFaults)[number]

const instant = v.string()

/** One of what `rpc/desk_calendars {host}` answers, and what the routes of `/calendars/v1` do. */
export const deskCalendarSchema = v.object({
  id: v.string(),
  host: v.string(),
  created_at: instant,
  kind: v.picklist(calendarKinds),
  name: v.string(),
  /** The name of its server. The address itself opens it, and is not shown again. */
  place: v.string(),
  username: v.nullable(v.string()),
  /** Times of the days ahead at which the host is busy by it, before those that overlap are one. */
  events: v.number(),
  /** When it was last known to be as it is here; null where it never was. */
  read_at: v.nullable(instant),
  /** When it was last asked for. */
  tried_at: v.nullable(instant),
  /** Why the last try failed, and since when all have: what it said before still counts. */
  fault: v.nullable(v.picklist(calendarFaults)),
  failing_since: v.nullable(instant),
  /** Since when its owner has a letter about that. */
  told_at: v.nullable(instant),
})
export const deskCalendars = v.array(deskCalendarSchema)
export type DeskCalendar = v.InferOutput<typeof deskCalendarSchema>

export const calendarLimits = {
  name: 100,
  url: 2000,
  username: 200,
  password: 500,
  /** Calendars of one host. */
  count: 10,
} as const

const text = (longest: number) =>
  v.pipe(v.string('must be text'), v.trim(), v.maxLength(longest, 'is too long'))
const needed = (longest: number) => v.pipe(text(longest), v.minLength(1, 'must not be empty'))

/** Body of `POST /calendars/v1`, answered by the calendar as it was read, or by a refusal in one sentence. */
export const calendarInput = v.pipe(
  v.object({
    host: v.pipe(v.string('must be text'), v.uuid('must be an id')),
    kind: v.picklist(calendarKinds, 'is no kind of calendar'),
    name: needed(calendarLimits.name),
    url: needed(calendarLimits.url),
    username: v.optional(text(calendarLimits.username), ''),
    password: v.optional(
      v.pipe(v.string('must be text'), v.maxLength(calendarLimits.password, 'is too long')),
      '',
    ),
  }),
  v.forward(
    v.check(({ kind, username }) => kind === 'address' || username !== '', 'must not be empty'),
    ['username'],
  ),
)
export type CalendarInput = v.InferOutput<typeof calendarInput>

/** Reply of `rpc/renew_feed {host}`: the key is shown this once, and ends the one before. `rpc/end_feed {host}` ends it. */
export const feedKey = v.object({ key: v.string() })
export type FeedKey = v.InferOutput<typeof feedKey>

/** Where the calls of the host are, below the address that people reach us at. */
export const feedPath = ({ key }: FeedKey): string => `/calendar/${key}.ics`
