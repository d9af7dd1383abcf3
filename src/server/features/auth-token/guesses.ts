import { audit } from '#server/features/auth-audit/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { forgiveHits, type Throttle, takeHit } from '#server/lib/throttle/throttle.ts'

/** One address at one account: enough for a forgetful person, and no dictionary. */
const fromOneAddress: Throttle = { name: 'password from one address', hits: 10, seconds: 300 }
/** One account from everywhere: a network of many addresses gets no further than five of them. */
const fromEverywhere: Throttle = { name: 'password', hits: 50, seconds: 300 }

/** The log is told of a reached limit once per window: a flood of guesses shall not be one of lines. */
const told = (throttle: Throttle): Throttle => ({ ...throttle, name: `${throttle.name}, told`, hits: 1 })

/** Whom a guess is about and where it comes from; both are kept as keyed hashes alone. */
export interface Guess {
  /** As the guesser writes it; whether there is such an account makes no difference. */
  email: string
  /** The client, as limits count it. */
  address: string
}

type Means = Pick<AuthContext, 'box' | 'clock'>

const accountKey = ({ box }: Means, { email }: Guess) => box.mac('throttle', `password ${email}`)
const pairKey = ({ box }: Means, { email, address }: Guess) =>
  box.mac('throttle', `password ${email} ${address}`)

/**
 * Counts a guess before it is tried. Gives the refusal where there were too many, which must be committed with the
 * count. What one address is refused is not counted for the account, or that address could lock everybody out.
 */
export async function countGuess(tx: Transaction, means: Means, guess: Guess): Promise<AuthRefusal | null> {
  const pair = pairKey(means, guess)
  const account = accountKey(means, guess)
  const steps = [
    [fromOneAddress, pair],
    [fromEverywhere, account],
  ] as const
  for (const [throttle, key] of steps) {
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
  await forgiveHits(tx, fromOneAddress, pairKey(means, guess))
  await forgiveHits(tx, fromEverywhere, accountKey(means, guess))
}
