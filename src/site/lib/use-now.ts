import { useEffect, useState } from 'react'

/** The present minute; null until hydration, because prerendered HTML cannot know when it is read. */
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
