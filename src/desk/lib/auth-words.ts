import {
  isAuthError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
} from '@supabase/supabase-js'
import { passwordWords } from '#content/passwords.ts'
import { Failure, inWords } from './failure.ts'
import { waitInWords } from './requests.ts'

const words: Readonly<Record<string, string>> = {
  invalid_credentials: 'Address or password is wrong.',
  email_not_confirmed: 'This address is not confirmed yet. Open the link in the letter that we sent to it.',
  user_banned: 'This account is stopped. Ask an owner of the desk.',
  captcha_failed: 'This server wants to see that you are a person in a way that the desk does not know.',
  mfa_verification_failed: 'This code is not right, or was used already. Wait for the next one.',
  mfa_challenge_expired: 'That took too long. Try the next code.',
  mfa_ip_address_mismatch: 'Your connection changed on the way. Try the next code.',
  mfa_factor_name_conflict: 'There is a device of this name already. Choose another name.',
  webauthn_verification_failed: 'This passkey opens nothing here. It may have been removed.',
  webauthn_challenge_expired: 'That took too long. Try again.',
  webauthn_challenge_not_found: 'That was used already. Try again.',
  webauthn_credential_exists: 'This passkey is registered already.',
  too_many_enrolled_mfa_factors: 'There are too many devices already. Remove one first.',
  insufficient_aal: 'This needs your second step. Sign out and in again.',
  same_password: 'That is the password you have already. Choose another one.',
  current_password_invalid: 'Your present password is not right.',
  reauthentication_not_valid: 'The code from the letter is not right, or too old.',
  email_exists: 'This address has an account already.',
}

/** The message for a refusal of the auth service, or for any other exception. */
export function authInWords(error: unknown): string {
  if (isOffline(error)) return 'No connection to the server. Try again when it is back.'
  if (!isAuthError(error)) return inWords(error)
  if (isAuthWeakPasswordError(error)) return weakness(error.reasons) ?? error.message
  if (error.code === 'over_email_send_rate_limit') return `A letter was sent a moment ago. ${waitInWords()}`
  if (error.status === 429) return `That was tried too often. ${waitInWords()}`
  if (isOver(error)) return 'Your session has ended. Sign in again.'
  return words[error.code ?? ''] ?? error.message
}

/** A Supabase project may ask for kinds of characters; its refusal states them. */
function weakness(reasons: readonly string[]): string | null {
  if (reasons.includes('length')) return passwordWords.length
  return reasons.includes('characters') ? null : passwordWords.pwned
}

/** No response: the network, or a proxy whose server is down. */
export const isOffline = (error: unknown): boolean =>
  error instanceof Failure ? error.isOffline : isAuthRetryableFetchError(error)

const overCodes = [
  'session_expired',
  'bad_jwt',
  'user_not_found',
  'refresh_token_not_found',
  'refresh_token_already_used',
]

/** The caller's session has ended. */
export function isOver(error: unknown): boolean {
  if (error instanceof Failure) return error.status === 401
  return isAuthSessionMissingError(error) || (isAuthError(error) && overCodes.includes(error.code ?? ''))
}
