import type { Practice } from '#content/practice.ts'
import type { SiteSource } from '#server/features/pages/service.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/db/database.ts'

/**
 * What follows from the settings of this start; the rest the database says. `interactionDays` holds unless an owner says
 * another number at the desk.
 */
export type PracticeSettings = Omit<Practice, 'peopleDays' | 'webhooks' | 'calendars' | 'hasFeeds'>

export interface DocumentsContext {
  settings: PracticeSettings
  database: Database
  clock: Clock
  site: SiteSource
}
