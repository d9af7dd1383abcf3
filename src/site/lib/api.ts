import type { ErrorBody } from '#shared/contract/errors.ts'
import { watchRisk } from './unsent.ts'

/**
 * The outcome of an insert: stored, refused with a reason, or unknown because no response of the data API arrived. `page` is the link
 * to the sender's own page, which our server includes in the first acknowledgement only, and a hosted project never.
 */
export type InsertOutcome =
  | { readonly kind: 'stored'; readonly page: string | null }
  | Refusal
  | { readonly kind: 'unknown' }

export interface Refusal {
  readonly kind: 'refused'
  readonly status: number
  readonly code: string
  readonly message: string
  readonly hint: string
  /** Seconds until a retry, if the response has `Retry-After`. */
  readonly wait: number
}

/** The Supabase client's default timeout; after it a response counts as lost. */
const timeoutMs = 10_000

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? ''

/** The publishable key; it is in the page, for anyone to read. */
const publishableKey = (): string => meta('publishable-key')

/** The origin of the Supabase project of this site; empty if the page's own server is used. */
export const projectUrl = (): string => meta('supabase-url')

/** The release of this page; empty if the page does not state it. */
export const release = (): string => meta('release')

/** The server's release, as of its last response to a write request, which cannot come from a cache. */
let served = ''

/** Milliseconds by which the server's clock is ahead of this device's, as of the last answer that says so. */
export const serverClock = { ahead: 0 }

/** Whether the server has a newer release than this page. */
export const isOutdated = (): boolean => served !== '' && served !== release()

/** Whether the site has a newer page: visitors who opt out send nothing whose answer says it. False without an answer. */
export async function isReplaced(): Promise<boolean> {
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    // A portal or a proxy may answer with a page that is not ours.
    const [, theirs] = /name="release" content="([^"]+)"/.exec(await answer.text()) ?? []
    return theirs !== undefined && theirs !== release()
  } catch {
    return false
  }
}

/**
 * Posts JSON to the data API as the Supabase client does, without bundling that client. Never rejects. Only a 201 with
 * an empty body and the data API's `Content-Range` says that rows are stored: a proxy, a portal or a page of maintenance
 * may answer anything else, and a redirect leads to one of them.
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
    served = headers.get('x-release') ?? served
    if (status >= 400) {
      const { code = '', message = '', hint } = await readError(response)
      const wait = Number(headers.get('retry-after')) || 0
      return { kind: 'refused', status, code, message, hint: hint ?? '', wait }
    }
    const isStored = status === 201 && /^\*\/(\*|\d+)$/.test(headers.get('content-range') ?? '')
    if (isStored && (await response.text()) === '')
      return { kind: 'stored', page: pageIn(headers.get('link')) }
  } catch {}
  return { kind: 'unknown' }
}

/** Calls a function of the data API. Rejects without its answer, with the status of another as the cause. */
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

/** The visit's source. The tracker knows it, so without the tracker nothing is sent. */
let origin = (): object => ({})
export const tellOrigin = (tell: () => object): void => {
  origin = tell
}

let underWay = 0
watchRisk(() => underWay > 0)

/** Inserts what a visitor typed, with the source of the visit. */
export async function insertRow(table: string, row: object): Promise<InsertOutcome> {
  underWay++
  const outcome = await postRows(table, JSON.stringify({ ...row, ...origin() }))
  underWay--
  return isRepeat(outcome, table) ? { kind: 'stored', page: null } : outcome
}

/** `</?call=…>; rel="edit-form"`; other link relations are ignored. */
function pageIn(link: string | null): string | null {
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

/** A conflict on the row's own id: an earlier attempt was stored and only its response was lost. */
export const isRepeat = (outcome: InsertOutcome, table: string): boolean =>
  outcome.kind === 'refused' &&
  outcome.status === 409 &&
  outcome.code === '23505' &&
  new RegExp(`"${table}\\w*_pkey"`).test(outcome.message)
