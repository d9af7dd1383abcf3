import type { Throttle } from '#server/lib/throttle/throttle.ts'

/** The rules of the second factor, in numbers. What they are for: docs/decisions/0014-second-factor.md. */

/** A factor that was not proven in this time is forgotten at the next enrolment, and a challenge is void. */
export const pendingSeconds = 300

export const mostFactors = 10

/** Wrong answers to one challenge. */
export const mostFailures = 5

/**
 * Wrong codes of one person, whatever the challenge. Of a million codes three are right at any moment, so an attacker
 * who knows the password and guesses all year at the second limit gets in once in thirty years.
 */
export const codeThrottles: readonly Throttle[] = [
  { name: 'totp', hits: 10, seconds: 300 },
  { name: 'totp day', hits: 30, seconds: 86_400 },
]

/** Recovery codes are too long to guess. This limit tells a caller to give up. */
export const recoveryThrottles: readonly Throttle[] = [{ name: 'recovery code', hits: 10, seconds: 3600 }]
