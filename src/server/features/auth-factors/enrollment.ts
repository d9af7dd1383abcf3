import { randomUUID } from 'node:crypto'
import { type AccessClaims, type AuthContext, decide } from '#server/lib/auth/context.ts'
import { audit } from '#server/lib/auth/queries.ts'
import { AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import { relyingParty } from '#server/lib/crypto/passkey.ts'
import { newTotp, qrCodeSvg } from '#server/lib/crypto/totp.ts'
import { mostFactors, pendingSeconds, requireAal2, requireFactorCaller } from './caller.ts'
import { deleteFactors, insertFactor, listFactors, type StoredFactor } from './queries.ts'

type SupportedFactorType = 'totp' | 'webauthn'

interface EnrollmentRequest {
  type: string
  name: string
  /** The site's name in the authenticator app. If null, the app shows the site's host. */
  issuer: string | null
}

interface EnrollmentBody {
  id: string
  type: SupportedFactorType
  friendly_name: string
  /** Present only for the type totp and only in this response. A passkey's secret never leaves the device. */
  totp?: { qr_code: string; secret: string; uri: string }
}

/** Adds a factor, which is pending until a code or passkey verifies it. */
export async function enroll(
  context: AuthContext,
  claims: AccessClaims,
  asked: EnrollmentRequest,
): Promise<EnrollmentBody> {
  const type = typeOf(context, asked.type)
  const { name } = asked
  return decide(context.database, async (tx) => {
    const { user, session } = await requireFactorCaller(tx, context, claims)
    const now = new Date(context.clock())
    const factors = await listFactors(tx, user.id)
    if (factors.some(({ status }) => status === 'verified')) requireAal2(session, 'enroll a new factor')
    // After a reload, the page enrolls again under the same name and replaces the pending factor.
    const since = now.getTime() - pendingSeconds * 1000
    const gone = factors.filter(
      (factor) => factor.status === 'unverified' && (factor.created_at.getTime() < since || nameOf(factor) === name),
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
    await deleteFactors(tx, gone)
    const id = randomUUID()
    const issuer = asked.issuer ?? new URL(context.publicUrl()).host
    const totp = type === 'totp' ? newTotp({ issuer, account: user.email ?? user.id }) : null
    const secret = totp && (await encryptSecret(context, id, totp.secret))
    await insertFactor(tx, { id, userId: user.id, type, name, secret }, now)
    await audit(tx, context, 'factor_in_progress', { actor: user.id, traits: { factor: id } })
    return { id, type, friendly_name: name, ...(totp && { totp: { ...totp, qr_code: qrCodeSvg(totp.uri) } }) }
  })
}

const nameOf = ({ friendly_name }: { friendly_name: string | null }) => friendly_name ?? ''

function typeOf({ publicUrl }: AuthContext, wanted: string): SupportedFactorType {
  if (wanted === 'totp') return wanted
  if (wanted !== 'phone' && wanted !== 'webauthn') throw invalid('factor_type must be totp or webauthn')
  if (wanted === 'webauthn' && relyingParty(publicUrl())) return wanted
  throw new AuthRefusal(`mfa_${wanted}_enroll_not_enabled`, `MFA enroll is disabled for ${wanted}`)
}

type SecretContext = Pick<AuthContext, 'cipher'>

/** Binds the encryption to one factor, so that a secret copied into another factor's row cannot be decrypted. */
const purpose = (factorId: string) => `totp secret ${factorId}`

export function encryptSecret({ cipher }: SecretContext, factorId: string, secret: string): Promise<string> {
  return cipher.seal(purpose(factorId), secret)
}

export function decryptSecret({ cipher }: SecretContext, { id, secret }: StoredFactor): Promise<string> {
  if (secret === null) throw new Error('factor has no secret')
  return cipher.open(purpose(id), secret)
}
