import * as v from 'valibot'
import { unstorable } from './fields.ts'

/** An optional field that some clients send as null. */
const text = () => v.nullish(v.pipe(v.string('must be text'), v.check(isStorable, unstorable)), '')

function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed()
}

/** A user's own metadata is part of every access token, so it must be small. */
export const metadataBytes = 8192

/** A user is named by one of the two. */
const whom = { email: text(), phone: text() }

/** Refused by `refusePkce`. */
const pkce = { code_challenge: v.optional(v.unknown()), code_challenge_method: v.optional(v.unknown()) }

/** Body of `POST /signup`, which is refused. */
export const signUpBody = v.object({ ...whom, password: text() })

/** Body of `POST /otp` and of `POST /magiclink`, which are refused. */
export const otpBody = v.object({ phone: text() })

/** Body of `POST /recover`. */
export const recoverBody = v.object({ ...pkce, email: text() })
export type RecoverBody = v.InferOutput<typeof recoverBody>

/** Body of `POST /resend`. */
export const resendBody = v.object({ ...whom, ...pkce, type: text() })

/** Body of `POST /verify`. */
export const verifyBody = v.object({
  ...whom,
  type: text(),
  token: text(),
  token_hash: text(),
  redirect_to: text(),
})

/** The query of `GET /verify`; a parameter that is given twice counts as missing. */
export const verifyQuery = v.object({
  type: v.fallback(text(), ''),
  token: v.fallback(text(), ''),
})

/** The purposes of links and codes in the protocol. `email` is either sign-up or magic link. */
export const verifyTypes = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change',
  'email',
  'sms',
  'phone_change',
] as const

export type VerifyType = (typeof verifyTypes)[number]
