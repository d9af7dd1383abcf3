import { useId, useState } from 'react'
import controls from '#desk/lib/controls.module.css'
import { useNow } from '#desk/lib/server-clock.ts'
import { lastDay } from '#desk/lib/times.ts'
import layout from '#ui/layout.module.css'
import { FilterSelect } from './filter-select.tsx'
import css from './inbox.module.css'
import { mondayOf, weekOptions } from './weeks.ts'

interface WeekFilterProps {
  label: string
  range: { past: number; coming: number }
  /** Any day of the week. */
  value: string | undefined
  onChange: (day: string | undefined) => void
}

const other = 'other'

/** A choice of the weeks around now, and of any other one by a date in it. */
export function WeekFilter({ label, range, value, onChange }: WeekFilterProps) {
  const [isTyping, setTyping] = useState(false)
  const now = useNow()
  const id = useId()
  const chosen = value && mondayOf(value)
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
          // The user chose this field in place of the one that had the focus.
          ref={(field) => field?.focus()}
          defaultValue={value}
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
      onChange={(day) => (day === other ? setTyping(true) : onChange(day))}
    />
  )
}
