import { expect, it } from 'vitest'
import { bookingFields } from '#content/booking.ts'
import { bookingLimits } from '#shared/contract/booking.ts'
import { maxLengths } from './booking-form.tsx'

it('lets the browser accept exactly what the server accepts', () => {
  const chosen = ['select', 'datetime-local']
  const typed = bookingFields.filter(({ type }) => !chosen.includes(type)).map(({ name }) => name)
  expect(Object.keys(maxLengths).sort()).toEqual([...typed].sort())
  expect(bookingLimits).toMatchObject(maxLengths)
})
