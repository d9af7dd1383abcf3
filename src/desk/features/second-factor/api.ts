import { isAuthError } from '@supabase/supabase-js'
import { brand } from '#content/brand.ts'
import { setDuties } from '#desk/lib/duties.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { orThrow } from '#desk/lib/use-attempt.ts'

/** A device whose app shows codes. */
export interface Device {
  id: string
  name: string
  addedAt: Date
}

/** One that was asked for and has shown no code yet. */
export interface PendingDevice {
  id: string
  /** As an address of an image. */
  qrCode: string
  secret: string
  /** Opens an authenticator app on this device. */
  uri: string
}

export const devicesKey = ['second-factor', 'devices'] as const
export const recoveryKey = ['second-factor', 'recovery-codes'] as const

export async function listDevices(): Promise<Device[]> {
  const { totp } = orThrow(await supabase.auth.mfa.listFactors())
  return totp.map(({ id, friendly_name, created_at }) => ({
    id,
    name: friendly_name || 'Authenticator app',
    addedAt: new Date(created_at),
  }))
}

export async function beginDevice(name: string): Promise<PendingDevice> {
  const { id, totp } = orThrow(
    await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: `${brand.name} desk` }),
  )
  return { id, qrCode: totp.qr_code, secret: totp.secret, uri: totp.uri }
}

/** Shows a code of the device. Proves the session, and makes a pending device one that counts. */
export async function proveDevice(factorId: string, code: string): Promise<void> {
  orThrow(await supabase.auth.mfa.challengeAndVerify({ factorId, code }))
}

/** The same for the first device of a person, whose recovery codes are then owed. */
export async function proveFirstDevice(factorId: string, code: string): Promise<void> {
  // Before: what the client tells of the new level opens the next screen.
  setDuties({ codes: true })
  try {
    await proveDevice(factorId, code)
  } catch (error) {
    setDuties({ codes: false })
    throw error
  }
}

export async function removeDevice(factorId: string): Promise<void> {
  orThrow(await supabase.auth.mfa.unenroll({ factorId }))
}

/** How many codes are unused; null where there are none, or the project has none to give. */
export async function countRecoveryCodes(): Promise<number | null> {
  const status = await supabase.auth.mfa.recoveryCodes.getStatus()
  return isMissing(status.error) ? null : orThrow(status).remaining
}

/** A new set; the old one is void. Null where the project has none to give. */
export async function makeRecoveryCodes(): Promise<string[] | null> {
  const { recoveryCodes } = supabase.auth.mfa
  let made = await recoveryCodes.generate()
  // A Supabase project that has a set wants to be asked for another by another name.
  if (made.error?.code === 'mfa_verified_factor_exists') made = await recoveryCodes.regenerate()
  return isMissing(made.error) ? null : orThrow(made).codes
}

export async function proveByRecoveryCode(code: string): Promise<void> {
  orThrow(await supabase.auth.mfa.recoveryCodes.verify({ code }))
}

/** There is no set, or the project knows of none. */
const isMissing = (error: unknown) =>
  isAuthError(error) && (error.status === 404 || /_found$|_not_enabled$/.test(error.code ?? ''))
