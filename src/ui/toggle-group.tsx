import type { ReactNode } from 'react'
import css from './toggle-group.module.css'

interface ToggleGroupProps<Value extends string> {
  /** The name of the group, for screen readers only. */
  label: string
  options: readonly { readonly value: Value; readonly label: string; readonly mark?: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** A single choice, shown as toggle buttons. Used for filters and modes, because tabs would imply panels. */
export function ToggleGroup<Value extends string>({ label, options, value, onChange }: ToggleGroupProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these are commands.
    <div className={css.group} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={css.toggle}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.mark}
          {option.label}
        </button>
      ))}
    </div>
  )
}
