import { ToggleGroup } from '#ui/toggle-group.tsx'
import css from './filter-bar.module.css'

interface FilterBarProps<Id extends string> {
  label: string
  filters: readonly { readonly id: Id; readonly label: string }[]
  chosen: Id
  onChoose: (id: Id) => void
  /** How many are left, in words; said aloud when it changes. */
  count: string
}

/** The categories of a list as buttons, and how many of its items the chosen one shows. */
export function FilterBar<Id extends string>({
  label,
  filters,
  chosen,
  onChoose,
  count,
}: FilterBarProps<Id>) {
  const options = filters.map((filter) => ({ value: filter.id, label: filter.label }))
  return (
    <div className={css.bar}>
      <div className={css.filters}>
        <ToggleGroup label={label} options={options} value={chosen} onChange={onChoose} />
      </div>
      <p className={css.count} role="status">
        {count}
      </p>
    </div>
  )
}
