import { audit } from '#server/features/auth-audit/service.ts'
import type { Method } from '#server/features/auth-sessions/service.ts'
import {
  confirmEmail,
  findUser,
  isBanned,
  type UserRow,
  updateUser,
} from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { AccountLetter } from '#server/lib/auth/sealed-letters.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { VerifyType } from '#shared/contract/auth-codes.ts'
import { clearCodes, lookUpCode, lookUpToken, spendCode } from './codes.ts'
import { confirmChange } from './email-change.ts'
import type { CodeKind, PendingCode } from './types.ts'

/** The token of a link, or a mailbox and the digits that came there. */
export type Shown = { token: string } | { address: string; code: string }

export interface Asked {
  shown: Shown
  type: VerifyType
  /** For an invited person: the hash of the password that they chose. */
  passwordHash?: string
}

/** Who it is, and how they showed it; or that another mailbox has to confirm too. */
export type Proven =
  | { user: UserRow; method: Method; letters: AccountLetter[] }
  | { half: string; letters: AccountLetter[] }

/** A code is good for what it was sent for. Telephones get none. */
export const kindsOf: Record<VerifyType, readonly CodeKind[]> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  magiclink: ['recovery'],
  recovery: ['recovery'],
  email_change: ['email_change_new', 'email_change_current'],
  email: ['confirmation', 'recovery'],
  sms: [],
  phone_change: [],
}

const methods: Record<VerifyType, Method> = {
  signup: 'email/signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change: 'email_change',
  email: 'otp',
  sms: 'otp',
  phone_change: 'otp',
}

const methodOf = ({ shown, type }: Asked): Method =>
  'code' in shown && type === 'magiclink' ? 'otp' : methods[type]

/**
 * Uses up a link or a code, and does what it was for. A refusal that comes back is to be committed: the wrong try was
 * counted, and the security log has a line of it.
 */
export async function prove(
  tx: Transaction,
  context: AuthContext,
  asked: Asked,
): Promise<Proven | AuthRefusal> {
  const { shown, type } = asked
  const kinds = kindsOf[type]
  const pending = await ('token' in shown
    ? lookUpToken(tx, context, shown.token, kinds)
    : lookUpCode(tx, context, shown, kinds))
  // Everything locks the person first, then the token.
  const user = pending && (await findUser(tx, pending.user_id, true))
  if (user && isBanned(user, context.clock())) {
    return refused(tx, context, asked, user, new AuthRefusal('user_banned', 'User is banned'))
  }
  const proven = pending && user && (await take(tx, context, asked, user, pending))
  if (!proven) return refused(tx, context, asked, user, expired(shown))
  const now = new Date(context.clock())
  const traits = { type, kind: pending.kind }
  await audit(tx, { action: 'verification_attempted', outcome: 'done', actor: user.id, traits }, now)
  return proven
}

const expired = (shown: Shown) =>
  new AuthRefusal(
    'otp_expired',
    'token' in shown ? 'Email link is invalid or has expired' : 'Token has expired or is invalid',
  )

async function refused(
  tx: Transaction,
  { clock }: AuthContext,
  { type }: Asked,
  user: UserRow | null,
  refusal: AuthRefusal,
): Promise<AuthRefusal> {
  const traits = { type, reason: refusal.code }
  const entry = {
    action: 'verification_attempted',
    outcome: 'refused',
    actor: user?.id ?? null,
    traits,
  } as const
  await audit(tx, entry, new Date(clock()))
  return refusal
}

/** Null when the code does not fit the person any more, or another request was faster. */
async function take(
  tx: Transaction,
  context: AuthContext,
  asked: Asked,
  user: UserRow,
  pending: PendingCode,
): Promise<Proven | null> {
  const method = methodOf(asked)
  if (pending.kind === 'email_change_new' || pending.kind === 'email_change_current') {
    const change = await confirmChange(tx, context, user, pending)
    if (!change) return null
    return 'half' in change ? { ...change, letters: [] } : { ...change, method }
  }
  if (pending.address !== user.email || !(await spendCode(tx, pending))) return null
  const now = new Date(context.clock())
  const kept = await updateUser(tx, user.id, passwordAfter(asked, user, pending), now)
  const confirmed = kept.email_confirmed_at === null ? await confirmEmail(tx, kept, now) : kept
  await clearCodes(tx, user.id)
  return { user: confirmed, method, letters: [] }
}

/**
 * An invited person may bring a password. A password that was set before the mailbox was confirmed may be a stranger's:
 * it stays when its own sign-up is confirmed, and is removed otherwise.
 */
function passwordAfter({ passwordHash }: Asked, user: UserRow, { kind }: PendingCode) {
  if (passwordHash !== undefined && kind === 'confirmation') return { encrypted_password: passwordHash }
  const isForeign = kind === 'recovery' && user.email_confirmed_at === null
  return isForeign ? { encrypted_password: null } : {}
}
