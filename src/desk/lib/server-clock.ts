import { useEffect, useState, useSyncExternalStore } from 'react'

/** The `Date` header has whole seconds, and the response takes time, so smaller differences are ignored. */
const sameMs = 2000

let ahead = 0

/** Reads the time from a response. `asked` is the time of the request, by this browser's clock. */
export function takeTime(answer: Response, asked: number): void {
  const told = Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(told)) return
  const difference = told + 500 - (asked + Date.now()) / 2
  const next = Math.abs(difference) < sameMs ? 0 : difference
  if (Math.abs(next - ahead) < sameMs) return
  ahead = next
  renew()
}

/**
 * Milliseconds since 1970 by the server's clock, to which all deadlines refer: this computer's clock may be wrong.
 */
export const serverNow = (): number => Date.now() + ahead

const everyMs = 15_000
let now = serverNow()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function renew(): void {
  now = serverNow()
  for (const tell of listeners) tell()
}

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

/** Whether a moment has passed. Re-renders exactly then, not at the next update of the clock. */
export function usePassed(moment: number | null): boolean {
  const now = useNow()
  const [reached, setReached] = useState<number | null>(null)
  useEffect(() => {
    // A later update starts the timer for a more distant moment.
    if (moment === null || moment <= now || moment > now + 60_000) return
    const timer = setTimeout(() => setReached(moment), moment - serverNow())
    return () => clearTimeout(timer)
  }, [moment, now])
  return moment !== null && (moment <= now || reached === moment)
}
