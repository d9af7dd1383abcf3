import * as v from 'valibot'

/** An optional field that some clients send as null. */
export const text = () => v.nullish(v.string('must be text'), '')

/** What is known of a person beside their address. A list is an object too, and not meant. */
export const metadata = () =>
  v.nullish(v.custom<Record<string, unknown>>(isRecord, 'must be an object'), null)

const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Body of `PUT /user`: what shall be another. The two metadata are merged key by key, and null removes a key. */
export const userChangeBody = v.object({
  email: text(),
  phone: text(),
  /** An empty text is not "no password": it is refused as a weak one. */
  password: v.nullish(v.string('must be text'), null),
  current_password: text(),
  nonce: text(),
  data: metadata(),
  app_metadata: metadata(),
  /** For `readPkce`, which judges them. */
  code_challenge: v.optional(v.unknown()),
  code_challenge_method: v.optional(v.unknown()),
})
