import { useSyncExternalStore } from 'react'
import { onTimeTaken, serverNow } from './server-clock.ts'

const everyMs = 15_000
let now = serverNow()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function renew(): void {
  now = serverNow()
  for (const tell of listeners) tell()
}

onTimeTaken(renew)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(renew, everyMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Milliseconds since 1970 by the server's clock, updated four times a minute; the same for all components. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
