import { audit } from '#server/features/auth-audit/service.ts'
import {
  clearCodes,
  inviteLetter,
  issueCode,
  linkTo,
  lockAddress,
  readAddress,
  takeMail,
} from '#server/features/auth-codes/service.ts'
import { type StaffRole, upsertStaff } from '#server/features/auth-owner/service.ts'
import { deleteSessions } from '#server/features/auth-sessions/service.ts'
import {
  createUser,
  deleteIdentity,
  describeUser,
  findUserByEmail,
  listIdentities,
  mergedMetadata,
  noteProviders,
  type UserRow,
  updateUser,
} from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { deskAt } from '#server/lib/auth/redirect-target.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import { postLetters } from '#server/lib/auth/sealed-letters.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { UserBody } from '#shared/contract/auth.ts'

export interface Invitation {
  email: string
  /** Their role at the desk; without one they keep what they have, if anything. Only the operator's command has one. */
  role?: StaffRole
  /** The owner who invites, and who then sets the role at the desk; null where a program invites. */
  inviter?: string | null
  data?: Record<string, unknown> | null
  /** Where the link leads in the end; checked by `redirectTarget`. */
  redirectTo?: string
}

export const emailExists = () =>
  new AuthRefusal('email_exists', 'A user with this email address has already been registered')

/** Invites a person by mail. Invited again before they joined, they get another letter. */
export async function invitePerson(
  context: AuthContext,
  invitation: Invitation,
): Promise<{ user: UserBody; link: string }> {
  const email = readAddress(invitation.email)
  return decide(context.database, async (tx) => {
    const { inviter } = invitation
    await takeMail(tx, context, 'invite', email, inviter ? { owner: inviter } : 'operator')
    const { user, link } = await invite(tx, context, { ...invitation, email })
    const expires = context.settings.inviteHours * 3600
    const letter = inviteLetter({ to: email, siteUrl: context.publicUrl(), link, code: null, expires })
    await postLetters(tx, context, [{ letter, userId: user.id, endsAt: context.clock() + expires * 1000 }])
    return { link, user: await describeUser(tx, user) }
  })
}

/** An invitation without its letter. The address is in lower case. */
export async function invite(
  tx: Transaction,
  context: AuthContext,
  { email, role, inviter = null, data, redirectTo }: Invitation,
): Promise<{ user: UserRow; link: string; token: string; code: string }> {
  const now = new Date(context.clock())
  await lockAddress(tx, email)
  const known = await findUserByEmail(tx, email, true)
  if (known?.email_confirmed_at) throw emailExists()
  const user = known
    ? await startOver(tx, known, now)
    : await createUser(tx, { email, passwordHash: null, byAdministrator: true }, now)
  const invited = await updateUser(
    tx,
    user.id,
    {
      invited_at: now,
      confirmation_sent_at: now,
      raw_user_meta_data: mergedMetadata(user.raw_user_meta_data, data ?? {}),
    },
    now,
  )
  if (role) await upsertStaff(tx, user.id, role)
  const traits = { user: user.id }
  await audit(tx, { action: 'user_invited', outcome: 'done', actor: inviter, traits }, now)
  const about = { userId: user.id, kind: 'confirmation', address: email } as const
  const { token, code } = await issueCode(tx, context, {
    ...about,
    seconds: context.settings.inviteHours * 3600,
  })
  const link = linkTo(context, {
    token,
    type: 'invite',
    redirectTo: redirectTo ?? deskAt(context.publicUrl()),
  })
  return { user: invited, link, token, code }
}

/**
 * An unconfirmed account may have been made by anybody who typed this address. Its password and its accounts with
 * providers must not open what the owner of the mailbox is invited to.
 */
async function startOver(tx: Transaction, user: UserRow, now: Date): Promise<UserRow> {
  for (const { id, provider } of await listIdentities(tx, user.id)) {
    if (provider !== 'email') await deleteIdentity(tx, id)
  }
  await deleteSessions(tx, user.id, 'all')
  await clearCodes(tx, user.id)
  return noteProviders(tx, await updateUser(tx, user.id, { encrypted_password: null }, now), now)
}
