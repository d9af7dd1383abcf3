import { useEffect, useState } from 'react'
import { bookingState } from '#site/features/booking/state.ts'
import { LazyPart } from '#site/lib/lazy-part.tsx'
import { whenIdle } from '#site/lib/rest.ts'
import { useStore } from '#site/lib/store.ts'

const bar = async () => (await import('#site/features/booking/booking-bar.tsx')).BookingBar

/** The booking bar, once the browser is idle, until a call is booked. The page has its other buttons. */
export function LateBar() {
  const { sent } = useStore(bookingState)
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return isIdle && !sent && <LazyPart name="booking-bar" load={bar} props={{}} failed={() => null} />
}
