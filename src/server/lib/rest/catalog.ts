import type { Database } from '#server/lib/db/database.ts'
import type { Catalog } from '#server/lib/query-grammar/catalog.ts'
import { UnknownName } from '#server/lib/query-grammar/refusal.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { readCatalog } from './queries.ts'

/** The objects that the features of the data API share. */
export interface RestContext {
  database: Database
  catalog: CatalogSource
  clock: Clock
}

export function openRestContext(database: Database, clock: Clock): RestContext {
  return { database, clock, catalog: openCatalog(database, clock) }
}

export interface CatalogSource {
  /**
   * Returns the result of `plan` on the catalog. If `plan` does not find a name, the catalog is read again and
   * `plan` is repeated. If the catalog was read just a moment ago, it is not read again, so that clients cannot
   * cause many reads with unknown names.
   */
  resolve<T>(plan: (catalog: Catalog) => T): Promise<T>
}

/** Minimum milliseconds between two reads that are caused by missing names. */
const patience = 5000
/** Milliseconds after which the catalog is read again in any case, because it can change even if no name is missing. */
const lasting = 10_000

export function openCatalog(database: Database, clock: Clock): CatalogSource {
  let latest: { at: number; reading: Promise<Catalog> } | null = null

  function readAgain(): Promise<Catalog> {
    // Every role can read `pg_catalog`, so the catalog is read with the role that can read the fewest rows.
    const made = { at: clock(), reading: database.transaction('anon', { role: 'anon' }, readCatalog) }
    latest = made
    // A failed read is not cached, so the next request reads again.
    made.reading.catch(() => {
      if (latest === made) latest = null
    })
    return made.reading
  }

  return {
    async resolve(plan) {
      const known = latest && clock() - latest.at < lasting ? latest : null
      const catalog = await (known?.reading ?? readAgain())
      try {
        return plan(catalog)
      } catch (error) {
        const isFresh = !latest || clock() - latest.at < patience
        // Another request may have read the catalog in the meantime.
        const isOld = latest !== known
        if (!(error instanceof UnknownName) || known === null || (isFresh && !isOld)) throw error
        return plan(await (isFresh && latest ? latest.reading : readAgain()))
      }
    },
  }
}
