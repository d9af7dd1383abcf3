import * as v from 'valibot'

/** An optional field that some clients send as null. */
const text = () => v.nullish(v.string('must be text'), '')

/** Metadata of a user. A list is an object in JavaScript too, and is refused. */
const metadata = () => v.nullish(v.custom<Record<string, unknown>>(isRecord, 'must be an object'), null)

const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Body of `PUT /user`: the changes. Both metadata are merged key by key, and null removes a key. */
export const userChangeBody = v.object({
  email: text(),
  phone: text(),
  /** An empty text is not "no password": it is refused as a weak one. */
  password: v.nullish(v.string('must be text'), null),
  current_password: text(),
  nonce: text(),
  data: metadata(),
  app_metadata: metadata(),
  /** Refused by `refusePkce`. */
  code_challenge: v.optional(v.unknown()),
  code_challenge_method: v.optional(v.unknown()),
})

/** Body of `POST /invite`. */
export const inviteBody = v.object({ email: text(), data: metadata() })
