import { expect, it } from 'vitest'
import { bookingLimits } from '#shared/contract/booking.ts'
import { maxLengths } from './booking-form.tsx'

it('lets the browser accept exactly what the server accepts', () => {
  const { monthly_revenue, time_zone, ...typed } = bookingLimits
  expect(maxLengths).toEqual(typed)
})
