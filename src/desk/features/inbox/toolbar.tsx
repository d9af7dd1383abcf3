import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMe } from '#desk/lib/door.ts'
import { usePeople } from '#desk/lib/people.ts'
import { sourceWords } from '#desk/lib/words.ts'
import layout from '#ui/layout.module.css'
import toggle from '#ui/toggle-group.module.css'
import { fetchSources } from './api.ts'
import { type FilterOption, FilterSelect } from './filter-select.tsx'
import css from './inbox.module.css'
import { orderIn, orderOf } from './list-request.ts'
import { SearchBox } from './search-box.tsx'
import type { InboxRow, InboxSearch, InboxSource } from './types.ts'
import { WeekFilter } from './week-filter.tsx'

export interface Offer {
  /** What the search covers. */
  search: string
  statuses: readonly FilterOption[]
  /** The date that the week filter applies to, and how many weeks before and after now it offers. */
  week: { label: string; past: number; coming: number }
  sorts: readonly FilterOption[]
}

interface ToolbarProps<Row extends InboxRow> {
  store: InboxSource<Row>
  offer: Offer
  search: InboxSearch
  term: string
  onTerm: (term: string) => void
  onChange: (change: InboxSearch) => void
  children?: ReactNode
}

/** The search box and the filters; on narrow screens the filters are behind a button. */
export function Toolbar<Row extends InboxRow>(props: ToolbarProps<Row>) {
  const { store, offer, search, term, onTerm, onChange, children } = props
  const me = useMe()
  const people = usePeople()
  const [isOpen, setOpen] = useState(false)
  const { data: sources = [] } = useQuery({
    queryKey: [store.name, 'sources'],
    queryFn: () => fetchSources(store),
    staleTime: 60_000,
  })
  const { status, week, source, assignee } = search
  const isView = store.views.some((view) => view.status === status)
  const on = [week, source, assignee, isView ? undefined : status].filter(Boolean).length
  const others = people.able
    .filter(({ id }) => id !== me.id)
    .map(({ id, name }) => ({ value: id, label: name }))
  const { sort, down } = orderIn(search)
  const plain = orderIn({ status })
  const isPlain = sort === plain.sort && down === plain.down

  return (
    <div className={`${layout.stack} ${css.toolbar}`} data-open={isOpen}>
      <SearchBox term={term} onChange={onTerm} placeholder={offer.search} />
      <button
        type="button"
        className={`${toggle.toggle} ${css.more}`}
        aria-expanded={isOpen}
        aria-controls="inbox-filters"
        onClick={() => setOpen(!isOpen)}
      >
        Filters{on > 0 && ` (${on})`}
      </button>
      <div className={`${layout.stack} ${css.filters}`} id="inbox-filters">
        <FilterSelect
          label="Status"
          none="All but spam"
          options={[
            { value: 'open', label: 'Open' },
            { value: 'overdue', label: 'Overdue' },
            ...offer.statuses,
          ]}
          value={status}
          onChange={(value) => onChange({ status: value })}
        />
        <WeekFilter
          label={offer.week.label}
          range={offer.week}
          value={week}
          onChange={(value) => onChange({ week: value })}
        />
        <FilterSelect
          label="Source"
          none="Any source"
          options={sources.map((value) => ({ value, label: sourceWords(value) }))}
          value={source}
          onChange={(value) => onChange({ source: value })}
        />
        <FilterSelect
          label="Assigned to"
          none="Anybody"
          options={[{ value: 'me', label: 'Me' }, { value: 'nobody', label: 'Nobody' }, ...others]}
          value={assignee}
          onChange={(value) => onChange({ assignee: value })}
        />
        <div className={css.sort}>
          <FilterSelect
            label="Order"
            none={plain.sort === 'due_at' ? 'Most urgent first' : 'Next first'}
            options={offer.sorts}
            value={isPlain ? undefined : `${sort} ${down}`}
            onChange={(value) => {
              const [by, isDown] = value?.split(' ') ?? [plain.sort, String(plain.down)]
              onChange(orderOf(status, by ?? plain.sort, isDown === 'true'))
            }}
          />
        </div>
      </div>
      {children}
    </div>
  )
}
