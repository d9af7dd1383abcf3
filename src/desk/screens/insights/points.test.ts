import { expect, test } from 'vitest'
import { addDays } from '#desk/features/charts/chart-labels.ts'
import { pointsOf } from './points.ts'

const days = (from: string, count: number, visitors: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: addDays(from, index),
    visitors,
    sessions: 2,
    views: 3,
    bookings: 1,
  }))

test('returns a chart point for each day of a four-week range, and marks today as incomplete', () => {
  const points = pointsOf(days('2026-10-25', 28, 5), days('2026-09-27', 28, 4), '2026-11-21')
  expect(points).toHaveLength(28)
  expect(points[0]).toMatchObject({ from: '2026-10-25', days: 1, isRunning: false, before: { visitors: 4 } })
  expect(points[27]).toMatchObject({ from: '2026-11-21', isRunning: true, now: { visitors: 5, bookings: 1 } })
})

test('groups the days of a year into weeks, and marks the first week if it is shorter', () => {
  const points = pointsOf(days('2025-01-01', 365, 5), days('2024-01-02', 365, 4), '2026-11-21')
  expect(points).toHaveLength(53)
  expect(points[0]).toMatchObject({ from: '2025-01-01', days: 1, isShort: true, before: { visitors: 4 } })
  expect(points[1]).toMatchObject({
    from: '2025-01-02',
    days: 7,
    isShort: false,
    now: { visitors: 35, sessions: 14 },
  })
  expect(points[52]).toMatchObject({
    from: '2025-12-25',
    days: 7,
    isRunning: false,
    before: { visitors: 28 },
  })
  expect(points.reduce((total, { now }) => total + now.visitors, 0)).toBe(365 * 5)
})
