import { expect, it } from 'vitest'
import { makeQuarter } from './quarter.ts'

it('is the same again with the same seed at the same time', () => {
  const now = Date.UTC(2026, 10, 21, 12)
  const [first, again, other] = ['a', 'a', 'b'].map((seed) => makeQuarter(seed, now, 'http://127.0.0.1:3000'))
  expect(again?.bookings).toEqual(first?.bookings)
  expect(again?.visits.length).toBe(first?.visits.length)
  expect(other?.bookings[7]?.person).not.toEqual(first?.bookings[7]?.person)
})
