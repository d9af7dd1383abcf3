import { ask } from './databases.ts'

const team = 'team@backline.example'

/** A booking's letters: to its visitor, and to the one mailbox of the team. */
const letters = ['request-received > visitor', `team-booking > ${team}`]

/** With a mailbox set, each booking causes two letters, as on a server in use. */
export const openTeamMailbox = (address: string) =>
  ask(address, 'update public.desk_settings set answer_mailboxes = array[$1]', [team])

/**
 * Throws unless exactly the acknowledged bookings are stored, each once and with each of its letters once; then
 * deletes them before the next measurement. Returns how many letters had left by then.
 */
export async function settleBookings(address: string, acknowledged: number): Promise<number> {
  const [found] = await ask<{ rows: number; ids: number; told: number; letters: number; left: number }>(
    address,
    `with letters as (
       select o.booking_id, array_agg(o.kind || ' > ' || coalesce(o.recipient, 'visitor') order by o.kind) as kinds
       from public.outbox o where o.channel = 'letter' group by 1
     )
     select count(*)::int as rows, count(distinct b.id)::int as ids,
       (count(*) filter (where l.kinds = $1))::int as told,
       (select count(*)::int from public.outbox where booking_id is not null) as letters,
       (select count(*)::int from public.outbox where state = 'sent') as left
     from public.strategy_call_bookings b left join letters l on l.booking_id = b.id`,
    [letters],
  )
  const { rows, ids, told } = found ?? {}
  const isWhole = [rows, ids, told].every((count) => count === acknowledged)
  if (!isWhole || found?.letters !== acknowledged * letters.length)
    throw new Error(`${acknowledged} bookings were acknowledged, but there are ${JSON.stringify(found)}`)
  // In the order in which the outbox sends letters.
  await ask(address, 'truncate public.outbox, public.strategy_call_bookings cascade')
  await ask(address, 'checkpoint')
  return found.left
}
