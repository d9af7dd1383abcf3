const dayMs = 86_400_000
const month = (at: Date) => at.toLocaleDateString('en-GB', { month: 'long', timeZone: 'UTC' })

/** 'Week 48, 23 to 29 November 2026' for the Monday `2026-11-23`. */
export function weekTitle(monday: string): string {
  const from = new Date(`${monday}T00:00:00Z`)
  const until = new Date(from.getTime() + 6 * dayMs)
  const first = from.getUTCDate() + (from.getUTCMonth() === until.getUTCMonth() ? '' : ` ${month(from)}`)
  return `Week ${isoWeek(from)}, ${first} to ${until.getUTCDate()} ${month(until)} ${until.getUTCFullYear()}`
}

/** The number of a Monday's week: the week with the year's first Thursday is its first. */
function isoWeek(monday: Date): number {
  const thursday = new Date(monday.getTime() + 3 * dayMs)
  const newYear = Date.UTC(thursday.getUTCFullYear(), 0, 1)
  return Math.floor((thursday.getTime() - newYear) / dayMs / 7) + 1
}
