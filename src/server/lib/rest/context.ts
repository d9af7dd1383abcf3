import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Replica } from '#server/lib/db/replica.ts'
import { type CatalogueSource, openCatalogue } from './catalogue.ts'
import { openTimeZones, type TimeZones } from './time-zones.ts'

/** What the rooms of the data API stand on. */
export interface RestContext {
  database: Database
  /** Answers what need not be of this moment; null where there is none. */
  replica: Pick<Replica, 'ask'> | null
  catalogue: CatalogueSource
  clock: Clock
  zones: TimeZones
}

export function openRestContext(
  database: Database,
  clock: Clock,
  replica: RestContext['replica'] = null,
): RestContext {
  return {
    database,
    replica,
    clock,
    catalogue: openCatalogue(database, clock),
    zones: openTimeZones(database),
  }
}
