import { answerKey, countingHere, isRefused, isRefusedByBrowser, visitKey } from '#site/lib/counting.ts'
import type { Readable } from '#site/lib/store.ts'

/** Whether this visit is counted, and where a no comes from; null in the prerendered page. */
export type Counting = 'counted' | 'refused' | 'refused-here' | 'refused-by-browser'

function now(): Counting {
  if (isRefusedByBrowser()) return 'refused-by-browser'
  if (countingHere.isRefused) return 'refused-here'
  return isRefused() ? 'refused' : 'counted'
}

const listeners = new Set<() => void>()
const tellAll = () => {
  for (const listener of listeners) listener()
}

/** Another tab's answer arrives as a storage event; a page that comes back from the cache may have missed one. */
const events = ['storage', 'pageshow'] as const

export const countingState: Readable<Counting | null> = {
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

/** Keeps a no in this browser, or in this page where its storage is closed; a yes leaves nothing behind. */
export function answer(isYes: boolean): void {
  countingHere.isRefused = false
  try {
    if (isYes) localStorage.removeItem(answerKey)
    else localStorage.setItem(answerKey, 'no')
  } catch {
    countingHere.isRefused = !isYes
  }
  tellAll()
}

/** Forgets the visit in this tab, and whatever was not sent of it. */
export function forgetVisit(): void {
  try {
    sessionStorage.removeItem(visitKey)
  } catch {}
  countingHere.forget()
}
