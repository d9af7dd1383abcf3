/** The format of the time of day: `2:00 PM` or `14:00`. The values are those of `Intl`. */
export const hourCycles = ['h12', 'h23'] as const
export type HourCycle = (typeof hourCycles)[number]

/** The format of a locale, by default the browser's. */
export function hourCycleOf(locale?: string): HourCycle {
  try {
    const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
    return hour12 ? 'h12' : 'h23'
  } catch {
    return 'h23'
  }
}

/** Converts `14:00` to the reader's format; unchanged if that is unknown. */
export function timeOfDay(time: string, cycle: HourCycle | null): string {
  if (cycle !== 'h12') return time
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}
