import type { ClientBase } from 'pg'
import { DatabaseUnavailable } from './errors.ts'

const readOnly = '25006'

/** Whether a statement was refused because its transaction may only read. */
export const mayOnlyRead = (error: unknown): boolean => (error as { code?: unknown }).code === readOnly

/**
 * Whether the connection leads to a standby, or a database set to read-only. Otherwise the refused request itself had
 * asked for a read-only transaction. Call it after the end of the transaction.
 */
export async function takesNoWrites(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ closed: boolean }>(
    "select current_setting('transaction_read_only')::boolean as closed",
  )
  return rows[0]?.closed === true
}

/** Callers see a read-only database as one that is out of reach, which is a temporary fault. */
export const noWrites = (cause: unknown) => new DatabaseUnavailable('the database takes no writes', { cause })
