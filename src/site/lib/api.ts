import type { ErrorBody } from '#shared/contract/errors.ts'
import { watchRisk } from './unsent.ts'

/**
 * The outcome of an insert: stored, refused with a reason, or unknown because no response arrived. `page` is the link
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
export const publishableKey = (): string => meta('publishable-key')

/** The origin of the Supabase project of this site; empty if the page's own server is used. */
export const projectUrl = (): string => meta('supabase-url')

/** The release of this page; empty if the page does not state it. */
export const release = (): string => meta('release')

/** The server's release, as of its last response to a write request, which cannot come from a cache. */
let served = ''

/** Whether the server has a newer release than this page. */
export const isOutdated = (): boolean => served !== '' && served !== release()

/** Posts JSON to the data API as the Supabase client does, without bundling that client. */
export async function postRows(table: string, body: string, keepalive = false): Promise<Response> {
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
    signal: AbortSignal.timeout(timeoutMs),
  })
  served = response.headers.get('x-release') ?? served
  return response
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
  try {
    const body = JSON.stringify({ ...row, ...origin() })
    const response = await postRows(table, body)
    if (response.ok) return { kind: 'stored', page: pageIn(response.headers.get('link')) }
    const { code = '', message = '', hint } = await readError(response)
    if (isRepeat(code, message, table)) return { kind: 'stored', page: null }
    const wait = Number(response.headers.get('retry-after')) || 0
    return { kind: 'refused', status: response.status, code, message, hint: hint ?? '', wait }
  } catch {
    return { kind: 'unknown' }
  } finally {
    underWay--
  }
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
function isRepeat(code: string, message: string, table: string): boolean {
  return code === '23505' && message.includes(`${table}_pkey`)
}
