import { expect, test } from 'vitest'
import { describeOrigins } from './names.ts'

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
const lead = (...rows: ReturnType<typeof origin>[]) => describeOrigins(rows, 'The largest share of visits comes from')

test('names the origin with the most visits, and the origin with the highest conversion rate', () => {
  expect(lead(origin('Direct', 600, 3), origin('google', 300, 9), origin('bing', 100, 1))).toBe(
    'The largest share of visits comes from Direct: 60%. google converts best: 9 bookings from 300 visits, 3%.',
  )
})

test('ignores the (other) row, and compares conversion rates only for origins with at least 30 visits', () => {
  expect(lead(origin('Direct', 60, 1), origin('bing', 2, 1), origin('(other)', 900, 90))).toBe(
    'The largest share of visits comes from Direct: 6.2%. Direct converts best: 1 booking from 60 visits, 1.7%.',
  )
  expect(lead(origin('bing', 2, 1))).toBe(
    'The largest share of visits comes from bing: 100%. No row has at least 30 visits and a booking yet, so conversion rates are not compared.',
  )
})

test('reports that a period has no bookings', () => {
  expect(lead(origin('bing', 40, 0))).toBe(
    'The largest share of visits comes from bing: 100%. No bookings in this period.',
  )
  expect(lead()).toBe('No bookings in this period.')
})
