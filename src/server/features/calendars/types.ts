import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import type { CalendarFault, CalendarKind } from '#shared/contract/calendars.ts'

/** The address and login of a calendar; sealed in the database. */
export interface Access {
  url: string
  username: string
  password: string
}

/** Milliseconds since 1970. */
export type Stretch = readonly [from: number, until: number]

/** The span of time for which calendars are read. */
export interface Window {
  from: number
  until: number
  /** The host's zone, which also applies to days and times without a zone. */
  zone: string
}

export interface ReadingTask {
  kind: CalendarKind
  access: Access
  window: Window
  /** The server's name for the state that we have; null: the calendar is read whole. */
  version: string | null
  allowPrivate: boolean
  patience: Patience
}

/** Milliseconds for the responses, and for the whole reading. */
export interface Patience {
  fetching: number
  reading: number
}

/** The host's busy times, joined and sorted, and the number of events before the joining. */
export interface Busy {
  busy: Stretch[]
  events: number
}

export type Reading =
  | { state: 'read'; found: Busy; version: string | null }
  /** The calendar is unchanged, by its server's state. */
  | { state: 'same' }
  /** `broke`: an unexpected error, without its message, which may contain text of the file. */
  | { state: 'fault'; fault: CalendarFault; broke?: { fault: string; at: string[] } }

export interface CalendarContext {
  database: Database
  clock: Clock
  cipher: Pick<SecretCipher, 'seal' | 'open'>
  log: Log
  /** Whether calendars may be in the operator's own network, and without encryption. */
  allowPrivate: boolean
  reader: URL
}

export interface DueCalendar {
  id: string
  kind: CalendarKind
  sealed_access: string | null
  version: string | null
  whole_at: Date | null
  time_zone: string
}
