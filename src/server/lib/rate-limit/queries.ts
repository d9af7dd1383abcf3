import type { Transaction } from '#server/lib/db/database.ts'

interface Told {
  hash: string
  own: number
  until: Date
}

interface Heard {
  key: string
  hits: number
}

/**
 * Writes what this process counted, as totals, so that an exchange repeated after a lost answer counts nothing twice;
 * reads what the others changed since `since`; removes what is over.
 */
export async function exchange(
  tx: Transaction,
  process: string,
  counts: readonly Told[],
  since: Date,
): Promise<{ heard: Heard[]; at: Date }> {
  if (counts.length > 0) {
    await tx.query(
      `insert into private.rate_limit_hits (key, process, hits, until)
       select key, $1, hits, until from unnest($2::text[], $3::int[], $4::timestamptz[]) as told (key, hits, until)
       on conflict (key, process) do update set hits = excluded.hits, changed_at = now()`,
      [
        process,
        counts.map(({ hash }) => hash),
        counts.map(({ own }) => own),
        counts.map(({ until }) => until),
      ],
    )
  }
  // Locked rows are being removed by another process already; to wait for it could be to wait for each other.
  const { rows } = await tx.query<{ heard: Heard[]; at: Date }>(
    `with over as (
       delete from private.rate_limit_hits where ctid = any (array (
         select ctid from private.rate_limit_hits where until < now() limit 10000 for update skip locked
       ))
     ), heard as (
       select key, sum(hits)::int as hits from private.rate_limit_hits
       where process <> $1 and until > now() and key in (
         select key from private.rate_limit_hits where changed_at > $2 and process <> $1
       )
       group by key order by hits desc limit 10000
     )
     select now() as at, coalesce((select json_agg(heard) from heard), '[]') as heard`,
    [process, since],
  )
  return rows[0] ?? { heard: [], at: since }
}

/** Throws away the salts of days before this one. */
export async function forgetSalts(tx: Transaction, day: string): Promise<void> {
  await tx.query('delete from private.rate_limit_salts where day < $1::date', [day])
}

/** The salt of a day, made by whoever asks first. Those of other days are thrown away. */
export async function readSalt(tx: Transaction, day: string): Promise<string> {
  await forgetSalts(tx, day)
  await tx.query('insert into private.rate_limit_salts (day) values ($1) on conflict do nothing', [day])
  const { rows } = await tx.query<{ salt: string }>(
    'select salt from private.rate_limit_salts where day = $1',
    [day],
  )
  if (!rows[0]) throw new Error('no salt for today')
  return rows[0].salt
}
