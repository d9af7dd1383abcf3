import { randomUUID } from 'node:crypto'
import { audit } from '#server/features/auth-audit/service.ts'
import { openSession } from '#server/features/auth-sessions/service.ts'
import {
  confirmEmail,
  createUser,
  describeUser,
  findUserByEmail,
  type UserRow,
  updateUser,
} from '#server/features/auth-users/service.ts'
import type { Client } from '#server/lib/auth/client.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import { postLetters } from '#server/lib/auth/sealed-letters.ts'
import { hashPassword } from '#server/lib/crypto/password-hash.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { SessionBody, UserBody } from '#shared/contract/auth.ts'
import { takeMail } from './mail-throttle.ts'
import { assertPassword } from './new-password.ts'
import { lockAddress, undone } from './queries.ts'
import { type MailRequest, type StrangersRequest, writeLetter } from './sending.ts'

type Json = Record<string, unknown>

interface SignUp extends StrangersRequest {
  password: string
  data: Json
  /** The program that gets the session. */
  by: Client
}

export const assertOpen = ({ settings }: Pick<AuthContext, 'settings'>) => {
  if (!settings.signUp) throw new AuthRefusal('signup_disabled', 'Signups not allowed for this instance')
}

/** A new account. Gives a session where nobody has to confirm, else the account, which gets a mail. */
export async function signUp(context: AuthContext, asked: SignUp): Promise<UserBody | SessionBody> {
  assertOpen(context)
  await assertPassword(context, asked.password, asked)
  // Also for a known address, so that the time of the answer does not tell.
  const passwordHash = await hashPassword(asked.password)
  if (context.settings.autoconfirm) return signUpAtOnce(context, asked, passwordHash)
  return decide(context.database, async (tx) => {
    await takeMail(tx, context, 'confirmation', asked.email, { client: asked.client, isNewcomer: true })
    const known = await findForSignUp(tx, asked.email)
    const { user, body } = await createOrPretend(tx, context, asked, passwordHash, known)
    await postLetters(tx, context, [await confirmLetter(tx, context, user, asked)])
    return body
  })
}

/** Two requests that sign up with the same address at the same time run one after the other. */
async function findForSignUp(tx: Transaction, email: string): Promise<UserRow | null> {
  await lockAddress(tx, email)
  return findUserByEmail(tx, email, true)
}

/**
 * Makes the person. Where the address is known, another person is made and rolled back: the answer to a stranger has
 * the same fields and took the same work, and the account stays as it is.
 */
export async function createOrPretend(
  tx: Transaction,
  { clock }: Pick<AuthContext, 'clock'>,
  { email, data }: { email: string; data: Json },
  passwordHash: string | null,
  known: UserRow | null,
): Promise<{ user: UserRow; body: UserBody }> {
  const now = new Date(clock())
  const create = async (address: string) => {
    const created = await createUser(tx, { email: address, passwordHash, userMetadata: data }, now)
    const user = await updateUser(tx, created.id, { confirmation_sent_at: now }, now)
    return { user, body: await describeUser(tx, user) }
  }
  if (!known) return create(email)
  const { body } = await undone(tx, () => create(`${randomUUID()}@invalid`))
  return { user: known, body: withAddress(body, email) }
}

function withAddress(body: UserBody, email: string): UserBody {
  return {
    ...body,
    email,
    user_metadata: { ...body.user_metadata, email },
    identities: (body.identities ?? []).map((each) => ({
      ...each,
      email,
      identity_data: { ...each.identity_data, email },
    })),
  }
}

/** A person who has confirmed already gets no letter. */
async function confirmLetter(tx: Transaction, context: AuthContext, user: UserRow, asked: MailRequest) {
  const waiting = user.email_confirmed_at === null ? user : null
  const now = new Date(context.clock())
  const outcome = waiting ? 'done' : 'refused'
  await audit(tx, { action: 'user_confirmation_requested', outcome, actor: user.id }, now)
  return writeLetter(tx, context, 'signup', waiting, asked)
}

function signUpAtOnce(context: AuthContext, asked: SignUp, passwordHash: string): Promise<SessionBody> {
  return decide(context.database, async (tx) => {
    if (await findForSignUp(tx, asked.email)) {
      throw new AuthRefusal('user_already_exists', 'User already registered')
    }
    const user = await createConfirmed(tx, context, asked, passwordHash)
    return openSession(tx, context, user, 'password', asked.by)
  })
}

/** Makes a person whose address needs no confirmation. */
export async function createConfirmed(
  tx: Transaction,
  { clock }: Pick<AuthContext, 'clock'>,
  { email, data }: { email: string; data: Json },
  passwordHash: string | null,
): Promise<UserRow> {
  const now = new Date(clock())
  const created = await createUser(tx, { email, passwordHash, userMetadata: data }, now)
  await audit(tx, { action: 'user_signedup', outcome: 'done', actor: created.id }, now)
  return confirmEmail(tx, created, now)
}
