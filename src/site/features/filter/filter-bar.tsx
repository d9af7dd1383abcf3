import type { SearchWords } from '#content/types.ts'
import frame from '#site/lib/frame.module.css'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import css from './filter.module.css'
import { SearchField } from './search-field.tsx'

interface FilterBarProps<Id extends string> {
  label: string
  filters: readonly { readonly id: Id; readonly label: string }[]
  searchWords: SearchWords
  /** The state of the list, from `useFilter`. */
  list: { chosen: Id; choose: (id: Id) => void; query: string; search: (query: string) => void }
  /** The number of results in words; announced when it changes. */
  count: string
}

/** The categories of a list as buttons, a search field, and the number of results. */
export function FilterBar<Id extends string>({
  label,
  filters,
  searchWords,
  list,
  count,
}: FilterBarProps<Id>) {
  const options = filters.map((filter) => ({ value: filter.id, label: filter.label }))
  return (
    <div className={`${frame.split60} ${css.bar}`}>
      <div className={css.filters}>
        <ToggleGroup label={label} options={options} value={list.chosen} onChange={list.choose} />
      </div>
      <div className={css.search}>
        <SearchField words={searchWords} query={list.query} onSearch={list.search} />
      </div>
      <p className={css.count} role="status">
        {count}
      </p>
    </div>
  )
}
