import type { Transaction } from '#server/lib/db/database.ts'
import type { CountedVisitor } from '#shared/contract/insights.ts'

/** The number of downloads to add to one row of the table. */
export interface PackCount {
  readonly day: string
  readonly pack: string
  readonly visitor: CountedVisitor
  readonly downloads: number
}

/** Adds each count to the row for its day, and creates missing rows. */
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
