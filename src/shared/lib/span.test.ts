import { describe, expect, it } from 'vitest'
import { spanOf } from './span.ts'
import { eachOf } from './testing.ts'

describe('spanOf', () => {
  it.each([
    [
      '["2026-11-25 14:00:00+00","2026-11-25 14:30:00+00")',
      '2026-11-25T14:00:00.000Z',
      '2026-11-25T14:30:00.000Z',
    ],
    [
      '["2026-11-25 19:30:00+05:30","2026-11-25 20:00:00.25+05:30")',
      '2026-11-25T14:00:00.000Z',
      '2026-11-25T14:30:00.250Z',
    ],
    [
      '["2026-11-25 09:00:00-05","2026-11-25 09:30:00-05"]',
      '2026-11-25T14:00:00.000Z',
      '2026-11-25T14:30:00.000Z',
    ],
  ])('reads %s', (range, start, end) => {
    expect(spanOf(range)).toEqual({ start, end })
  })

  it(
    'refuses what is no span',
    eachOf(['', 'empty', '[,)', '["2026-11-25 14:00:00+00",)'], (range) => {
      expect(() => spanOf(range)).toThrow()
    }),
  )
})
