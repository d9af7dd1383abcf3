import { useEffect, useRef, useState } from 'react'
import { booking, bookingFields } from '#content/booking.ts'
import { machineZone } from '#shared/lib/time-zone.ts'
import { VisitorForm } from '#site/lib/visitor-form.tsx'
import { bookingForm, chooseZone, chosenZone } from './api.ts'
import { FreeTimesPlace } from './free-times-place.tsx'
import { useTimeBounds } from './use-time-bounds.ts'
import { ZoneSelect } from './zone-select.tsx'

/** The form itself. Without script it posts to a route of its own, which responds with a plain page. */
export function BookingForm() {
  const element = useRef<HTMLFormElement>(null)
  const [zone, setZone] = useState<string>()
  const bounds = useTimeBounds(zone)
  const zoneName = bounds && (zone ?? machineZone())
  // A draft that was kept may have one.
  useEffect(() => setZone(chosenZone()), [])
  const onZone = (next: string) => {
    chooseZone(next)
    setZone(chosenZone())
  }
  return (
    <VisitorForm
      store={bookingForm}
      element={element}
      fields={bookingFields}
      extra={{
        preferred_time: {
          ...bounds,
          hint: zoneName ? booking.zoneNote(zoneName) : undefined,
          before: <FreeTimesPlace zone={zoneName} onZone={onZone} />,
          after: <ZoneSelect />,
        },
        current_challenges: { isWide: true },
        message: { isWide: true },
      }}
      idPrefix="booking"
      action="/forms/booking"
      words={booking}
    />
  )
}
