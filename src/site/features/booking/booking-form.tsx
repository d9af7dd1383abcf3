import { useRef } from 'react'
import { booking, bookingFields } from '#content/booking.ts'
import { VisitorForm } from '#site/lib/visitor-form.tsx'
import { bookingForm, visitorZone } from './api.ts'
import { useTimeBounds } from './use-time-bounds.ts'
import { ZoneSelect } from './zone-select.tsx'

/** The form itself. Without script it posts to a route of its own, which responds with a plain page. */
export function BookingForm() {
  const element = useRef<HTMLFormElement>(null)
  const bounds = useTimeBounds()
  return (
    <VisitorForm
      store={bookingForm}
      element={element}
      fields={bookingFields}
      extra={{
        preferred_time: {
          ...bounds,
          hint: bounds ? booking.zoneNote(visitorZone()) : undefined,
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
