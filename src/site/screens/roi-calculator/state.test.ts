import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { claims } from '#content/claims.ts'
import { currencies } from '#content/roi-calculator.ts'
import { roiFields } from '#shared/lib/roi.ts'
import { testEach } from '#shared/lib/testing.ts'
import { calculatorReducer, exampleCalculator, fromFragment, maxTextLength, toFragment } from './state.ts'

const edit = (field: (typeof roiFields)[number], text: string, state = exampleCalculator) =>
  calculatorReducer(state, { type: 'edit', field, text })

describe('the calculator', () => {
  it('updates the result at once when a field changes', () => {
    const { sound, faults } = edit('hours', '6')
    expect([sound.roi.hoursToday, sound.roi.hoursWith]).toEqual([48, 48 / Number.parseFloat(claims.speed)])
    expect(faults).toEqual({})
    expect(sound.examples.has('hours')).toBe(false)
    expect(sound.examples.has('cost')).toBe(true)
  })

  it(
    'reports an error for a field with an invalid number, and keeps the last valid result',
    testEach(
      [
        ['hours', '', 'Enter a number from 0.5 to 500.'],
        ['hours', 'ten', 'This is not a number. Use digits, from 0.5 to 500.'],
        ['proposals', '-3', 'Too small: the minimum is 1.'],
        ['cost', '99999999', 'Too large: the maximum is 10,000.'],
        ['win', '101', 'Too large: the maximum is 100.'],
      ] as const,
      (field, text, sentence) => {
        const before = edit('hours', '6')
        const after = edit(field, text, before)
        expect(after.faults).toEqual({ [field]: sentence })
        expect(after.sound).toEqual(before.sound)
        expect(edit(field, '7', after).faults).toEqual({})
      },
    ),
  )

  it('asks which number the visitor means if the text is ambiguous, and shows how it read a number with separators', () => {
    const { sound, faults, readings } = edit('deal', '20.000')
    expect([faults, readings]).toEqual([{ deal: 'Which number do you mean?' }, { deal: ['20\u00a0000', '20'] }])
    expect(sound).toEqual(exampleCalculator.sound)
    expect(edit('deal', '$30,000').readings).toEqual({ deal: ['30\u00a0000'] })
    expect(edit('deal', '30000').readings).toEqual({})
  })

  it('allows the two optional fields to be empty', () => {
    const { faults, sound } = edit('price', '', edit('deal', ' '))
    expect(faults).toEqual({})
    expect(sound.roi.newBusiness).toBeNull()
  })

  it('rejects a total win rate above 100%', () => {
    const { faults } = edit('gain', '20', edit('win', '90'))
    expect(faults.gain).toBe('Your win rate plus this increase cannot exceed 100%. Enter at most 10.')
  })
})

describe('a link to the calculator', () => {
  it('contains only the values of the changed fields, and restores these values', () => {
    const changed = calculatorReducer(edit('hours', '12,5', edit('cost', 'R 400')), {
      type: 'currency',
      currency: 'ZAR',
    })
    const fragment = toFragment(changed)
    expect(fragment).toBe('#hours=12.5&cost=400&currency=ZAR')
    const carried = fromFragment(fragment)
    expect(carried).toEqual({ texts: { hours: '12.5', cost: '400' }, currency: 'ZAR' })
    const filled = calculatorReducer(exampleCalculator, { type: 'fill', ...(carried ?? never()) })
    expect(filled.sound).toEqual(changed.sound)
    expect(filled.filling).toBe(1)
  })

  it('is ignored if the calculator did not create it', () => {
    for (const fragment of ['', '#', '#content', '#__proto__=1', '#currency=constructor', '#%E0%A4%A'])
      expect(fromFragment(fragment), fragment).toBeNull()
  })

  it('can fill the fields with any text, and reports an error for each invalid number', () => {
    const wrong = fromFragment('#hours=<b>many</b>&cost=-1&currency=XXX&nothing=1') ?? never()
    const { faults } = calculatorReducer(exampleCalculator, { type: 'fill', ...wrong })
    expect([faults.hours, faults.cost]).toEqual([
      expect.stringContaining('not a number'),
      expect.stringContaining('Too small'),
    ])
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...roiFields, 'currency', 'other'), fc.string({ maxLength: 60 })),
        (given) => {
          const carried = fromFragment(`#${new URLSearchParams(given)}`)
          if (!carried) return
          expect(Object.keys(currencies)).toContain(carried.currency)
          const { sound, texts } = calculatorReducer(exampleCalculator, { type: 'fill', ...carried })
          for (const value of Object.values(sound.roi)) expect(value === null || Number.isFinite(value)).toBe(true)
          for (const text of Object.values(texts)) expect(text.length).toBeLessThanOrEqual(maxTextLength)
        },
      ),
    )
  })
})

function never(): never {
  throw new Error('the link has no numbers')
}
