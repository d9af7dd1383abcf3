import type { Clock } from '#server/lib/clock.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { CalendarFault, CalendarKind } from '#shared/contract/calendars.ts'

/** What opens a calendar; it lies sealed in the database. */
export interface Access {
  url: string
  username: string
  password: string
}

/** A stretch of time, in milliseconds since 1970. */
export type Stretch = readonly [from: number, until: number]

/** What a file is read for. */
export interface Window {
  from: number
  until: number
  /** The host's, in which days and times without a zone are meant. */
  zone: string
}

export interface ReadingTask {
  kind: CalendarKind
  access: Access
  window: Window
  /** What its server called the state that we have; null for all of it, whatever that says. */
  version: string | null
  allowPrivate: boolean
  patience: Patience
}

/** Milliseconds for the answers to come, and for all of a reading. */
export interface Patience {
  fetching: number
  reading: number
}

/** What there is: times at which the host is busy, joined and in order, and how many there were before. */
export interface Busy {
  busy: Stretch[]
  events: number
}

export type Reading =
  | { state: 'read'; found: Busy; version: string | null }
  /** As it was, by what its server says. */
  | { state: 'same' }
  /** `broke`: what nobody foresaw, without the message, which may have the file's text in it. */
  | { state: 'fault'; fault: CalendarFault; broke?: { fault: string; at: string[] } }

export interface CalendarContext {
  database: Database
  clock: Clock
  cipher: Pick<SecretCipher, 'seal' | 'open'>
  log: Log
  /** Whether calendars may be in the operator's own network, and without encryption. */
  allowPrivate: boolean
  /** The program that reads one. */
  reader: URL
}

/** A calendar that is to be read. */
export interface DueCalendar {
  id: string
  kind: CalendarKind
  sealed_access: string | null
  version: string | null
  whole_at: Date | null
  time_zone: string
}
