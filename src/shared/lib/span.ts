export interface Span {
  /** Instants as ISO text with milliseconds, whatever format PostgreSQL used. */
  start: string
  end: string
}

/** Parses PostgreSQL's time range: `["2026-11-25 14:00:00+00","2026-11-25 14:30:00+00")`. */
export function spanOf(range: string): Span {
  const [start, end] = [...range.matchAll(/[[(,]"?([^",]+)"?/g)].map(([, text = '']) => instantOf(text))
  if (!start || !end) throw new Error(`'${range}' is no range of time`)
  return { start, end }
}

/** Some browsers cannot parse PostgreSQL's format: a space for the T, and an offset of hours alone. */
function instantOf(text: string): string {
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
}
