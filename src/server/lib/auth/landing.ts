import type { SessionBody } from '#shared/contract/auth.ts'
import type { AuthRefusal } from './refusal.ts'

/**
 * Addresses at which a person arrives after a link or a provider. Tokens go into the fragment, which no server on the
 * way sees. Targets are checked before (`redirect-target.ts`).
 */

/** `more`: further parameters; undefined ones are left out. */
export function withSession(
  target: string,
  session: SessionBody,
  more: Readonly<Record<string, string | undefined>>,
): string {
  const { access_token, token_type, expires_in, expires_at, refresh_token } = session
  const times = { expires_in: String(expires_in), expires_at: String(expires_at) }
  return arrival(target, { fragment: { access_token, token_type, ...times, refresh_token, ...more } })
}

export function withMessage(target: string, message: string): string {
  return arrival(target, { fragment: { message } })
}

/** OAuth's error names by HTTP status; other statuses have none. */
const errors: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

export function withRefusal(
  target: string,
  { status, code, message }: AuthRefusal,
  { inQuery }: { inQuery: boolean },
): string {
  const fault = { error: errors[status], error_code: code, error_description: message }
  return arrival(target, { ...(inQuery && { query: fault }), fragment: fault })
}

type Fields = Readonly<Record<string, string | undefined>>

/** `sb` marks a fragment as ours, for clients that share a page with other programs. */
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
