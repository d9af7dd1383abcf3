/** How people read the time of day: `2:00 PM` or `14:00`. Values are those of `Intl`. */
export const hourCycles = ['h12', 'h23'] as const
export type HourCycle = (typeof hourCycles)[number]

/** That of a locale; of the browser's own where none is named. */
export function hourCycleOf(locale?: string): HourCycle {
  try {
    const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
    return hour12 ? 'h12' : 'h23'
  } catch {
    return 'h23'
  }
}

/** A time of day as `14:00`, written as its reader does; so it stays where nobody knows how that is. */
export function timeOfDay(time: string, cycle: HourCycle | null): string {
  if (cycle !== 'h12') return time
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}
