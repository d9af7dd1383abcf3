import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createGunzip, createInflate } from 'node:zlib'
import { createAccount, type DAVCalendar, fetchCalendarObjects, fetchCalendars, propfind } from 'tsdav'
import { sha256 } from '#server/lib/crypto/tokens.ts'
import { type OutgoingPolicy, outgoingFaultOf, readOutgoingUrl, request, userAgent } from '#server/lib/outgoing.ts'
import { busyOf } from './busy.ts'
import { type CalendarComponent, calendarsOf, decodeText } from './lines.ts'
import { limits, ReadingError, type ReadingTask, type ReadResult, type ReadWindow } from './types.ts'

/** Has the signature of `fetch`, because a library also calls functions of this type. */
type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

interface FetchRequest {
  method: string
  headers: Headers
  body: string | null
}

/**
 * Returns a `fetch` for one reading. The returned function checks each URL, including redirects, and limits the number
 * of redirects, the bytes and the duration.
 */
export function openFetch(door: OutgoingPolicy, siteUrl: string, deadline: AbortSignal): Fetch {
  const left = { bytes: limits.bytes as number, requests: limits.requests as number }
  return async (input, init = {}) => {
    const isManual = init.redirect === 'manual'
    const { url, ...asked } = await parseFetchArguments(input, init, siteUrl)
    let [at, what] = [url, asked]
    for (let count = 0; count <= limits.redirects; count++) {
      if (left.requests-- <= 0) throw new ReadingError('too-many-redirects')
      const judged = readOutgoingUrl(at, door.allowPrivate)
      if (typeof judged === 'string') throw new ReadingError(judged)
      const response = await answerOf(judged, what, door, left, deadline)
      const to = response.headers.get('location')
      if (isManual || to === null || ![301, 302, 303, 307, 308].includes(response.status)) return response
      if (!URL.canParse(to, judged.href)) throw new ReadingError('too-many-redirects')
      const next = new URL(to, judged.href)
      const headers = new Headers(what.headers)
      // The password is sent only to the server in the URL, not to servers to which that server redirects.
      if (next.origin !== judged.origin) headers.delete('authorization')
      at = next.href
      what = { ...what, headers }
    }
    throw new ReadingError('too-many-redirects')
  }
}

async function parseFetchArguments(
  input: string | URL | Request,
  init: RequestInit,
  siteUrl: string,
): Promise<FetchRequest & { url: string }> {
  const { method = 'GET', headers, body } = init
  const said = new Headers(headers)
  said.set('accept-encoding', 'gzip, deflate')
  said.set('user-agent', userAgent('Calendars', siteUrl))
  const url = input instanceof Request ? input.url : String(input)
  return { url, method, headers: said, body: typeof body === 'string' ? body : null }
}

async function answerOf(
  url: URL,
  { method, headers, body }: FetchRequest,
  door: OutgoingPolicy,
  left: { bytes: number },
  deadline: AbortSignal,
): Promise<Response> {
  try {
    const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) }
    const sending = request(url, door, {
      method,
      headers: { ...Object.fromEntries(headers), ...length },
      signal: deadline,
    })
    // Errors that occur while the body arrives are handled where the body is read.
    sending.on('error', () => {})
    sending.end(body ?? undefined)
    const [answer] = (await once(sending, 'response')) as [IncomingMessage]
    const text = await textOf(answer, left)
    sending.destroy()
    const { statusCode: status = 0 } = answer
    const said = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined && name !== 'content-encoding') said.set(name, String(value))
    }
    const isEmpty = [204, 205, 304].includes(status)
    const response = new Response(isEmpty ? null : text, { status, headers: said })
    Object.defineProperty(response, 'url', { value: url.href })
    return response
  } catch (error) {
    if (error instanceof ReadingError) throw error
    throw new ReadingError(deadline.aborted ? 'too-slow' : outgoingFaultOf(error as Error))
  }
}

/** Returns the decompressed body. Reading stops at the byte limit. */
async function textOf(answer: IncomingMessage, left: { bytes: number }): Promise<string> {
  const chunks: Buffer[] = []
  const stream = decompress(answer)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      left.bytes -= chunk.length
      if (left.bytes < 0) throw new ReadingError('too-large')
      chunks.push(chunk)
    }
  } finally {
    answer.destroy()
  }
  return decodeText(Buffer.concat(chunks))
}

function decompress(answer: IncomingMessage): Readable {
  const encoding = answer.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  const unpack = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate }[encoding]
  if (!unpack) return answer
  const unpacking = unpack()
  answer.on('error', (error) => unpacking.destroy(error))
  return answer.pipe(unpacking)
}

export async function readAddressCalendar(
  { access: { url, username, password }, window, version: known }: ReadingTask,
  fetch: Fetch,
): Promise<ReadResult> {
  const headers = new Headers({ accept: 'text/calendar, */*;q=0.1' })
  if (username) headers.set('authorization', basic(username, password))
  for (const [name, value] of conditions(known)) headers.set(name, value)
  const response = await fetch(url, { headers })
  if (response.status === 304 && known !== null) return { state: 'same' }
  assertOk(response.status, username !== '')
  const said = {
    etag: storableHeader(response.headers.get('etag')),
    modified: storableHeader(response.headers.get('last-modified')),
  }
  const version = said.etag || said.modified ? JSON.stringify(said) : null
  return readingOf([calendarsOf(await response.text())], window, version)
}

/** A calendar counts as unreadable if more than a tenth of it cannot be read. */
function readingOf(files: (CalendarComponent[] | null)[], window: ReadWindow, version: string | null): ReadResult {
  const found = busyOf(files, window)
  if (found.unread.unread * 10 > found.unread.entries) throw new ReadingError('too-many-unread', found.unread)
  return { state: 'read', found, version }
}

/** Ignores a header that is too long to store; the complete file is then read each time. */
const storableHeader = (header: string | null) => (header && header.length <= limits.stateHeader ? header : null)

const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** Throws if the status means that there is no calendar. `isNamed`: the request had a user name and a password. */
export function assertOk(status: number, isNamed: boolean): void {
  if (status >= 200 && status < 300) return
  if (status === 401 && isNamed) throw new ReadingError('wrong-password')
  if (status === 401 || status === 403) throw new ReadingError('forbidden')
  if (status === 404 || status === 410) throw new ReadingError('not-found')
  throw new ReadingError(status === 429 || status >= 500 ? 'unwell' : 'no-calendar')
}

/** Headers that ask for the file only if it has changed. */
function conditions(version: string | null): [string, string][] {
  if (version === null) return []
  const { etag, modified } = JSON.parse(version) as { etag: string | null; modified: string | null }
  if (etag) return [['if-none-match', etag]]
  return modified ? [['if-modified-since', modified]] : []
}

/** Reads the calendar at a CalDAV URL, or all of the account's calendars that contain events. */
export async function readDavCalendar(
  { access: { url, username, password }, window, version }: ReadingTask,
  fetch: Fetch,
): Promise<ReadResult> {
  const means = { headers: { authorization: basic(username, password) }, fetch: rejectRefusals(fetch) }
  const calendars = await asReadingError(() => calendarsAt(url, means))
  const stands = versionOf(calendars)
  if (stands !== null && stands === version) return { state: 'same' }
  const timeRange = { start: new Date(window.from).toISOString(), end: new Date(window.until).toISOString() }
  const files: (CalendarComponent[] | null)[] = []
  for (const calendar of calendars) {
    const objects = await asReadingError(() =>
      fetchCalendarObjects({ ...means, calendar, timeRange, urlFilter: () => true }),
    )
    files.push(...objects.map(({ data }) => objectOf(data)))
  }
  return readingOf(files, window, stands)
}

/** A damaged object counts as one unreadable entry, so that the others can still be read. */
function objectOf(data: unknown): CalendarComponent[] | null {
  try {
    return calendarsOf(typeof data === 'string' ? data : '')
  } catch (error) {
    if (error instanceof ReadingError && error.fault === 'no-calendar') return null
    throw error
  }
}

interface DavClientOptions {
  headers: Record<string, string>
  fetch: Fetch
}

const davProperties = {
  'd:resourcetype': {},
  'd:sync-token': {},
  'cs:getctag': {},
  'c:supported-calendar-component-set': {},
  'c:schedule-calendar-transp': {},
}

/**
 * Returns the calendar at the URL. If there is no calendar at the URL, returns the account's calendars that contain
 * events.
 */
async function calendarsAt(url: string, means: DavClientOptions): Promise<DAVCalendar[]> {
  const [here] = await propfind({ ...means, url, props: davProperties, depth: '0' })
  if (here?.status === 404 || here?.status === 410) assertOk(here.status, true)
  const { resourcetype = {}, getctag, syncToken } = here?.props ?? {}
  if ('calendar' in resourcetype) return [{ url, ctag: getctag, syncToken }]
  const account = await createAccount({ ...means, account: { accountType: 'caldav', serverUrl: url } })
  const projectedProps = { scheduleCalendarTransp: true }
  return limitCalendars(
    (await fetchCalendars({ ...means, account, props: davProperties, projectedProps })).filter(hasBusyEvents),
  )
}

/**
 * Some servers do not list a calendar's components. The events of a transparent calendar, such as birthdays, do not
 * block time.
 */
const hasBusyEvents = ({ components = [], projectedProps }: DAVCalendar) =>
  (components.length === 0 || components.includes('VEVENT')) &&
  !('transparent' in ((projectedProps?.scheduleCalendarTransp as object | undefined) ?? {}))

function limitCalendars(calendars: DAVCalendar[]): DAVCalendar[] {
  if (calendars.length === 0) throw new ReadingError('no-calendar')
  if (calendars.length > limits.calendars) throw new ReadingError('too-many-events')
  return calendars
}

/** A hash of all calendars' states; null if the server returns no state for a calendar. */
function versionOf(calendars: readonly DAVCalendar[]): string | null {
  const states = calendars.map(({ url, ctag, syncToken }) => [url, syncToken ?? ctag ?? null])
  return states.every(([, state]) => state !== null) ? sha256(JSON.stringify(states)) : null
}

/** Throws when a request is refused, because the library would ignore the refusal and find no calendars. */
const rejectRefusals =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    const isLook = new URL(response.url).pathname.startsWith('/.well-known/')
    if (!isLook && [401, 403, 429, 500, 502, 503, 504].includes(response.status)) assertOk(response.status, true)
    return response
  }

async function asReadingError<Found>(ask: () => Promise<Found>): Promise<Found> {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof ReadingError ? error : new ReadingError('no-calendar')
  }
}
