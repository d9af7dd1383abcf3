import { audit } from '#server/features/auth-audit/service.ts'
import {
  assertPassword,
  clearCodes,
  issueCode,
  linkTo,
  lockAddress,
} from '#server/features/auth-codes/service.ts'
import {
  createUser,
  describeUser,
  findUserByEmail,
  mergedMetadata,
  type UserRow,
  updateUser,
} from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import { hashPassword } from '#server/lib/crypto/password-hash.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { UserBody } from '#shared/contract/auth.ts'
import type { LinkAnswer, LinkType } from '#shared/contract/auth-admin.ts'
import { emailExists, invite } from './invitation.ts'

export interface LinkRequest {
  type: LinkType
  /** Both addresses in lower case; the new one is empty where none is meant. */
  email: string
  newEmail: string
  password: string
  data: Record<string, unknown> | null
  /** Checked by `redirectTarget`. */
  redirectTo: string
}

interface Issued {
  user: UserRow
  link: string
  token: string
  code: string
  /** What it became: a magic link for a new person is a sign-up. */
  type: LinkType
}

/** What a mail would have carried, for an operator who sends it themselves. */
export async function generateLink(context: AuthContext, asked: LinkRequest): Promise<UserBody & LinkAnswer> {
  assertTaken(asked)
  const passwordHash = await signUpHash(context, asked)
  return decide(context.database, async (tx) => {
    await lockAddress(tx, asked.email)
    const known = await findUserByEmail(tx, asked.email, true)
    const { user, link, token, code, type } = await issue(tx, context, asked, known, passwordHash)
    const traits = { link: type, by: 'admin', user: user.id }
    const action = type === 'recovery' ? 'user_recovery_requested' : 'user_confirmation_requested'
    await audit(tx, { action, outcome: 'done', actor: null, traits }, new Date(context.clock()))
    return {
      ...(await describeUser(tx, user)),
      action_link: link,
      email_otp: code,
      hashed_token: token,
      verification_type: type,
      redirect_to: asked.redirectTo,
    }
  })
}

/** What each link takes beside the address. */
const takes: Readonly<Record<LinkType, readonly ('password' | 'data' | 'newEmail')[]>> = {
  signup: ['password', 'data'],
  invite: ['data'],
  magiclink: ['data'],
  recovery: [],
  email_change_current: ['newEmail'],
  email_change_new: ['newEmail'],
}

/** Throws where something is given that would do nothing. */
function assertTaken(asked: LinkRequest): void {
  const { type, password, newEmail, data } = asked
  const given = {
    password: password !== '',
    newEmail: newEmail !== '',
    data: Object.keys(data ?? {}).length > 0,
  }
  const names = { password: 'password', newEmail: 'new_email', data: 'data' } as const
  for (const what of ['password', 'newEmail', 'data'] as const) {
    if (given[what] && !takes[type].includes(what))
      throw invalid(`A link of type ${type} takes no ${names[what]}`)
  }
}

async function signUpHash(
  context: AuthContext,
  { type, password, email }: LinkRequest,
): Promise<string | null> {
  if (type !== 'signup') return null
  if (password === '') throw invalid('A link for a sign-up needs a password')
  await assertPassword(context, password, { email })
  return hashPassword(password)
}

async function issue(
  tx: Transaction,
  context: AuthContext,
  asked: LinkRequest,
  known: UserRow | null,
  passwordHash: string | null,
): Promise<Issued> {
  const { type } = asked
  if (type === 'invite') return { type, ...(await invite(tx, context, asked)) }
  if (type === 'signup' || (type === 'magiclink' && !known)) {
    return signUpLink(tx, context, asked, known, passwordHash)
  }
  if (!known) throw new AuthRefusal('user_not_found', 'User with this email not found')
  if (type === 'email_change_current' || type === 'email_change_new') {
    return changeLink(tx, context, { ...asked, type }, known)
  }
  const now = new Date(context.clock())
  const raw_user_meta_data = mergedMetadata(known.raw_user_meta_data, asked.data ?? {})
  const user = await updateUser(tx, known.id, { recovery_sent_at: now, raw_user_meta_data }, now)
  return linkOf(tx, context, user, { type, kind: 'recovery', address: asked.email, linkType: type }, asked)
}

async function signUpLink(
  tx: Transaction,
  context: AuthContext,
  asked: LinkRequest,
  known: UserRow | null,
  passwordHash: string | null,
): Promise<Issued> {
  if (known?.email_confirmed_at) throw emailExists()
  const now = new Date(context.clock())
  const person =
    known ?? (await createUser(tx, { email: asked.email, passwordHash, byAdministrator: true }, now))
  const raw_user_meta_data = mergedMetadata(person.raw_user_meta_data, asked.data ?? {})
  // A stranger who typed this address before may have chosen the old password; the operator's counts.
  const encrypted_password = passwordHash ?? person.encrypted_password
  const change = { raw_user_meta_data, encrypted_password, confirmation_sent_at: now }
  const user = await updateUser(tx, person.id, change, now)
  const about = { type: 'signup', kind: 'confirmation', address: asked.email, linkType: 'signup' } as const
  return linkOf(tx, context, user, about, asked)
}

/** A link for one of the two mailboxes of a change of address. */
async function changeLink(
  tx: Transaction,
  context: AuthContext,
  asked: LinkRequest & { type: 'email_change_current' | 'email_change_new' },
  known: UserRow,
): Promise<Issued> {
  const { type, email, newEmail } = asked
  if (newEmail === '') throw invalid('A link for a change of address needs new_email')
  if (await findUserByEmail(tx, newEmail)) throw emailExists()
  const now = new Date(context.clock())
  if (known.email_change !== newEmail) await clearCodes(tx, known.id)
  const other = known.email_change === newEmail ? {} : { email_change_confirm_status: 0 }
  const change = { email_change: newEmail, email_change_sent_at: now, ...other }
  const user = await updateUser(tx, known.id, change, now)
  const address = type === 'email_change_new' ? newEmail : email
  return linkOf(tx, context, user, { type, kind: type, address, linkType: 'email_change' }, asked)
}

async function linkOf(
  tx: Transaction,
  context: AuthContext,
  user: UserRow,
  about: {
    type: LinkType
    kind: 'confirmation' | 'recovery' | 'email_change_current' | 'email_change_new'
    address: string
    linkType: string
  },
  { redirectTo }: LinkRequest,
): Promise<Issued> {
  const { type, kind, address, linkType } = about
  const { token, code } = await issueCode(tx, context, { userId: user.id, kind, address })
  return { user, type, token, code, link: linkTo(context, { token, type: linkType, redirectTo }) }
}
