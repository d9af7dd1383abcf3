import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { DatabaseSetupError } from './errors.ts'
import { connectOnce } from './login.ts'

const lookEvery = 1000

const closed = 'The database takes no writes: it is a standby, or set to read only'

/**
 * Resolves when the database takes writes, which a standby does once it is promoted. Another server may answer at its
 * address by then, so each look uses a new connection. Without `waits` a standby is refused.
 */
export async function waitForWrites(
  config: ClientConfig,
  { log, waits = false }: { log: (message: string) => void; waits?: boolean },
): Promise<void> {
  if (await takesWrites(config)) return
  if (!waits) throw new DatabaseSetupError(`${closed}.`)
  log(`${closed}. The start waits until it takes them.`)
  do {
    await sleep(lookEvery)
  } while (!(await takesWrites(config).catch(() => false)))
  log('The database takes writes now.')
}

async function takesWrites(config: ClientConfig): Promise<boolean> {
  const client = await connectOnce(config)
  try {
    const { rows } = await client.query<{ open: boolean }>(
      "select not current_setting('transaction_read_only')::boolean as open",
    )
    return rows[0]?.open === true
  } finally {
    await client.end().catch(() => {})
  }
}
