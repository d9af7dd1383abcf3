import { audit } from '#server/features/auth-audit/service.ts'
import { clearCodes } from '#server/features/auth-codes/service.ts'
import { listPasskeysOf, type PasskeyBody, removeFactor } from '#server/features/auth-factors/service.ts'
import { deleteSessions } from '#server/features/auth-sessions/service.ts'
import {
  deleteIdentity,
  deleteUser,
  factorBody,
  listFactors,
  listIdentities,
  updateUser,
} from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { FactorBody } from '#shared/contract/auth.ts'
import { requirePerson } from './people.ts'
import { stopStaff } from './queries.ts'

/** Removes a person. Softly, the row stays, so that references to its id hold, and nothing personal is left in it. */
export function deletePerson(context: AuthContext, id: string, softly: boolean): Promise<void> {
  return decide(context.database, async (tx) => {
    const now = new Date(context.clock())
    await requirePerson(tx, id, true)
    await (softly ? forget(tx, context, id) : deleteUser(tx, id))
    const traits = { user: id, softly }
    await audit(tx, { action: 'user_deleted', outcome: 'done', actor: null, traits }, now)
  })
}

async function forget(tx: Transaction, context: AuthContext, id: string): Promise<void> {
  const now = new Date(context.clock())
  await deleteSessions(tx, id, 'all')
  await clearCodes(tx, id)
  for (const factor of await listFactors(tx, id)) await removeFactor(tx, context, id, factor.id, null)
  for (const identity of await listIdentities(tx, id)) await deleteIdentity(tx, identity.id)
  await stopStaff(tx, id, now)
  await updateUser(
    tx,
    id,
    {
      email: null,
      phone: null,
      email_change: '',
      encrypted_password: null,
      raw_user_meta_data: {},
      raw_app_meta_data: {},
      deleted_at: now,
    },
    now,
  )
}

export function listFactorsOf(context: AuthContext, id: string): Promise<FactorBody[]> {
  return decide(context.database, async (tx) => {
    await requirePerson(tx, id)
    return (await listFactors(tx, id)).map(factorBody)
  })
}

export function deleteFactorOf(context: AuthContext, id: string, factorId: string): Promise<FactorBody> {
  return decide(context.database, async (tx) => {
    await requirePerson(tx, id, true)
    const factor = (await listFactors(tx, id)).find((each) => each.id === factorId.toLowerCase())
    if (!factor) throw new AuthRefusal('mfa_factor_not_found', 'Factor not found', { status: 404 })
    await removeFactor(tx, context, id, factor.id, null)
    return factorBody(factor)
  })
}

export function passkeysOf(context: AuthContext, id: string): Promise<PasskeyBody[]> {
  return decide(context.database, async (tx) => {
    await requirePerson(tx, id)
    return listPasskeysOf(tx, id)
  })
}

export function deletePasskeyOf(context: AuthContext, id: string, passkeyId: string): Promise<void> {
  return decide(context.database, async (tx) => {
    await requirePerson(tx, id, true)
    const passkey = (await listPasskeysOf(tx, id)).find((each) => each.id === passkeyId)
    if (!passkey) throw new AuthRefusal('passkey_not_found', 'Passkey not found')
    await removeFactor(tx, context, id, passkey.id, null)
  })
}
