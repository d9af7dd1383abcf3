import { packIds } from '#content/packs.ts'
import { views } from '#content/views.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { type Counts, count, fill } from './queries.ts'

/** Demo data is only for an empty database, so that it never mixes with real data. */
export class DemoRefused extends Error {}

/** Fills an empty database with thirteen weeks of invented data, up to now. Runs as the owner of the tables. */
export async function fillDemo(tx: Transaction, url: string): Promise<Counts> {
  if (Object.values(await count(tx)).some((rows) => rows > 0))
    throw new DemoRefused('There are people, bookings or visits in this database already.')
  const titles = Object.fromEntries(Object.entries(views).map(([id, { title }]) => [id, title]))
  await fill(tx, { url, titles, packs: packIds })
  return count(tx)
}
