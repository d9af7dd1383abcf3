import { expect, test } from 'vitest'
import { dayOfMonth } from '#desk/lib/times.ts'
import { countWithNoun } from '#desk/lib/words.ts'
import { addDays, dayTicks, formatCount, formatRate, formatShare, signedPercent } from './chart-labels.ts'

test('formats figures with thousands separators', () => {
  expect([formatCount(0), formatCount(12_345), countWithNoun(1, 'visit'), countWithNoun(2, 'visit')]).toEqual([
    '0',
    '12,345',
    '1 visit',
    '2 visits',
  ])
})

test('formats small shares with one decimal place, and shows a dash if the total is zero', () => {
  expect([
    formatShare(62, 1000),
    formatShare(94, 100),
    formatShare(0, 5),
    formatShare(0, 0),
    formatShare(3, 2),
  ]).toEqual(['6.2%', '94%', '0%', '–', '150%'])
})

test('formats all shares in a column with one decimal place', () => {
  expect([formatRate(1, 125), formatRate(11, 100), formatRate(0, 7), formatRate(3, 0)]).toEqual([
    '0.8%',
    '11.0%',
    '0.0%',
    '–',
  ])
})

test('formats a change with a sign, unless the change rounds to zero', () => {
  expect([0.12, -0.004, 0, 0.0001, 10.5].map(signedPercent)).toEqual(['+12%', '−0.4%', '0%', '0%', '+1,050%'])
})

const days = (from: string, count: number, step = 1) =>
  Array.from({ length: count }, (_, index) => addDays(from, index * step))
const inWords = (day: string) => dayOfMonth(new Date(day), 'UTC')
const labels = (from: string, count: number, width: number, step = 1) =>
  dayTicks(days(from, count, step), width, step).map(({ label }) => label)

test('labels every day on a chart of one week if all labels fit', () => {
  expect(labels('2026-11-15', 7, 600)).toEqual(days('2026-11-15', 7).map(inWords))
})

test('labels every Monday on a chart of four weeks', () => {
  expect(labels('2026-10-25', 28, 800)).toEqual(days('2026-10-26', 4, 7).map(inWords))
})

test('labels only every second Monday if the chart is too narrow for every Monday', () => {
  expect(labels('2026-10-01', 52, 240)).toEqual(days('2026-10-05', 4, 14).map(inWords))
})

test('labels the months on a chart of a year, and adds the year if the chart spans two years', () => {
  expect(labels('2026-01-01', 47, 900, 7)).toEqual([
    'Jan',
    'Feb',
    'Mar',
    'Apr',
    'May',
    'Jun',
    'Jul',
    'Aug',
    'Sep',
    'Oct',
    'Nov',
  ])
  expect(labels('2025-07-01', 60, 300, 7)).toEqual(['Jul ’25', 'Oct ’25', 'Jan ’26', 'Apr ’26', 'Jul ’26'])
})

test("labels each month on a chart once, even if the month's first week is short", () => {
  const weeks = ['2026-01-01', ...days('2026-01-04', 40, 7)]
  expect(
    dayTicks(weeks, 900, 7)
      .map(({ label }) => label)
      .slice(0, 3),
  ).toEqual(['Jan', 'Feb', 'Mar'])
})

test('adds and subtracts days across the end of a month or a year', () => {
  expect([addDays('2026-02-28', 1), addDays('2026-12-31', 1), addDays('2026-03-01', -1)]).toEqual([
    '2026-03-01',
    '2027-01-01',
    '2026-02-28',
  ])
})
