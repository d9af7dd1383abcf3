import { useId, useState } from 'react'
import controls from '#desk/lib/controls.module.css'
import { weekRules } from '#desk/lib/search-params.ts'
import { useNow } from '#desk/lib/server-clock.ts'
import { dayRange, isoDay, lastDay } from '#desk/lib/times.ts'
import layout from '#ui/layout.module.css'
import css from './inbox.module.css'

export interface FilterOption {
  readonly value: string
  readonly label: string
}

interface FilterSelectProps {
  label: string
  /** The label of the empty option. */
  none: string
  options: readonly FilterOption[]
  value: string | undefined
  onChange: (value: string | undefined) => void
  keys?: string
}

/** Filters a list. A native select works with every keyboard and touch screen. */
export function FilterSelect({ label, none, options, value, onChange, keys }: FilterSelectProps) {
  const id = useId()
  const isKnown = value === undefined || options.some((option) => option.value === value)
  return (
    <div>
      <label className={`${layout.tiny} ${css.label}`} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        aria-keyshortcuts={keys}
        className={`${layout.small} ${controls.control} ${css.control}`}
        data-on={value !== undefined}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      >
        <option value="">{none}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        {/* The URL may contain a value that is not an option, for example the id of a former member. */}
        {!isKnown && <option value={value}>Other</option>}
      </select>
    </div>
  )
}

interface WeekFilterProps {
  label: string
  range: { past: number; coming: number }
  /** A rule, or any day of the chosen week. */
  value: string | undefined
  onChange: (week: string | undefined) => void
}

const other = 'other'

/** Lists the weeks around today. A date field selects any other week. */
export function WeekFilter({ label, range, value, onChange }: WeekFilterProps) {
  const [isTyping, setTyping] = useState(false)
  const now = useNow()
  const id = useId()
  const chosen = value && (isRule(value) ? value : mondayOf(value))
  if (isTyping) {
    return (
      <div>
        <label className={`${layout.tiny} ${css.label}`} htmlFor={id}>
          {label} with
        </label>
        <input
          id={id}
          type="date"
          max={lastDay}
          className={`${layout.small} ${controls.control} ${css.control}`}
          // This field replaces the select element that had the focus.
          ref={(field) => field?.focus()}
          defaultValue={value && mondayOfWeek(value, now)}
          onChange={({ target }) => target.validity.valid && target.value && onChange(target.value)}
          onBlur={() => setTyping(false)}
        />
      </div>
    )
  }
  return (
    <FilterSelect
      label={label}
      none="Any week"
      options={[...weekOptions(now, range, chosen), { value: other, label: 'Another week…' }]}
      value={chosen}
      onChange={(week) => (week === other ? setTyping(true) : onChange(week))}
    />
  )
}

const dayMs = 86_400_000
const noon = (day: string) => new Date(`${day}T12:00:00Z`)
const plus = (day: string, days: number) => new Date(noon(day).getTime() + days * dayMs).toISOString().slice(0, 10)

/** Returns the Monday of a day's ISO week. Both dates have the form `2026-11-23`. */
export const mondayOf = (day: string): string => plus(day, -((noon(day).getUTCDay() + 6) % 7))

const weekWords = (monday: string, hasYear = false) => dayRange(monday, plus(monday, 6), { hasYear })

const isRule = (week: string) => (weekRules as readonly string[]).includes(week)

/** Returns the Monday of a rule or of a day. A rule names another week each Monday. */
export function mondayOfWeek(week: string, now: number): string {
  const weeks = (weekRules as readonly string[]).indexOf(week) - 1
  return isRule(week) ? plus(mondayOf(isoDay(new Date(now))), weeks * 7) : mondayOf(week)
}

const ruleWords = { last: 'Last week, ', this: 'This week, ', next: 'Next week, ' }

/** Returns the weeks around today and the chosen week, latest first. Last week, this week and next week are rules. */
export function weekOptions(
  now: number,
  { past, coming }: { past: number; coming: number },
  chosen: string | undefined,
): FilterOption[] {
  const monday = mondayOf(isoDay(new Date(now)))
  const options = Array.from({ length: past + coming + 1 }, (_, index) => {
    const weeks = coming - index
    const day = plus(monday, weeks * 7)
    const rule = weekRules[weeks + 1]
    return { value: rule ?? day, label: `${rule ? ruleWords[rule] : ''}${weekWords(day)}` }
  })
  if (chosen === undefined || options.some(({ value }) => value === chosen)) return options
  return [...options, { value: chosen, label: weekWords(chosen, true) }]
}
