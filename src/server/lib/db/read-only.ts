import type { ClientBase } from 'pg'
import { DatabaseUnavailable } from './errors.ts'

const readOnly = '25006'

/** Whether a statement was refused because its transaction may only read. */
export const mayOnlyRead = (error: unknown): boolean => (error as { code?: unknown }).code === readOnly

/**
 * Whether the connection that refused to write leads to a database that takes no writes: a standby, which the primary
 * may have become since, or one set to read only. The other reason is a request that asked to read and meant to write,
 * which is the fault of whoever sent it. Asked once the transaction is over.
 */
export async function takesNoWrites(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ closed: boolean }>(
    "select current_setting('transaction_read_only')::boolean as closed",
  )
  return rows[0]?.closed === true
}

/** What the callers hear of such a database: it passes, as when no database answers. */
export const noWrites = (cause: unknown) => new DatabaseUnavailable('the database takes no writes', { cause })
