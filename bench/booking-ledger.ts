import { ask } from './databases.ts'

const team = 'team@backline.example'

/** A booking's letters: to its visitor, and to the one mailbox of the team. */
const letters = ['request-received > visitor', `team-booking > ${team}`]

/** So that each booking causes two letters, as where somebody is to be told. */
export const openTeamMailbox = (address: string) =>
  ask(address, 'update public.desk_settings set answer_mailboxes = array[$1]', [team])

/**
 * Throws unless exactly the acknowledged bookings are there, each once and each with the rows of its letters, each of them
 * once; then clears them away for the next. Gives how many letters had left by then.
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
       (select count(*)::int from public.outbox) as letters,
       (select count(*)::int from public.outbox where state = 'sent') as left
     from public.strategy_call_bookings b left join letters l on l.booking_id = b.id`,
    [letters],
  )
  const { rows, ids, told } = found ?? {}
  const isWhole = [rows, ids, told].every((count) => count === acknowledged)
  if (!isWhole || found?.letters !== acknowledged * letters.length)
    throw new Error(`${acknowledged} bookings were acknowledged, but there are ${JSON.stringify(found)}`)
  // In the order in which whoever sends a letter looks at them.
  await ask(address, 'truncate public.outbox, public.strategy_call_bookings cascade')
  await ask(address, 'checkpoint')
  return found.left
}
