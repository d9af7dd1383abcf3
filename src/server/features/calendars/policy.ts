const day = 24 * 3_600_000

/** Limits for the cost of one reading: every owner or agent can add a calendar, on any server. */
export const limits = {
  /** For all responses of one reading, unpacked. */
  bytes: 5_000_000,
  /** Responses of one reading, redirects included. */
  requests: 100,
  /** Redirects in a row from one address. */
  redirects: 5,
  /** Milliseconds for the responses, and for the whole reading, which is then terminated from outside. */
  patience: { fetching: 15_000, reading: 25_000 },
  /** The same while a person waits at the desk. */
  waiting: { fetching: 6000, reading: 9000 },
  /** Megabytes. */
  memory: 192,
  events: 25_000,
  /** Steps of one rule, counted from its first day. */
  steps: 50_000,
  busy: 10_000,
  /** Characters of a header with the state of a file. */
  stateHeader: 400,
  calendars: 20,
} as const

/** Free times are offered for 60 days ahead. */
export const ahead = 65 * day
/** Includes events that are still going on or have just ended. */
export const behind = day

/** A calendar is read whole once a day even if its server reports no change, because the window moves on. */
export const wholeEvery = day

/** Milliseconds between two searches for due calendars. Each is due about every ten minutes. */
export const look = 30_000
export const atOnce = 2
