import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachOf } from './testing.ts'
import { readNumber } from './typed-number.ts'

const bounds = { least: 1, most: 1000 }
const read = (text: string) => {
  const typed = readNumber(text, bounds)
  return typed.kind === 'number' ? typed.value : typed.kind
}

describe('readNumber', () => {
  it(
    'reads numbers as people type them',
    eachOf(
      [
        ['12', 12],
        [' 12.5 ', 12.5],
        ['12,5', 12.5],
        ['1,000', 1000],
        ['1 000', 1000],
        ['1\u00a0000', 1000],
        ['1’000.0', 1000],
        ['12.', 12],
        ['$60', 60],
        ['NZ$ 60', 60],
        ['R60', 60],
        ['60 €', 60],
        ['25 %', 25],
        ['12 hours', 12],
        ['12h', 12],
        ['3x', 3],
      ],
      (text, value) => {
        expect(read(text)).toBe(value)
      },
    ),
  )

  it(
    'says what is wrong with the rest',
    eachOf(
      [
        ['', 'missing'],
        ['   ', 'missing'],
        ['-5', 'low'],
        ['−5', 'low'],
        ['0.5', 'low'],
        ['1001', 'high'],
        ['9'.repeat(400), 'high'],
        ['twelve', 'unreadable'],
        ['1e3', 'unreadable'],
        ['1,00,0', 'unreadable'],
        ['Infinity', 'unreadable'],
        ['NaN', 'unreadable'],
        ['0x1F', 'unreadable'],
        ['12 13', 'unreadable'],
        ['.', 'unreadable'],
        ['%', 'unreadable'],
      ],
      (text, kind) => {
        expect(read(text)).toBe(kind)
      },
    ),
  )

  it('takes nothing for an answer where that is allowed', () => {
    expect(readNumber(' ', { ...bounds, optional: true })).toEqual({ kind: 'empty' })
    expect(readNumber('x', { ...bounds, optional: true })).toEqual({ kind: 'unreadable' })
  })

  it('gives a number inside the bounds or none, whatever is typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.string({ unit: 'grapheme' })), (text) => {
        const typed = readNumber(text, bounds)
        if (typed.kind !== 'number') return
        expect(typed.value).toBeGreaterThanOrEqual(1)
        expect(typed.value).toBeLessThanOrEqual(1000)
      }),
      { numRuns: 2000 },
    )
  })

  it('reads back what the page writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 100_000 }), (cents) => {
        const value = cents / 100
        const typed = readNumber(value.toLocaleString('en', { maximumFractionDigits: 2 }), bounds)
        expect(typed).toEqual({ kind: 'number', value })
      }),
    )
  })
})
