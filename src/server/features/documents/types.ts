import type { Practice } from '#content/practice.ts'
import type { SiteSource } from '#server/features/pages/service.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/db/database.ts'

/**
 * The facts that follow from the server's settings; the others come from the database. `interactionDays` applies unless
 * an owner sets another number at the desk.
 */
export type PracticeSettings = Omit<Practice, 'peopleDays' | 'webhooks' | 'calendars' | 'hasFeeds'>

export interface DocumentsContext {
  settings: PracticeSettings
  database: Database
  clock: Clock
  site: SiteSource
}
