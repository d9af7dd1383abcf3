import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { AccessClaims } from '#server/lib/auth/types.ts'
import { factorCaller, requireAal2 } from './caller.ts'
import { renameFactor } from './passkey-queries.ts'
import { listFactors } from './queries.ts'
import type { StoredFactor } from './types.ts'

/** A passkey as the client knows it. */
interface PasskeyBody {
  id: string
  friendly_name: string
  created_at: string
  last_used_at?: string
}

const bodyOf = ({ id, friendly_name, created_at, last_used_at }: StoredFactor): PasskeyBody => ({
  id,
  friendly_name: friendly_name ?? '',
  created_at: created_at.toISOString(),
  ...(last_used_at && { last_used_at: last_used_at.toISOString() }),
})

const counts = ({ passkey, status }: StoredFactor) => passkey !== null && status === 'verified'

/** The caller's own, oldest first. Passkeys are stored as factors. */
export function listPasskeys(context: AuthContext, claims: AccessClaims): Promise<PasskeyBody[]> {
  return decide(context.database, async (tx) => {
    const { user } = await factorCaller(tx, context, claims)
    return (await listFactors(tx, user.id)).filter(counts).map(bodyOf)
  })
}

export function renamePasskey(
  context: AuthContext,
  claims: AccessClaims,
  id: string,
  name: string,
): Promise<PasskeyBody> {
  return decide(context.database, async (tx) => {
    const { user, session } = await factorCaller(tx, context, claims)
    const factors = await listFactors(tx, user.id)
    const factor = factors.find((each) => each.id === id.toLowerCase() && counts(each))
    if (!factor) throw new AuthRefusal('passkey_not_found', 'Passkey not found')
    requireAal2(session, 'rename a passkey')
    if (factors.some((each) => each.id !== factor.id && each.friendly_name === name)) {
      throw new AuthRefusal('mfa_factor_name_conflict', 'Another factor has this name already')
    }
    await renameFactor(tx, factor.id, name, new Date(context.clock()))
    return bodyOf({ ...factor, friendly_name: name })
  })
}
