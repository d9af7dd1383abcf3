import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/db/database.ts'
import { type CatalogueSource, openCatalogue } from './catalogue.ts'

/** What the features of the data API share. */
export interface RestContext {
  database: Database
  catalogue: CatalogueSource
  clock: Clock
}

export function openRestContext(database: Database, clock: Clock): RestContext {
  return {
    database,
    clock,
    catalogue: openCatalogue(database, clock),
  }
}
