import { useEffect, useState } from 'react'

const prefetchDelayMs = 1000

export function whenIdle(then: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: 1000 })
  else setTimeout(then, 200)
}

/** Calls `then` once `ms` have passed and the page is idle, but never on slow connections or with data saving on. */
export function whenPageIdle(then: () => void, ms = prefetchDelayMs): void {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string }
  } & Navigator
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return
  setTimeout(() => whenIdle(then), ms)
}

/** The current minute; null until hydration, because prerendered HTML cannot contain the current time. */
export function useNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null)
  useEffect(() => {
    const renew = () => setNow(new Date())
    renew()
    const timer = setInterval(renew, 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
