import { isLoopback } from '#server/lib/http/request-origin.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import type { AuthRefusal } from './refusal.ts'

/** The desk is our only page that can use the tokens in a URL. */
export const deskUrlOf = (publicUrl: string) => `${publicUrl}/desk/`

/**
 * Returns the page that receives the tokens: the requested URL, the referring page or the desk. Untrusted URLs are
 * ignored without an error.
 */
export function redirectTarget(
  asked: { redirectTo?: unknown; referer?: string | undefined },
  publicUrl: string,
): string {
  const candidates = [asked.redirectTo, asked.referer]
  return candidates.find((each): each is string => isTrusted(each, publicUrl)) ?? deskUrlOf(publicUrl)
}

/** True for the site itself, and for loopback addresses, which lead to the visitor's own machine. */
function isTrusted(candidate: unknown, publicUrl: string): boolean {
  const url = readPlainly(candidate)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  const home = new URL(publicUrl)
  const isHome = url.protocol === home.protocol && url.hostname === home.hostname
  if (isHome && (url.port === home.port || isLoopback(url))) return true
  return isLoopback(url) && url.hostname !== 'localhost'
}

/**
 * Returns the URL if every program parses it in the same way. Browsers correct their input: they read a backslash as a
 * slash and 2130706433 as 127.0.0.1, and skip line breaks. Therefore, the host must be spelled exactly as `URL` returns
 * it, and the URL must have no user name.
 */
function readPlainly(candidate: unknown): URL | null {
  if (typeof candidate !== 'string' || candidate.length > 2048) return null
  if (!/^[\x21-\x5b\x5d-\x7e]+$/.test(candidate)) return null
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(candidate)?.[1]?.toLowerCase()
  if (!authority || !URL.canParse(candidate)) return null
  const url = new URL(candidate)
  const host = authority.replace(/:\d*$/, '')
  const isPlain = /^([a-z0-9._-]+|\[[0-9a-f:]+\])$/.test(host)
  return isPlain && host === url.hostname.toLowerCase() ? url : null
}

/**
 * Returns the URL to which the browser is sent after it opens a link or returns from a provider. The tokens are
 * in the fragment, which no server sees. `more` contains additional parameters; undefined values are left out.
 */
export function sessionRedirect(
  target: string,
  session: SessionBody,
  more: Readonly<Record<string, string | undefined>>,
): string {
  const { access_token, token_type, expires_in, expires_at, refresh_token } = session
  const times = { expires_in: String(expires_in), expires_at: String(expires_at) }
  return arrival(target, { fragment: { access_token, token_type, ...times, refresh_token, ...more } })
}

export function messageRedirect(target: string, message: string): string {
  return arrival(target, { fragment: { message } })
}

/** OAuth's error name for each HTTP status. Other statuses have no name. */
const errors: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

export function refusalRedirect(
  target: string,
  { status, code, message }: AuthRefusal,
  { inQuery }: { inQuery: boolean },
): string {
  const fault = { error: errors[status], error_code: code, error_description: message }
  return arrival(target, { ...(inQuery && { query: fault }), fragment: fault })
}

type Fields = Readonly<Record<string, string | undefined>>

/** `sb` marks the fragment as ours, because an application's page may also receive fragments from other programs. */
function arrival(target: string, { query = {}, fragment }: { query?: Fields; fragment?: Fields }): string {
  const url = new URL(target)
  for (const [name, value] of given(query)) url.searchParams.set(name, value)
  if (!fragment) return url.href
  const parameters = new URLSearchParams(given({ ...fragment, sb: '' }))
  parameters.sort()
  url.hash = parameters.toString()
  return url.href
}

const given = (fields: Fields) =>
  Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined)
