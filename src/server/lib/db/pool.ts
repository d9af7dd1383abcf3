import pg from 'pg'
import {
  DatabaseUnavailable,
  isReadOnlyError,
  isReadOnlyServer,
  PoolExhausted,
  readOnlyDatabase,
  translateError,
} from './errors.ts'
import { begin, statementSeconds, statementTimeout, transactionOn } from './transaction.ts'
import type { Database, DatabaseLog, Role, Transaction } from './types.ts'

/** The maximum time, in milliseconds, that a request waits for a free connection. */
const waitMilliseconds = 5000
/** Milliseconds for which a closing pool waits for a transaction. No client waits for background jobs. */
const closingMilliseconds = 1000
/**
 * If more requests than this are waiting, further requests are refused at once, because they would time out and use
 * memory until then.
 */
const longestQueue = 1000
/**
 * Connections younger than this are reused even if the database is read-only, because new connections reach the
 * same server.
 */
const settledMilliseconds = 1000

/** Operations on shared connections. Listening and cursors need their own connections. */
export type Pool = Omit<Database, 'listen' | 'cursor'>

export function openPool(config: pg.PoolConfig, log: DatabaseLog): Pool {
  const pool = new pg.Pool({
    application_name: 'backline',
    max: 10,
    ...config,
    connectionTimeoutMillis: waitMilliseconds,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // A query is sent before the previous query's result arrives.
    pipeline: true,
    query_timeout: statementTimeout(statementSeconds),
  })
  const made = new WeakMap<pg.PoolClient, number>()
  /** Connections opened before this time are not reused, because they may lead to a read-only database. */
  let trustedSince = 0
  // Without an error listener, a broken connection would end the process, whether the connection is idle or busy.
  pool.on('error', (error) => log('database connection broke', { reason: error.message }))
  pool.on('connect', (client) => {
    client.on('error', () => {})
    made.set(client, performance.now())
  })

  const lent = new Set<pg.PoolClient>()

  /** Releases a connection only once, because `rollBack` may have released it before `settle` does. */
  function giveBack(client: pg.PoolClient, broken = false): void {
    if (lent.delete(client)) client.release(broken)
  }

  async function lend(): Promise<pg.PoolClient> {
    if (pool.ended || pool.ending) throw new DatabaseUnavailable('the database is closed')
    if (pool.waitingCount >= longestQueue) throw new PoolExhausted('database pool queue is full')
    for (;;) {
      const client = await pool.connect()
      if ((made.get(client) ?? 0) >= trustedSince) {
        lent.add(client)
        return client
      }
      client.release(true)
    }
  }

  async function connect(opening: string): Promise<pg.PoolClient> {
    for (let spare = pool.options.max; ; spare--) {
      const client = await lend()
      try {
        await client.query(opening)
        return client
      } catch (error) {
        giveBack(client, true)
        // The connection broke while it was idle and had done nothing yet, so another connection can be tried.
        if (spare === 0 || !(translateError(error) instanceof DatabaseUnavailable)) throw error
      }
    }
  }

  async function transaction<T>(
    role: Role,
    claims: Record<string, unknown>,
    work: (tx: Transaction) => Promise<T>,
    seconds = statementSeconds,
  ): Promise<T> {
    let client: pg.PoolClient | undefined
    try {
      client = await connect(begin(role, claims, seconds))
      const result = await work(transactionOn(client, seconds))
      const { command } = await client.query('commit')
      // If `work` caught an error and did not rethrow it, PostgreSQL responds to the commit with ROLLBACK and
      // reports no error.
      if (command !== 'COMMIT') throw new Error('transaction was rolled back')
      giveBack(client)
      return result
    } catch (error) {
      throw translateError(client ? await rollBack(client, error) : error)
    }
  }

  /**
   * Returns the connection to the pool if the server still responds; otherwise, closes it. Returns the error for
   * the caller.
   */
  async function rollBack(client: pg.PoolClient, error: unknown): Promise<unknown> {
    try {
      await client.query('rollback')
    } catch {
      giveBack(client, true)
    }
    return settle(client, error)
  }

  /**
   * Does the same as `rollBack`, but after the end of the transaction. If the request may have asked for a
   * read-only transaction, checks whether the database itself is read-only. If the database does not respond, it
   * counts as read-only.
   */
  async function settle(client: pg.PoolClient, error: unknown, mayHaveAsked = true): Promise<unknown> {
    const isClosed = isReadOnlyError(error) && (!mayHaveAsked || (await isReadOnlyServer(client).catch(() => true)))
    giveBack(client, isClosed)
    if (!isClosed) return error
    const now = performance.now()
    if (now - trustedSince > settledMilliseconds) trustedSince = now
    return readOnlyDatabase(error)
  }

  /**
   * The role and claims that `alone` set on each connection. `transaction` sets its own role and claims in any case.
   */
  const left = new WeakMap<pg.PoolClient, string>()

  function alone(role: Role, claims: Record<string, unknown>): Transaction {
    const opening = begin(role, claims, statementSeconds, 'session')
    return {
      async query<Row>(...statement: Parameters<Transaction['query']>) {
        const client = await lend().catch((error: unknown) => Promise.reject(translateError(error)))
        const isThere = left.get(client) === opening
        // If the statement fails, the commit becomes a rollback, so the three messages do not have to wait for each
        // other.
        const [opened, answered, closed] = await Promise.allSettled([
          isThere || client.query(opening),
          transactionOn(client, statementSeconds).query<Row>(...statement),
          isThere || client.query('commit'),
        ])
        const fault = [opened, answered, closed].find(({ status }) => status === 'rejected')
        if (fault?.status === 'rejected') {
          const error = translateError(fault.reason)
          if (error instanceof DatabaseUnavailable) giveBack(client, true)
          // The pool does not check whether the database is read-only, because this code never requests a read-only
          // transaction, and a standby may have been promoted in the meantime.
          throw await settle(client, error, false)
        }
        left.set(client, opening)
        giveBack(client)
        return (answered as PromiseFulfilledResult<{ rows: Row[]; rowCount: number }>).value
      },
    }
  }

  return {
    transaction,
    alone,
    usage: () => ({
      used: lent.size,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      most: pool.options.max,
    }),
    async ping() {
      const { rows } = await transaction('backline_upkeep', {}, (tx) =>
        tx.query<{ at: Date }>('select private.check_writable() as at'),
      )
      return rows[0]?.at.getTime() ?? Number.NaN
    },
    async close() {
      const cut = () => {
        for (const client of lent) client.connection.stream.destroy()
      }
      const timer = setTimeout(cut, closingMilliseconds)
      await pool.end().finally(() => clearTimeout(timer))
    },
  }
}
