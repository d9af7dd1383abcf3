import type { MouseEvent } from 'react'
import type { SearchWords } from '#content/types.ts'
import { Button } from '#ui/button.tsx'
import css from './nothing-found.module.css'

interface NothingFoundProps {
  words: SearchWords
  query: string
  onShowAll: () => void
}

/** In place of a list that a search has emptied: what was looked for, what to try, and the way back. */
export function NothingFound({ words, query, onShowAll }: NothingFoundProps) {
  const leave = ({ currentTarget }: MouseEvent) => {
    // The button goes away; the focus stays with the list, at its field.
    currentTarget.closest('section')?.querySelector('input')?.focus()
    onShowAll()
  }
  return (
    <div className={css.nothing}>
      <h3 className={css.title}>{words.nothing(query.trim())}</h3>
      <p>{words.advice}</p>
      <Button onClick={leave}>{words.showAll}</Button>
    </div>
  )
}
