import type { Database, Transaction } from '#server/lib/db/database.ts'
import { callSqlFunction } from '#server/lib/db/rows.ts'
import type { DeskMailbox, MailboxError, MailboxInput } from '#shared/contract/team-mailbox.ts'
import type { ReadEmail } from './types.ts'

/** The settings of the mailbox, and the position up to which it has been read. */
export interface MailboxRow {
  revision: string
  host: string
  port: number
  username: string
  sealed_password: string | null
  created_at: Date
  uid_validity: string
  last_uid: string
  first_uid_validity: string
}

const asServer = <T>(database: Database, work: (tx: Transaction) => Promise<T>) =>
  database.transaction('backline_upkeep', {}, work)

export async function findMailbox(database: Database): Promise<MailboxRow | null> {
  const { rows } = await asServer(database, (tx) => tx.query<MailboxRow>('select * from private.mailbox_to_read()'))
  return rows[0] ?? null
}

export async function findTeamAddresses(database: Database): Promise<string[]> {
  const { rows } = await asServer(database, (tx) =>
    tx.query<{ address: string }>('select address from private.team_addresses() address'),
  )
  return rows.map(({ address }) => address)
}

/** Stores the email and the position in one transaction. Returns what happened, for the log. */
export async function storeEmail(
  database: Database,
  { revision, uidValidity, uid }: { revision: string; uidValidity: bigint; uid: number },
  { email, files }: ReadEmail,
): Promise<string | null> {
  const contents = files.map((file) => file && Buffer.from(file.buffer, file.byteOffset, file.byteLength))
  return asServer(database, (tx) =>
    callSqlFunction(tx, 'private.store_visitor_email', [revision, String(uidValidity), uid, email, contents]),
  )
}

export async function recordReading(
  database: Database,
  revision: string,
  fault: MailboxError | null,
  now: Date,
): Promise<void> {
  await asServer(database, (tx) =>
    tx.query('select private.record_mailbox_reading($1, $2, $3)', [revision, fault, now]),
  )
}

export async function saveMailbox(
  tx: Transaction,
  { host, port, username, makes_messages }: Omit<MailboxInput, 'password'>,
  sealedPassword: string,
  { uidValidity, uidNext }: { uidValidity: bigint; uidNext: number },
  now: Date,
): Promise<DeskMailbox> {
  const position = [String(uidValidity), uidNext - 1]
  const values = [host, port, username, sealedPassword, makes_messages, ...position, now]
  return (await callSqlFunction(tx, 'private.save_mailbox', values)) as DeskMailbox
}

export async function readEmailFile(
  tx: Transaction,
  email: string,
  place: number,
): Promise<{ name: string; content: Buffer } | null> {
  const { rows } = await tx.query<{ name: string; content: Buffer }>(
    'select name, content from private.read_email_file($1, $2)',
    [email, place],
  )
  return rows[0] ?? null
}
