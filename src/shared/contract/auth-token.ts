import * as v from 'valibot'

/** An optional field that some clients send as null. */
const text = () => v.nullish(v.string('must be text'), '')

/** Body of `POST /token?grant_type=password`. */
export const passwordGrant = v.object({
  email: text(),
  phone: text(),
  password: text(),
})

/** Body of `POST /token?grant_type=refresh_token`. */
export const refreshGrant = v.object({ refresh_token: text() })
