import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseSetupError } from './errors.ts'

/** A notification arrives sooner than this, even on a busy machine. */
const hearMilliseconds = 4000

/**
 * Refuses a pooler in transaction mode, where notifications are lost: desks would show nothing new and letters would
 * wait, without an error. It is tested with two connections: one runs LISTEN, the other notifies.
 */
export async function checkSessions(connect: () => Promise<pg.Client>): Promise<void> {
  const [ear, mouth] = await Promise.all([connect(), connect()])
  try {
    const channel = `backline_${randomUUID()}`
    const heard = new Promise<boolean>((resolve) => {
      ear.once('notification', () => resolve(true))
      // The pooler gave both the same connection to the server.
      mouth.once('notification', () => resolve(false))
    })
    await ear.query(`listen ${pg.escapeIdentifier(channel)}`)
    await mouth.query('select pg_notify($1, $2)', [channel, ''])
    if (await Promise.race([heard, sleep(hearMilliseconds, false, { ref: false })])) return
    throw new DatabaseSetupError(
      'DATABASE_URL leads through a pooler that lends connections by the transaction, where nothing is heard of new rows: ' +
        'name the database itself, or a pooler in session mode (Supabase: port 5432 in place of 6543).',
    )
  } finally {
    await Promise.all([ear, mouth].map((client) => client.end().catch(() => {})))
  }
}
