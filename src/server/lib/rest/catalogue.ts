import type { Database } from '#server/lib/db/database.ts'
import type { Catalogue } from '#server/lib/query-grammar/catalogue.ts'
import { UnknownName } from '#server/lib/query-grammar/refusal.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { readCatalogue } from './queries.ts'

/** What the features of the data API share. */
export interface RestContext {
  database: Database
  catalogue: CatalogueSource
  clock: Clock
}

export function openRestContext(database: Database, clock: Clock): RestContext {
  return { database, clock, catalogue: openCatalogue(database, clock) }
}

export interface CatalogueSource {
  /**
   * The result of `plan` on the catalogue. If `plan` misses a name, it runs again on a newly read catalogue, unless
   * that was read a moment ago: names that do not exist cost a client nothing.
   */
  resolve<T>(plan: (catalogue: Catalogue) => T): Promise<T>
}

/** Milliseconds at least between two readings for missing names. */
const patience = 5000
/** The columns of `*`, or the functions that share a name, may have changed without any name being missed. */
const lasting = 10_000

export function openCatalogue(database: Database, clock: Clock): CatalogueSource {
  let latest: { at: number; reading: Promise<Catalogue> } | null = null

  function readAnew(): Promise<Catalogue> {
    // Every role may read `pg_catalog`, so the one with the fewest rights does.
    const made = { at: clock(), reading: database.transaction('anon', { role: 'anon' }, readCatalogue) }
    latest = made
    // A failed reading is not kept: the next request reads again.
    made.reading.catch(() => {
      if (latest === made) latest = null
    })
    return made.reading
  }

  return {
    async resolve(plan) {
      const known = latest && clock() - latest.at < lasting ? latest : null
      const catalogue = await (known?.reading ?? readAnew())
      try {
        return plan(catalogue)
      } catch (error) {
        const isFresh = !latest || clock() - latest.at < patience
        // Another request may have read the catalogue meanwhile.
        const isOld = latest !== known
        if (!(error instanceof UnknownName) || known === null || (isFresh && !isOld)) throw error
        return plan(await (isFresh && latest ? latest.reading : readAnew()))
      }
    },
  }
}
