import type { Role } from './roles.ts'

export interface Transaction {
  /**
   * With a name the connection keeps the statement and its plan: reading and planning one that stores a few rows costs
   * PostgreSQL more than the rows. A name stands for one text.
   */
  query<Row>(
    sql: string,
    values?: readonly unknown[],
    name?: string,
  ): Promise<{ rows: Row[]; rowCount: number }>
}

export interface Database {
  /**
   * Runs `work` in one transaction under `role` with the request's claims (request.jwt.claims); commits, or
   * rolls back and rethrows. A statement is cut after `seconds`, ten unless said otherwise.
   */
  transaction<T>(
    role: Role,
    claims: Record<string, unknown>,
    work: (tx: Transaction) => Promise<T>,
    seconds?: number,
  ): Promise<T>
  /**
   * Gives each of its queries a transaction of its own under `role`, sent whole: a third of the way there and back. The
   * connection stays in that role until another is asked for, so that many after one another are the statement alone.
   * When no answer came (08006), nobody knows whether it was committed.
   */
  alone(role: Role, claims: Record<string, unknown>): Transaction
  /**
   * Runs `work` in one transaction like the above, then the statement that it gives, and keeps the rows of that aside:
   * the transaction is over and committed before anybody reads the first of them, however long the reading takes.
   */
  cursor<Row>(
    role: Role,
    claims: Record<string, unknown>,
    work: (tx: Transaction) => Promise<{ text: string; values: readonly unknown[] }>,
    options: CursorOptions,
  ): Promise<Cursor<Row>>
  /**
   * Hears what is notified on a channel, by whichever process. Resolves when it does; a connection that breaks later
   * is made anew.
   */
  listen(channel: string, listener: Listener): Promise<Listening>
  /** How many of the shared connections somebody has, how many lie idle, and how many requests wait for one. */
  usage(): PoolUsage
  /** Has the database write something, and gives the time that it is there, in milliseconds since 1970. */
  ping(): Promise<number>
  close(): Promise<void>
}

export interface PoolUsage {
  used: number
  idle: number
  waiting: number
  /** As many as there may be. */
  most: number
}

export interface CursorOptions {
  /** Seconds after which each statement is cut, the one that makes all the rows among them. */
  seconds: number
  /** Rows that one reading gives at most. */
  batch: number
  /** Nobody waits for the rows any more. */
  signal: AbortSignal
}

/** Rows on a connection of their own, which whoever has the cursor must close. */
export interface Cursor<Row> {
  /** The next rows; none at the end. */
  read(): Promise<Row[]>
  close(): void
}

export interface Listener {
  onMessage(payload: string): void
  /** The connection was away and is back: what was notified meanwhile is lost. */
  onGap(): void
}

export interface Listening {
  close(): Promise<void>
}
