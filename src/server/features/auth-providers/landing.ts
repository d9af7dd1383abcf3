import { withRefusal, withSession } from '#server/lib/auth/landing.ts'
import type { Outcome } from './types.ts'

/** The page that started the flow, with tokens in the fragment or an error in query and fragment. */
export function landing(target: string, outcome: Outcome): string {
  if ('refusal' in outcome) return withRefusal(target, outcome.refusal, { inQuery: true })
  const { accessToken, refreshToken } = outcome.tokens
  return withSession(target, outcome.session, {
    provider_token: accessToken,
    provider_refresh_token: refreshToken,
  })
}
