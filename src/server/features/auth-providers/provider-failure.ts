import { AuthRefusal } from '#server/lib/auth/refusal.ts'

/** The provider sent the person back with an error of its own. Its text may say anything, so we show ours. */
export function refusedByProvider(error: string): AuthRefusal {
  const status = statuses[error] ?? 400
  const message =
    error === 'access_denied'
      ? 'The sign-in was cancelled at the provider'
      : 'The provider refused the sign-in'
  return new AuthRefusal('bad_oauth_callback', message, { status })
}

const statuses: Readonly<Record<string, number>> = {
  access_denied: 403,
  server_error: 500,
  temporarily_unavailable: 503,
}

/** Why a request to the provider failed: it does not answer, or what it answers does not hold. */
export function providerFailure(error: unknown): AuthRefusal {
  if (error instanceof AuthRefusal) return error
  if (isAway(error)) {
    return new AuthRefusal('unexpected_failure', 'The provider does not answer just now, please try again', {
      status: 503,
      retryAfter: 5,
    })
  }
  return new AuthRefusal('bad_oauth_callback', 'What the provider answered could not be verified')
}

/** `fetch` reports every fault of the network as a TypeError without a code. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, cause } = error as Error & { code?: unknown }
  if (error instanceof TypeError && code === undefined) return true
  return code === 'OAUTH_TIMEOUT' || (cause instanceof Response && cause.status >= 500)
}
