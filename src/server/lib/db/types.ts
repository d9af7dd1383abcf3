/** The roles that a request may have; `supabase/schemas` grants their rights. */
const ofRequests = ['anon', 'authenticated', 'service_role'] as const

/** Roles for the server's own work, each with its own rights. No token grants any of these. */
const ofOurWork = [
  'backline_call_page',
  'backline_counters',
  'backline_outbox',
  'backline_upkeep',
  'backline_webhooks',
] as const

/** `supabase_auth_admin` is the role of the auth service. */
export const roles = [...ofRequests, 'supabase_auth_admin', ...ofOurWork] as const

export type RequestRole = (typeof ofRequests)[number]
export type Role = (typeof roles)[number]

export interface Transaction {
  /**
   * With a name, the connection keeps the statement and its plan: parsing and planning a statement that stores a few
   * rows costs PostgreSQL more than the rows. A name stands for one text.
   */
  query<Row>(
    sql: string,
    values?: readonly unknown[],
    name?: string,
  ): Promise<{ rows: Row[]; rowCount: number }>
}

export interface Database {
  /**
   * Runs `work` in one transaction under `role` with the request's claims (request.jwt.claims); commits, or rolls back
   * and rethrows. A statement is cancelled after `seconds`, by default ten.
   */
  transaction<T>(
    role: Role,
    claims: Record<string, unknown>,
    work: (tx: Transaction) => Promise<T>,
    seconds?: number,
  ): Promise<T>
  /**
   * Runs each query in its own transaction under `role`, in one round trip instead of three. The connection keeps the
   * role, so that further queries of the same caller send only the statement. Without a response (08006) it is unknown
   * whether the query was committed.
   */
  alone(role: Role, claims: Record<string, unknown>): Transaction
  /**
   * Runs `work` in one transaction, then the statement that it returns, and stores the rows of that: the transaction is
   * committed before the first row is read, however long reading takes.
   */
  cursor<Row>(
    role: Role,
    claims: Record<string, unknown>,
    work: (tx: Transaction) => Promise<{ text: string; values: readonly unknown[] }>,
    options: CursorOptions,
  ): Promise<Cursor<Row>>
  /** Receives a channel's notifications, from any process. Resolves once it listens; reconnects automatically. */
  listen(channel: string, listener: Listener): Promise<Listening>
  /** How many of the pool's connections are in use and idle, and how many requests wait for one. */
  usage(): PoolUsage
  /** Makes the database write something, and returns its time, in milliseconds since 1970. */
  ping(): Promise<number>
  close(): Promise<void>
}

export type DatabaseLog = (message: string, fields?: Record<string, unknown>) => void

export interface PoolUsage {
  used: number
  idle: number
  waiting: number
  /** The size of the pool. */
  most: number
}

export interface CursorOptions {
  /** Seconds after which each statement is cancelled, including the one that produces all rows. */
  seconds: number
  /** Maximum number of rows per read. */
  batch: number
  /** Aborts when the client no longer waits for the rows. */
  signal: AbortSignal
}

/** Rows on a separate connection, which the caller must close. */
export interface Cursor<Row> {
  /** The next rows; none at the end. */
  read(): Promise<Row[]>
  close(): void
}

export interface Listener {
  onMessage(payload: string): void
  /** The connection broke and was restored: notifications in between are lost. */
  onGap(): void
}

export interface Listening {
  close(): Promise<void>
}
