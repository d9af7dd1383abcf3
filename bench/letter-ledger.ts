import { ask } from './databases.ts'
import type { Received } from './mailbag.ts'

interface Row {
  id: string
  booking: string
  reader: string
  kind: string
  caused: number
}

/** Confirms and moves calls again and again, the newest first, while their first letters are hardly sent. */
export async function changeCalls(address: string, times: number): Promise<void> {
  const change = `
    with chosen as (
      select b.id, row_number() over (order by b.created_at desc, b.id) as place
      from public.strategy_call_bookings b where b.status = $1 order by b.created_at desc, b.id limit 20
    )
    update public.strategy_call_bookings b set status = 'confirmed', confirmed = tstzrange(t.starts, t.starts + interval '30 minutes')
    from chosen, lateral (select date_trunc('hour', now()) + interval '1 hour' * (48 + $2::int * 100 + chosen.place)) t (starts)
    where b.id = chosen.id`
  for (let time = 0; time < times; time++) {
    await ask(address, change, ['new', time * 2])
    await ask(address, change, ['confirmed', time * 2 + 1])
  }
}

/**
 * Throws unless each letter of the outbox arrived once and no other did, and each recipient got the letters about one
 * booking in the order of their causes. Returns the delay of each, in milliseconds.
 */
export async function checkLetters(address: string, received: readonly Received[]): Promise<number[]> {
  const rows = await ask<Row>(
    address,
    `select o.id, o.booking_id as booking, coalesce(o.recipient, b.email) as reader, o.sent_as as kind,
       (extract(epoch from o.created_at) * 1000)::float8 as caused
     from public.outbox o join public.strategy_call_bookings b on b.id = o.booking_id
     where o.channel = 'letter' and o.state <> 'dropped'`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const last = new Map<string, Row>()
  const seen = new Set<string>()
  const delays: number[] = []
  for (const { at, to, id } of received) {
    const row = byId.get(id)
    if (!row || row.reader !== to) throw new Error(`A letter ${id} came to ${to}, which nobody caused`)
    if (seen.has(id)) throw new Error(`The letter ${id} came twice`)
    seen.add(id)
    const thread = `${row.booking} ${to}`
    const before = last.get(thread)
    if (before && before.caused > row.caused)
      throw new Error(`${to} read of ${row.kind} after ${before.kind}, which is later`)
    last.set(thread, row)
    delays.push(at - row.caused)
  }
  if (seen.size !== rows.length) throw new Error(`Of ${rows.length} letters ${seen.size} came`)
  return delays
}
