import { useState } from 'react'
import { track } from '#site/lib/track.ts'
import { finder } from './state.ts'
import type { Findable } from './types.ts'
import { useSearchTold } from './use-search-told.ts'

/** A list filtered by a category (`all` keeps everything) and by a search. */
export function useFilter<Item extends Findable>(
  place: string,
  items: readonly Item[],
  first: 'all' | Item['category'],
) {
  const [chosen, setChosen] = useState(first)
  const [query, search] = useState('')
  const isFound = finder(query)
  const shown = items.filter((item) => (chosen === 'all' || item.category === chosen) && isFound(item))
  useSearchTold(place, query.trim(), shown.length)

  const choose = (value: typeof first) => {
    setChosen(value)
    if (value !== chosen) track('engagement', { action: 'filter', place, value })
  }
  const showAll = () => {
    setChosen('all')
    search('')
  }
  return { chosen, choose, query, search, shown, showAll }
}
