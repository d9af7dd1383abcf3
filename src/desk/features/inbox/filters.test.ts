import { expect, test } from 'vitest'
import { dayRange } from '#desk/lib/times.ts'
import { mondayOf, mondayOfWeek, weekOptions } from './filters.tsx'

test("finds the Monday of a day's week, even if the day is a Sunday", () => {
  expect(['2026-11-23', '2026-11-25', '2026-11-29', '2027-01-01'].map(mondayOf)).toEqual([
    '2026-11-23',
    '2026-11-23',
    '2026-11-23',
    '2026-12-28',
  ])
})

test('keeps last, this and next week as rules, which name other dates a week later', () => {
  const now = Date.parse('2026-11-25T12:00:00Z')
  const values = weekOptions(now, { past: 1, coming: 2 }, undefined).map(({ value }) => value)
  expect(values).toEqual(['2026-12-07', 'next', 'this', 'last'])
  expect(values.map((week) => mondayOfWeek(week, now + 7 * 86_400_000))).toEqual([
    '2026-12-07',
    '2026-12-07',
    '2026-11-30',
    '2026-11-23',
  ])
})

test('lists the selected week in the week filter in addition to the weeks around today', () => {
  const now = Date.parse('2026-11-25T12:00:00Z')
  const labels = weekOptions(now, { past: 1, coming: 1 }, '2024-12-30').map(({ label }) => label)
  expect(labels).toEqual([
    `Next week, ${dayRange('2026-11-30', '2026-12-06', { hasYear: false })}`,
    `This week, ${dayRange('2026-11-23', '2026-11-29', { hasYear: false })}`,
    `Last week, ${dayRange('2026-11-16', '2026-11-22', { hasYear: false })}`,
    dayRange('2024-12-30', '2025-01-05'),
  ])
})
