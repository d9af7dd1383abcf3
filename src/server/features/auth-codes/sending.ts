import { randomUUID } from 'node:crypto'
import {
  currentAddressLetter,
  inviteLetter,
  magicLinkLetter,
  newAddressLetter,
  recoveryLetter,
  signUpLetter,
} from '#letters/account-letters.ts'
import { type Pkce, startEmailFlow } from '#server/features/auth-flows/service.ts'
import type { Method } from '#server/features/auth-sessions/service.ts'
import type { UserRow } from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import type { AccountLetter } from '#server/lib/auth/sealed-letters.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { issueCode } from './codes.ts'
import { linkTo } from './mail-link.ts'
import { noteSent, pretendFlow } from './queries.ts'
import type { CodeKind } from './types.ts'

export interface MailRequest {
  /** In lower case. */
  email: string
  /** Where the link leads in the end; checked by `redirectTarget`. */
  redirectTo: string
  pkce: Pkce | null
}

export interface StrangersRequest extends MailRequest {
  /** The client address that the stranger asks from, as limits count it. */
  client: string
}

const letters = {
  signup: { kind: 'confirmation', method: 'email/signup', write: signUpLetter },
  invite: { kind: 'confirmation', method: 'invite', write: inviteLetter },
  magiclink: { kind: 'recovery', method: 'magiclink', write: magicLinkLetter },
  recovery: { kind: 'recovery', method: 'recovery', write: recoveryLetter },
  newAddress: { kind: 'email_change_new', method: 'email_change', write: newAddressLetter },
  currentAddress: { kind: 'email_change_current', method: 'email_change', write: currentAddressLetter },
} as const satisfies Record<string, { kind: CodeKind; method: Method; write: unknown }>

type LetterName = keyof typeof letters

const typeOf = (name: LetterName) =>
  name === 'newAddress' || name === 'currentAddress' ? 'email_change' : name

/** A code and its letter for a person. Without a person, the same work is done and no letter is sent. */
export async function writeLetter(
  tx: Transaction,
  context: AuthContext,
  name: LetterName,
  user: UserRow | null,
  asked: MailRequest & { newAddress?: string },
): Promise<AccountLetter> {
  const { kind, method, write } = letters[name]
  const userId = user?.id ?? randomUUID()
  const flowId = asked.pkce && (await startFlow(tx, context, asked.pkce, user, method))
  const { token, code } = await issueCode(tx, context, { userId, kind, address: asked.email, flowId })
  await noteSent(tx, userId, kind, new Date(context.clock()))
  const link = linkTo(context, { token, type: typeOf(name), redirectTo: asked.redirectTo })
  const expires = context.settings.codeSeconds
  const newAddress = asked.newAddress ?? ''
  const letter = write({ to: asked.email, siteUrl: context.publicUrl(), link, code, expires, newAddress })
  return { letter, userId: user?.id ?? null, endsAt: context.clock() + expires * 1000 }
}

async function startFlow(
  tx: Transaction,
  context: AuthContext,
  pkce: Pkce,
  user: UserRow | null,
  method: Method,
): Promise<string> {
  if (user) return startEmailFlow(tx, context, pkce, user.id, method)
  await pretendFlow(tx)
  return randomUUID()
}
