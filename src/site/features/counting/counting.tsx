import { useEffect, useEffectEvent, useRef } from 'react'
import { counting as words } from '#content/counting.ts'
import { isOptedOut, isOptedOutByBrowser, optOutKey, pageCounting, visitKey } from '#site/lib/counting.ts'
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

const statusTexts: Partial<Record<CountingStatus, string>> = {
  refused: words.refused,
  'refused-here': words.refusedHere,
}

/**
 * Says that visits are counted, and lets the visitor opt out. The prerendered page omits this notice, because without
 * script nothing is counted and the buttons would not work.
 */
export function CountingChoice() {
  const standing = useStore(countingState)
  const last = useRef(standing)
  const { view } = useNavigation()

  // Also applies a choice that the visitor made in another tab.
  const obey = useEffectEvent((now: CountingStatus | null) => {
    const wasRefused = last.current !== null && last.current !== 'counted'
    last.current = now
    if (now && now !== 'counted') deleteVisit()
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
        onChange={(value) => setCounting(value === 'yes')}
      />
      <p role="status">{statusTexts[standing]}</p>
    </div>
  )
}

/** The visit's counting status, which after an opt-out includes who opted out. */
type CountingStatus = 'counted' | 'refused' | 'refused-here' | 'refused-by-browser'

function countingStatus(): CountingStatus {
  if (isOptedOutByBrowser()) return 'refused-by-browser'
  if (pageCounting.isRefused) return 'refused-here'
  return isOptedOut() ? 'refused' : 'counted'
}

const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

/** A choice in another tab arrives as a storage event, which a page restored from the cache may have missed. */
const events = ['storage', 'pageshow'] as const

const countingState: Readable<CountingStatus | null> = {
  get: countingStatus,
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
function setCounting(isYes: boolean): void {
  pageCounting.isRefused = false
  try {
    if (isYes) localStorage.removeItem(optOutKey)
    else localStorage.setItem(optOutKey, 'no')
  } catch {
    pageCounting.isRefused = !isYes
  }
  notifyListeners()
}

/** Deletes this tab's visit and the visit's unsent events. */
function deleteVisit(): void {
  try {
    sessionStorage.removeItem(visitKey)
  } catch {}
  pageCounting.forget()
}
