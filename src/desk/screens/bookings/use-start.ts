import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serverNow } from '#desk/lib/server-clock.ts'
import { knownZone, myZone } from '#desk/lib/times.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import { firstOffers } from '#shared/lib/first-offers.ts'
import { wallClock } from '#shared/lib/local-time.ts'
import { freeTimesAround } from './api.ts'
import { startFor, wishOf } from './call-start.ts'

/** When the call begins in the form, and free times that it could begin at. A planned time stays, also a passed one. */
export function useStart(booking: BookingRow, planned: string | undefined) {
  const [openedAt] = useState(serverNow)
  const wish = wishOf(booking)
  const isToCome = wish.getTime() > openedAt
  const { data = [], isPending } = useQuery(freeTimesAround(isToCome ? wish : null))
  const zone = booking.time_zone === null ? myZone : knownZone(booking.time_zone)
  const offers = firstOffers(data, zone, isToCome ? { requested: wish.getTime() } : {})
  const [start, setStart] = useState(planned && wallClock(new Date(planned)))
  // Chosen once: when others take that time, it does not move away under a hand that is about to confirm it.
  if (start === undefined && (isToCome || !isPending)) setStart(wallClock(startFor(wish, openedAt, offers)))
  return { start: start ?? '', setStart, offers }
}
