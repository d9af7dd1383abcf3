/** The roles that a request can run as; `supabase/schemas` grants their rights. */
const ofRequests = ['anon', 'authenticated', 'service_role'] as const

/** Roles for the server's own work, each with its own rights. No token grants any of these roles. */
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
   * Runs a statement. If `name` is given, the connection keeps the statement and its plan, because parsing and planning
   * an insert of a few rows costs PostgreSQL more than the insert itself. Each name must always be used with the same
   * SQL text.
   */
  query<Row>(sql: string, values?: readonly unknown[], name?: string): Promise<{ rows: Row[]; rowCount: number }>
}

export interface Database {
  /**
   * Runs `work` in one transaction under `role` with the request's claims (request.jwt.claims). Commits, or rolls
   * back and rethrows. A statement is cancelled after `seconds` (default: ten).
   */
  transaction<T>(
    role: Role,
    claims: Record<string, unknown>,
    work: (tx: Transaction) => Promise<T>,
    seconds?: number,
  ): Promise<T>
  /**
   * Runs each query in its own transaction under `role`, in one round trip instead of three. The connection keeps the
   * role, so further queries from the same caller send only the statement. If no response arrives (08006), it is
   * unknown whether the query was committed.
   */
  alone(role: Role, claims: Record<string, unknown>): Transaction
  /**
   * In one transaction, runs `work` and then the statement that `work` returns, and stores the rows of that statement.
   * The transaction is committed before the first row is read, no matter how long reading takes.
   */
  cursor<Row>(
    role: Role,
    claims: Record<string, unknown>,
    work: (tx: Transaction) => Promise<{ text: string; values: readonly unknown[] }>,
    options: CursorOptions,
  ): Promise<Cursor<Row>>
  /**
   * Receives a channel's notifications from any process. Resolves once the database confirms LISTEN, and reconnects
   * automatically.
   */
  listen(channel: string, listener: Listener): Promise<ListenSubscription>
  /** The numbers of pool connections in use, idle pool connections, and requests that wait for a connection. */
  usage(): PoolUsage
  /** Checks that the database accepts a write, and returns the database's time in milliseconds since 1970. */
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
  /** Each statement, including the one that produces all rows, is cancelled after this many seconds. */
  seconds: number
  /** Maximum number of rows per read. */
  batch: number
  /** This signal is aborted when the client no longer waits for rows. */
  signal: AbortSignal
}

/** Rows that are read on a separate connection; the caller must close the cursor. */
export interface Cursor<Row> {
  /** Returns the next rows; an empty list if there are no more. */
  read(): Promise<Row[]>
  close(): void
}

export interface Listener {
  onMessage(payload: string): void
  /** The connection broke and was restored. Notifications that were sent in the meantime are lost. */
  onGap(): void
}

export interface ListenSubscription {
  close(): Promise<void>
}
