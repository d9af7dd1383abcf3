import { useEffect, useState } from 'react'
import { furthestTime } from '#shared/contract/form-rules.ts'
import { wallClock } from '#shared/lib/local-time.ts'
import { bookingDialogId } from './book-call-button.tsx'

interface TimeBounds {
  readonly min: string
  readonly max: string
}

/**
 * The current minute in the visitor's zone, by default that of their machine, and the latest bookable one, as `min` and `max` of the time field. Without
 * `max` a browser accepts years of six digits. Unknown before hydration.
 */
export function useTimeBounds(zone: string | undefined): TimeBounds | null {
  const [bounds, setBounds] = useState<TimeBounds | null>(null)
  useEffect(() => {
    const renew = () => {
      const now = Date.now()
      setBounds({ min: wallClock(new Date(now), zone), max: wallClock(new Date(furthestTime(now)), zone) })
    }
    renew()
    const timer = setInterval(renew, 60_000)
    const dialog = document.getElementById(bookingDialogId)
    dialog?.addEventListener('beforetoggle', renew)
    return () => {
      clearInterval(timer)
      dialog?.removeEventListener('beforetoggle', renew)
    }
  }, [zone])
  return bounds
}
