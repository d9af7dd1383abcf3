import { useEffect, useState } from 'react'
import { serverNow } from './server-clock.ts'
import { useNow } from './use-now.ts'

/** Whether a moment has passed; told when it does, and not only when everything else is renewed. */
export function usePassed(moment: number | null): boolean {
  const now = useNow()
  const [reached, setReached] = useState<number | null>(null)
  useEffect(() => {
    // What is further off comes with a later renewal.
    if (moment === null || moment <= now || moment > now + 60_000) return
    const timer = setTimeout(() => setReached(moment), moment - serverNow())
    return () => clearTimeout(timer)
  }, [moment, now])
  return moment !== null && (moment <= now || reached === moment)
}
