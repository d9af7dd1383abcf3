// These rules are separate from the schemas, because browser forms need them without the schema library.

/**
 * Optional text fields of a booking with their maximum lengths. An entry added here also becomes part of the schema,
 * the columns for anonymous inserts, the desk's booking record, and the tests against the database.
 */
export const optionalBookingLimits = { time_zone: 64, message: 5000, monthly_revenue: 100 } as const

/** Maximum length of each text field of a booking, in characters after trimming. */
export const bookingLimits = {
  name: 200,
  email: 254,
  company: 200,
  phone: 40,
  ...optionalBookingLimits,
} as const

/** Maximum length of each text field of a message, in characters after trimming. */
export const messageLimits = {
  name: 200,
  email: 254,
  company: 200,
  message: 5000,
} as const

/** Maximum length of a note, in characters after trimming. */
export const maxNoteLength = 5000

/** Maximum length of a reply, in characters after trimming. */
export const maxReplyLength = 10_000
export const templateLimits = { name: 60, body: 5000 } as const

/**
 * The number of minutes that a preferred time can be in the past when the form arrives. Past times are allowed, because
 * clocks differ and forms stay open for a while.
 */
export const pastToleranceMinutes = 5

/** The maximum number of years from now to a preferred time; later times are treated as typing errors. */
export const maxYearsAhead = 2

export const latestBookableTime = (now: number): number =>
  new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() + maxYearsAhead)

/**
 * Reasons for refusing a field. In a response's hint, the reason follows the column name. Our forms have a message for
 * each reason.
 */
export const refusalReasons = {
  past: 'must not be in the past',
  far: `must lie within ${maxYearsAhead} years`,
  tooLong: (longest: number) => `must have at most ${longest} characters`,
} as const

/** The data API's refusal of a row. */
interface RowRefusal {
  readonly message: string
  readonly hint: string
}

/**
 * Returns the refused columns. Our server's hint names all refused columns: `phone is required; preferred_time must not
 * be in the past`. Other servers return PostgreSQL's message. This message names one column, either in the constraint
 * name (`<table>_<column>_check`) or as `column "name"`.
 */
export function refusedColumns(
  { message, hint }: RowRefusal,
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
