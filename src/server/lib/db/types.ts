/** The roles that a request may have; what each may do is written in the migrations. */
export type RequestRole = 'anon' | 'authenticated' | 'service_role'

/** Those, and the one that the auth service works as. No token gives it. */
export type Role = RequestRole | 'supabase_auth_admin'

export interface Transaction {
  query<Row>(sql: string, values?: readonly unknown[]): Promise<{ rows: Row[]; rowCount: number }>
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
   * Gives each of its queries a transaction of its own under `role`, sent whole: a third of the way there and back.
   * When no answer came (08006), nobody knows whether it was committed.
   */
  alone(role: Role, claims: Record<string, unknown>): Transaction
  /**
   * Hears what is notified on a channel, by whichever process. Resolves when it does; a connection that breaks later
   * is made anew.
   */
  listen(channel: string, listener: Listener): Promise<Listening>
  /** Resolves when the database answers. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface Listener {
  onMessage(payload: string): void
  /** The connection was away and is back: what was notified meanwhile is lost. */
  onGap(): void
}

export interface Listening {
  close(): Promise<void>
}
