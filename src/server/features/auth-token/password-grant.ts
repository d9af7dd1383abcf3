import { audit } from '#server/features/auth-audit/service.ts'
import { isKnownDevice } from '#server/features/auth-devices/service.ts'
import { openSession } from '#server/features/auth-sessions/service.ts'
import {
  findUser,
  findUserByEmail,
  isBanned,
  type UserRow,
  updateUser,
} from '#server/features/auth-users/service.ts'
import type { Client } from '#server/lib/auth/client.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import { hashPassword, verifyPassword } from '#server/lib/crypto/password-hash.ts'
import { passwordFaults } from '#server/lib/crypto/password-rules.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import { isTooLong } from '#shared/contract/password.ts'
import { countGuess, forgiveGuesses, type Guess } from './guesses.ts'

export interface Credentials extends Omit<Guess, 'ownDevice'> {
  password: string
}

/** The answer does not tell an unknown person, one without a password and a wrong password apart. */
const wrong = () => new AuthRefusal('invalid_credentials', 'Invalid login credentials')

/**
 * Signs in by address and password. Hashing takes long and holds no connection: the guess is counted and the person
 * looked up in one transaction, and what follows happens in another, which looks again.
 */
export async function signInWithPassword(
  context: AuthContext,
  credentials: Credentials,
  client: Client,
): Promise<SessionBody> {
  const { password, address } = credentials
  const email = credentials.email.trim().toLowerCase()
  const found = await decide(context.database, async (tx) => {
    const user = await findUserByEmail(tx, email)
    const isOwn = user !== null && (await isKnownDevice(tx, context, user.id, client))
    const guess: Guess = { email, address, ownDevice: isOwn ? client.device : null }
    return (await countGuess(tx, context, guess)) ?? { user, guess }
  })
  const tried = found.user?.encrypted_password ?? null
  // bcrypt would cut a password that is too long, and match one that nobody has chosen.
  const { matches, outdated } = await verifyPassword(password, isTooLong(password) ? null : tried)
  const fresh = outdated ? await hashPassword(password) : null
  const reasons = matches ? await passwordFaults(password, { email }, context.settings.passwordRule) : []
  const session = await decide(context.database, async (tx) => {
    const user = found.user && (await findUser(tx, found.user.id, true))
    const isStill = matches && user?.encrypted_password === tried
    const refusal = user && isStill ? mayNot(user, context.clock()) : wrong()
    if (!user || refusal) return refuse(tx, context, found.user, refusal ?? wrong())
    await forgiveGuesses(tx, context, found.guess)
    const now = new Date(context.clock())
    const upgraded = fresh ? await updateUser(tx, user.id, { encrypted_password: fresh }, now) : user
    return openSession(tx, context, upgraded, 'password', client)
  })
  if (reasons.length === 0) return session
  return { ...session, weak_password: { message: 'Choose a stronger password', reasons } }
}

/** Only a person who knows the password learns the state of the account. */
function mayNot(user: UserRow, now: number): AuthRefusal | null {
  if (isBanned(user, now)) return new AuthRefusal('user_banned', 'User is banned', { status: 400 })
  if (user.email_confirmed_at) return null
  return new AuthRefusal('email_not_confirmed', 'Email not confirmed')
}

async function refuse(
  tx: Transaction,
  { clock }: AuthContext,
  user: UserRow | null,
  refusal: AuthRefusal,
): Promise<AuthRefusal> {
  const traits = { method: 'password', reason: refusal.code }
  const entry = { action: 'login', outcome: 'refused', actor: user?.id ?? null, traits } as const
  await audit(tx, entry, new Date(clock()))
  return refusal
}
