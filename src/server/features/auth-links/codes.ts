import { timingSafeEqual } from 'node:crypto'
import { findUser } from '#server/features/auth-accounts/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import { randomDigits, randomToken, sha256 } from '#server/lib/crypto/tokens.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { countHit, resetHits } from '#server/lib/throttle/queries.ts'
import {
  type CodeKind,
  countFailure,
  deleteCode,
  deleteCodes,
  findByAddress,
  findByToken,
  type IssuedCode,
  type PendingCode,
  upsertCode,
} from './queries.ts'

/**
 * The number of wrong attempts after which the digits in one email are void. The link stays valid, because it cannot be
 * guessed.
 */
const triesPerCode = 5
/** The number of wrong attempts after which the digits in all emails to one mailbox are void. */
const triesPerAddress = { name: 'codes', hits: 10, seconds: 300 }

type CodeContext = Pick<AuthContext, 'cipher' | 'clock' | 'settings'>

/** The code is bound to the user, the mailbox and the purpose, so it is not valid for anything else. */
const hashOf = (
  { cipher }: Pick<AuthContext, 'cipher'>,
  about: { userId: string; kind: CodeKind; address: string },
  code: string,
) => cipher.mac('one-time code', JSON.stringify([about.userId, about.kind, about.address, code]))

/**
 * Creates a link and digits that verify one mailbox once, within `seconds` or the configured time. Voids the older code
 * of the same kind. For an unknown user id, this does the same work but stores nothing, so that response times do not
 * reveal accounts.
 */
export async function issueCode(
  tx: Transaction,
  context: CodeContext,
  about: { userId: string; kind: CodeKind; address: string; seconds?: number },
): Promise<IssuedCode> {
  const { clock, settings } = context
  const address = about.address.toLowerCase()
  const token = randomToken()
  const code = randomDigits(settings.codeDigits)
  const now = clock()
  const expiresAt = new Date(now + (about.seconds ?? settings.codeSeconds) * 1000)
  const { userId, kind } = about
  const codeHash = hashOf(context, { userId, kind, address }, code)
  const tokenHash = sha256(token)
  await upsertCode(tx, { userId, kind, address, tokenHash, codeHash, expiresAt }, new Date(now))
  return { token, code, expiresAt }
}

/** Voids codes of every kind after a password is changed or an email address is confirmed. */
export async function clearCodes(tx: Transaction, userId: string): Promise<void> {
  await deleteCodes(tx, userId)
}

/** Finds a link's code without using it. Returns null if the link is wrong, expired, used, or for another purpose. */
export function lookUpToken(
  tx: Transaction,
  { clock }: CodeContext,
  token: string,
  kinds: readonly CodeKind[],
): Promise<PendingCode | null> {
  return findByToken(tx, sha256(token), kinds, new Date(clock()))
}

/**
 * Finds the code for the digits that a user typed. Counts wrong attempts, so the caller must commit if this returns
 * null. Throws 429 after too many attempts, even if the mailbox has no account.
 */
export async function lookUpCode(
  tx: Transaction,
  context: CodeContext,
  typed: { address: string; code: string },
  kinds: readonly CodeKind[],
): Promise<PendingCode | null> {
  const { cipher, clock } = context
  const address = typed.address.toLowerCase()
  const key = cipher.mac('throttle', address)
  const wait = await countHit(tx, triesPerAddress, key, clock())
  if (wait > 0) {
    throw new AuthRefusal('over_request_rate_limit', `Too many attempts, please wait ${wait} seconds`, {
      retryAfter: wait,
    })
  }
  const candidates = await findByAddress(tx, address, kinds, new Date(clock()))
  const open = candidates.filter(({ failures }) => failures < triesPerCode)
  const match = open.find((each) => {
    const hash = hashOf(context, { userId: each.user_id, kind: each.kind, address }, typed.code)
    return equalInConstantTime(hash, each.code_hash)
  })
  if (match) await resetHits(tx, triesPerAddress, key)
  else await countFailure(tx, candidates)
  return match ?? null
}

function equalInConstantTime(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Uses the code. Returns false if another request has used the code or a newer code has replaced it. */
export const consumeCode = (tx: Transaction, { id, token_hash }: PendingCode) => deleteCode(tx, id, token_hash)

/**
 * Uses the reauthentication code that a user typed, if the code is correct. After a refusal, the caller must commit, so
 * that the count is kept.
 */
export async function redeemNonce(
  tx: Transaction,
  context: CodeContext,
  userId: string,
  nonce: string,
): Promise<boolean> {
  const user = await findUser(tx, userId, true)
  if (!user?.email) return false
  const found = await lookUpCode(tx, context, { address: user.email, code: nonce }, ['reauthentication'])
  return found !== null && found.user_id === userId && consumeCode(tx, found)
}
