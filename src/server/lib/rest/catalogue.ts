import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/db/database.ts'
import { UnknownName } from '#server/lib/query-grammar/refusal.ts'
import type { Catalogue } from '#server/lib/query-grammar/types.ts'
import { readRelations, readRoutines } from './catalogue-queries.ts'

export interface CatalogueSource {
  /**
   * What `plan` makes of the catalogue. When it misses a name, it gets a second chance on a catalogue read anew,
   * unless that happened a moment ago: names that do not exist are free to send.
   */
  resolve<T>(plan: (catalogue: Catalogue) => T): Promise<T>
}

/** Names are looked for anew no sooner than this after the last look. */
const patience = 5000
/** What a `*` stands for, or which functions share a name, may have changed without any name being missed. */
const lasting = 10_000

export function openCatalogue(database: Database, clock: Clock): CatalogueSource {
  let latest: { at: number; reading: Promise<Catalogue> } | null = null

  function readAnew(): Promise<Catalogue> {
    const made = { at: clock(), reading: read(database) }
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
        // Another request may have read it meanwhile.
        const isOld = latest !== known
        if (!(error instanceof UnknownName) || known === null || (isFresh && !isOld)) throw error
        return plan(await (isFresh && latest ? latest.reading : readAnew()))
      }
    },
  }
}

/** Anybody may read what `pg_catalog` says, so the role with the fewest rights does. */
function read(database: Database): Promise<Catalogue> {
  return database.transaction('anon', { role: 'anon' }, async (tx) => ({
    relations: await readRelations(tx),
    routines: await readRoutines(tx),
  }))
}
