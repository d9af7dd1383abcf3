import type { Transaction } from '#server/lib/db/database.ts'
import { columnsOf, singleRow, writeRows } from '#server/lib/db/rows.ts'

const throttleColumns = columnsOf('private.throttles', ['hits', 'until'])

/** Allows `hits` hits in `seconds` seconds for each key. */
export interface Throttle {
  readonly name: string
  readonly hits: number
  readonly seconds: number
}

/**
 * Counts a hit in the database, so that all processes share the count and a restart does not reset it. Returns the
 * seconds to wait; 0 if the hit is allowed. Must be called before the attempt, so that two concurrent attempts count as
 * two. The row is locked until the transaction ends, and the count is stored only if the transaction is committed.
 */
export async function countHit(tx: Transaction, throttle: Throttle, key: string, now: number): Promise<number> {
  const { hits, until } = singleRow(
    await writeRows(
      tx,
      throttleColumns,
      `insert into private.throttles as t (name, key, hits, until)
     values ($1, $2, 1, $3::timestamptz + make_interval(secs => $4))
     on conflict (name, key) do update set
       hits = case when t.until <= $3 then 1 else t.hits + 1 end,
       until = case when t.until <= $3 then excluded.until else t.until end`,
      [throttle.name, key, new Date(now), throttle.seconds],
    ),
  )
  return hits <= throttle.hits ? 0 : Math.max(1, Math.ceil((until.getTime() - now) / 1000))
}

/** Resets the count after a successful attempt. */
export async function resetHits(tx: Transaction, throttle: Throttle, key: string): Promise<void> {
  await tx.query('delete from private.throttles where name = $1 and key = $2', [throttle.name, key])
}

/** Deletes expired windows. Rows that another transaction has locked are left for the next run. */
export async function sweepThrottles(tx: Transaction, now: number): Promise<void> {
  await tx.query(
    `delete from private.throttles where (name, key) in (
       select name, key from private.throttles where until <= $1 limit 10000 for update skip locked
     )`,
    [new Date(now)],
  )
}
