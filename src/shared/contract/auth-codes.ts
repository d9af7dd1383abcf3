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

/** What a person says of themselves. It travels in every access token, so it has to stay small. */
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

/** How a person is named: by one of the two. */
const whom = { email: text(), phone: text() }

/** For `readPkce`, which judges them. */
const pkce = { code_challenge: v.optional(v.unknown()), code_challenge_method: v.optional(v.unknown()) }

/** Body of `POST /signup`. */
export const signUpBody = v.object({ ...whom, ...pkce, password: text(), data: metadata() })

/** Body of `POST /otp` and of `POST /magiclink`. */
export const otpBody = v.object({
  ...whom,
  ...pkce,
  /** The way in which a text message would be sent. */
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

/** The query of `GET /verify`; one that is given twice counts as none. */
export const verifyQuery = v.object({
  type: v.fallback(text(), ''),
  token: v.fallback(text(), ''),
})

/** What a link or a code can be for, as the wire calls it. `email` is whichever of sign-up and magic link fits. */
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
