import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Transaction } from '#server/lib/db/database.ts'
import { projectFolder } from '#server/lib/db/setup/schema.ts'

export interface DemoCounts {
  people: number
  interactions: number
  bookings: number
  messages: number
}

export async function countRows(tx: Transaction): Promise<DemoCounts> {
  const { rows } = await tx.query<DemoCounts>(
    `select (select count(*)::int from auth.users) as people,
       (select count(*)::int from public.strategy_call_bookings) as bookings,
       (select count(*)::int from public.contact_messages) as messages,
       (select count(*)::int from public.user_interactions) as interactions`,
  )
  if (!rows[0]) throw new Error('counting rows failed')
  return rows[0]
}

/** Runs `supabase/demo.sql`, and counts the days as the cleanup job does. `titles` contains the titles of the views. */
export async function insertDemoData(
  tx: Transaction,
  { url, titles, packs }: { url: string; titles: object; packs: readonly string[] },
): Promise<void> {
  await tx.query(
    `select set_config('demo.url', $1, true), set_config('demo.views', $2, true), set_config('demo.packs', $3, true)`,
    [url, JSON.stringify(titles), JSON.stringify(packs)],
  )
  await tx.query(readFileSync(join(projectFolder(), 'supabase/demo.sql'), 'utf8'))
  await tx.query('select private.maintain_interactions(now(), 395)')
}
