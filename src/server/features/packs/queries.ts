import type { Transaction } from '#server/lib/db/database.ts'
import type { PackCount } from './types.ts'

/** Adds counts to the rows of their day, which are created if missing. */
export async function addDownloads(tx: Transaction, counts: readonly PackCount[]): Promise<void> {
  await tx.query(
    `insert into private.pack_downloads as stored (day, pack, visitor, downloads)
     select day, pack, visitor, downloads
     from json_to_recordset($1) as _(day date, pack text, visitor text, downloads bigint)
     -- In one order for all processes, so that none waits for another in a circle.
     order by day, pack, visitor
     on conflict (day, pack, visitor) do update set downloads = stored.downloads + excluded.downloads`,
    [JSON.stringify(counts)],
  )
}
