import { dayOfMonth, monthOf } from '#desk/lib/times.ts'

const language = 'en'
const whole = new Intl.NumberFormat(language)
const fine = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
const even = new Intl.NumberFormat(language, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const round = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })

/** Shown instead of a share if the total is zero. */
export const noValue = '–'

/** 12,345 */
export const formatCount = (value: number): string => whole.format(value)

/** 6.2%, 94%, or a dash if the total is zero. Shares below 10% have one decimal place. */
export function formatShare(part: number, of: number): string {
  return of === 0 ? noValue : percent(part / of)
}

function percent(value: number): string {
  return (Math.abs(value) < 0.0995 ? fine : round).format(value)
}

/** 0.8%, 11.0%, or a dash if the total is zero. Every value in a column has one decimal place. */
export const formatRate = (part: number, of: number): string => (of === 0 ? noValue : even.format(part / of))

/** +12%, −0.4%, 0%. The minus sign is as wide as the plus sign. */
export function signedPercent(value: number): string {
  const text = percent(Math.abs(value))
  return /[1-9]/.test(text) ? (value > 0 ? '+' : '−') + text : '0%'
}

/** A label under an axis; `index` is its position. */
export interface AxisTick {
  index: number
  label: string
}

const dayMs = 86_400_000

/** The width of one date in pixels. */
const room = 54

/**
 * Chooses the days to label under an axis that is `width` pixels wide: all days if they fit, otherwise Mondays if
 * they fit, otherwise as many first days of months as fit. `days` are ISO dates that are `step` days apart.
 */
export function dayTicks(days: readonly string[], width: number, step = 1): AxisTick[] {
  const fit = Math.max(2, Math.floor(width / room))
  const all = days.map((day, index) => ({ index, date: new Date(day) }))
  if (days.length <= fit) return all.map(({ index, date }) => ({ index, label: dayOfMonth(date, 'UTC') }))
  if (days.length * step <= 92) {
    const mondays = step === 1 ? all.filter(({ date }) => date.getUTCDay() === 1) : all
    return thinEvenly(mondays, fit).map(({ index, date }) => ({ index, label: dayOfMonth(date, 'UTC') }))
  }
  const firsts = all.filter(({ index, date }) =>
    index === 0 ? date.getUTCDate() <= step : date.getUTCMonth() !== all[index - 1]?.date.getUTCMonth(),
  )
  const years = new Set(days.map((day) => day.slice(0, 4))).size
  return thinEvenly(firsts, fit).map(({ index, date }) => ({
    index,
    label: monthOf(date, years > 1),
  }))
}

function thinEvenly<Item>(items: Item[], fit: number): Item[] {
  const every = Math.ceil(items.length / fit)
  return items.filter((_, index) => index % every === 0)
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
