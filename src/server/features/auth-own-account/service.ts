import { reauthenticationLetter } from '#letters/account-letters.ts'
import {
  describeUser,
  findUser,
  mergeMetadata,
  type UserRow,
  updateUser,
} from '#server/features/auth-accounts/service.ts'
import { countEmail, issueCode, redeemNonce } from '#server/features/auth-links/service.ts'
import { requireCaller } from '#server/features/auth-sessions/service.ts'
import { type AccessClaims, type AuthContext, decide } from '#server/lib/auth/context.ts'
import { audit, queueAccountLetters } from '#server/lib/auth/queries.ts'
import { AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { maxMetadataBytes, type UserBody } from '#shared/contract/auth.ts'
import {
  assertAllowed,
  beginEmailChange,
  changesAddress,
  preparePassword,
  setPassword,
  type UserChangeRequest,
} from './changes.ts'

export function readUser(context: AuthContext, claims: AccessClaims): Promise<UserBody> {
  return decide(context.database, async (tx) => {
    const { user } = await requireCaller(tx, context, claims)
    return describeUser(tx, user)
  })
}

export async function changeUser(
  context: AuthContext,
  claims: AccessClaims,
  change: UserChangeRequest,
): Promise<UserBody> {
  const seen = await decide(context.database, async (tx) => {
    const caller = await requireCaller(tx, context, claims)
    await assertAllowed(tx, caller, change)
    return caller
  })
  const { password: typed } = change
  const password = typed === null ? null : await preparePassword(context, seen.user, change, typed)
  return decide(context.database, async (tx) => {
    // Hashing took a while, so everything is checked again after the user is locked.
    await findUser(tx, seen.user.id, true)
    const caller = await requireCaller(tx, context, claims)
    const { user } = caller
    await assertAllowed(tx, caller, change)
    if (password && password.replaces !== user.encrypted_password) {
      throw new AuthRefusal('conflict', 'The password was changed in another request')
    }
    if (password?.needsNonce && !(await redeemNonce(tx, context, user.id, change.nonce))) {
      return new AuthRefusal('reauthentication_not_valid', 'Nonce has expired or is invalid')
    }
    const letters = password ? await setPassword(tx, context, caller, password) : []
    await setMetadata(tx, context, user, change)
    if (changesAddress(change, user)) letters.push(...(await beginEmailChange(tx, context, user, change)))
    const changed = await findUser(tx, user.id)
    await queueAccountLetters(tx, context, letters)
    return describeUser(tx, changed ?? user)
  })
}

async function setMetadata(
  tx: Transaction,
  { clock }: AuthContext,
  user: UserRow,
  { data, appMetadata }: UserChangeRequest,
): Promise<void> {
  if (!data && !appMetadata) return
  const own = mergeMetadata(user.raw_user_meta_data, data ?? {})
  // Every access token contains the metadata, and clients send the token in a header, so the metadata must stay small.
  if (Buffer.byteLength(JSON.stringify(own)) > maxMetadataBytes) {
    throw invalid(`data: must have at most ${maxMetadataBytes} bytes including existing values`)
  }
  const app = mergeMetadata(user.raw_app_meta_data, appMetadata ?? {})
  const now = new Date(clock())
  await updateUser(tx, user.id, { raw_user_meta_data: own, raw_app_meta_data: app }, now)
  const traits = { what: 'metadata' }
  await audit(tx, { clock }, 'user_modified', { actor: user.id, traits })
}

/** Emails the code that a user needs to set a new password in an old session. */
export async function reauthenticate(context: AuthContext, claims: AccessClaims): Promise<void> {
  await decide(context.database, async (tx) => {
    const { user } = await requireCaller(tx, context, claims)
    if (!user.email) throw invalid('Reauthentication requires the user to have an email or a phone number')
    if (!user.email_confirmed_at) {
      throw new AuthRefusal('email_not_confirmed', 'Please verify your email first.', { status: 422 })
    }
    await countEmail(tx, context, 'reauthentication', user.email, { person: user.id })
    const now = new Date(context.clock())
    const about = { userId: user.id, kind: 'reauthentication', address: user.email } as const
    const { code } = await issueCode(tx, context, about)
    await updateUser(tx, user.id, { reauthentication_sent_at: now }, now)
    await audit(tx, context, 'user_reauthenticate_requested', { actor: user.id })
    const expires = context.settings.codeSeconds
    const letter = reauthenticationLetter({ to: user.email, code, expires })
    await queueAccountLetters(tx, context, [{ letter, userId: user.id, endsAt: now.getTime() + expires * 1000 }])
  })
}
