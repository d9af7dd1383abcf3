import type { Transaction } from '#server/lib/db/database.ts'
import { columnsOf, rowsWritten, theRow } from '#server/lib/db/rows.ts'

const throttleColumns = columnsOf('private.throttles', ['hits', 'until'])

/** One more hit of a running window, or the first of a new one. The row is locked till the transaction ends. */
export async function hit(
  tx: Transaction,
  name: string,
  key: string,
  now: number,
  seconds: number,
): Promise<{ hits: number; until: Date }> {
  return theRow(
    await rowsWritten(
      tx,
      throttleColumns,
      `insert into private.throttles as t (name, key, hits, until)
     values ($1, $2, 1, $3::timestamptz + make_interval(secs => $4))
     on conflict (name, key) do update set
       hits = case when t.until <= $3 then 1 else t.hits + 1 end,
       until = case when t.until <= $3 then excluded.until else t.until end`,
      [name, key, new Date(now), seconds],
    ),
  )
}

export async function forget(tx: Transaction, name: string, key: string): Promise<void> {
  await tx.query('delete from private.throttles where name = $1 and key = $2', [name, key])
}

/** Removes the windows that are over. Rows that another transaction has locked are left for the next time. */
export async function sweep(tx: Transaction, now: number): Promise<void> {
  await tx.query(
    `delete from private.throttles where (name, key) in (
       select name, key from private.throttles where until <= $1 limit 10000 for update skip locked
     )`,
    [new Date(now)],
  )
}
