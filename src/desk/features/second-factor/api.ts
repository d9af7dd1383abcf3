import { isAuthError } from '@supabase/supabase-js'
import { brand } from '#content/brand.ts'
import { setPendingSteps } from '#desk/lib/browser-storage.ts'
import { authDataOrThrow } from '#desk/lib/mutations.ts'
import { passkeyOrigin } from '#desk/lib/server.ts'
import { supabase } from '#desk/lib/supabase.ts'

/** A second factor: an authenticator app or a passkey. */
export interface Device {
  id: string
  kind: 'app' | 'passkey'
  name: string
  addedAt: Date
  /** The time of the last use; known only for passkeys. */
  usedAt: Date | null
}

/** An enrolled device that has not verified a code yet. */
export interface PendingDevice {
  id: string
  /** The QR code as a data URL. */
  qrCode: string
  secret: string
  /** The URI that opens an authenticator app on this device. */
  uri: string
}

export const devicesKey = ['second-factor', 'devices'] as const
export const recoveryKey = ['second-factor', 'recovery-codes'] as const

/** Lists the devices, oldest first. A Supabase project does not list passkeys. */
export async function listDevices(): Promise<Device[]> {
  const { all } = authDataOrThrow(await supabase.auth.mfa.listFactors())
  const known = all.filter(
    ({ status, factor_type: type }) =>
      status === 'verified' && (type === 'totp' || (type === 'webauthn' && passkeyOrigin)),
  )
  const hasPasskeys = known.some(({ factor_type }) => factor_type === 'webauthn')
  const passkeys = hasPasskeys ? authDataOrThrow(await supabase.auth.passkey.list()) : []
  return known.map(({ id, factor_type, friendly_name, created_at }) => {
    const used = passkeys.find((passkey) => passkey.id === id)?.last_used_at
    const isApp = factor_type === 'totp'
    return {
      id,
      kind: isApp ? 'app' : 'passkey',
      name: friendly_name || (isApp ? 'Authenticator app' : 'Passkey'),
      addedAt: new Date(created_at),
      usedAt: used ? new Date(used) : null,
    }
  })
}

export async function enrollDevice(name: string): Promise<PendingDevice> {
  const { id, totp } = authDataOrThrow(
    await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: `${brand.name} desk` }),
  )
  return { id, qrCode: totp.qr_code, secret: totp.secret, uri: totp.uri }
}

/**
 * Verifies a code from the device: this completes the session's two-step verification, and a pending device becomes
 * active.
 */
export async function verifyDevice(factorId: string, code: string): Promise<void> {
  authDataOrThrow(await supabase.auth.mfa.challengeAndVerify({ factorId, code }))
}

/** Verifies the user's first device with `prove`. After the verification, the user must save recovery codes. */
export async function verifyFirstDevice(prove: () => Promise<void>): Promise<void> {
  // Sets the pending step before the verification, because the client's event about the new assurance level opens the
  // next screen.
  setPendingSteps({ codes: true })
  try {
    await prove()
  } catch (error) {
    setPendingSteps({ codes: false })
    throw error
  }
}

export async function removeDevice(factorId: string): Promise<void> {
  authDataOrThrow(await supabase.auth.mfa.unenroll({ factorId }))
}

/** Returns the number of unused recovery codes; null if there are none or the project does not offer them. */
export async function countRecoveryCodes(): Promise<number | null> {
  const status = await supabase.auth.mfa.recoveryCodes.getStatus()
  return isNotOffered(status.error) ? null : authDataOrThrow(status).remaining
}

/** Creates recovery codes, which replace the old ones. Returns null if the project does not offer recovery codes. */
export async function requestRecoveryCodes(): Promise<string[] | null> {
  const { recoveryCodes } = supabase.auth.mfa
  let made = await recoveryCodes.generate()
  // A Supabase project has a different endpoint for replacing existing codes.
  if (made.error?.code === 'mfa_verified_factor_exists') made = await recoveryCodes.regenerate()
  return isNotOffered(made.error) ? null : authDataOrThrow(made).codes
}

export async function verifyRecoveryCode(code: string): Promise<void> {
  authDataOrThrow(await supabase.auth.mfa.recoveryCodes.verify({ code }))
}

/** True if there are no recovery codes, or the project does not offer them. */
const isNotOffered = (error: unknown) =>
  isAuthError(error) && (error.status === 404 || /_found$|_not_enabled$/.test(error.code ?? ''))
