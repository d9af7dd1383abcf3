import type pg from 'pg'
import { type ConnectionConfig, newDatabaseClient } from './database-url.ts'
import { DatabaseUnavailable, isReadOnlyError, readOnlyDatabase, translateError } from './errors.ts'
import { begin, statementTimeout, transactionOn } from './transaction.ts'
import type { Cursor, CursorOptions, Database, Role, Transaction } from './types.ts'

const connectMilliseconds = 5000

/**
 * Adds cursors to a database. Each cursor has its own connection, which stays open for the whole download, so that
 * visitors' requests do not wait. The cursor outlives its transaction: PostgreSQL stores the rows at the commit. An
 * open transaction would keep its locks as long as the client reads; partition maintenance would wait for the locks,
 * and every insert would wait for partition maintenance.
 */
export function withCursors(database: Omit<Database, 'cursor'>, config: ConnectionConfig): Database {
  const open = new Set<pg.Client>()

  async function cursor<Row>(
    role: Role,
    claims: Record<string, unknown>,
    work: (tx: Transaction) => Promise<{ text: string; values: readonly unknown[] }>,
    { seconds, batch, signal }: CursorOptions,
  ): Promise<Cursor<Row>> {
    const client = newDatabaseClient({
      ...config,
      connectionTimeoutMillis: connectMilliseconds,
      keepAlive: true,
    })
    const fetchText = `fetch forward ${Number(batch)} from held`
    client.on('error', () => {})
    open.add(client)
    const close = () => {
      signal.removeEventListener('abort', close)
      if (open.delete(client)) void client.end().catch(() => {})
    }
    signal.addEventListener('abort', close)
    const say = (text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> => {
      const statement = { text, query_timeout: statementTimeout(seconds) }
      return client.query(values.length > 0 ? { ...statement, values: [...values] } : statement)
    }
    const fetchRows = async () => (await say(fetchText)).rows as Row[]

    try {
      if (signal.aborted) throw new DatabaseUnavailable('client left before its rows were read')
      await client.connect()
      // Cancels the statement if its client has disconnected. Not every operating system supports this.
      await say("set client_connection_check_interval = '2s'").catch(() => {})
      await say(begin(role, claims, seconds))
      const { text, values } = await work(transactionOn(client, seconds))
      await say(`declare held no scroll cursor with hold for ${text}`, values)
      // These rows are fetched before the commit, so that the transaction is rolled back if the statement fails.
      let ahead: Row[] | null = await fetchRows()
      const { command } = await say('commit')
      if (command !== 'COMMIT') throw new Error('transaction was rolled back')
      return {
        async read() {
          const rows = ahead
          ahead = null
          return rows ?? fetchRows().catch((error: unknown) => Promise.reject(translateError(error)))
        },
        close,
      }
    } catch (error) {
      close()
      // A cursor never requests a read-only transaction, so this error means that the database is read-only.
      throw isReadOnlyError(error) ? readOnlyDatabase(error) : translateError(error)
    }
  }

  return {
    ...database,
    cursor,
    async close() {
      for (const client of open) client.connection.stream.destroy()
      await database.close()
    },
  }
}
