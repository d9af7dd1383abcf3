import { useEffect, useState } from 'react'
import { serverNow } from './server-clock.ts'
import { useNow } from './use-now.ts'

/** Whether a moment has passed; it re-renders exactly then, and not only at the next update of the clock. */
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
