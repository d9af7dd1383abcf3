import { Failure } from '#desk/lib/failure.ts'

const words: Readonly<Record<string, string>> = {
  time_zone: 'The server knows no such time zone.',
  link: 'This is no address that begins with https://.',
  break_before: 'Between 0 and 120 minutes.',
  break_after: 'Between 0 and 120 minutes.',
  notice_minutes: 'Between 0 and 336 hours.',
  daily_most: 'Between 1 and 50, or empty.',
  hours: 'Hours of one day overlap, or there are more than 70.',
  dates: 'Hours of one date overlap, or there are more than 400.',
}

/** Why which field was refused: the database names a check of the table, or the field itself. */
export function refusedFields(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof Failure)) return {}
  const [, checked] = /"hosts_(\w+)_check"/.exec(error.message) ?? []
  const field = checked ?? error.facts.field
  if (typeof field !== 'string') return {}
  return { [field]: words[field] ?? error.message }
}
