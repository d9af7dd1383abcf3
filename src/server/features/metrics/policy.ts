import { faultCodes } from '#shared/contract/insight-faults.ts'

/**
 * Anybody can send made-up fault codes, and each code would become a series that lasts for ever. Unknown codes are
 * ignored.
 */
export function faultLabel(code: string): string | null {
  if (/^http_5\d\d$/.test(code)) return 'http_5xx'
  return (
    faultCodes.find((known) => known === code) ??
    (/^[a-z]{1,20}_not_loaded$/.test(code) ? 'part_not_loaded' : null)
  )
}

/** The ways to sign in, by the last request of each, which decides about it. */
const attempts: Readonly<Record<string, string>> = {
  'POST /auth/v1/passkeys/authentication/verify': 'passkey',
  'POST /auth/v1/factors/:id/verify': 'second_factor',
  'POST /auth/v1/factors/recovery-codes/verify': 'recovery_code',
  'POST /auth/v1/verify': 'mailed_code',
}

const grants: Readonly<Record<string, string>> = {
  password: 'password',
  refresh_token: 'refresh',
  pkce: 'provider',
}

/** The way of signing in that this request attempts; null for any other request. */
export function attemptOf(method: string, route: string, grant: unknown): string | null {
  if (method === 'POST' && route === '/auth/v1/token') {
    return (typeof grant === 'string' && grants[grant]) || 'other'
  }
  return attempts[`${method} ${route}`] ?? null
}

export const attemptWays = [...Object.values(attempts), ...Object.values(grants), 'other']
export const attemptOutcomes = ['accepted', 'refused', 'limited', 'failed'] as const

export function outcomeOf(status: number): (typeof attemptOutcomes)[number] {
  if (status < 400) return 'accepted'
  if (status === 429) return 'limited'
  return status < 500 ? 'refused' : 'failed'
}
