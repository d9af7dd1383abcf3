import { useEffect, useEffectEvent, useRef } from 'react'
import { track } from '#site/lib/track.ts'

/** Typing rests when nothing has changed for this long. */
const restMs = 800

/** Of a query that somebody pasted, the beginning says enough. */
const longestTold = 80

/** Tells what was looked for, and how much was found, each time typing rests on another query. */
export function useSearchTold(place: string, query: string, results: number): void {
  const told = useRef('')
  const tell = useEffectEvent(() => {
    if (query === told.current) return
    told.current = query
    // An address was meant for another field; it is nobody's search.
    if (query && !query.includes('@')) track('search', { place, query: query.slice(0, longestTold), results })
  })
  useEffect(() => {
    if (!query) told.current = ''
    const timer = setTimeout(() => tell(), restMs)
    return () => clearTimeout(timer)
  }, [query])
}
