/** A word under an axis, at the place of this number. */
export interface Tick {
  index: number
  label: string
}

const dayMs = 86_400_000
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })
const monthAndYear = new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' })

/** Pixels that a date needs under the axis. */
const room = 54

/**
 * Which days are named under an axis of this width: every day where there is room, else Mondays, else the first day of
 * a month in the range; of these as many as fit, evenly. `days` are ISO dates, each `step` days after the one before.
 */
export function dayTicks(days: readonly string[], width: number, step = 1): Tick[] {
  const fit = Math.max(2, Math.floor(width / room))
  const all = days.map((day, index) => ({ index, date: new Date(day) }))
  if (days.length <= fit) return all.map(({ index, date }) => ({ index, label: dayAndMonth.format(date) }))
  if (days.length * step <= 92) {
    const mondays = step === 1 ? all.filter(({ date }) => date.getUTCDay() === 1) : all
    return thin(mondays, fit).map(({ index, date }) => ({ index, label: dayAndMonth.format(date) }))
  }
  const firsts = all.filter(({ index, date }) =>
    index === 0 ? date.getUTCDate() <= step : date.getUTCMonth() !== all[index - 1]?.date.getUTCMonth(),
  )
  const years = new Set(days.map((day) => day.slice(0, 4))).size
  return thin(firsts, fit).map(({ index, date }) => ({
    index,
    label: (years > 1 ? monthAndYear : month).format(date),
  }))
}

function thin<Item>(items: Item[], fit: number): Item[] {
  const every = Math.ceil(items.length / fit)
  return items.filter((_, index) => index % every === 0)
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
