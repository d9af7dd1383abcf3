import pg from 'pg'

/**
 * A server that `tools/testing/setup.ts` starts on request: the embedded server, or PostgreSQL 15, the oldest
 * supported version.
 */
export type TestServer = 'embedded' | 'fifteen'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The server of test databases: the embedded server in `npm test`, and the oldest supported version in the slow
     * test `postgres-15`.
     */
    server: TestServer
  }
}

/** The template database that each test file copies. */
export const templateName = 'backline_template'

export function addressOf(address: string, database: string): string {
  return address.replace(/[^/]*$/, database)
}

/** Returns the same URL, but with the login that is used for requests. */
export function loginAddressOf(address: string): string {
  return address.replace('postgres@', 'authenticator@')
}

export async function runOnce(address: string, sql: string): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
