import { packIds } from '#content/packs.ts'
import { views } from '#content/views.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { countRows, type DemoCounts, insertDemoData } from './queries.ts'

/** Thrown if the database has data, so that sample data never mixes with real data. */
export class DatabaseNotEmptyError extends Error {}

/** Fills an empty database with thirteen weeks of sample data, up to now. Runs as the owner of the tables. */
export async function fillDemo(tx: Transaction, url: string): Promise<DemoCounts> {
  if (Object.values(await countRows(tx)).some((rows) => rows > 0))
    throw new DatabaseNotEmptyError(
      'This database already contains accounts, bookings, messages or visits. Use an empty database.',
    )
  const titles = Object.fromEntries(Object.entries(views).map(([id, { title }]) => [id, title]))
  await insertDemoData(tx, { url, titles, packs: packIds })
  return countRows(tx)
}
