import { useEffect, useState } from 'react'
import { wallClock } from '#shared/lib/local-time.ts'

/** The current minute on the visitor's clock, as `min` of the time field. Unknown until the page runs. */
export function useEarliest(): string | undefined {
  const [now, setNow] = useState<string>()
  useEffect(() => {
    const renew = () => setNow(wallClock(new Date()))
    renew()
    const timer = setInterval(renew, 60_000)
    const dialog = document.getElementById('booking')
    dialog?.addEventListener('beforetoggle', renew)
    return () => {
      clearInterval(timer)
      dialog?.removeEventListener('beforetoggle', renew)
    }
  }, [])
  return now
}
