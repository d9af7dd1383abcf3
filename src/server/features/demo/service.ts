import { packIds } from '#content/pack-ids.ts'
import { views } from '#content/views.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { type Counts, count, fill } from './queries.ts'

/** A demo is for an empty place: what is made up must never lie among what is real. */
export class DemoRefused extends Error {}

/** Fills an empty database with thirteen weeks that never were, up to now. As the owner of the tables. */
export async function fillDemo(tx: Transaction, url: string): Promise<Counts> {
  if (Object.values(await count(tx)).some((rows) => rows > 0))
    throw new DemoRefused('There are people, bookings or visits in this database already.')
  const titles = Object.fromEntries(Object.entries(views).map(([id, { title }]) => [id, title]))
  await fill(tx, { url, titles, packs: packIds })
  return count(tx)
}
