import { expect, test } from 'vitest'
import { dayRange, longDay } from '#desk/lib/times.ts'
import {
  comparisonOf,
  daysOf,
  describeMissingComparison,
  presetOf,
  presetRange,
  presets,
  rangeError,
  rangeFromSearch,
} from './range.ts'

const today = '2026-11-21'

test("ends every preset range on today's date", () => {
  expect(presets.map((preset) => presetRange(preset, today).from)).toEqual([
    '2026-11-15',
    '2026-10-25',
    '2026-10-01',
    '2026-01-01',
  ])
  expect(presetRange('quarter', '2026-03-31').from).toBe('2026-01-01')
  expect(presetRange('7', '2026-01-03').from).toBe('2025-12-28')
})

test('returns 28 days by default, and completes a range that lacks its first or last day', () => {
  expect(rangeFromSearch({}, today)).toEqual(presetRange('28', today))
  expect(rangeFromSearch({ from: '2026-11-01' }, today)).toEqual({ from: '2026-11-01', to: today })
  expect(rangeFromSearch({ to: '2026-06-30' }, today)).toEqual({ from: '2026-06-03', to: '2026-06-30' })
})

test('recognizes typed dates that match a preset', () => {
  expect(presetOf({ from: '2026-10-01', to: today }, today)).toBe('quarter')
  expect(presetOf({ from: '2026-10-02', to: today }, today)).toBeNull()
})

test('reports an invalid range at the field that caused the error', () => {
  expect(rangeError({ from: '2026-11-02', to: '2026-11-01' }, today)?.says).toContain('before the first')
  expect(rangeError({ from: '2026-11-01', to: '2026-11-22' }, today)?.says).toContain(
    `Today is ${dayRange(today, today)} (UTC)`,
  )
  expect(rangeError({ from: '2024-11-20', to: today }, today)).toMatchObject({ field: 'from' })
  expect(rangeError({ from: '2024-11-20', to: today }, today)?.says).toContain('732 days')
  expect(rangeError({ from: '2024-11-21', to: today }, today)).toBeNull()
  expect(rangeError({ from: '', to: today }, today)).toEqual({ field: 'from', says: 'Enter the first day.' })
  expect(rangeError({ from: today, to: today }, today)).toBeNull()
})

test('includes the first and the last day in the length of a range', () => {
  expect(daysOf({ from: '2026-10-25', to: today })).toBe(28)
})

const before = { from: '2026-07-01', to: '2026-09-28', days: 90 }
const of = (visits: string | null, requests: string | null) => ({ before, begins: { visits, requests } })

test('compares figures only with a period that has complete data', () => {
  expect(comparisonOf(of('2026-07-01', '2026-06-01'))).toEqual({ visits: true, requests: true })
  expect(comparisonOf(of('2026-07-02', '2026-07-01'))).toEqual({ visits: false, requests: true })
  expect(comparisonOf(of(null, null))).toEqual({ visits: false, requests: false })
})

test('states the date from which data is available if figures cannot be compared with an earlier period', () => {
  expect(describeMissingComparison(of('2026-07-01', '2026-07-01'))).toBe('')
  expect(describeMissingComparison(of('2026-09-01', '2026-09-01'))).toBe(
    ` No comparison: data is only available from ${longDay(new Date('2026-09-01'), 'UTC')}.`,
  )
  expect(describeMissingComparison(of('2026-07-01', '2026-09-01'))).toContain('Bookings and messages are not compared')
})
