import { expect, test } from 'vitest'
import { changeOf } from './totals.tsx'

test('describes a change as a signed percentage and in words', () => {
  expect(changeOf(4312, 3850, 'visits')).toEqual({ sign: '+12%', words: '462 more than before' })
  expect(changeOf(1, 4, 'visits')).toEqual({ sign: '−75%', words: '3 fewer than before' })
  expect(changeOf(0, 4, 'visits')).toEqual({ sign: '−100%', words: '4 fewer than before' })
  expect(changeOf(7, 7, 'visits')).toEqual({ sign: '±0', words: 'same as before' })
})

test('shows no percentage if the previous period had no data', () => {
  expect(changeOf(42, 0, 'bookings')).toEqual({ sign: null, words: 'no bookings in the previous period' })
  expect(changeOf(0, 0, 'bookings')).toEqual({ sign: null, words: 'none in either period' })
})
