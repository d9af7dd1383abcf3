import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef } from 'react'
import type { SearchWords } from '#content/types.ts'
import { Icon } from '#ui/icon.tsx'
import css from './filter.module.css'

interface SearchFieldProps {
  words: SearchWords
  query: string
  onSearch: (query: string) => void
}

/** Searches while the visitor types; Escape and the button at its end clear it. */
export function SearchField({ words, query, onSearch }: SearchFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)

  // Something may have been typed before hydration.
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
          <button type="button" className={css.clear} aria-label={words.clear} onClick={empty}>
            <Icon name="close" />
          </button>
        )}
      </div>
    </search>
  )
}
