// These rules are kept apart from the schemas, because the browser's forms need them without the library of the
// schemas.

/**
 * Texts of a booking that may be left out, with their longest. From here a new one reaches the schema, what strangers may
 * send, what the desk reads of one booking, and the tests against the database.
 */
export const bookingOptional = { time_zone: 64, message: 5000, monthly_revenue: 100 } as const

/** Longest accepted text of a booking per field, in characters after trimming. */
export const bookingLimits = {
  name: 200,
  email: 254,
  company: 200,
  phone: 40,
  ...bookingOptional,
} as const

/** Longest accepted text of a message per field, in characters after trimming. */
export const messageLimits = {
  name: 200,
  email: 254,
  company: 200,
  message: 5000,
} as const

/** Longest note of the team, in characters after trimming. */
export const longestNote = 5000

/** How far in the past a preferred time may lie when it reaches the server: clocks differ, forms wait. */
export const graceMinutes = 5

/** How far ahead it may lie: a later year is a slip of the finger. */
export const furthestYears = 2

/** The last moment that a booking may ask for. */
export const furthestTime = (now: number): number =>
  new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() + furthestYears)

/**
 * Why a value is refused, as words that follow the column's name. Programs read them in the hint of an answer, and so
 * do our forms, which have a sentence for each.
 */
export const reasons = {
  past: 'must not be in the past',
  far: `must lie within ${furthestYears} years`,
  tooLong: (longest: number) => `must have at most ${longest} characters`,
} as const
