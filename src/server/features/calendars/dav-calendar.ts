import { createAccount, type DAVCalendar, fetchCalendarObjects, fetchCalendars, propfind } from 'tsdav'
import { sha256 } from '#server/lib/crypto/digest.ts'
import { basic, requireGood } from './address-calendar.ts'
import { busyOf } from './busy.ts'
import { ReadingFault } from './fault.ts'
import type { Fetch } from './fetching.ts'
import { limits } from './policy.ts'
import type { Reading, ReadingTask } from './types.ts'

/** Reads the one calendar at the address of a CalDAV server, or all calendars of the account that hold events. */
export async function readDavCalendar(
  { access: { url, username, password }, window, version }: ReadingTask,
  fetch: Fetch,
): Promise<Reading> {
  const means = { headers: { authorization: basic(username, password) }, fetch: strict(fetch) }
  const calendars = await understood(() => calendarsAt(url, means))
  const stands = versionOf(calendars)
  if (stands !== null && stands === version) return { state: 'same' }
  const timeRange = { start: new Date(window.from).toISOString(), end: new Date(window.until).toISOString() }
  const files: string[] = []
  for (const calendar of calendars) {
    const objects = await understood(() =>
      fetchCalendarObjects({ ...means, calendar, timeRange, urlFilter: () => true }),
    )
    files.push(...objects.map(({ data }) => data).filter((data): data is string => typeof data === 'string'))
  }
  return { state: 'read', found: busyOf(files, window), version: stands }
}

interface Means {
  headers: Record<string, string>
  fetch: Fetch
}

const asked = {
  'd:resourcetype': {},
  'd:sync-token': {},
  'cs:getctag': {},
  'c:supported-calendar-component-set': {},
  'c:schedule-calendar-transp': {},
}

/** The one calendar at the address; else the calendars of its account that count. */
async function calendarsAt(url: string, means: Means): Promise<DAVCalendar[]> {
  const [here] = await propfind({ ...means, url, props: asked, depth: '0' })
  if (here?.status === 404 || here?.status === 410) requireGood(here.status, true)
  const { resourcetype = {}, getctag, syncToken } = here?.props ?? {}
  if ('calendar' in resourcetype) return [{ url, ctag: getctag, syncToken }]
  const account = await createAccount({ ...means, account: { accountType: 'caldav', serverUrl: url } })
  const projectedProps = { scheduleCalendarTransp: true }
  return few((await fetchCalendars({ ...means, account, props: asked, projectedProps })).filter(counts))
}

/** Some servers do not list a calendar's components. A calendar of birthdays, for example, makes nobody busy. */
const counts = ({ components = [], projectedProps }: DAVCalendar) =>
  (components.length === 0 || components.includes('VEVENT')) &&
  !('transparent' in ((projectedProps?.scheduleCalendarTransp as object | undefined) ?? {}))

function few(calendars: DAVCalendar[]): DAVCalendar[] {
  if (calendars.length === 0) throw new ReadingFault('no-calendar')
  if (calendars.length > limits.calendars) throw new ReadingFault('too-many-events')
  return calendars
}

/** A hash of all states; null if the server gives no state for one of them. */
function versionOf(calendars: readonly DAVCalendar[]): string | null {
  const states = calendars.map(({ url, ctag, syncToken }) => [url, syncToken ?? ctag ?? null])
  return states.every(([, state]) => state !== null) ? sha256(JSON.stringify(states)) : null
}

/** The library would ignore a refusal and find no calendars; this reports the refusal as the fault. */
const strict =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    const isLook = new URL(response.url).pathname.startsWith('/.well-known/')
    if (!isLook && [401, 403, 429, 500, 502, 503, 504].includes(response.status))
      requireGood(response.status, true)
    return response
  }

async function understood<Found>(ask: () => Promise<Found>): Promise<Found> {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof ReadingFault ? error : new ReadingFault('no-calendar')
  }
}
