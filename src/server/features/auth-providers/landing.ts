import type { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Outcome } from './types.ts'

/** The page that started, with what came of it: a code in the query, tokens in the fragment, or an error in both. */
export function landing(target: string, outcome: Outcome): string {
  const url = new URL(target)
  if ('code' in outcome) {
    url.searchParams.set('code', outcome.code)
  } else if ('session' in outcome) {
    const { access_token, token_type, expires_in, expires_at, refresh_token } = outcome.session
    url.hash = form({
      access_token,
      token_type,
      expires_in: String(expires_in),
      expires_at: String(expires_at),
      refresh_token,
      provider_token: outcome.tokens.accessToken,
      provider_refresh_token: outcome.tokens.refreshToken,
      sb: '',
    })
  } else {
    const fault = faultOf(outcome.refusal)
    for (const [name, value] of Object.entries(fault)) url.searchParams.set(name, value)
    url.hash = form({ ...fault, sb: '' })
  }
  return url.href
}

/** As a form is encoded, by name. */
function form(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const parameters = new URLSearchParams(given)
  parameters.sort()
  return parameters.toString()
}

const errors: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

function faultOf({ status, code, message }: AuthRefusal): Record<string, string> {
  const error = errors[status]
  return { ...(error && { error }), error_code: code, error_description: message }
}
