import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculateRoi, type RoiInput, roiBounds, roundHours, roundMoney, roundTicks } from './roi.ts'
import { testEach } from './testing.ts'

const example: RoiInput = {
  proposals: 8,
  hours: 12,
  cost: 60,
  win: 25,
  deal: 20_000,
  speed: 3,
  reduction: 50,
  ready: 5,
  gain: 0,
  price: null,
}

describe('calculateRoi', () => {
  it('returns all results for the example input', () => {
    expect(calculateRoi(example)).toEqual({
      hoursToday: 96,
      hoursWith: 32,
      hoursFreed: 64,
      costToday: 5760,
      costWith: 1920,
      worth: 3840,
      yearHours: 768,
      yearWorth: 46_100,
      fairPrice: 960,
      net: null,
      deals: 2,
      hoursPerDeal: 48,
      hoursPerDealWith: 16,
      newBusiness: 40_000,
      moreDeals: 0,
      moreBusiness: 0,
    })
  })

  it('subtracts the price from the value of the freed hours, even if the result is negative', () => {
    expect(calculateRoi({ ...example, price: 900 }).net).toBe(2940)
    expect(calculateRoi({ ...example, price: 5000 }).net).toBe(-1160)
  })

  it('returns no freed hours if the speed stays the same', () => {
    const same = calculateRoi({ ...example, speed: 1 })
    expect([same.hoursFreed, same.worth, same.yearWorth]).toEqual([0, 0, 0])
  })

  it('returns no fair price if no price achieves the promised reduction', () => {
    expect(calculateRoi({ ...example, speed: 1.5 }).fairPrice).toBeNull()
    expect(calculateRoi({ ...example, speed: 2 }).fairPrice).toBe(0)
  })

  it('returns no hours per deal if no deal is won', () => {
    const { deals, hoursPerDeal, newBusiness } = calculateRoi({ ...example, win: 0 })
    expect([deals, hoursPerDeal, newBusiness]).toEqual([0, null, 0])
  })

  it('keeps the additional deals from an assumed gain separate from the other results', () => {
    const { moreDeals, moreBusiness, ...rest } = calculateRoi({ ...example, gain: 5 })
    expect([moreDeals, moreBusiness]).toEqual([0.4, 8000])
    expect(rest).toMatchObject({ worth: 3840, newBusiness: 40_000, deals: 2 })
  })

  it("rounds hours and money as described on the calculator's page", () => {
    expect([9.96, 9.94, 10.4, 0.65, 1.005].map(roundHours)).toEqual([10, 9.9, 10, 0.7, 1])
    expect([999.6, 1234, 46_080, 0.4].map(roundMoney)).toEqual([1000, 1230, 46_100, 0])
  })
})

const between = (field: keyof RoiInput) => {
  const { least, most } = roiBounds[field]
  return fc.oneof(fc.integer({ min: Math.ceil(least), max: most }), fc.double({ min: least, max: most, noNaN: true }))
}
const inputs = fc.record({
  proposals: between('proposals'),
  hours: between('hours'),
  cost: between('cost'),
  win: between('win'),
  deal: fc.option(between('deal')),
  speed: between('speed'),
  reduction: between('reduction'),
  ready: between('ready'),
  gain: between('gain'),
  price: fc.option(between('price')),
})

describe('calculateRoi with any accepted input', () => {
  it('returns only finite numbers or null', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        for (const [name, value] of Object.entries(calculateRoi(input)))
          expect(value === null || Number.isFinite(value), name).toBe(true)
      }),
    )
  })

  it('splits the total hours into freed and remaining hours', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { hoursToday, hoursWith, hoursFreed } = calculateRoi(input)
        expect(hoursWith).toBeLessThanOrEqual(hoursToday)
        expect(hoursFreed).toBeGreaterThanOrEqual(0)
        // Numbers below ten are rounded to tenths, but the total may be rounded to a whole number.
        expect(Math.abs(hoursWith + hoursFreed - hoursToday)).toBeLessThanOrEqual(0.5)
      }),
    )
  })

  it('never returns more remaining hours for a higher speed, and values freed hours the same at every win rate', () => {
    fc.assert(
      fc.property(inputs, between('speed'), between('win'), (input, speed, win) => {
        const other = calculateRoi({ ...input, speed })
        const one = calculateRoi(input)
        if (speed > input.speed) expect(other.hoursWith).toBeLessThanOrEqual(one.hoursWith)
        expect(calculateRoi({ ...input, win, gain: 0, deal: 1 }).worth).toBe(one.worth)
      }),
    )
  })

  it('keeps the fair price at or below the break-even price, except for rounding', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { fairPrice, worth, costToday, costWith } = calculateRoi(input)
        if (fairPrice === null) return
        expect(fairPrice).toBeLessThanOrEqual(worth + 0.01 * (costToday + costWith) + 1 + input.cost / 2)
      }),
    )
  })
})

describe('roundTicks', () => {
  it(
    'returns ticks at round steps for any number of hours',
    testEach(
      [
        [96, [0, 20, 40, 60, 80, 100]],
        [12, [0, 2.5, 5, 7.5, 10, 12.5]],
        [5, [0, 1, 2, 3, 4, 5]],
        [0.5, [0, 0.1, 0.2, 0.3, 0.4, 0.5]],
      ],
      (most, ticks) => {
        expect(roundTicks(most)).toEqual(ticks)
      },
    ),
  )

  it('returns three to six ticks from zero to at least the maximum', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 1e6, noNaN: true }), (most) => {
        const ticks = roundTicks(most)
        const [first, second = 0] = ticks
        expect(first).toBe(0)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(most * (1 - 1e-5))
        expect((ticks.at(-1) ?? 0) - second).toBeLessThan(most)
        expect(ticks.length).toBeGreaterThanOrEqual(3)
        expect(ticks.length).toBeLessThanOrEqual(6)
      }),
    )
  })
})
