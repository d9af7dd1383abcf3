import type { ErrorBody } from '#shared/contract/errors.ts'
import { registerUnsavedCheck } from './unsaved-work.ts'

/**
 * The outcome of an insert: stored, refused with a reason, or unknown because the data API did not respond. `page` is
 * the link to the sender's own page. Our server sends the link only in the first response; a hosted project never sends
 * it.
 */
export type InsertOutcome =
  | { readonly kind: 'stored'; readonly page: string | null }
  | InsertRefusal
  | { readonly kind: 'unknown' }

export interface InsertRefusal {
  readonly kind: 'refused'
  readonly status: number
  readonly code: string
  readonly message: string
  readonly hint: string
  /** Seconds to wait before a retry, if the response has `Retry-After`. */
  readonly wait: number
}

/** The Supabase client's default timeout. */
const timeoutMs = 10_000

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? ''

/** The publishable key; anyone can read it in the page. */
const publishableKey = (): string => meta('publishable-key')

/** The origin of the site's Supabase project; empty if the site uses the server that serves the page. */
export const projectUrl = (): string => meta('supabase-url')

/** The URL of this view on the site's own host, even if the visitor opened the site under another name. */
export const publicUrl = (): string =>
  document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href

/** The release of this page; empty if the page does not name its release. */
export const release = (): string => meta('release')

/**
 * The server's release in its last response to a write request. Other responses do not count, because they may come
 * from a cache.
 */
let servedRelease = ''

/** Milliseconds by which the server's clock is ahead of this device's, according to the last response with a date. */
export const serverClock = { ahead: 0 }

/** True if the server has a newer release than this page. */
export const isOutdated = (): boolean => servedRelease !== '' && servedRelease !== release()

/**
 * Asks the server whether it has a newer release. Needed for visitors who opted out, because they send no events.
 * Returns false if there is no response.
 */
export async function isNewerReleaseLive(): Promise<boolean> {
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    // A captive portal or a proxy may respond with another page.
    const [, theirs] = /name="release" content="([^"]+)"/.exec(await answer.text()) ?? []
    return theirs !== undefined && theirs !== release()
  } catch {
    return false
  }
}

/**
 * Posts JSON to the data API like the Supabase client, which therefore need not be bundled. Never rejects. Only a 201
 * with an empty body and the data API's `Content-Range` confirms that rows are stored: any other response may come
 * from a proxy, a captive portal or a maintenance page.
 */
export async function postRows(table: string, body: string, keepalive = false): Promise<InsertOutcome> {
  try {
    const key = publishableKey()
    const response = await fetch(`${projectUrl()}/rest/v1/${table}`, {
      method: 'POST',
      headers: {
        apikey: key,
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-profile': 'public',
        prefer: 'return=minimal',
      },
      body,
      keepalive,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { headers, status } = response
    servedRelease = headers.get('x-release') ?? servedRelease
    if (status >= 400) {
      const { code = '', message = '', hint } = await readError(response)
      const wait = Number(headers.get('retry-after')) || 0
      return { kind: 'refused', status, code, message, hint: hint ?? '', wait }
    }
    const isStored = status === 201 && /^\*\/(\*|\d+)$/.test(headers.get('content-range') ?? '')
    if (isStored && (await response.text()) === '') return { kind: 'stored', page: parseEditLink(headers.get('link')) }
  } catch {}
  return { kind: 'unknown' }
}

/** Calls a function of the data API. Rejects if there is no valid response, with the HTTP status as the cause. */
export async function callFunction(
  name: string,
  wanted: Record<string, string> = {},
  signal: AbortSignal | null = null,
): Promise<unknown> {
  const query = new URLSearchParams(wanted).toString()
  const response = await fetch(`${projectUrl()}/rest/v1/rpc/${name}${query && `?${query}`}`, {
    headers: { apikey: publishableKey() },
    redirect: 'error',
    signal,
  })
  const { status, headers } = response
  serverClock.ahead = Date.parse(headers.get('date') ?? '') - Date.now() || 0
  if (status !== 200 || !headers.get('content-type')?.startsWith('application/json'))
    throw new Error(`${name}: ${status}`, { cause: status })
  return response.json()
}

/** Returns the source of the visit. The tracker replaces this function. */
let getVisitSource = (): object => ({})
export const setSourceProvider = (tell: () => object): void => {
  getVisitSource = tell
}

let pendingInserts = 0
registerUnsavedCheck(() => pendingInserts > 0)

/** Inserts a visitor's row with the source of the visit. */
export async function insertRow(table: string, row: object): Promise<InsertOutcome> {
  pendingInserts++
  const outcome = await postRows(table, JSON.stringify({ ...row, ...getVisitSource() }))
  pendingInserts--
  return isAlreadyStored(outcome, table) ? { kind: 'stored', page: null } : outcome
}

/** `</?call=…>; rel="edit-form"`; other link relations are ignored. */
function parseEditLink(link: string | null): string | null {
  const [, path] = /^<(\/\?call=[\w.-]+)>/.exec(link ?? '') ?? []
  return path ? projectUrl() + path : null
}

async function readError(response: Response): Promise<Partial<ErrorBody>> {
  try {
    return (await response.json()) as ErrorBody
  } catch {
    return {}
  }
}

/** True if an earlier attempt stored the row and only the response was lost: the row's own id causes the conflict. */
export const isAlreadyStored = (outcome: InsertOutcome, table: string): boolean =>
  outcome.kind === 'refused' &&
  outcome.status === 409 &&
  outcome.code === '23505' &&
  new RegExp(`"${table}\\w*_pkey"`).test(outcome.message)
