import { expect, test } from 'vitest'
import { mondayOf, weekOptions } from './filters.tsx'

test('finds the Monday of the week, also for a Sunday', () => {
  expect(['2026-11-23', '2026-11-25', '2026-11-29', '2027-01-01'].map(mondayOf)).toEqual([
    '2026-11-23',
    '2026-11-23',
    '2026-11-23',
    '2026-12-28',
  ])
})

test('lists the weeks around now and the chosen week', () => {
  const now = Date.parse('2026-11-25T12:00:00Z')
  const labels = weekOptions(now, { past: 1, coming: 1 }, '2024-12-30').map(({ label }) => label)
  expect(labels).toEqual([
    'Next week, 30 Nov to 6 Dec',
    'This week, 23 to 29 Nov',
    'Last week, 16 to 22 Nov',
    '30 Dec to 5 Jan 2025',
  ])
})
