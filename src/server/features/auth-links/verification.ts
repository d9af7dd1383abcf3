import { addressChangedLetter } from '#letters/account-letters.ts'
import {
  confirmEmail,
  findUser,
  findUserByEmail,
  isBanned,
  resetAccount,
  type UserRow,
  updateUser,
} from '#server/features/auth-accounts/service.ts'
import type { SignInMethod } from '#server/features/auth-sessions/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { type AccountLetter, audit, letterWithoutExpiry } from '#server/lib/auth/queries.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { VerifyType } from '#shared/contract/auth.ts'
import { clearCodes, consumeCode, lookUpCode, lookUpToken } from './codes.ts'
import { type CodeKind, hasConfirmed, lockAddress, markConfirmed, type PendingCode } from './queries.ts'

/** The token from a link; or a numeric code, and the mailbox that received it. */
export type MailboxProof = { token: string } | { address: string; code: string }

export interface VerificationRequest {
  shown: MailboxProof
  type: VerifyType
  /** The hash of an invited user's new password. */
  passwordHash?: string
}

/** The user and the method of verification, or a message that asks for confirmation from the other mailbox. */
type VerificationResult =
  | { user: UserRow; method: SignInMethod; letters: AccountLetter[] }
  | { half: string; letters: AccountLetter[] }

/** A code is valid only for its purpose. No codes are sent to phones. */
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

const methods: Record<VerifyType, SignInMethod> = {
  signup: 'email/signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change: 'email_change',
  email: 'otp',
  sms: 'otp',
  phone_change: 'otp',
}

const methodOf = ({ shown, type }: VerificationRequest): SignInMethod =>
  'code' in shown && type === 'magiclink' ? 'otp' : methods[type]

/**
 * Uses a link or a code, and makes the change that it authorizes. The caller must commit even after a refusal, because
 * the wrong attempt was counted and audited.
 */
export async function verifyProof(
  tx: Transaction,
  context: AuthContext,
  asked: VerificationRequest,
): Promise<VerificationResult | AuthRefusal> {
  const { shown, type } = asked
  const kinds = kindsOf[type]
  const pending = await ('token' in shown
    ? lookUpToken(tx, context, shown.token, kinds)
    : lookUpCode(tx, context, shown, kinds))
  // Lock order: the user first, then the token.
  const user = pending && (await findUser(tx, pending.user_id, true))
  if (user && isBanned(user, context.clock())) {
    return refused(tx, context, asked, user, new AuthRefusal('user_banned', 'User is banned'))
  }
  const proven = pending && user && (await applyCode(tx, context, asked, user, pending))
  if (!proven) return refused(tx, context, asked, user, expired(shown))
  const traits = { type, kind: pending.kind }
  await audit(tx, context, 'verification_attempted', { actor: user.id, traits })
  return proven
}

const expired = (shown: MailboxProof) =>
  new AuthRefusal(
    'otp_expired',
    'token' in shown ? 'Email link is invalid or has expired' : 'Token has expired or is invalid',
  )

async function refused(
  tx: Transaction,
  context: AuthContext,
  { type }: VerificationRequest,
  user: UserRow | null,
  refusal: AuthRefusal,
): Promise<AuthRefusal> {
  const details = { actor: user?.id ?? null, traits: { type, reason: refusal.code } }
  await audit(tx, context, 'verification_attempted', { outcome: 'refused', ...details })
  return refusal
}

/** Returns null if the user's email address has changed or another request has used the code. */
async function applyCode(
  tx: Transaction,
  context: AuthContext,
  asked: VerificationRequest,
  user: UserRow,
  pending: PendingCode,
): Promise<VerificationResult | null> {
  const method = methodOf(asked)
  if (pending.kind === 'email_change_new' || pending.kind === 'email_change_current') {
    const change = await confirmChange(tx, context, user, pending)
    if (!change) return null
    return 'half' in change ? { ...change, letters: [] } : { ...change, method }
  }
  if (pending.address !== user.email || !(await consumeCode(tx, pending))) return null
  const now = new Date(context.clock())
  const isFirstProof = user.email_confirmed_at === null
  const owned = isFirstProof ? await confirmEmail(tx, await resetAccount(tx, user, now), now) : user
  await clearCodes(tx, user.id)
  // An invited user can set a password in the same request.
  const { passwordHash: encrypted_password } = asked
  const isBrought = encrypted_password !== undefined && pending.kind === 'confirmation'
  const kept = isBrought ? await updateUser(tx, user.id, { encrypted_password }, now) : owned
  return { user: kept, method, letters: [] }
}

/** Null if the code does not belong to the pending email address change. */
type AddressChangeResult = { half: string } | { user: UserRow; letters: AccountLetter[] } | null

const message = 'Confirmed. Now open the link that was sent to the other address.'

/**
 * Handles one mailbox's confirmation of an email address change. The old email address remains until both mailboxes
 * have confirmed, so that a stolen session is not enough to take over an account.
 */
async function confirmChange(
  tx: Transaction,
  context: AuthContext,
  user: UserRow,
  pending: PendingCode,
): Promise<AddressChangeResult> {
  const next = user.email_change.toLowerCase()
  const isNew = pending.kind === 'email_change_new'
  if (next === '' || pending.address !== (isNew ? next : user.email)) return null
  if (user.email === null) return (await consumeCode(tx, pending)) ? changeAddress(tx, context, user, next) : null
  if (!(await markConfirmed(tx, pending.id, pending.token_hash))) return null
  const other = isNew
    ? ({ kind: 'email_change_current', address: user.email } as const)
    : ({ kind: 'email_change_new', address: next } as const)
  const now = new Date(context.clock())
  if (await hasConfirmed(tx, { userId: user.id, ...other }, now)) return changeAddress(tx, context, user, next)
  await updateUser(tx, user.id, { email_change_confirm_status: 1 }, now)
  return { half: message }
}

async function changeAddress(
  tx: Transaction,
  { clock }: AuthContext,
  user: UserRow,
  email: string,
): Promise<{ user: UserRow; letters: AccountLetter[] }> {
  await lockAddress(tx, email)
  const taken = await findUserByEmail(tx, email)
  if (taken && taken.id !== user.id) {
    throw new AuthRefusal('email_exists', 'A user with this email address has already been registered')
  }
  const now = new Date(clock())
  const change = { email, email_change: '', email_change_confirm_status: 0, email_confirmed_at: now }
  const moved = await confirmEmail(tx, await updateUser(tx, user.id, change, now), now)
  await clearCodes(tx, user.id)
  const traits = { what: 'email' }
  await audit(tx, { clock }, 'user_modified', { actor: user.id, traits })
  const notice = user.email && addressChangedLetter({ to: user.email, when: clock(), newAddress: email })
  return { user: moved, letters: notice ? [letterWithoutExpiry(notice, user.id)] : [] }
}
