import { audit } from '#server/features/auth-audit/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { forgiveHits, type Throttle, takeHit } from '#server/lib/throttle/throttle.ts'

/** One address at one account: enough for a forgetful person, too few for a dictionary. */
const fromOneAddress: Throttle = { name: 'password from one address', hits: 10, seconds: 300 }
/** One account from everywhere: a network of many addresses gets no further than five of them. */
const fromEverywhere: Throttle = { name: 'password', hits: 50, seconds: 300 }
/** A device that this person signed in from before: the guesses of others do not lock it out. */
const fromOwnDevice: Throttle = { name: 'password from a known device', hits: 10, seconds: 300 }

/** A reached limit is logged once in each window, so that a flood of guesses does not flood the log. */
const told = (throttle: Throttle): Throttle => ({ ...throttle, name: `${throttle.name}, told`, hits: 1 })

/** The account that is guessed at and the origin of the guess; both are stored as keyed hashes alone. */
export interface Guess {
  /** The address that is guessed at; whether it has an account makes no difference. */
  email: string
  /** The client, as limits count it. */
  address: string
  /** The device, where it has signed in to this account before; null for any other. */
  ownDevice: string | null
}

type Means = Pick<AuthContext, 'cipher' | 'clock'>

/** What a guess is counted for: a known device alone, or the client first and then the account. */
function budgetsOf({ cipher }: Means, { email, address, ownDevice }: Guess): [Throttle, string][] {
  const key = (whose: string) => cipher.mac('throttle', `password ${whose}`)
  if (ownDevice !== null) return [[fromOwnDevice, key(`${email} on ${ownDevice}`)]]
  return [
    [fromOneAddress, key(`${email} ${address}`)],
    [fromEverywhere, key(email)],
  ]
}

/**
 * Counts a guess before it is checked. Gives a refusal after too many, which must be committed with the count. What one
 * address is refused is not counted for the account, or that address could lock everybody out. Five addresses can, for
 * as long as they go on, but no device that was here before.
 */
export async function countGuess(tx: Transaction, means: Means, guess: Guess): Promise<AuthRefusal | null> {
  for (const [throttle, key] of budgetsOf(means, guess)) {
    const wait = await takeHit(tx, throttle, key, means.clock())
    if (wait > 0) return refused(tx, means, throttle, key, wait)
  }
  return null
}

async function refused(
  tx: Transaction,
  { clock }: Means,
  throttle: Throttle,
  key: string,
  retryAfter: number,
): Promise<AuthRefusal> {
  if ((await takeHit(tx, told(throttle), key, clock())) === 0) {
    const traits = { limit: throttle.name }
    await audit(tx, { action: 'limit_reached', outcome: 'refused', actor: null, traits }, new Date(clock()))
  }
  const message = `Too many attempts, try again in ${retryAfter} seconds`
  return new AuthRefusal('over_request_rate_limit', message, { retryAfter })
}

/** The password was right: what was counted on the way to it is forgotten. */
export async function forgiveGuesses(tx: Transaction, means: Means, guess: Guess): Promise<void> {
  for (const [throttle, key] of budgetsOf(means, guess)) await forgiveHits(tx, throttle, key)
}
