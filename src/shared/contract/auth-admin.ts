import * as v from 'valibot'
import { metadata, text } from './auth-user.ts'

const flag = () => v.nullish(v.boolean('must be true or false'), false)

/** Body of `POST /admin/users`, and what `PUT /admin/users/{id}` changes. */
export const adminUserBody = v.object({
  id: text(),
  email: text(),
  phone: text(),
  password: v.nullish(v.string('must be text'), null),
  /** Refused: hashes of other systems are not accepted. */
  password_hash: text(),
  /** Null leaves it unchanged. */
  email_confirm: v.nullish(v.boolean('must be true or false'), null),
  phone_confirm: flag(),
  aud: text(),
  nonce: text(),
  current_password: text(),
  user_metadata: metadata(),
  app_metadata: metadata(),
  role: text(),
  /** Such as `24h` or `1h30m`; `none` ends a ban. */
  ban_duration: text(),
})

/** Body of `DELETE /admin/users/{id}`. */
export const adminDeletion = v.object({ should_soft_delete: flag() })

/** Body of `POST /invite`. */
export const inviteBody = v.object({ email: text(), data: metadata() })

/** The kinds of links that `POST /admin/generate_link` makes. */
export const linkTypes = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const

export type LinkType = (typeof linkTypes)[number]

/** Body of `POST /admin/generate_link`. */
export const linkBody = v.object({
  type: v.picklist(linkTypes, `must be one of ${linkTypes.join(', ')}`),
  email: text(),
  password: text(),
  data: metadata(),
  new_email: text(),
  redirect_to: text(),
})

/** The parts of a link, besides the user whom it is for. */
export interface LinkAnswer {
  action_link: string
  /** A code for typing. */
  email_otp: string
  /** The token in the link. */
  hashed_token: string
  verification_type: string
  redirect_to: string
}
