import { expect, test } from 'vitest'
import { counted } from '#desk/lib/words.ts'
import { addDays, count, dayTicks, rate, share, signedPercent } from './chart-labels.ts'

test('figures are written for people', () => {
  expect([count(0), count(12_345), counted(1, 'visit'), counted(2, 'visit')]).toEqual([
    '0',
    '12,345',
    '1 visit',
    '2 visits',
  ])
})

test('shares keep a decimal where it tells something, and nothing has a share of nothing', () => {
  expect([share(62, 1000), share(94, 100), share(0, 5), share(0, 0), share(3, 2)]).toEqual([
    '6.2%',
    '94%',
    '0%',
    '–',
    '150%',
  ])
})

test('in a column all shares have a decimal', () => {
  expect([rate(1, 125), rate(11, 100), rate(0, 7), rate(3, 0)]).toEqual(['0.8%', '11.0%', '0.0%', '–'])
})

test('a change carries its sign, and one too small to be written carries none', () => {
  expect([0.12, -0.004, 0, 0.0001, 10.5].map(signedPercent)).toEqual(['+12%', '−0.4%', '0%', '0%', '+1,050%'])
})

const days = (from: string, count: number, step = 1) =>
  Array.from({ length: count }, (_, index) => addDays(from, index * step))
const labels = (from: string, count: number, width: number, step = 1) =>
  dayTicks(days(from, count, step), width, step).map(({ label }) => label)

test('a week names each day where there is room', () => {
  expect(labels('2026-11-15', 7, 600)).toEqual([
    '15 Nov',
    '16 Nov',
    '17 Nov',
    '18 Nov',
    '19 Nov',
    '20 Nov',
    '21 Nov',
  ])
})

test('four weeks name Mondays', () => {
  expect(labels('2026-10-25', 28, 800)).toEqual(['26 Oct', '2 Nov', '9 Nov', '16 Nov'])
})

test('a quarter on a narrow screen names as many Mondays as fit', () => {
  expect(labels('2026-10-01', 52, 240)).toEqual(['5 Oct', '19 Oct', '2 Nov', '16 Nov'])
})

test('a year by weeks names months, with the year where there are two', () => {
  expect(labels('2026-01-01', 47, 900, 7)).toEqual([
    'Jan',
    'Feb',
    'Mar',
    'Apr',
    'May',
    'Jun',
    'Jul',
    'Aug',
    'Sept',
    'Oct',
    'Nov',
  ])
  expect(labels('2025-07-01', 60, 300, 7)).toEqual(['Jul 25', 'Oct 25', 'Jan 26', 'Apr 26', 'Jul 26'])
})

test('a month is named once, however short the first place is', () => {
  const weeks = ['2026-01-01', ...days('2026-01-04', 40, 7)]
  expect(
    dayTicks(weeks, 900, 7)
      .map(({ label }) => label)
      .slice(0, 3),
  ).toEqual(['Jan', 'Feb', 'Mar'])
})

test('days are counted across the end of a month and of a year', () => {
  expect([addDays('2026-02-28', 1), addDays('2026-12-31', 1), addDays('2026-03-01', -1)]).toEqual([
    '2026-03-01',
    '2027-01-01',
    '2026-02-28',
  ])
})
