import { useEffect, useEffectEvent, useRef } from 'react'
import { track } from '#site/lib/track.ts'

/** The debounce: a search is tracked when the query has not changed for this long. */
const restMs = 800

/** A pasted query is cut to this length. */
const longestTold = 80

/** Tracks each query, debounced, with its number of results. */
export function useSearchTold(place: string, query: string, results: number): void {
  const told = useRef('')
  const tell = useEffectEvent(() => {
    if (query === told.current) return
    told.current = query
    // An e-mail address was meant for another field, so it is not tracked.
    if (query && !query.includes('@')) track('search', { place, query: query.slice(0, longestTold), results })
  })
  useEffect(() => {
    if (!query) told.current = ''
    const timer = setTimeout(() => tell(), restMs)
    return () => clearTimeout(timer)
  }, [query])
}
