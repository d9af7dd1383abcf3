import type { ClientBase } from 'pg'
import { reasonOf } from '#shared/contract/mail-faults.ts'

const reason = reasonOf('ERESTORED', 'it may have been sent before the restore')

/**
 * Keeps letters back that may have left already. The server that the backup comes from went on after it, and nobody can ask it
 * what it sent: whatever was due by now counts as sent. The team finds these at the desk as failed ones, where each can be sent
 * again. What time causes, such as reminders, is written down first, so that it is kept back as well. Letters that are due
 * later leave by themselves, and so do webhooks: each has an id, by which its receiver knows one that comes twice.
 */
export async function holdLetters(client: ClientBase): Promise<number> {
  const has = await readMeans(client)
  if (!has?.letters) return 0
  if (has.plans) await client.query('select private.plan_letters(clock_timestamp())')
  const { rowCount } = await client.query(
    `update public.outbox set state = 'failed', holder = null, held_until = null, is_doubtful = true, reason = $1,
       settled_at = clock_timestamp()
     where channel = 'letter' and (state = 'sending' or (state = 'waiting' and due_at <= clock_timestamp()))`,
    [reason],
  )
  return rowCount ?? 0
}

/** The first releases had no letters, or none that time causes. */
async function readMeans(client: ClientBase) {
  const { rows } = await client.query<{ letters: boolean; plans: boolean }>(
    `select to_regclass('public.outbox') is not null as letters,
       to_regprocedure('private.plan_letters(timestamptz)') is not null as plans`,
  )
  return rows[0]
}

/** The same in a transaction of its own. */
export async function holdLettersAlone(client: ClientBase): Promise<number> {
  await client.query('begin')
  const held = await holdLetters(client)
  await client.query('commit')
  return held
}
