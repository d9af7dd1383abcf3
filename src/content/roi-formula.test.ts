import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bookingLimits } from '#shared/contract/form-rules.ts'
import { calculateRoi, type RoiField, type RoiInput, roiBounds, roiFields } from '#shared/lib/roi.ts'
import { parseTypedNumber } from '#shared/lib/typed-number.ts'
import { claims } from './claims.ts'
import { type Currency, roiCalculator, roiGroups, roiWords } from './roi-calculator.ts'
import { formulaLines, revenueText, summaryText } from './roi-formula.ts'
import { followUpSentences, formatMoney, type RoiCalculation, resultSentences } from './roi-lines.ts'
import { applyEdits } from './tree.ts'

// The expected results are those of the original claims.
applyEdits({})

const example = Object.fromEntries(
  roiFields.map((field) => {
    const typed = parseTypedNumber(roiWords[field].example, roiBounds[field])
    return [field, typed.kind === 'number' ? typed.value : null]
  }),
) as unknown as RoiInput

const caseOf = (
  changes: Partial<RoiInput> = {},
  currency: Currency = 'USD',
  examples: readonly RoiField[] = [],
): RoiCalculation => {
  const input = { ...example, ...changes }
  return { input, roi: calculateRoi(input), currency, examples: new Set(examples) }
}
const line = (one: RoiCalculation, id: string) => {
  const { terms, sign, result } = formulaLines(one).find((candidate) => candidate.id === id) ?? {}
  return [terms, sign, result].filter(Boolean).join(' ')
}

describe('example calculation', () => {
  it("uses the site's marketing claims, and assumes neither growth nor a price", () => {
    expect(example.speed).toBe(Number.parseFloat(claims.speed))
    expect(example.reduction).toBe(Number.parseFloat(claims.costReduction))
    const [from = 0, to = 0] = (claims.proposalTypical.match(/\d+/g) ?? []).map(Number)
    expect(example.ready).toBe((from + to) / 2)
    expect([example.gain, example.price]).toEqual([0, null])
    for (const [field, claim] of [
      ['speed', claims.speed],
      ['reduction', claims.costReduction],
      ['ready', claims.proposalTypical],
    ] as const)
      expect(roiWords[field].hint).toContain(claim)
  })

  it('has each field in exactly one group', () => {
    expect(roiGroups.flatMap(({ fields }) => fields as readonly RoiField[]).sort()).toEqual([...roiFields].sort())
  })

  it('states the result in two sentences', () => {
    expect(resultSentences(caseOf())).toEqual([
      'You spend 96 hours a month on proposals.',
      'With us you spend 32 and get 64 back.',
    ])
  })
})

it('states a maximum price in only one sentence of the ROI texts', () => {
  const said = [...Object.values(roiCalculator.figures), ...followUpSentences(caseOf())]
  expect(said.filter((sentence) => /\bmost\b/.test(sentence))).toEqual([
    expect.stringContaining('at most $960 a month'),
  ])
})

describe('ROI formula', () => {
  it('shows the calculation and the result in each line', () => {
    const one = caseOf({ price: 900, gain: 5 })
    const written = formulaLines(one).map(({ id }) => [id, line(one, id)])
    expect(Object.fromEntries(written)).toEqual({
      today: '8 proposals × 12 hours = 96 hours a month',
      with: '96 ÷ 3 = 32 hours a month',
      freed: '96 − 32 = 64 hours a month',
      worth: '64 × $60 = $3,840 a month',
      year: '$3,840 × 12 ≈ $46,100 and 768 hours',
      costs: '96 × $60 = $5,760 a month',
      fair: '$5,760 × 50% − $1,920 for your 32 hours = $960 a month',
      net: '$3,840 − $900 = $2,940 a month',
      deals: '8 proposals × 25% = 2 deals a month',
      'per-deal': '96 ÷ 2 = 48 hours',
      business: '2 × $20,000 = $40,000 a month',
      gain: '8 proposals × 5% = 0.4 deals a month, $8,000',
    })
  })

  it('shows ≈ before rounded results', () => {
    expect(line(caseOf({ proposals: 7, hours: 11 }), 'with')).toBe('77 ÷ 3 ≈ 26 hours a month')
    expect(line(caseOf({ proposals: 7, hours: 11 }), 'freed')).toBe('77 − 26 = 51 hours a month')
  })

  it('omits lines for values that were not entered', () => {
    const ids = formulaLines(caseOf({ deal: null, win: 0 })).map(({ id }) => id)
    for (const id of ['net', 'business', 'per-deal', 'gain']) expect(ids).not.toContain(id)
  })

  it('points out each marketing claim that the entered numbers do not support', () => {
    expect(line(caseOf({ speed: 1.5 }), 'fair')).toContain('No price can do that')
    expect(followUpSentences(caseOf({ speed: 1.5 }))[0]).toContain('no price can')
    expect(followUpSentences(caseOf({ price: 5000 }))[1]).toBe(
      'A price of $5,000 a month costs you $1,160 more than it saves.',
    )
    expect(resultSentences(caseOf({ speed: 1 }))[1]).toBe('With us it would be the same.')
  })

  it('writes large amounts with the words million and billion', () => {
    expect([950, 46_100, 1_250_000, 60e9, -1160].map((amount) => formatMoney(amount, 'ZAR'))).toEqual([
      'R950',
      'R46,100',
      'R1.25 million',
      'R60 billion',
      '−R1,160',
    ])
  })
})

const any = (field: RoiField) => {
  const { least, most } = roiBounds[field]
  return fc.double({ min: least, max: most, noNaN: true })
}
const inputs = fc.record({
  ...(Object.fromEntries(roiFields.map((field) => [field, any(field)])) as Record<RoiField, fc.Arbitrary<number>>),
  deal: fc.option(any('deal')),
  price: fc.option(any('price')),
})

describe('ROI texts for any input', () => {
  it("contain no NaN, infinity or undefined, and fit into the booking's fields", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const one = caseOf(input, 'NZD', ['deal'])
        const text = [summaryText(one), ...followUpSentences(one), revenueText(one)].join('\n')
        expect(text).not.toMatch(/NaN|Infinity|undefined|null|∞/)
        expect(summaryText(one).length).toBeLessThan(bookingLimits.message / 2)
        expect(revenueText(one).length).toBeLessThanOrEqual(bookingLimits.monthly_revenue)
      }),
    )
  })
})

describe('monthly revenue text', () => {
  it('states how the revenue is calculated, and whether the deal value is an example', () => {
    expect(revenueText(caseOf())).toBe('$40,000 a month from won deals (2 deals × $20,000)')
    expect(revenueText(caseOf({}, 'ZAR', ['deal']))).toBe(
      'R40,000 a month from won deals (2 deals × R20,000, an example)',
    )
    expect(revenueText(caseOf({ deal: null }))).toBe('')
  })
})

it('writes a summary with the ROI result, the formula and the origin of each number', () => {
  const text = summaryText(caseOf({}, 'USD', ['hours', 'speed', 'gain']))
  for (const part of [
    'Amounts in USD.',
    'You spend 96 hours a month on proposals. With us you spend 32 and get 64 back.',
    '- Hours per proposal: 12 hours (example)',
    '- Proposals a month: 8\n',
    '- Times faster: 3 times (our claim)',
    '- Win rate increase: 0 points\n',
    '- Our monthly price: not given',
    '- Hours freed: 96 − 32 = 64 hours a month',
  ])
    expect(text).toContain(part)
})
