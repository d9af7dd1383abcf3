/** Hours from one time to another, as two fields hold them: `09:00`, empty while it is being typed. */
export interface Stretch {
  /** The same for as long as it stands in the form. */
  readonly key: string
  readonly opens: string
  readonly closes: string
}

const dayMinutes = 24 * 60

/** `09:30` as minutes after midnight. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Minutes after midnight; null while a time is missing, or where it ends before it begins. */
export function spanOfStretch({ opens, closes }: Stretch): { from: number; until: number } | null {
  if (!(opens && closes)) return null
  const from = minutesOf(opens)
  // A field for a time of day knows no 24:00, so midnight is where a day ends.
  const until = minutesOf(closes) || dayMinutes
  return from < until ? { from, until } : null
}

/** What is wrong with the hours of one day, in a sentence; empty hours are for the browser to name. */
export function faultOfDay(stretches: readonly Stretch[]): string | null {
  const whole = stretches.filter(({ opens, closes }) => opens && closes)
  const spans = whole.map(spanOfStretch)
  if (spans.includes(null)) return 'These hours end before they begin. The end of a day is 00:00.'
  const sorted = spans.filter((span) => span !== null).toSorted((one, other) => one.from - other.from)
  const overlaps = sorted.some(({ from }, index) => from < (sorted[index - 1]?.until ?? 0))
  return overlaps ? 'Two of these overlap.' : null
}

/** Minutes that all of them last together. */
export const minutesTogether = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, stretch) => {
    const span = spanOfStretch(stretch)
    return span ? sum + span.until - span.from : sum
  }, 0)

/** As the database writes it, `24:00:00` among it, for a field. */
export const toField = (time: string): string => (time.startsWith('24:') ? '00:00' : time.slice(0, 5))

/** The end of hours from a field, as the database has it. */
export const endFromField = (time: string): string => (time === '00:00' ? '24:00' : time)
