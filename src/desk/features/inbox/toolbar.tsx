import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import controls from '#desk/lib/controls.module.css'
import { useMe } from '#desk/lib/door.ts'
import { useShortcut } from '#desk/lib/shortcuts.ts'
import { useTeamMembers } from '#desk/lib/team-members.ts'
import { sourceWords } from '#desk/lib/words.ts'
import layout from '#ui/layout.module.css'
import toggle from '#ui/toggle-group.module.css'
import { type FilterOption, FilterSelect, WeekFilter } from './filters.tsx'
import css from './inbox.module.css'
import {
  type InboxRow,
  type InboxSearch,
  type InboxSource,
  orderFromSearch,
  orderToSearch,
  type ViewCounts,
} from './list-request.ts'
import { fetchSources } from './use-list.ts'

export interface ToolbarOptions {
  /** The search box's placeholder. */
  search: string
  statuses: readonly FilterOption[]
  /** The label of the week filter, and how many past and coming weeks the filter offers. */
  week: { label: string; past: number; coming: number }
  sorts: readonly FilterOption[]
}

interface ToolbarProps<Row extends InboxRow> {
  store: InboxSource<Row>
  offer: ToolbarOptions
  search: InboxSearch
  term: string
  onTerm: (term: string) => void
  onChange: (change: InboxSearch) => void
  children?: ReactNode
}

/** The search box and the filters. On narrow screens, a button opens the filters. */
export function Toolbar<Row extends InboxRow>(props: ToolbarProps<Row>) {
  const { store, offer, search, term, onTerm, onChange, children } = props
  const me = useMe()
  const people = useTeamMembers()
  const [isOpen, setOpen] = useState(false)
  const { data: sources = [] } = useQuery({
    queryKey: [store.name, 'sources'],
    queryFn: () => fetchSources(store),
    staleTime: 60_000,
  })
  const { status, week, source, assignee, step_by } = search
  const isView = store.views.some((view) => view.status === status)
  const on = [week, source, assignee, step_by, isView ? undefined : status].filter(Boolean).length
  const others = people.able.filter(({ id }) => id !== me.id).map(({ id, name }) => ({ value: id, label: name }))
  const { sort, down } = orderFromSearch(search)
  const plain = orderFromSearch({ status })
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
          none="All except spam"
          options={[
            { value: 'open', label: 'Open' },
            { value: 'overdue', label: 'Overdue' },
            { value: 'waiting', label: 'Waiting' },
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
          none="Anyone"
          options={[{ value: 'me', label: 'Me' }, { value: 'nobody', label: 'Unassigned' }, ...others]}
          value={assignee}
          onChange={(value) => onChange({ assignee: value })}
        />
        {store.name === 'bookings' && (
          <FilterSelect
            label="Next step by"
            none="Anyone"
            options={[{ value: 'me', label: 'Me' }, ...others]}
            value={step_by}
            onChange={(value) => onChange({ step_by: value })}
          />
        )}
        <div className={css.sort}>
          <FilterSelect
            label="Sort by"
            none={plain.sort === 'due_at' ? 'Most urgent first' : 'Soonest first'}
            options={offer.sorts}
            value={isPlain ? undefined : `${sort} ${down}`}
            onChange={(value) => {
              const [by, isDown] = value?.split(' ') ?? [plain.sort, String(plain.down)]
              onChange(orderToSearch(status, by ?? plain.sort, isDown === 'true'))
            }}
          />
        </div>
      </div>
      {children}
    </div>
  )
}

interface SearchBoxProps {
  term: string
  onChange: (term: string) => void
  placeholder?: string
}

const searchDebounceMs = 180

/**
 * The search box for names, email addresses, companies and phone numbers. `/` focuses the search box, and Enter moves
 * the focus out of the box.
 */
export function SearchBox({ term, onChange, placeholder = 'Name, email or company' }: SearchBoxProps) {
  const [typed, setTyped] = useState(term)
  const field = useRef<HTMLInputElement>(null)
  useShortcut('/', () => field.current?.select())

  // A button outside the search box can also clear the box.
  const [seen, setSeen] = useState(term)
  if (seen !== term) {
    setSeen(term)
    setTyped(term)
  }
  useEffect(() => {
    if (typed === term) return
    const timer = setTimeout(() => onChange(typed), searchDebounceMs)
    return () => clearTimeout(timer)
  }, [typed, term, onChange])

  return (
    <search>
      <label className={`${layout.tiny} ${css.label}`} htmlFor="inbox-search">
        Search
      </label>
      <input
        ref={field}
        id="inbox-search"
        className={`${layout.small} ${controls.control} ${css.control}`}
        type="search"
        placeholder={placeholder}
        aria-keyshortcuts="/"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            onChange(typed)
            field.current?.blur()
          }
          if (event.key !== 'Escape') return
          // The browser's default action for Esc would clear the field without a React event.
          event.preventDefault()
          if (typed) onChange('')
          else field.current?.blur()
          setTyped('')
        }}
      />
    </search>
  )
}

interface ViewsProps<Row extends InboxRow> {
  views: InboxSource<Row>['views']
  /** The number of rows in each view; undefined while loading. */
  counts: ViewCounts | undefined
  status: string | undefined
  onChange: (status: string | undefined) => void
}

/** The main views of the list, each with its number of rows. */
export function ViewButtons<Row extends InboxRow>({ views, counts, status, onChange }: ViewsProps<Row>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these are commands.
    <div className={css.views} role="group" aria-label="Views">
      {views.map((view) => {
        const count = counts?.[view.status ?? 'all']
        return (
          <button
            key={view.label}
            type="button"
            className={`${layout.close} ${css.view}`}
            aria-pressed={view.status === status}
            data-late={view.status === 'overdue' && (count ?? 0) > 0}
            onClick={() => onChange(view.status)}
          >
            <span className={css.viewLabel}>{view.label}</span>{' '}
            <span className={`${layout.figure} ${css.count}`}>
              {count === undefined ? '–' : count.toLocaleString('en')}
            </span>
          </button>
        )
      })}
    </div>
  )
}
