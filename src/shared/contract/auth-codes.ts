import * as v from 'valibot'
import { unstorable } from './fields.ts'

/** An optional field that some clients send as null. */
const text = () => v.nullish(v.pipe(v.string('must be text'), v.check(isStorable, unstorable)), '')

function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed()
}

function isStorableThroughout(data: Record<string, unknown>): boolean {
  let all = true
  JSON.parse(JSON.stringify(data), (key, value) => {
    all &&= isStorable(key) && (typeof value !== 'string' || isStorable(value))
    return value
  })
  return all
}

/** A user's own metadata is part of every access token, so it must be small. */
export const metadataBytes = 8192

const metadata = () =>
  v.nullish(
    v.pipe(
      v.record(v.string(), v.unknown(), 'must be an object'),
      v.check(isStorableThroughout, unstorable),
      v.check(
        (data) => new TextEncoder().encode(JSON.stringify(data)).length <= metadataBytes,
        `must have at most ${metadataBytes} bytes`,
      ),
    ),
    {},
  )

/** A user is named by one of the two. */
const whom = { email: text(), phone: text() }

/** Checked by `readPkce`. */
const pkce = { code_challenge: v.optional(v.unknown()), code_challenge_method: v.optional(v.unknown()) }

/** Body of `POST /signup`. */
export const signUpBody = v.object({ ...whom, ...pkce, password: text(), data: metadata() })

/** Body of `POST /otp` and of `POST /magiclink`. */
export const otpBody = v.object({
  ...whom,
  ...pkce,
  /** The channel for a text message. */
  channel: text(),
  create_user: v.nullish(v.boolean('must be true or false'), true),
  data: metadata(),
})

/** Body of `POST /recover`. */
export const recoverBody = v.object({ ...pkce, email: text() })

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
