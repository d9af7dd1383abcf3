import { expect, test } from 'vitest'
import { leadOf } from './names.ts'

const origin = (name: string, sessions: number, bookings: number) => ({
  id: name,
  name,
  sessions,
  opened: 0,
  sent: 0,
  bookings,
  confirmed: 0,
  completed: 0,
})
const lead = (...rows: ReturnType<typeof origin>[]) => leadOf(rows, 'Most visits come from')

test('names the origin with most visits and the one that books most often', () => {
  expect(lead(origin('Direct', 600, 3), origin('google', 300, 9), origin('bing', 100, 1))).toBe(
    'Most visits come from Direct: 60%. google books most often: 9 bookings from 300 visits, 3%.',
  )
})

test('names neither the sum of the rest nor an origin with few visits', () => {
  expect(lead(origin('Direct', 60, 1), origin('bing', 2, 1), origin('(other)', 900, 90))).toBe(
    'Most visits come from Direct: 6.2%. Direct books most often: 1 booking from 60 visits, 1.7%.',
  )
  expect(lead(origin('bing', 2, 1))).toBe(
    'Most visits come from bing: 100%. No place has both 30 visits and a booking yet, so none is called the best.',
  )
})

test('says that there are no bookings, or no visits', () => {
  expect(lead(origin('bing', 40, 0))).toBe(
    'Most visits come from bing: 100%. No booking came from any of them.',
  )
  expect(lead()).toBe('No booking came from any of them.')
})
