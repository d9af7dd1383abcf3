import pg from 'pg'

/** The servers that `tools/test-setup.ts` starts when they are asked for, as addresses of their maintenance databases. */
export interface TestServers {
  embedded: string
  /** PostgreSQL 15, the oldest we support; null where this machine has none. */
  fifteen: string | null
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestServers
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
