import { useEffect, useState, useSyncExternalStore } from 'react'

/** Smaller differences are ignored. The `Date` header has whole seconds, and a response takes time to arrive. */
const sameMs = 2000

let ahead = 0

/** Reads the time from a response. `asked` is the time of the request by this browser's clock. */
export function syncClock(answer: Response, asked: number): void {
  const told = Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(told)) return
  const difference = told + 500 - (asked + Date.now()) / 2
  const next = Math.abs(difference) < sameMs ? 0 : difference
  if (Math.abs(next - ahead) < sameMs) return
  ahead = next
  updateNow()
}

/**
 * Milliseconds since 1970 according to the server's clock. Deadlines use server time, because this computer's clock may
 * be wrong.
 */
export const serverNow = (): number => Date.now() + ahead

const everyMs = 15_000
let now = serverNow()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function updateNow(): void {
  now = serverNow()
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(updateNow, everyMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/**
 * Milliseconds since 1970 by the server's clock, updated four times a minute. All components receive the same value.
 */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)

/**
 * True if the moment has passed. The component re-renders exactly at that moment, not at the next update of the clock.
 */
export function useHasPassed(moment: number | null): boolean {
  const now = useNow()
  const [reached, setReached] = useState<number | null>(null)
  useEffect(() => {
    // If the moment is more than a minute away, a later update of the clock starts the timer.
    if (moment === null || moment <= now || moment > now + 60_000) return
    const timer = setTimeout(() => setReached(moment), moment - serverNow())
    return () => clearTimeout(timer)
  }, [moment, now])
  return moment !== null && (moment <= now || reached === moment)
}

/** Returns the milliseconds until a record changes automatically, for refetching; false if it does not. At most an hour. */
export const refetchDelay = (changesAt: string | null | undefined): number | false => {
  const left = changesAt ? Date.parse(changesAt) - serverNow() : null
  return left !== null && left > -60_000 && Math.min(Math.max(left, 1000), 3_600_000)
}
