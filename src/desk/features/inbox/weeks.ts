import { isoDay } from '#desk/lib/times.ts'
import { zoneFormat } from '#shared/lib/time-zone.ts'
import type { FilterOption } from './filter-select.tsx'

const dayMs = 86_400_000
const noon = (day: string) => new Date(`${day}T12:00:00Z`)
const plus = (day: string, days: number) =>
  new Date(noon(day).getTime() + days * dayMs).toISOString().slice(0, 10)

/** The Monday of a day's ISO week; both as `2026-11-23`. */
export const mondayOf = (day: string): string => plus(day, -((noon(day).getUTCDay() + 6) % 7))

const dayWords = (day: string, options: Intl.DateTimeFormatOptions) =>
  zoneFormat('UTC', options).format(noon(day))

/** 23 to 29 Nov */
function weekWords(monday: string): string {
  const sunday = plus(monday, 6)
  const isOneMonth = monday.slice(0, 7) === sunday.slice(0, 7)
  const first = dayWords(monday, isOneMonth ? { day: 'numeric' } : { day: 'numeric', month: 'short' })
  return `${first} to ${dayWords(sunday, { day: 'numeric', month: 'short' })}`
}

const near: Record<number, string> = { [-1]: 'Last week, ', 0: 'This week, ', 1: 'Next week, ' }

/** The weeks around now, and the chosen one if it is not among them; latest first. */
export function weekOptions(
  now: number,
  { past, coming }: { past: number; coming: number },
  chosen: string | undefined,
): FilterOption[] {
  const monday = mondayOf(isoDay(new Date(now)))
  const options = Array.from({ length: past + coming + 1 }, (_, index) => {
    const weeks = coming - index
    const value = plus(monday, weeks * 7)
    return { value, label: `${near[weeks] ?? ''}${weekWords(value)}` }
  })
  if (chosen === undefined || options.some(({ value }) => value === chosen)) return options
  const year = dayWords(plus(chosen, 6), { year: 'numeric' })
  return [...options, { value: chosen, label: `${weekWords(chosen)} ${year}` }]
}
