import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const againMs = 3000

let isLost = !navigator.onLine
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(next: boolean): void {
  if (next === isLost) return
  isLost = next
  for (const tell of listeners) tell()
}

/** Whether anything comes back at all; what it says does not matter. */
async function answers(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    await fetch('/healthz', { cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

let looks = 0

async function look(): Promise<void> {
  clearTimeout(timer)
  looks += 1
  const mine = looks
  const isBack = await answers()
  // Another look has begun meanwhile, and knows more.
  if (mine !== looks) return
  set(!isBack)
  if (!isBack) timer = setTimeout(() => void look(), againMs)
}

/** Something had no answer: that alone, or is the line lost? Asked until there is one. */
export function doubtConnection(): void {
  if (!isLost) void look()
}

addEventListener('offline', () => void look())
// A browser says so as soon as there is a network, which is before there is an answer.
addEventListener('online', () => void look())

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

// What could not be fetched is fetched when the line is back.
onlineManager.setEventListener((setOnline) => subscribe(() => setOnline(!isLost)))
if (isLost) void look()

export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => !isLost)
