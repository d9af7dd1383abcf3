/** `2026-11-25T14:00`, as a datetime-local field writes a moment on the wall clock of this machine. */
export function wallClock(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/**
 * The instant a wall-clock time names here, with its offset: `2026-11-25T14:00:00+02:00`. A time that
 * a clock change skips moves forward, one that it repeats means the first: Temporal's 'compatible' rule,
 * which Date has always followed. Text that names none comes back as it is, to be refused by the same rule as
 * everywhere.
 */
export function withOffset(wallClockTime: string): string {
  const date = new Date(wallClockTime)
  if (Number.isNaN(date.getTime())) return wallClockTime
  const minutes = -date.getTimezoneOffset()
  const sign = minutes < 0 ? '-' : '+'
  const two = (n: number) => String(Math.trunc(Math.abs(n))).padStart(2, '0')
  return `${wallClock(date)}:00${sign}${two(minutes / 60)}:${two(minutes % 60)}`
}
