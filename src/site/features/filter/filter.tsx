import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { type Counted, plural } from '#content/tree.ts'
import type { SearchWords } from '#content/types.ts'
import frame from '#site/lib/frame.module.css'
import { track } from '#site/lib/track.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import css from './filter.module.css'

interface FilteredListProps<Item extends SearchableItem> {
  /** The name under which choices and searches are tracked. */
  place: string
  items: readonly Item[]
  words: {
    readonly filterLabel: string
    readonly filters: readonly { readonly id: 'all' | Item['category']; readonly label: string }[]
    readonly defaultFilter: 'all' | Item['category']
    readonly search: SearchWords
    /** The sentence that states the number of results. Screen readers announce every change to this sentence. */
    readonly shown: Counted<readonly []>
  }
  /** Renders the matching items; called only if there is a match. */
  children: (items: readonly Item[]) => ReactNode
}

/** Hides the controls on paper and without JavaScript, where the list is complete. */
const hidden = `${layout.scripted} ${layout.unprinted}`

/** A list with category buttons, a search field and the number of results. */
export function FilteredList<Item extends SearchableItem>({ place, items, words, children }: FilteredListProps<Item>) {
  const [chosen, setChosen] = useState(words.defaultFilter)
  const [query, search] = useState('')
  const isFound = createSearch(query)
  const shown = items.filter((item) => (chosen === 'all' || item.category === chosen) && isFound(item))
  useSearchTracking(place, query.trim(), shown.length)

  const choose = (value: typeof chosen) => {
    setChosen(value)
    if (value !== chosen) track('engagement', { action: 'filter', place, value })
  }
  const showAll = ({ currentTarget }: MouseEvent) => {
    // The pressed button disappears, so the focus moves to the search field.
    currentTarget.closest('section')?.querySelector('input')?.focus()
    setChosen('all')
    search('')
  }
  const options = words.filters.map(({ id, label }) => ({ value: id, label }))
  return (
    <>
      <div className={`${frame.split60} ${css.bar}`}>
        <div className={hidden}>
          <ToggleGroup label={words.filterLabel} options={options} value={chosen} onChange={choose} />
        </div>
        <div className={hidden}>
          <SearchField words={words.search} query={query} onSearch={search} />
        </div>
        <p className={css.count} role="status">
          {plural(shown.length, words.shown)}
        </p>
      </div>
      {shown.length > 0 ? (
        children(shown)
      ) : (
        <div className={`${layout.left} ${css.nothing}`}>
          <h3 className={css.title}>{words.search.nothing(query.trim())}</h3>
          <p>{words.search.advice}</p>
          <Button onClick={showAll}>{words.search.showAll}</Button>
        </div>
      )}
    </>
  )
}

/** A search is tracked after the query has stayed the same for this long. */
const restMs = 800

/** Longer queries are truncated to this length. */
const maxTrackedLength = 80

/** Tracks each query with its number of results, after a delay. */
function useSearchTracking(place: string, query: string, results: number): void {
  const told = useRef('')
  const tell = useEffectEvent(() => {
    if (query === told.current) return
    told.current = query
    // A query that contains an email address was probably meant for another field, so the query is not tracked.
    if (query && !query.includes('@')) track('search', { place, query: query.slice(0, maxTrackedLength), results })
  })
  useEffect(() => {
    if (!query) told.current = ''
    const timer = setTimeout(() => tell(), restMs)
    return () => clearTimeout(timer)
  }, [query])
}

/** Returns a predicate that is true for items that contain every word of a query, ignoring case and accents. */
export function createSearch(query: string): (item: SearchableItem) => boolean {
  const words = normalizeForSearch(query).split(/\s+/).filter(Boolean)
  return ({ title, subtitle = '', description, features }) => {
    const text = normalizeForSearch([title, subtitle, description, ...features].join('\n'))
    return words.every((word) => text.includes(word))
  }
}

/** Removes accents, and replaces curly apostrophes with straight ones. */
const normalizeForSearch = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()

/** A list item's searchable text and its category. */
interface SearchableItem {
  readonly category: string
  readonly title: string
  readonly subtitle?: string
  readonly description: string
  readonly features: readonly string[]
}

interface SearchFieldProps {
  words: SearchWords
  query: string
  onSearch: (query: string) => void
}

/** A search field that filters while the visitor types; Escape and the clear button clear the field. */
function SearchField({ words, query, onSearch }: SearchFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)

  // The visitor may have typed before hydration.
  const takeEarly = useEffectEvent(() => {
    const early = input.current?.value
    if (early) onSearch(early)
  })
  useEffect(() => takeEarly(), [])

  const empty = () => {
    onSearch('')
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && query) empty()
  }

  return (
    <search className={css.searchField}>
      <label className={css.label} htmlFor={id}>
        {words.label}
      </label>
      <div className={css.box}>
        <input
          ref={input}
          id={id}
          className={css.input}
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          value={query}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {query && (
          <button type="button" className={`${layout.cross} ${css.clear}`} aria-label={words.clear} onClick={empty}>
            <Icon name="close" />
          </button>
        )}
      </div>
    </search>
  )
}
