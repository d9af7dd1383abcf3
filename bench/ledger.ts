import type { Table } from './load.ts'
import { ask } from './servers.ts'

const team = 'team@backline.example'

/** With a mailbox set, each booking causes two letters, as on a server in use. */
export const openTeamMailbox = (address: string) =>
  ask(address, 'update public.desk_settings set answer_mailboxes = array[$1]', [team])

/**
 * Throws unless exactly the acknowledged rows are stored, each once, and bookings in our database with their letters;
 * then deletes them.
 */
export async function settle(
  address: string,
  table: Table,
  acknowledged: number,
  isOurs = true,
): Promise<void> {
  if (isOurs && table === 'strategy_call_bookings') await settleLetters(address, acknowledged)
  const sql = `select count(*)::int as rows, count(distinct id)::int as ids from public.${table}`
  const [found] = await ask<{ rows: number; ids: number }>(address, sql)
  if (found?.rows !== acknowledged || found.ids !== acknowledged)
    throw new Error(
      `${acknowledged} rows of ${table} were acknowledged, but there are ${JSON.stringify(found)}`,
    )
  await ask(address, `truncate public.${table} cascade`)
  // Forces a checkpoint, so that each measurement starts with nothing left to write.
  await ask(address, 'checkpoint')
}

/** Each booking has two letters, to its visitor and to the team, each once. */
async function settleLetters(address: string, bookings: number): Promise<void> {
  const [found] = await ask<{ told: number; letters: number }>(
    address,
    `with letters as (
       select booking_id, array_agg(kind || ' > ' || coalesce(recipient, 'visitor') order by kind) as kinds
       from public.outbox where channel = 'letter' group by 1
     )
     select (count(*) filter (where l.kinds = $1))::int as told,
       (select count(*)::int from public.outbox where booking_id is not null) as letters
     from public.strategy_call_bookings b left join letters l on l.booking_id = b.id`,
    [['request-received > visitor', `team-booking > ${team}`]],
  )
  if (found?.told !== bookings || found.letters !== bookings * 2)
    throw new Error(`${bookings} bookings were acknowledged, but their letters are ${JSON.stringify(found)}`)
  // Before the bookings: in this order the outbox sends letters.
  await ask(address, 'truncate public.outbox cascade')
}
