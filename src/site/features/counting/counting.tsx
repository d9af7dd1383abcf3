import { useEffect, useEffectEvent, useRef } from 'react'
import { counting as words } from '#content/counting.ts'
import { answerKey, countingHere, isRefused, isRefusedByBrowser, visitKey } from '#site/lib/counting.ts'
import { useNavigation } from '#site/lib/navigation.tsx'
import { type Readable, useStore } from '#site/lib/store.ts'
import { resumeTracking, track } from '#site/lib/track.ts'
import layout from '#ui/layout.module.css'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import css from './counting.module.css'

const options = [
  { value: 'yes', label: words.yes },
  { value: 'no', label: words.no },
] as const

const says: Partial<Record<Standing, string>> = { refused: words.refused, 'refused-here': words.refusedHere }

/**
 * Says that visits are counted, and lets the visitor opt out. The prerendered page omits it, because without script
 * nothing is counted and a button would do nothing.
 */
export function Counting() {
  const standing = useStore(countingState)
  const last = useRef(standing)
  const { view } = useNavigation()

  // Applies a choice made in another tab, too.
  const obey = useEffectEvent((now: Standing | null) => {
    const wasRefused = last.current !== null && last.current !== 'counted'
    last.current = now
    if (now && now !== 'counted') forgetVisit()
    else if (now && wasRefused) {
      track('page_view', { view, title: document.title })
      resumeTracking()
    }
  })
  useEffect(() => obey(standing), [standing])

  if (!standing) return null
  if (standing === 'refused-by-browser')
    return <p className={`${layout.bar} ${layout.note} ${css.counting}`}>{words.byBrowser}</p>
  return (
    <div className={`${layout.bar} ${layout.note} ${css.counting}`}>
      <p>{words.text}</p>
      <ToggleGroup
        label={words.label}
        options={options}
        value={standing === 'counted' ? 'yes' : 'no'}
        onChange={(value) => answer(value === 'yes')}
      />
      <p role="status">{says[standing]}</p>
    </div>
  )
}

/** Says whether this visit is counted and, after an opt-out, who opted out. */
type Standing = 'counted' | 'refused' | 'refused-here' | 'refused-by-browser'

function now(): Standing {
  if (isRefusedByBrowser()) return 'refused-by-browser'
  if (countingHere.isRefused) return 'refused-here'
  return isRefused() ? 'refused' : 'counted'
}

const listeners = new Set<() => void>()
const tellAll = () => {
  for (const listener of listeners) listener()
}

/** A choice in another tab arrives as a storage event, which a page restored from the cache may have missed. */
const events = ['storage', 'pageshow'] as const

const countingState: Readable<Standing | null> = {
  get: now,
  first: () => null,
  subscribe(listener) {
    listeners.add(listener)
    for (const name of events) addEventListener(name, listener)
    return () => {
      listeners.delete(listener)
      for (const name of events) removeEventListener(name, listener)
    }
  },
}

/** Stores an opt-out in this browser, or in this page if storage is blocked. Permission to count is not stored. */
function answer(isYes: boolean): void {
  countingHere.isRefused = false
  try {
    if (isYes) localStorage.removeItem(answerKey)
    else localStorage.setItem(answerKey, 'no')
  } catch {
    countingHere.isRefused = !isYes
  }
  tellAll()
}

/** Deletes this tab's visit and the visit's unsent events. */
function forgetVisit(): void {
  try {
    sessionStorage.removeItem(visitKey)
  } catch {}
  countingHere.forget()
}
