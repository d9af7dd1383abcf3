import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseSetupError } from './errors.ts'

/** A notification is there before this, however busy the machine. */
const hearMilliseconds = 4000

/**
 * Refuses a pooler that lends connections by the transaction: what is notified there reaches nobody, so desks would show
 * nothing new and letters would wait, without a word. Asked by doing what we live on: one connection says LISTEN, another
 * notifies, the first must hear it.
 */
export async function checkSessions(connect: () => Promise<pg.Client>): Promise<void> {
  const [ear, mouth] = await Promise.all([connect(), connect()])
  try {
    const channel = `backline_${randomUUID()}`
    const heard = new Promise<boolean>((resolve) => {
      ear.once('notification', () => resolve(true))
      // The two were given one connection of the server's.
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
