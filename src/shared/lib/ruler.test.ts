import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hourTicks } from './ruler.ts'
import { eachOf } from './testing.ts'

describe('hourTicks', () => {
  it(
    'marks any number of hours',
    eachOf(
      [
        [96, [0, 20, 40, 60, 80, 100]],
        [12, [0, 2.5, 5, 7.5, 10, 12.5]],
        [5, [0, 1, 2, 3, 4, 5]],
        [0.5, [0, 0.1, 0.2, 0.3, 0.4, 0.5]],
      ],
      (most, ticks) => {
        expect(hourTicks(most)).toEqual(ticks)
      },
    ),
  )

  it('reaches the end with few, even marks, from minutes to a lifetime', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 1e6, noNaN: true }), (most) => {
        const ticks = hourTicks(most)
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
