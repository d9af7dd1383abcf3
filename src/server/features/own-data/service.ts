import { ownDataLink } from '#content/documents.ts'
import { writeLetter } from '#letters/write-letter.ts'
import type { InstallationFacts } from '#server/features/call-letters/service.ts'
import type { DeliveryOutcome, OutboxItem, SendItem } from '#server/features/outbox/service.ts'
import type { SiteSource } from '#server/features/pages/service.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { sha256 } from '#server/lib/crypto/tokens.ts'
import type { Database } from '#server/lib/db/database.ts'
import { type Mailer, mailboxOf } from '#server/lib/mail/mailer.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { formatMailReason } from '#shared/contract/letter-previews.ts'
import { openDataLink, queueDataLink } from './queries.ts'

interface OwnDataStore {
  database: Database
  clock: Clock
  cipher: Pick<SecretCipher, 'mac' | 'seal' | 'open'>
}

export interface OwnDataOptions extends OwnDataStore {
  site: SiteSource
  publicUrl: () => string
  pause: (milliseconds: number) => Promise<void>
  /** True if the server can send email. */
  sendsMail: boolean
}

/**
 * Queues an email with a link; `address` must be in lower case. The email address is looked up only after the response,
 * so that requests for known and unknown addresses take the same time.
 */
export async function askForLink({ database, clock, cipher }: OwnDataStore, address: string): Promise<void> {
  const mailbox = cipher.mac('throttle', mailboxOf(address))
  await queueDataLink(database, { sealed: await cipher.seal(sealedFor, address), mailbox, now: clock() })
}

interface DataLinkContext {
  database: Database
  clock: Clock
  cipher: Pick<SecretCipher, 'mac' | 'open'>
  mailer: Pick<Mailer, 'send'>
  house: Pick<InstallationFacts, 'siteUrl' | 'organizer' | 'answersTo'>
}

/** Seconds for which a link is valid once its email is sent; `private.open_data_link` uses the same number. */
const linkSeconds = 3600

/**
 * If there is data about the email address, sends the email with the link. The email address is looked up only here,
 * after the response to the visitor, so that the response time reveals nothing.
 */
export function sendOwnData({ database, clock, cipher, mailer, house }: DataLinkContext): SendItem {
  return async ({ id, createdAt, sealed }, signal) => {
    const address = await decryptAddress(cipher, sealed)
    if (typeof address !== 'string') return address
    const token = tokenOf(cipher, id)
    const now = clock()
    if (!(await openDataLink(database, { item: id, hash: hashOf(token), address, now }))) return noDataKept
    const siteUrl = house.siteUrl()
    const letter = await writeLetter({
      kind: 'own-data',
      to: address,
      deskZone: 'UTC',
      siteUrl,
      organizer: house.organizer,
      answersTo: house.answersTo(),
      now,
      link: `${siteUrl}${ownDataLink.href}?key=${token}`,
      expires: linkSeconds,
    })
    const sent = await mailer.send(letter, { id, date: new Date(createdAt), signal })
    return sent.state === 'sent' ? { ...sent, sentAs: letter.kind } : sent
  }
}

const noDataKept: DeliveryOutcome = { state: 'dropped', reason: 'nothing is kept under the address' }

async function decryptAddress(
  cipher: DataLinkContext['cipher'],
  sealed: OutboxItem['sealed'],
): Promise<string | DeliveryOutcome> {
  if (sealed === null) return { state: 'dropped', reason: 'its address was deleted' }
  try {
    return await cipher.open(sealedFor, sealed)
  } catch {
    const reason = formatMailReason('ESEALED', 'it was encrypted with another key')
    return { state: 'missed', reason, isDoubtful: false, isFinal: true }
  }
}

const purpose = 'own data'

/** The encryption purpose for email addresses that are stored until their email is sent. */
const sealedFor = 'own data asked'

/** The token in an item's email. Each attempt uses the same token, so that an email sent twice has the same link. */
const tokenOf = (cipher: Pick<SecretCipher, 'mac'>, item: string): string => cipher.mac(purpose, item)

/** The database stores only this hash of a token. */
const hashOf = (token: string): Buffer => Buffer.from(sha256(token), 'hex')

/** Returns an empty string for a value that cannot be a token, so that the value is not looked up. */
export const readToken = (value: unknown): string =>
  typeof value === 'string' && /^[\w-]{43}$/.test(value) ? value : ''
