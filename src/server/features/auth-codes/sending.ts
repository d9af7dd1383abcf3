import { randomUUID } from 'node:crypto'
import {
  currentAddressLetter,
  inviteLetter,
  newAddressLetter,
  recoveryLetter,
} from '#letters/account-letters.ts'
import type { UserRow } from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import type { AccountLetter } from '#server/lib/auth/sealed-letters.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { issueCode } from './codes.ts'
import { linkTo } from './mail-link.ts'
import { noteSent } from './queries.ts'
import type { CodeKind } from './types.ts'

export interface MailRequest {
  /** In lower case. */
  email: string
  /** The page that the link leads to in the end; checked by `redirectTarget`. */
  redirectTo: string
}

export interface StrangersRequest extends MailRequest {
  /** The client address that the request comes from, as limits count it. */
  client: string
}

const letters = {
  invite: { kind: 'confirmation', type: 'invite', write: inviteLetter },
  recovery: { kind: 'recovery', type: 'recovery', write: recoveryLetter },
  newAddress: { kind: 'email_change_new', type: 'email_change', write: newAddressLetter },
  currentAddress: { kind: 'email_change_current', type: 'email_change', write: currentAddressLetter },
} as const satisfies Record<string, { kind: CodeKind; type: string; write: unknown }>

/** A code and its letter for a user. Without a user the same work is done, and the letter is never sent. */
export async function writeLetter(
  tx: Transaction,
  context: AuthContext,
  name: keyof typeof letters,
  user: UserRow | null,
  asked: MailRequest & { newAddress?: string },
): Promise<AccountLetter & { link: string }> {
  const { kind, type, write } = letters[name]
  const { settings, clock } = context
  const isInvitation = name === 'invite'
  const seconds = isInvitation ? settings.inviteHours * 3600 : settings.codeSeconds
  const userId = user?.id ?? randomUUID()
  const issued = await issueCode(tx, context, { userId, kind, address: asked.email, seconds })
  await noteSent(tx, userId, kind, new Date(clock()))
  const link = linkTo(context, { token: issued.token, type, redirectTo: asked.redirectTo })
  const letter = write({
    to: asked.email,
    siteUrl: context.publicUrl(),
    link,
    // No page asks an invited person for digits.
    code: isInvitation ? null : issued.code,
    expires: seconds,
    newAddress: asked.newAddress ?? '',
  })
  return { letter, link, userId: user?.id ?? null, endsAt: clock() + seconds * 1000 }
}
