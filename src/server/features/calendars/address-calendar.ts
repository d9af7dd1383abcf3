import { busyOf } from './busy.ts'
import { ReadingFault } from './fault.ts'
import type { Fetch } from './fetching.ts'
import { limits } from './policy.ts'
import type { Reading, ReadingTask } from './types.ts'

export async function readAddressCalendar(
  { access: { url, username, password }, window, version }: ReadingTask,
  fetch: Fetch,
): Promise<Reading> {
  const headers = new Headers({ accept: 'text/calendar, */*;q=0.1' })
  if (username) headers.set('authorization', basic(username, password))
  for (const [name, value] of conditions(version)) headers.set(name, value)
  const response = await fetch(url, { headers })
  if (response.status === 304 && version !== null) return { state: 'same' }
  requireGood(response.status, username !== '')
  const said = {
    etag: short(response.headers.get('etag')),
    modified: short(response.headers.get('last-modified')),
  }
  return {
    state: 'read',
    found: busyOf([await response.text()], window),
    version: said.etag || said.modified ? JSON.stringify(said) : null,
  }
}

/** A header that is too long to store is ignored: the file is then read whole each time. */
const short = (header: string | null) => (header && header.length <= limits.stateHeader ? header : null)

export const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** Refuses a response without a calendar; `isNamed`: the request had a user name and a password. */
export function requireGood(status: number, isNamed: boolean): void {
  if (status >= 200 && status < 300) return
  if (status === 401 && isNamed) throw new ReadingFault('wrong-password')
  if (status === 401 || status === 403) throw new ReadingFault('forbidden')
  if (status === 404 || status === 410) throw new ReadingFault('not-found')
  throw new ReadingFault(status === 429 || status >= 500 ? 'unwell' : 'no-calendar')
}

/** Headers by which the server sends the file only if it has changed. */
function conditions(version: string | null): [string, string][] {
  if (version === null) return []
  const { etag, modified } = JSON.parse(version) as { etag: string | null; modified: string | null }
  if (etag) return [['if-none-match', etag]]
  return modified ? [['if-modified-since', modified]] : []
}
