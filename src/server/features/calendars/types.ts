import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import type { CalendarFault, CalendarKind, UnreadEntries } from '#shared/contract/calendars.ts'

/** The address and credentials of a calendar; encrypted in the database. */
export interface Access {
  url: string
  username: string
  password: string
}

/** Milliseconds since 1970. */
export type Stretch = readonly [from: number, until: number]

/** The time for which calendars are read. */
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
  /** The server's name for the state that is stored here; null to read the whole calendar. */
  version: string | null
  allowPrivate: boolean
  patience: Patience
}

/** Milliseconds for the responses, and for the whole reading. */
export interface Patience {
  fetching: number
  reading: number
}

/** The host's busy times, joined and sorted, their number before joining, and the unreadable entries. */
export interface Busy {
  busy: Stretch[]
  events: number
  unread: UnreadEntries
}

export type Reading =
  | { state: 'read'; found: Busy; version: string | null }
  /** The calendar is unchanged, according to its server. */
  | { state: 'same' }
  /** `broke`: an unexpected error, without its message, which may contain text of the file. */
  | { state: 'fault'; fault: CalendarFault; unread?: UnreadEntries; broke?: { fault: string; at: string[] } }

export interface CalendarContext {
  database: Database
  clock: Clock
  cipher: Pick<SecretCipher, 'seal' | 'open'>
  log: Log
  /** Whether calendars may be in a private network, and without encryption. */
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

const day = 24 * 3_600_000

/** Limit the cost of one reading, because every owner or agent can add a calendar on any server. */
export const limits = {
  /** For all responses of one reading, decompressed. */
  bytes: 10_000_000,
  /** Responses of one reading, redirects included. */
  requests: 100,
  /** Redirects in a row from one address. */
  redirects: 5,
  /** Milliseconds for the responses, and for the whole reading, which is then terminated. */
  patience: { fetching: 15_000, reading: 25_000 },
  /** The same while a member waits in the desk. */
  waiting: { fetching: 6000, reading: 9000 },
  /** Megabytes. */
  memory: 192,
  events: 25_000,
  /** Steps of one rule by the library, and by counting periods. */
  steps: 50_000,
  plainSteps: 1_000_000,
  /** Busy times before and after overlapping ones are joined. */
  found: 400_000,
  busy: 10_000,
  /** Stored reasons for unreadable entries. */
  firstUnread: 3,
  /** Characters of a header with the state of a file. */
  stateHeader: 400,
  calendars: 20,
} as const

/** Available times are offered 60 days ahead. */
export const ahead = 65 * day
/** Includes events that are still running or have just ended. */
export const behind = day

/** How often a whole calendar is read even if its server reports no change, because the window moves on. */
export const wholeEvery = day

/** Milliseconds between two searches for due calendars. Each calendar is due about every ten minutes. */
export const look = 30_000
export const atOnce = 2

export class ReadingFault extends Error {
  override name = 'ReadingFault'
  readonly fault: CalendarFault
  /** Set if too many entries could not be read. */
  readonly unread: UnreadEntries | undefined

  constructor(fault: CalendarFault, unread?: UnreadEntries) {
    super(fault)
    this.fault = fault
    this.unread = unread
  }
}
