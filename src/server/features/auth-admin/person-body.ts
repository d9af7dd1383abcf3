import { readAddress, refusePhone } from '#server/features/auth-codes/service.ts'
import { readBody } from '#server/lib/auth/body.ts'
import { AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import { adminUserBody } from '#shared/contract/auth-admin.ts'
import type { PersonChange } from './types.ts'

/** What an administrator sets about a person. What cannot be done is refused, and never ignored. */
export function readChange(sent: unknown): PersonChange {
  const body = readBody(adminUserBody, sent)
  const id = body.id.toLowerCase()
  if (body.phone !== '') refusePhone(body.phone)
  if (body.phone_confirm) throw new AuthRefusal('phone_provider_disabled', 'Phone logins are disabled')
  if (id !== '' && !uuid.test(id)) throw invalid('id must be a UUID')
  if (body.password_hash !== '') throw invalid('password_hash: hashes of elsewhere are not taken')
  if (!/^([a-z_][a-z0-9_]{0,62})?$/.test(body.role)) throw invalid('role must be the name of a role')
  if (body.aud !== '' && body.aud !== 'authenticated') throw invalid('aud: there is authenticated alone')
  if (body.nonce !== '' || body.current_password !== '') {
    throw invalid('nonce and current_password are for people who change their own password')
  }
  return {
    id,
    email: body.email === '' ? '' : readAddress(body.email),
    password: body.password,
    confirm: body.email_confirm,
    userMetadata: body.user_metadata,
    appMetadata: body.app_metadata,
    role: body.role,
    banDuration: body.ban_duration,
  }
}

export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
