import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import type { CalendarError, CalendarKind, UnreadEntries } from '#shared/contract/calendars.ts'

/** The URL and credentials of a calendar; encrypted in the database. */
export interface CalendarAccess {
  url: string
  username: string
  password: string
}

/** Milliseconds since 1970. */
export type TimeRange = readonly [from: number, until: number]

/** The span of time for which calendars are read. */
export interface ReadWindow {
  from: number
  until: number
  /** The host's zone, which also applies to days and times without a zone. */
  zone: string
  /** The public URL of the site, whose own calls do not count. */
  siteUrl: string
}

export interface ReadingTask {
  kind: CalendarKind
  access: CalendarAccess
  window: ReadWindow
  /** The version that the calendar server gave to the stored state; null to read the complete calendar. */
  version: string | null
  allowPrivate: boolean
  patience: ReadingTimeouts
}

/** Milliseconds allowed for the responses, and for the complete reading. */
export interface ReadingTimeouts {
  fetching: number
  reading: number
}

/**
 * The host's busy times, joined and sorted; the number of busy times before they were joined; and the unreadable
 * entries.
 */
export interface CalendarBusyTimes {
  busy: TimeRange[]
  events: number
  unread: UnreadEntries
}

export type ReadResult =
  | { state: 'read'; found: CalendarBusyTimes; version: string | null }
  /** The server says that the calendar has not changed. */
  | { state: 'same' }
  /**
   * `broke`: an unexpected error. The error's message is left out, because the message could contain text from the
   * file.
   */
  | { state: 'fault'; fault: CalendarError; unread?: UnreadEntries; broke?: { fault: string; at: string[] } }

export interface CalendarContext {
  database: Database
  clock: Clock
  cipher: Pick<SecretCipher, 'seal' | 'open'>
  log: Log
  /** True if calendars may be on a private network or be read without encryption. */
  allowPrivate: boolean
  publicUrl: () => string
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

/** Limits on the cost of one reading, because every owner or agent can add a calendar on any server. */
export const limits = {
  /** Bytes in all responses during one reading, after decompression. */
  bytes: 10_000_000,
  /** Responses during one reading, including redirects. */
  requests: 100,
  /** Consecutive redirects from one URL. */
  redirects: 5,
  /** Milliseconds allowed for the responses, and for the complete reading. */
  patience: { fetching: 15_000, reading: 25_000 },
  /** The shorter limits that apply while a member waits in the desk. */
  waiting: { fetching: 6000, reading: 9000 },
  /** Megabytes. */
  memory: 192,
  events: 25_000,
  /** The maximum number of steps for expanding one rule, in the library and in our own counting of periods. */
  steps: 50_000,
  plainSteps: 1_000_000,
  /** The maximum numbers of busy times, before and after the times are joined. */
  found: 400_000,
  busy: 10_000,
  /** The maximum number of stored reasons for unreadable entries. */
  firstUnread: 3,
  /** The maximum length, in characters, of a header that contains a file's state. */
  stateHeader: 400,
  calendars: 20,
} as const

/** Visitors can choose times up to 60 days ahead. */
export const readAhead = 65 * day
/** Includes events that are still running or have just ended. */
export const readBehind = day

/**
 * Milliseconds between complete readings, which are necessary even if the server reports no change, because the
 * window moves on.
 */
export const fullReadInterval = day

/** Milliseconds between two searches for due calendars. Each calendar is due about every ten minutes. */
export const searchInterval = 30_000
export const parallelReadings = 2

export class ReadingError extends Error {
  override name = 'ReadingError'
  readonly fault: CalendarError
  /** Set if too many entries could not be read. */
  readonly unread: UnreadEntries | undefined

  constructor(fault: CalendarError, unread?: UnreadEntries) {
    super(fault)
    this.fault = fault
    this.unread = unread
  }
}
