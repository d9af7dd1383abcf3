import { randomUUID } from 'node:crypto'
import { audit } from '#server/features/auth-audit/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import { relyingParty } from '#server/lib/auth/relying-party.ts'
import type { AccessClaims } from '#server/lib/auth/types.ts'
import { qrCodeSvg } from '#server/lib/crypto/qr-code.ts'
import { newTotp } from '#server/lib/crypto/totp.ts'
import { factorCaller, requireAal2 } from './caller.ts'
import { mostFactors, pendingSeconds } from './policy.ts'
import { deleteFactors, insertFactor, listFactors } from './queries.ts'
import { sealSecret } from './secret.ts'

type Type = 'totp' | 'webauthn'

interface Asked {
  type: string
  name: string
  /** What the app calls us; null for the host of the site. */
  issuer: string | null
}

interface Enrolment {
  id: string
  type: Type
  friendly_name: string
  /** Given once. A passkey is made by its first challenge, and its secret stays with the device. */
  totp?: { qr_code: string; secret: string; uri: string }
}

/** A new factor, pending until a code of it is shown, or the passkey is made. */
export async function enrol(context: AuthContext, claims: AccessClaims, asked: Asked): Promise<Enrolment> {
  const type = typeOf(context, asked.type)
  const { name } = asked
  return decide(context.database, async (tx) => {
    const { user, session } = await factorCaller(tx, context, claims)
    const now = new Date(context.clock())
    const factors = await listFactors(tx, user.id)
    if (factors.some(({ status }) => status === 'verified')) requireAal2(session, 'enroll a new factor')
    // A page that is loaded again enrols again under the same name: the pending factor makes room.
    const since = now.getTime() - pendingSeconds * 1000
    const gone = factors.filter(
      (factor) =>
        factor.status === 'unverified' && (factor.created_at.getTime() < since || nameOf(factor) === name),
    )
    const kept = factors.filter((factor) => !gone.includes(factor))
    if (kept.some((factor) => nameOf(factor) === name)) {
      throw new AuthRefusal(
        'mfa_factor_name_conflict',
        `A factor with the friendly name "${name}" for this user already exists`,
      )
    }
    if (kept.length >= mostFactors) {
      throw new AuthRefusal('too_many_enrolled_mfa_factors', 'Maximum number of factors reached')
    }
    await deleteFactors(
      tx,
      gone.map(({ id }) => id),
    )
    const id = randomUUID()
    const issuer = asked.issuer ?? new URL(context.publicUrl()).host
    const totp = type === 'totp' ? newTotp({ issuer, account: user.email ?? user.id }) : null
    const secret = totp && (await sealSecret(context, id, totp.secret))
    await insertFactor(tx, { id, userId: user.id, type, name, secret }, now)
    await audit(
      tx,
      { action: 'factor_in_progress', outcome: 'done', actor: user.id, traits: { factor: id } },
      now,
    )
    return { id, type, friendly_name: name, ...(totp && { totp: { ...totp, qr_code: qrCodeSvg(totp.uri) } }) }
  })
}

const nameOf = ({ friendly_name }: { friendly_name: string | null }) => friendly_name ?? ''

function typeOf({ publicUrl }: AuthContext, wanted: string): Type {
  if (wanted === 'totp') return wanted
  if (wanted !== 'phone' && wanted !== 'webauthn') throw invalid('factor_type needs to be totp or webauthn')
  if (wanted === 'webauthn' && relyingParty(publicUrl())) return wanted
  throw new AuthRefusal(`mfa_${wanted}_enroll_not_enabled`, `MFA enroll is disabled for ${wanted}`)
}
