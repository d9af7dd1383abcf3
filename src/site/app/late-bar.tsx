import { type ComponentType, useEffect, useState } from 'react'
import { bookingState } from '#site/features/booking/state.ts'
import { Boundary } from '#site/lib/boundary.tsx'
import { whenIdle } from '#site/lib/rest.ts'
import { useStore } from '#site/lib/store.ts'
import { loadBookingBar } from './late-parts.ts'

/** The booking bar, once the browser is idle, until a call is booked. */
export function LateBar() {
  const { sent } = useStore(bookingState)
  const [Bar, setBar] = useState<ComponentType | null>(null)
  useEffect(
    () => whenIdle(() => void loadBookingBar().then((part) => setBar(() => part.BookingBar), noBar)),
    [],
  )
  return (
    Bar &&
    !sent && (
      <Boundary place="booking-bar" fallback={noBar}>
        <Bar />
      </Boundary>
    )
  )
}

/** The page has its other buttons. */
const noBar = () => null
