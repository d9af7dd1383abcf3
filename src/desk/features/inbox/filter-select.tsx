import { useId } from 'react'
import controls from '#desk/lib/controls.module.css'
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

/** One filter of a list. A native select works with every keyboard and touch screen. */
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
        {/* An address may contain a value that is not an option, such as somebody who left. */}
        {!isKnown && <option value={value}>Something else</option>}
      </select>
    </div>
  )
}
