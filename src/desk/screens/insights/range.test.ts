import { expect, test } from 'vitest'
import {
  aloneInWords,
  askedRange,
  comparisonOf,
  daysOf,
  faultOf,
  presetOf,
  presetRange,
  presets,
  rangeInWords,
} from './range.ts'

const today = '2026-11-21'

test('presets end today', () => {
  expect(presets.map((preset) => presetRange(preset, today).from)).toEqual([
    '2026-11-15',
    '2026-10-25',
    '2026-10-01',
    '2026-01-01',
  ])
  expect(presetRange('quarter', '2026-03-31').from).toBe('2026-01-01')
  expect(presetRange('7', '2026-01-03').from).toBe('2025-12-28')
})

test('an address that says nothing asks for 28 days, one that says half gets the other half', () => {
  expect(askedRange({}, today)).toEqual(presetRange('28', today))
  expect(askedRange({ from: '2026-11-01' }, today)).toEqual({ from: '2026-11-01', to: today })
  expect(askedRange({ to: '2026-06-30' }, today)).toEqual({ from: '2026-06-03', to: '2026-06-30' })
})

test('a range is recognised as a preset, whoever typed it', () => {
  expect(presetOf({ from: '2026-10-01', to: today }, today)).toBe('quarter')
  expect(presetOf({ from: '2026-10-02', to: today }, today)).toBeNull()
})

test('a range that cannot be counted says why, at the field to mend', () => {
  expect(faultOf({ from: '2026-11-02', to: '2026-11-01' }, today)?.says).toContain('before the first')
  expect(faultOf({ from: '2026-11-01', to: '2026-11-22' }, today)?.says).toContain('Today is 21 Nov 2026')
  expect(faultOf({ from: '2024-11-20', to: today }, today)).toMatchObject({ field: 'from' })
  expect(faultOf({ from: '2024-11-20', to: today }, today)?.says).toContain('732 days')
  expect(faultOf({ from: '2024-11-21', to: today }, today)).toBeNull()
  expect(faultOf({ from: '', to: today }, today)).toEqual({ field: 'from', says: 'Say the first day.' })
  expect(faultOf({ from: today, to: today }, today)).toBeNull()
})

test('a range in words', () => {
  expect(rangeInWords({ from: '2026-10-25', to: '2026-11-21' })).toBe('25 Oct – 21 Nov 2026')
  expect(rangeInWords({ from: '2025-12-28', to: '2026-01-03' })).toBe('28 Dec 2025 – 3 Jan 2026')
  expect(rangeInWords({ from: today, to: today })).toBe('21 Nov 2026')
  expect(daysOf({ from: '2026-10-25', to: today })).toBe(28)
})

const before = { from: '2026-07-01', to: '2026-09-28', days: 90 }
const of = (visits: string | null, requests: string | null) => ({ before, begins: { visits, requests } })

test('days are compared with days of which all is known, and with no others', () => {
  expect(comparisonOf(of('2026-07-01', '2026-06-01'))).toEqual({ visits: true, requests: true })
  expect(comparisonOf(of('2026-07-02', '2026-07-01'))).toEqual({ visits: false, requests: true })
  expect(comparisonOf(of(null, null))).toEqual({ visits: false, requests: false })
})

test('what stands alone says since when something is known', () => {
  expect(aloneInWords(of('2026-07-01', '2026-07-01'))).toBe('')
  expect(aloneInWords(of('2026-09-01', '2026-09-01'))).toBe(
    ' Nothing is compared: what is known begins on Tuesday, 1 September 2026.',
  )
  expect(aloneInWords(of('2026-07-01', '2026-09-01'))).toContain('Bookings and messages are not compared')
})
