import {
  findUser,
  findUserByEmail,
  isBanned,
  isKnownDevice,
  type UserRow,
  updateUser,
} from '#server/features/auth-accounts/service.ts'
import { type AuthContext, decide } from '#server/lib/auth/context.ts'
import type { SignInClient } from '#server/lib/auth/conventions.ts'
import { audit } from '#server/lib/auth/queries.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import { hashPassword, passwordFaults, verifyPassword } from '#server/lib/crypto/passwords.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { countHit, resetHits, type Throttle } from '#server/lib/throttle/queries.ts'
import { isPasswordTooLong, type SessionBody } from '#shared/contract/auth.ts'
import { openSession } from './service.ts'

interface PasswordCredentials extends Omit<PasswordGuess, 'ownDevice'> {
  password: string
}

/** The same response for an unknown user, a user without a password, and a wrong password. */
const wrong = () => new AuthRefusal('invalid_credentials', 'Invalid login credentials')

/**
 * Signs in with an email address and a password. Hashing takes a long time and must not occupy a connection, so one
 * transaction counts the guess and finds the user, and a second transaction checks the user again.
 */
export async function signInWithPassword(
  context: AuthContext,
  credentials: PasswordCredentials,
  client: SignInClient,
): Promise<SessionBody> {
  const { password, address } = credentials
  const email = credentials.email.trim().toLowerCase()
  const found = await decide(context.database, async (tx) => {
    const user = await findUserByEmail(tx, email)
    const isOwn = user !== null && (await isKnownDevice(tx, context, user.id, client))
    const guess: PasswordGuess = { email, address, ownDevice: isOwn ? client.device : null }
    return (await countPasswordGuess(tx, context, guess)) ?? { user, guess }
  })
  const tried = found.user?.encrypted_password ?? null
  // bcrypt would truncate a longer password, which could then match a password that the user has not chosen.
  const { matches, outdated } = await verifyPassword(password, isPasswordTooLong(password) ? null : tried)
  const fresh = outdated ? await hashPassword(password) : null
  const reasons = matches ? await passwordFaults(password, { email }) : []
  const session = await decide(context.database, async (tx) => {
    const user = found.user && (await findUser(tx, found.user.id, true))
    const isStill = matches && user?.encrypted_password === tried
    const refusal = user && isStill ? signInRefusal(user, context.clock()) : wrong()
    if (!user || refusal) return refuse(tx, context, found.user, refusal ?? wrong())
    await resetPasswordGuesses(tx, context, found.guess)
    const now = new Date(context.clock())
    const upgraded = fresh ? await updateUser(tx, user.id, { encrypted_password: fresh }, now) : user
    return openSession(tx, context, upgraded, 'password', client)
  })
  if (reasons.length === 0) return session
  return { ...session, weak_password: { message: 'Choose a stronger password', reasons } }
}

/** Only a user who knows the password learns the state of the account. */
function signInRefusal(user: UserRow, now: number): AuthRefusal | null {
  if (isBanned(user, now)) return new AuthRefusal('user_banned', 'User is banned', { status: 400 })
  if (user.email_confirmed_at) return null
  return new AuthRefusal('email_not_confirmed', 'Email not confirmed')
}

async function refuse(
  tx: Transaction,
  context: AuthContext,
  user: UserRow | null,
  refusal: AuthRefusal,
): Promise<AuthRefusal> {
  const traits = { method: 'password', reason: refusal.code }
  await audit(tx, context, 'login', { outcome: 'refused', actor: user?.id ?? null, traits })
  return refusal
}

/** Guesses from one client for one account: enough for a forgetful user, too few for a dictionary attack. */
const fromOneAddress: Throttle = { name: 'password from one address', hits: 10, seconds: 300 }
/** Guesses for one account: even a network of many clients gets no more guesses than five clients. */
const fromEverywhere: Throttle = { name: 'password', hits: 50, seconds: 300 }
/** Guesses from a device on which the user has signed in before. Other people's guesses do not lock the device out. */
const fromOwnDevice: Throttle = { name: 'password from a known device', hits: 10, seconds: 300 }

/** Logs an exceeded rate limit only once per window, so that a flood of guesses does not flood the log. */
const oncePerWindow = (throttle: Throttle): Throttle => ({
  ...throttle,
  name: `${throttle.name}, told`,
  hits: 1,
})

/** The guessed account and the origin of the guess; both are stored only as keyed hashes. */
interface PasswordGuess {
  /** The email address to sign in with, which may have no account. */
  email: string
  /** The client, as rate limits count it. */
  address: string
  /** The device if the user has signed in on it before; otherwise null. */
  ownDevice: string | null
}

type PasswordThrottleContext = Pick<AuthContext, 'cipher' | 'clock'>

/**
 * Returns the counters that apply to a password guess. A known device has only its own counter; for other devices, the
 * client's counter comes first, and then the account's.
 */
function throttlesOf(
  { cipher }: PasswordThrottleContext,
  { email, address, ownDevice }: PasswordGuess,
): [Throttle, string][] {
  const key = (whose: string) => cipher.mac('throttle', `password ${whose}`)
  if (ownDevice !== null) return [[fromOwnDevice, key(`${email} on ${ownDevice}`)]]
  return [
    [fromOneAddress, key(`${email} ${address}`)],
    [fromEverywhere, key(email)],
  ]
}

/**
 * Counts a guess before it is checked. Returns a refusal after too many guesses; the caller must commit so that the
 * count is kept. A client's attempts beyond its rate limit do not count for the account, so that one client cannot lock
 * out all others. Five clients together can lock out others during an attack, but never a device on which the user has
 * signed in before.
 */
async function countPasswordGuess(
  tx: Transaction,
  means: PasswordThrottleContext,
  guess: PasswordGuess,
): Promise<AuthRefusal | null> {
  for (const [throttle, key] of throttlesOf(means, guess)) {
    const wait = await countHit(tx, throttle, key, means.clock())
    if (wait > 0) return throttleRefusal(tx, means, throttle, key, wait)
  }
  return null
}

async function throttleRefusal(
  tx: Transaction,
  { clock }: PasswordThrottleContext,
  throttle: Throttle,
  key: string,
  retryAfter: number,
): Promise<AuthRefusal> {
  if ((await countHit(tx, oncePerWindow(throttle), key, clock())) === 0) {
    const traits = { limit: throttle.name }
    await audit(tx, { clock }, 'limit_reached', { outcome: 'refused', traits })
  }
  const message = `Too many attempts, try again in ${retryAfter} seconds`
  return new AuthRefusal('over_request_rate_limit', message, { retryAfter })
}

async function resetPasswordGuesses(
  tx: Transaction,
  means: PasswordThrottleContext,
  guess: PasswordGuess,
): Promise<void> {
  for (const [throttle, key] of throttlesOf(means, guess)) await resetHits(tx, throttle, key)
}
