import type { ErrorBody } from '#shared/contract/errors.ts'
import { proofHeader } from '#shared/contract/form-proof.ts'
import { watchRisk } from './page-loss.ts'
import { takeProof } from './proof.ts'
import { noteRelease } from './release.ts'

/**
 * What came of an insert: stored, refused with a reason, or unknown because no answer arrived. `page` is the way to the
 * sender's own page of what was stored, which our server says to whoever sent it first.
 */
export type InsertOutcome =
  | { readonly kind: 'stored'; readonly page: string | null }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly code: string
      readonly message: string
      readonly hint: string
      /** Seconds after which to try again, where the answer says so. */
      readonly wait: number
    }
  | { readonly kind: 'unknown' }

/** The Supabase client's default; after this long an answer is taken as lost. */
const timeoutMs = 10_000

/** The key that names us as the public; it is in the page, for anyone to read. */
export function publishableKey(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=publishable-key]')?.content ?? ''
}

/** Posts what is to be inserted, as JSON text, the way the Supabase client does but without bringing it along. */
export async function postRows(
  table: string,
  body: string,
  keepalive = false,
  proof: string | null = null,
): Promise<Response> {
  const key = publishableKey()
  const response = await fetch(`/rest/v1/${table}`, {
    method: 'POST',
    headers: {
      apikey: key,
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-profile': 'public',
      prefer: 'return=minimal',
      ...(proof && { [proofHeader]: proof }),
    },
    body,
    keepalive,
    signal: AbortSignal.timeout(timeoutMs),
  })
  noteRelease(response)
  return response
}

/** Where the visit came from. Known to the tracker, so where that never starts nothing is told. */
let origin = (): object => ({})
export const tellOrigin = (tell: () => object): void => {
  origin = tell
}

let underWay = 0
watchRisk(() => underWay > 0)

/** Inserts what a visitor typed, and where the visit came from. */
export async function insertRow(table: string, row: object): Promise<InsertOutcome> {
  underWay++
  try {
    const body = JSON.stringify({ ...row, ...origin() })
    let response = await postRows(table, body, false, await takeProof())
    // The page is older than the wish for a proof, or the proof was not good any more.
    if (response.status === 428) response = await postRows(table, body, false, await takeProof(true))
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

/** `</?call=…>; rel="edit-form"`; whatever else a server may link to is none of ours. */
const pageIn = (link: string | null) => /^<(\/\?call=[\w.-]+)>/.exec(link ?? '')?.[1] ?? null

async function readError(response: Response): Promise<Partial<ErrorBody>> {
  try {
    return (await response.json()) as ErrorBody
  } catch {
    return {}
  }
}

/** The row's own id is there already: an earlier try arrived and only its answer was lost. */
function isRepeat(code: string, message: string, table: string): boolean {
  return code === '23505' && message.includes(`${table}_pkey`)
}
