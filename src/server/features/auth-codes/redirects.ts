import type { AuthContext } from '#server/lib/auth/context.ts'
import type { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { SessionBody } from '#shared/contract/auth.ts'

/** For a mail: a page with a button, since programs open links before people do. Never the Host header. */
export function linkTo(
  { publicUrl }: Pick<AuthContext, 'publicUrl'>,
  { token, type, redirectTo }: { token: string; type: string; redirectTo: string },
): string {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo })
  return `${publicUrl()}/account/confirm?${query}`
}

/** The tokens in the fragment, which no server on the way sees. */
export function sessionLocation(target: string, session: SessionBody, type: string): string {
  return withFragment(target, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
    type,
  })
}

/** A code that only the client can exchange that asked for the mail. */
export function codeLocation(target: string, code: string): string {
  const url = new URL(target)
  url.searchParams.set('code', code)
  return url.href
}

export const messageLocation = (target: string, message: string) => withFragment(target, { message, sb: '' })

const errors: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** Why it went wrong. A client that waits for a code looks in the query too. */
export function errorLocation(target: string, refusal: AuthRefusal, isPkce: boolean): string {
  const error = errors[refusal.status]
  const said = {
    ...(error && { error }),
    error_code: refusal.code,
    error_description: refusal.message,
  }
  const url = new URL(target)
  if (isPkce) for (const [name, value] of Object.entries(said)) url.searchParams.set(name, value)
  return withFragment(url.href, { ...said, sb: '' })
}

function withFragment(target: string, fields: Record<string, string>): string {
  const url = new URL(target)
  url.hash = new URLSearchParams(fields).toString()
  return url.href
}
