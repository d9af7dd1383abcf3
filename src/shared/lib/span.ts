export interface Span {
  /** Instants as ISO text: the same to the millisecond, whatever PostgreSQL wrote. */
  start: string
  end: string
}

/** Reads a range of time as PostgreSQL writes it: `["2026-11-25 14:00:00+00","2026-11-25 14:30:00+00")`. */
export function spanOf(range: string): Span {
  const [start, end] = [...range.matchAll(/[[(,]"?([^",]+)"?/g)].map(([, text = '']) => instantOf(text))
  if (!start || !end) throw new Error(`'${range}' is no range of time`)
  return { start, end }
}

/** PostgreSQL's own text of an instant, which not every browser reads: a space for the T, hours alone as offset. */
function instantOf(text: string): string {
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
}
