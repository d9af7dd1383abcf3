import { audit } from '#server/features/auth-audit/service.ts'
import { assertFits, assertPassword, clearCodes, lockAddress } from '#server/features/auth-codes/service.ts'
import { deleteSessions } from '#server/features/auth-sessions/service.ts'
import {
  confirmEmail,
  createUser,
  describeUser,
  describeUsers,
  findUser,
  findUserByEmail,
  listUsers,
  mergedMetadata,
  moveEmail,
  type UserChange,
  type UserRow,
  updateUser,
} from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import { hashPassword } from '#server/lib/crypto/password-hash.ts'
import { isDatabaseError, type Transaction } from '#server/lib/db/database.ts'
import type { UserBody } from '#shared/contract/auth.ts'
import { banEnd } from './ban.ts'
import { emailExists } from './invitation.ts'
import type { PersonChange } from './types.ts'

/** `lock` is for callers that will change the person. */
export async function requirePerson(tx: Transaction, id: string, lock = false): Promise<UserRow> {
  const user = await findUser(tx, id, lock)
  if (!user) throw new AuthRefusal('user_not_found', 'User not found')
  return user
}

export function readPerson(context: AuthContext, id: string): Promise<UserBody> {
  return decide(context.database, async (tx) => describeUser(tx, await requirePerson(tx, id)))
}

/** One page, the first being 1, and how many people there are. */
export function listPeople(
  context: AuthContext,
  page: number,
  size: number,
): Promise<{ users: UserBody[]; total: number }> {
  return decide(context.database, async (tx) => {
    const { users, total } = await listUsers(tx, size, (page - 1) * size)
    return { users: await describeUsers(tx, users), total }
  })
}

/**
 * The hash of a first password, or null. An administrator may bring accounts from elsewhere, with passwords that were
 * made under other rules, so none of ours holds here, as at Supabase.
 */
async function firstHash({ password }: PersonChange): Promise<string | null> {
  if (password === null || password === '') return null
  assertFits(password)
  return hashPassword(password)
}

/** The hash to store; null where the password stays. */
async function nextHash(context: AuthContext, { password, email }: PersonChange): Promise<string | null> {
  if (password === null) return null
  await assertPassword(context, password, email === '' ? {} : { email })
  return hashPassword(password)
}

export async function createPerson(context: AuthContext, person: PersonChange): Promise<UserBody> {
  const passwordHash = await firstHash(person)
  return decide(context.database, async (tx) => {
    const now = new Date(context.clock())
    await freeAddress(tx, person.email)
    const { id, email } = person
    const named = { email, passwordHash, byAdministrator: true, ...(id !== '' && { id }) }
    const made = await createUser(tx, named, now)
    const confirmed = person.confirm ? await confirmEmail(tx, made, now) : made
    const user = await updateUser(tx, made.id, columnsOf(person, confirmed, null, context.clock()), now)
    const traits = { user: user.id, by: 'admin' }
    await audit(tx, { action: 'user_signedup', outcome: 'done', actor: null, traits }, now)
    return describeUser(tx, user)
  }).catch((error: unknown) => {
    if (!isDatabaseError(error) || error.constraint !== 'users_pkey') throw error
    throw new AuthRefusal('user_already_exists', 'A user with this id exists already')
  })
}

/** Changes what an administrator sets; nothing of it waits for a confirmation by mail. */
export async function changePerson(
  context: AuthContext,
  id: string,
  change: PersonChange,
): Promise<UserBody> {
  const passwordHash = await nextHash(context, change)
  return decide(context.database, async (tx) => {
    const now = new Date(context.clock())
    const before = await requirePerson(tx, id, true)
    const moves = change.email !== '' && change.email !== before.email
    assertConfirmable(before, change)
    if (moves) await freeAddress(tx, change.email)
    const moved = moves ? await moveEmail(tx, before, change.email, now) : before
    const confirmed = change.confirm && moved.email !== null ? await confirmEmail(tx, moved, now) : moved
    const columns = columnsOf(change, confirmed, passwordHash, context.clock())
    const user = await updateUser(tx, id, columns, now)
    if (passwordHash !== null || moves) await clearCodes(tx, id)
    if (passwordHash !== null) await deleteSessions(tx, id, 'all')
    const action = passwordHash === null ? 'user_modified' : 'user_updated_password'
    await audit(tx, { action, outcome: 'done', actor: null, traits: { user: id, by: 'admin' } }, now)
    return describeUser(tx, user)
  })
}

/** Throws where there is no address to confirm, and where a confirmation would be taken back. */
function assertConfirmable(before: UserRow, { confirm, email }: PersonChange): void {
  if (confirm && email === '' && before.email === null) {
    throw invalid('email_confirm: there is no address to confirm')
  }
  if (confirm === false && before.email_confirmed_at !== null) {
    throw invalid('email_confirm: an address that is confirmed stays so')
  }
}

function columnsOf(
  change: PersonChange,
  user: UserRow,
  passwordHash: string | null,
  now: number,
): UserChange {
  const { userMetadata, appMetadata, role } = change
  return {
    ...(passwordHash !== null && { encrypted_password: passwordHash }),
    ...(userMetadata && { raw_user_meta_data: mergedMetadata(user.raw_user_meta_data, userMetadata) }),
    ...(appMetadata && { raw_app_meta_data: mergedMetadata(user.raw_app_meta_data, appMetadata) }),
    ...(role !== '' && { role }),
    ...banOf(change, now),
  }
}

const banOf = ({ banDuration }: PersonChange, now: number): UserChange | null =>
  banDuration === '' ? null : { banned_until: banEnd(banDuration, now) }

/** Throws where the address is taken. Nobody else can take it until the transaction ends. */
async function freeAddress(tx: Transaction, email: string): Promise<void> {
  await lockAddress(tx, email)
  if (await findUserByEmail(tx, email)) throw emailExists()
}
