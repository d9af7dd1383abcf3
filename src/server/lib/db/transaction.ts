import pg from 'pg'
import { translateError } from './errors.ts'
import { type Role, roles, type Transaction } from './types.ts'

/** A statement is cancelled after this many seconds, so that its connection becomes free. */
export const statementSeconds = 10
/** A transaction whose client stops sending is ended after this many seconds, which releases its locks. */
const idleSeconds = 15

/**
 * Begins a transaction with its role, claims and limits in one message. These settings are local to the transaction, or
 * last for the session if many statements with the same role and claims follow. `SET` is used because PostgreSQL does
 * not plan it and returns no row for it. JIT, which is on by default, would add 70 ms to a booking.
 */
export function begin(
  role: Role,
  claims: Record<string, unknown>,
  seconds: number,
  scope: 'local' | 'session' = 'local',
): string {
  if (!roles.includes(role)) throw new TypeError(`unknown role: ${String(role)}`)
  return `begin; set ${scope} statement_timeout = '${Number(seconds)}s';
    set ${scope} idle_in_transaction_session_timeout = '${idleSeconds}s';
    set ${scope} jit = off;
    set ${scope} request.jwt.claims = ${pg.escapeLiteral(JSON.stringify(claims))};
    set ${scope} role ${role}`
}

/**
 * Milliseconds to wait for a statement. This wait is longer than the server's timeout, so that the server cancels the
 * statement first.
 */
export const statementTimeout = (seconds: number) => (seconds + 5) * 1000

export function transactionOn(client: pg.ClientBase, seconds: number): Transaction {
  return {
    async query<Row>(sql: string, values?: readonly unknown[], name?: string) {
      try {
        const statement = {
          text: sql,
          ...(name && { name }),
          query_timeout: statementTimeout(seconds),
          ...(values && { values: [...values] }),
        }
        const result: pg.QueryResult = await client.query(statement)
        return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 }
      } catch (error) {
        throw translateError(error)
      }
    },
  }
}
