// Apart from the schemas, because the browser's forms need these rules without the schemas' library.

/**
 * Optional texts of a booking with their greatest lengths. A new one here is part of the schema, the columns for
 * strangers, the desk's record of a booking, and the tests against the database.
 */
export const bookingOptional = { time_zone: 64, message: 5000, monthly_revenue: 100 } as const

/** Greatest length of each text of a booking, in characters after trimming. */
export const bookingLimits = {
  name: 200,
  email: 254,
  company: 200,
  phone: 40,
  ...bookingOptional,
} as const

/** Greatest length of each text of a message, in characters after trimming. */
export const messageLimits = {
  name: 200,
  email: 254,
  company: 200,
  message: 5000,
} as const

/** Greatest length of a team's note, in characters after trimming. */
export const longestNote = 5000

/** Greatest length of a reply of the team and of a text to begin one with, in characters after trimming. */
export const longestReply = 10_000
export const templateLimits = { name: 60, body: 5000 } as const

/** A preferred time may be this far in the past when it reaches the server: clocks differ, forms wait. */
export const graceMinutes = 5

/** A preferred time may be this far ahead: a later year is a typing error. */
export const furthestYears = 2

export const furthestTime = (now: number): number =>
  new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() + furthestYears)

/**
 * Reasons for a refusal, as words that follow the column's name. Programs read them in the hint of an answer; our forms
 * have a sentence for each.
 */
export const reasons = {
  past: 'must not be in the past',
  far: `must lie within ${furthestYears} years`,
  tooLong: (longest: number) => `must have at most ${longest} characters`,
} as const

/** The data API's refusal of a row. */
interface Refusal {
  readonly message: string
  readonly hint: string
}

/**
 * Our server's hint names every refused column: `phone is required; preferred_time must not be in the past`. Other
 * servers return PostgreSQL's message, which names one: by its constraint (`<table>_<column>_check`) or as `column
 * "name"`.
 */
export function refusedColumns(
  { message, hint }: Refusal,
  table: string,
): { readonly column: string; readonly reason: string }[] {
  const hinted = hint.split('; ').flatMap((part) => {
    const [, column = '', reason = ''] = /^(\w+) (.+)$/.exec(part) ?? []
    return column ? [{ column, reason }] : []
  })
  const named =
    message.match(new RegExp(`"${table}_(\\w+)_check"`)) ??
    message.match(/column "(\w+)"/) ??
    message.match(/'(\w+)' column/)
  return [...hinted, { column: named?.[1] ?? '', reason: '' }]
}
