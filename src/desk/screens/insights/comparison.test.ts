import { expect, test } from 'vitest'
import { aloneInWords, comparisonOf } from './comparison.ts'

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
