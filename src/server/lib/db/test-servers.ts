import pg from 'pg'

/** The server that `tools/test-setup.ts` starts when it is asked for: our own, or PostgreSQL 15, the oldest we support. */
export type TestServer = 'embedded' | 'fifteen'

declare module 'vitest' {
  interface ProvidedContext {
    /** On which to run what must hold on both: our own in the gate, the oldest in the rehearsal `postgres-15`. */
    servers: readonly TestServer[]
  }
}

/** The migrated database that each test file copies. */
export const templateName = 'backline_template'

/** The address of another database on the same server. */
export function addressOf(address: string, database: string): string {
  return address.replace(/[^/]*$/, database)
}

/** The same as whoever serves there. */
export function servedAt(address: string): string {
  return address.replace('postgres@', 'authenticator@')
}

/** One statement on a connection of its own. */
export async function once(address: string, sql: string): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
