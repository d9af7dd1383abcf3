import { accountEmailFrame, exportContents } from '#content/account-letters.ts'
import { largeExportLetter, newDeviceLetter, secondStepResetLetter } from '#letters/account-letters.ts'
import { findUser, type UserRow } from '#server/features/auth-accounts/service.ts'
import type { DeliveryOutcome, OutboxItem, SendItem } from '#server/features/outbox/service.ts'
import { decryptLetter } from '#server/lib/auth/queries.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Letter, Mailer } from '#server/lib/mail/mailer.ts'
import { formatMailReason } from '#shared/contract/letter-previews.ts'
import type { AccountLetterKind } from '#shared/contract/outbox.ts'

interface AccountEmailContext {
  database: Database
  cipher: Pick<SecretCipher, 'open'>
  mailer: Pick<Mailer, 'send'>
}

type EmailOrOutcome = Letter | DeliveryOutcome

/** Functions that write account emails, by the kind of email. */
const emailWriters: Readonly<
  Record<AccountLetterKind, (post: AccountEmailContext, item: OutboxItem) => Promise<EmailOrOutcome>>
> = {
  account: decryptEmail,
  'second-step-reset': writeResetEmail,
  'new-device': writeDeviceEmail,
  'large-export': writeExportEmail,
}

export const isAboutAccount = (kind: string): kind is AccountLetterKind => Object.hasOwn(emailWriters, kind)

/**
 * Sends account emails. Most account emails were written and encrypted when they were queued, and are decrypted here.
 */
export function sendAccountLetters(post: AccountEmailContext): SendItem {
  return async (item, signal) => {
    const letter = isAboutAccount(item.kind) ? await emailWriters[item.kind](post, item) : textDeleted
    if ('state' in letter) return letter
    return post.mailer.send(letter, { id: item.id, date: new Date(item.createdAt), signal })
  }
}

const textDeleted: DeliveryOutcome = { state: 'dropped', reason: 'its text was deleted' }

async function decryptEmail({ cipher }: AccountEmailContext, { sealed }: OutboxItem): Promise<EmailOrOutcome> {
  if (sealed === null) return textDeleted
  try {
    return await decryptLetter(cipher, sealed)
  } catch {
    return {
      state: 'missed',
      reason: formatMailReason('ESEALED', 'it was encrypted with another key'),
      isDoubtful: false,
      isFinal: true,
    }
  }
}

/**
 * The email about a reset is written when it is sent, because the database queues it and cannot encrypt it. The email
 * contains no secret.
 */
async function writeResetEmail(
  { database }: AccountEmailContext,
  { userId, createdAt, facts }: OutboxItem,
): Promise<EmailOrOutcome> {
  const [user, owner] = [await find(database, userId), await find(database, facts.by)]
  if (!user?.email) return accountDeleted
  const by = typeof facts.by === 'string' ? 'owner' : 'operator'
  return secondStepResetLetter({ to: user.email, when: createdAt, by, name: nameOf(owner) })
}

/** Facts in an email that both the user and the owners receive. */
async function alertFacts({ database }: AccountEmailContext, { userId, createdAt, facts }: OutboxItem) {
  const [user, about] = [await find(database, userId), await find(database, facts.about)]
  if (!user?.email || !about) return null
  const whose = about.id === user.id ? null : (nameOf(about) ?? about.email ?? accountEmailFrame.colleague)
  return { to: user.email, when: createdAt, whose }
}

async function writeDeviceEmail(post: AccountEmailContext, item: OutboxItem): Promise<EmailOrOutcome> {
  const news = await alertFacts(post, item)
  const { agent } = item.facts
  return news ? newDeviceLetter({ ...news, agent: typeof agent === 'string' ? agent : null }) : accountDeleted
}

async function writeExportEmail(post: AccountEmailContext, item: OutboxItem): Promise<EmailOrOutcome> {
  const news = await alertFacts(post, item)
  const { rows, action } = item.facts
  const what = exportContents[String(action)] ?? exportContents.other ?? ''
  return news ? largeExportLetter({ ...news, what: counted(Number(rows), what) }) : accountDeleted
}

const counted = (rows: number, what: string) => `${new Intl.NumberFormat('en-GB').format(rows)} ${what}`

const accountDeleted: DeliveryOutcome = { state: 'dropped', reason: 'the account was deleted' }

const find = (database: Database, id: unknown): Promise<UserRow | null> =>
  database.transaction('supabase_auth_admin', {}, async (tx) => (typeof id === 'string' ? findUser(tx, id) : null))

function nameOf(user: UserRow | null): string | null {
  const name = user?.raw_user_meta_data?.name
  return typeof name === 'string' ? name : null
}
