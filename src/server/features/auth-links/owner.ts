import { safeParse } from 'valibot'
import { ownerWords } from '#content/owner.ts'
import { passwordWords } from '#content/passwords.ts'
import {
  confirmEmail,
  createUser,
  findUserByEmail,
  resetAccount,
  updateUser,
} from '#server/features/auth-accounts/service.ts'
import { deleteSessions } from '#server/features/auth-sessions/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { audit } from '#server/lib/auth/queries.ts'
import { hashPassword, passwordFaults } from '#server/lib/crypto/passwords.ts'
import { randomToken, sha256 } from '#server/lib/crypto/tokens.ts'
import { isPasswordTooLong } from '#shared/contract/auth.ts'
import { email as emailSchema } from '#shared/contract/fields.ts'
import { deleteOwnerLinks, hasOwner, hasOwnerLink, insertOwnerLink, upsertStaff } from './queries.ts'

export { hasStaff, type StaffRole, upsertStaff } from './queries.ts'

const linkHours = 24

/** Returns a link with which the operator creates the first owner, or null if there is an owner. */
export async function offerOwnerLink(context: AuthContext): Promise<string | null> {
  const linkAt = await createOwnerLink(context)
  return linkAt === null ? null : linkAt(context.publicUrl())
}

/** Creates the same link as `offerOwnerLink`, but before the public URL is known. */
export async function createOwnerLink({
  database,
  clock,
}: Pick<AuthContext, 'database' | 'clock'>): Promise<((url: string) => string) | null> {
  return database.transaction('supabase_auth_admin', {}, async (tx) => {
    if (await hasOwner(tx)) return null
    const token = randomToken()
    const now = clock()
    await insertOwnerLink(tx, sha256(token), new Date(now), new Date(now + linkHours * 3_600_000))
    return (url) => `${url}/account/owner?token=${token}`
  })
}

type OwnerCreation = { done: true } | { fault: 'token' | 'email' | 'password'; sentence: string }

/** Creates the first owner. The link works only once, and only while there is no owner. */
export async function createOwner(
  context: AuthContext,
  asked: { token: string; email: string; password: string },
): Promise<OwnerCreation> {
  const { database, clock } = context
  const address = safeParse(emailSchema(254), asked.email)
  if (!address.success) return { fault: 'email', sentence: ownerWords.badAddress }
  const email = address.output.toLowerCase()
  const sentence = await passwordRefusal(asked.password, email)
  if (sentence !== null) return { fault: 'password', sentence }
  const passwordHash = await hashPassword(asked.password)
  return database.transaction('supabase_auth_admin', {}, async (tx) => {
    const now = new Date(clock())
    const taken = await hasOwner(tx)
    if (taken || !(await hasOwnerLink(tx, sha256(asked.token), now))) {
      return { fault: 'token', sentence: taken ? ownerWords.taken : ownerWords.over }
    }
    const known = await findUserByEmail(tx, email, true)
    if (known && !known.email_confirmed_at) await resetAccount(tx, known, now)
    const user = known
      ? await updateUser(tx, known.id, { encrypted_password: passwordHash }, now)
      : await createUser(tx, { email, passwordHash }, now)
    if (known) await deleteSessions(tx, known.id, 'all')
    // Only the operator has the link, so the email address in the form is trusted.
    await confirmEmail(tx, user, now)
    await upsertStaff(tx, user.id, 'owner')
    await deleteOwnerLinks(tx)
    await audit(tx, { clock }, 'owner_created', { actor: user.id })
    return { done: true }
  })
}

/** The reason the password is refused, or null. */
async function passwordRefusal(password: string, email: string): Promise<string | null> {
  if (isPasswordTooLong(password)) return passwordWords.tooLong
  const [fault] = await passwordFaults(password, { email })
  return fault ? passwordWords[fault] : null
}
