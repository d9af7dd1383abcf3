import { faultCodes } from '#shared/contract/insight-faults.ts'

/**
 * What browsers say is anybody's to make up, and each word would be a series of its own for ever. Those that are none of ours
 * are no fault.
 */
export function faultLabel(code: string): string | null {
  if (/^http_5\d\d$/.test(code)) return 'http_5xx'
  return (
    faultCodes.find((known) => known === code) ??
    (/^[a-z]{1,20}_not_loaded$/.test(code) ? 'part_not_loaded' : null)
  )
}

/** Who may come in by what: the last request of each way, the one that decides. */
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

/** Which way somebody tried to come in by this request; null for any other. */
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
