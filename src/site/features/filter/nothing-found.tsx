import type { MouseEvent } from 'react'
import type { SearchWords } from '#content/types.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './filter.module.css'

interface NothingFoundProps {
  words: SearchWords
  query: string
  onShowAll: () => void
}

/** Replaces a list without results: the query, what to try, and how to reset it. */
export function NothingFound({ words, query, onShowAll }: NothingFoundProps) {
  const leave = ({ currentTarget }: MouseEvent) => {
    // The button disappears, so the focus moves to the search field.
    currentTarget.closest('section')?.querySelector('input')?.focus()
    onShowAll()
  }
  return (
    <div className={`${layout.left} ${css.nothing}`}>
      <h3 className={css.title}>{words.nothing(query.trim())}</h3>
      <p>{words.advice}</p>
      <Button onClick={leave}>{words.showAll}</Button>
    </div>
  )
}
