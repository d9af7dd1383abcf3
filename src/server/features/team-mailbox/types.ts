import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { OutgoingPolicy } from '#server/lib/outgoing.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import type { MailboxError, visitorEmailKinds } from '#shared/contract/team-mailbox.ts'

/** A parsed email, as `private.store_visitor_email` expects it. */
export interface VisitorEmail {
  /** A hash that stays the same if the mail server numbers its emails again. */
  fingerprint: string
  /** The ids of our emails in the headers; in a bounce, also those in the returned email. */
  letters: string[]
  /** All Message-IDs to which the email refers. */
  header_ids: string[]
  /** The beginnings of record ids in the subject. */
  references: string[]
  header_id: string | null
  kind: (typeof visitorEmailKinds)[number]
  from_name: string
  /** Empty if the header does not contain one plain address. */
  from_address: string
  subject: string
  sent_at: string | null
  body: string
  quoted: string
  is_cut: boolean
  files: { name: string; size: number }[]
}

export interface ReadEmail {
  email: VisitorEmail
  /** The contents of the files; null if a file is over a limit. */
  files: (Uint8Array | null)[]
}

export interface EmailTask {
  source: Uint8Array
  /** True if the source is only the beginning of the email. */
  isCut: boolean
  /** The addresses from which the team and the server write. */
  ownAddresses: readonly string[]
  /** The domain in our Message-IDs. */
  ownDomain: string
}

export interface MailboxContext {
  database: Database
  clock: Clock
  cipher: Pick<SecretCipher, 'seal' | 'open'>
  log: Log
  policy: OutgoingPolicy
  /** The address from which the server sends emails. */
  sender: string
  reader: URL
}

export interface MailboxAccess {
  host: string
  port: number
  username: string
  password: string
}

export const limits = {
  /** Bytes of an email that is read completely, and of the beginning of a larger email. */
  whole: 10_000_000,
  beginning: 256_000,
  /** Bytes of an email's header if the email cannot be parsed. */
  header: 64_000,
  /** Milliseconds and megabytes for parsing one email. */
  parsing: 15_000,
  memory: 192,
  /** Characters. */
  text: 100_000,
  name: 200,
  subject: 500,
  files: 20,
  fileBytes: 10_000_000,
  ids: 50,
} as const

export class MailboxFault extends Error {
  override name = 'MailboxFault'
  readonly fault: MailboxError

  constructor(fault: MailboxError) {
    super(fault)
    this.fault = fault
  }
}
