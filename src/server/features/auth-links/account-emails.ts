import { exportedThings } from '#content/account-letters.ts'
import { largeExportLetter, newDeviceLetter, secondStepResetLetter } from '#letters/account-letters.ts'
import { findUser, type UserRow } from '#server/features/auth-accounts/service.ts'
import type { Item, Outcome, Send } from '#server/features/outbox/service.ts'
import { openLetter } from '#server/lib/auth/queries.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Letter, Mailer } from '#server/lib/mail/mailer.ts'
import { reasonOf } from '#shared/contract/letter-desk.ts'
import type { AccountLetterKind } from '#shared/contract/outbox.ts'

interface Post {
  database: Database
  cipher: Pick<SecretCipher, 'open'>
  mailer: Pick<Mailer, 'send'>
}

type Written = Letter | Outcome

/** Functions that write account emails, by the kind of email. */
const texts: Readonly<Record<AccountLetterKind, (post: Post, item: Item) => Promise<Written>>> = {
  account: opened,
  'second-step-reset': resetNews,
  'new-device': deviceNews,
  'large-export': exportNews,
}

export const isAboutAccount = (kind: string): kind is AccountLetterKind => Object.hasOwn(texts, kind)

/** Sends account emails. Most were written and encrypted when they were queued; they are decrypted here. */
export function sendAccountLetters(post: Post): Send {
  return async (item, signal) => {
    const letter = isAboutAccount(item.kind) ? await texts[item.kind](post, item) : gone
    if ('state' in letter) return letter
    return post.mailer.send(letter, { id: item.id, date: new Date(item.createdAt), signal })
  }
}

const gone: Outcome = { state: 'dropped', reason: 'its text was deleted' }

async function opened({ cipher }: Post, { sealed }: Item): Promise<Written> {
  if (sealed === null) return gone
  try {
    return await openLetter(cipher, sealed)
  } catch {
    return {
      state: 'missed',
      reason: reasonOf('ESEALED', 'it was encrypted with another key'),
      isDoubtful: false,
      isFinal: true,
    }
  }
}

/** Written when it is sent: the database queues this email and cannot encrypt, but the email has no secret. */
async function resetNews({ database }: Post, { userId, createdAt, facts }: Item): Promise<Written> {
  const [user, owner] = [await find(database, userId), await find(database, facts.by)]
  if (!user?.email) return nobody
  const by = typeof facts.by === 'string' ? 'owner' : 'operator'
  return secondStepResetLetter({ to: user.email, when: createdAt, by, name: nameOf(owner) })
}

/** Facts in an email that both the user and the owners receive. */
async function newsOf({ database }: Post, { userId, createdAt, facts }: Item) {
  const [user, about] = [await find(database, userId), await find(database, facts.about)]
  if (!user?.email || !about) return null
  const whose = about.id === user.id ? null : (nameOf(about) ?? about.email ?? 'A colleague')
  return { to: user.email, when: createdAt, whose }
}

async function deviceNews(post: Post, item: Item): Promise<Written> {
  const news = await newsOf(post, item)
  const { agent } = item.facts
  return news ? newDeviceLetter({ ...news, agent: typeof agent === 'string' ? agent : null }) : nobody
}

async function exportNews(post: Post, item: Item): Promise<Written> {
  const news = await newsOf(post, item)
  const { rows, action } = item.facts
  const what = exportedThings[String(action)] ?? 'rows within a day'
  return news ? largeExportLetter({ ...news, what: counted(Number(rows), what) }) : nobody
}

const counted = (rows: number, what: string) => `${new Intl.NumberFormat('en-GB').format(rows)} ${what}`

const nobody: Outcome = { state: 'dropped', reason: 'the account was deleted' }

const find = (database: Database, id: unknown): Promise<UserRow | null> =>
  database.transaction('supabase_auth_admin', {}, async (tx) =>
    typeof id === 'string' ? findUser(tx, id) : null,
  )

function nameOf(user: UserRow | null): string | null {
  const name = user?.raw_user_meta_data?.name
  return typeof name === 'string' ? name : null
}
