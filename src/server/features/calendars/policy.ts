const day = 24 * 3_600_000

/** What one reading of a calendar may cost. Whoever names a calendar may be anybody at the desk, and its server anybody's. */
export const limits = {
  /** Of all answers of one reading, as they are once unpacked. */
  bytes: 5_000_000,
  /** Answers of one reading, redirects included. */
  requests: 100,
  /** One after the other, from one address. */
  redirects: 5,
  /** Milliseconds for the answers to come, and for all of it, after which it is ended from outside. */
  patience: { fetching: 15_000, reading: 25_000 },
  /** The same where somebody waits for it at the desk. */
  waiting: { fetching: 6000, reading: 9000 },
  /** Megabytes of memory. */
  memory: 192,
  /** Events in all of a reading's files. */
  events: 25_000,
  /** Steps of one rule, from its first day on. */
  steps: 50_000,
  /** Times at which the host is busy. */
  busy: 10_000,
  /** Characters of a header that names the state of a file. */
  stateHeader: 400,
  /** Calendars of one CalDAV account. */
  calendars: 20,
} as const

/** So much of the time to come is looked at: free times are offered for 60 days. */
export const ahead = 65 * day
/** What has begun by then is still going on, or was just over. */
export const behind = day

/** Beside what the server says of changes, a calendar is read whole so often, since what lies ahead moves on. */
export const wholeEvery = day

/** Milliseconds between two looks for calendars that are due. Each is due about every ten minutes. */
export const look = 30_000
/** Calendars that are read at once. */
export const atOnce = 2
