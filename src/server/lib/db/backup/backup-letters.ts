import type { ClientBase } from 'pg'
import { reasonOf } from '#shared/contract/mail-faults.ts'

const reason = reasonOf('ERESTORED', 'it may have been sent before the restore')

/**
 * Holds back the letters that the server of the backup may have sent since: every letter that is due by now becomes a
 * failed one, which the team can send again at the desk. Letters that time causes, such as reminders, are planned
 * first, so that they are held back as well. Letters that are due later are sent as usual, and so are webhooks, whose
 * receivers know a duplicate by its id.
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

/** Backups of the first releases have no letters, or none that time causes. */
async function readMeans(client: ClientBase) {
  const { rows } = await client.query<{ letters: boolean; plans: boolean }>(
    `select to_regclass('public.outbox') is not null as letters,
       to_regprocedure('private.plan_letters(timestamptz)') is not null as plans`,
  )
  return rows[0]
}

/** `holdLetters` in a transaction of its own. */
export async function holdLettersAlone(client: ClientBase): Promise<number> {
  await client.query('begin')
  const held = await holdLetters(client)
  await client.query('commit')
  return held
}
