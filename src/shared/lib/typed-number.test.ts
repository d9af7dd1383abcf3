import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testEach } from './testing.ts'
import { formatPortableNumber, parseTypedNumber } from './typed-number.ts'

const bounds = { least: 1, most: 1000 }
const read = (text: string, within = bounds, locale = 'en') => {
  const typed = parseTypedNumber(text, within, locale)
  if (typed.kind === 'ambiguous') return typed.values
  return typed.kind === 'number' ? typed.value : typed.kind
}
const wide = { least: 0, most: 1e8 }
const locales = ['en', 'de', 'fr', 'en-ZA', 'de-CH', 'hi-IN', 'ar-EG']

describe('parseTypedNumber', () => {
  it(
    'parses numbers as people type them',
    testEach(
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
    'reports why text is not a valid number',
    testEach(
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

  it(
    'reads a separator before three digits according to the locale, or returns both possible numbers if the locale does not decide',
    testEach(
      [
        ['20.000', 'de', 20_000],
        ['20.000', 'en', [20_000, 20]],
        ['20,000', 'en', 20_000],
        ['20,000', 'de', [20_000, 20]],
        ['1.050', 'en', [1050, 1.05]],
        ['1,050', 'en-ZA', [1050, 1.05]],
        ['20.000', 'fr', [20_000, 20]],
        ['0.500', 'en', 0.5],
        ['1.234.567', 'en', 1_234_567],
        ['1.234,5', 'en', 1234.5],
        ['1,234.5', 'de', 1234.5],
        ['20’000', 'de-CH', 20_000],
        ["20'000.5", 'en', 20_000.5],
        ['20\u202f000,5', 'fr', 20_000.5],
        ['1,00,000', 'hi-IN', 100_000],
        ['१,००,०००', 'hi-IN', 100_000],
        ['٢٠٬٠٠٠', 'ar-EG', 20_000],
        ['٢٠٫٥', 'ar-EG', 20.5],
        ['1,2345', 'en', 1.2345],
      ] as const,
      (text, locale, value) => {
        expect(read(text, wide, locale)).toEqual(value)
      },
    ),
  )

  it('returns one number if only one of the possible numbers is within the bounds', () => {
    expect([read('1.050'), read('20.000', { least: 100, most: 1e6 })]).toEqual([1.05, 20_000])
    expect([read('1.050', { least: 2, most: 9 }), read('1,050', { least: 2, most: 9 })]).toEqual(['high', 'high'])
  })

  it('accepts empty text if the field is optional', () => {
    expect(parseTypedNumber(' ', { ...bounds, optional: true })).toEqual({ kind: 'empty' })
    expect(parseTypedNumber('x', { ...bounds, optional: true })).toEqual({ kind: 'unreadable' })
  })

  it('never returns a number outside the bounds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.string({ unit: 'grapheme' })), (text) => {
        const typed = parseTypedNumber(text, bounds)
        if (typed.kind !== 'number') return
        expect(typed.value).toBeGreaterThanOrEqual(1)
        expect(typed.value).toBeLessThanOrEqual(1000)
      }),
      { numRuns: 2000 },
    )
  })

  it('parses the output of formatPortableNumber in every locale', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e11 }),
        fc.constantFrom(1, 10, 100, 1000),
        fc.constantFrom(...locales),
        (count, part, locale) => {
          expect(read(formatPortableNumber(count / part), { least: 0, most: 1e11 }, locale)).toBe(count / part)
        },
      ),
    )
  })
})
