import {
  isAuthError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
} from '@supabase/supabase-js'
import { passwordWords } from '#content/passwords.ts'
import { errorMessage, Failure } from './failure.ts'
import { retryMessage } from './requests.ts'

const words: Readonly<Record<string, string>> = {
  invalid_credentials: 'Wrong email address or password.',
  email_not_confirmed: 'This email address is not confirmed yet. Open the link in the email that we sent you.',
  user_banned: 'This account is suspended. Ask an owner of the desk to restore your access.',
  captcha_failed: 'This server requires a captcha, which the desk does not support.',
  mfa_verification_failed: 'This code is wrong or was already used. Wait for the next one.',
  mfa_challenge_expired: 'The verification took too long. Try the next code.',
  mfa_ip_address_mismatch: 'Your network changed during sign-in. Try the next code.',
  mfa_factor_name_conflict: 'You already have a device with this name. Choose another name.',
  webauthn_verification_failed: 'This passkey is not valid here. It may have been removed.',
  webauthn_challenge_expired: 'The verification took too long. Try again.',
  webauthn_challenge_not_found: 'That attempt is no longer valid. Try again.',
  webauthn_credential_exists: 'This passkey is already registered.',
  too_many_enrolled_mfa_factors: 'You have reached the maximum number of devices. Remove one first.',
  insufficient_aal: 'This action requires two-step verification. Sign out and sign in again.',
  same_password: 'That is already your password. Choose another one.',
  current_password_invalid: 'Your current password is wrong.',
  reauthentication_not_valid: 'The code from the email is wrong or has expired.',
  email_exists: 'An account with this email address already exists.',
}

/** Returns the message for any exception, including refusals by the auth service. */
export function authErrorMessage(error: unknown): string {
  if (isOffline(error)) return 'You are offline. Try again when the connection is back.'
  if (!isAuthError(error)) return errorMessage(error)
  if (isAuthWeakPasswordError(error)) return weaknessMessage(error.reasons) ?? error.message
  if (error.code === 'over_email_send_rate_limit') return `An email was sent a moment ago. ${retryMessage()}`
  if (error.status === 429) return `Too many attempts. ${retryMessage()}`
  if (isSessionOver(error)) return 'Your session has ended. Sign in again.'
  return words[error.code ?? ''] ?? error.message
}

/**
 * A Supabase project may require certain kinds of characters in a password. The project's own message lists these
 * kinds.
 */
function weaknessMessage(reasons: readonly string[]): string | null {
  if (reasons.includes('length')) return passwordWords.length
  return reasons.includes('characters') ? null : passwordWords.pwned
}

/** True if there was no response, because the network is down or a proxy cannot reach the server. */
export const isOffline = (error: unknown): boolean =>
  error instanceof Failure ? error.isOffline : isAuthRetryableFetchError(error)

const overCodes = [
  'session_expired',
  'bad_jwt',
  'user_not_found',
  'refresh_token_not_found',
  'refresh_token_already_used',
]

/** True if the caller's session has ended. */
export function isSessionOver(error: unknown): boolean {
  if (error instanceof Failure) return error.status === 401
  return isAuthSessionMissingError(error) || (isAuthError(error) && overCodes.includes(error.code ?? ''))
}
