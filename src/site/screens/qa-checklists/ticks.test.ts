import { describe, expect, it } from 'vitest'
import { noTicks, ticksReducer } from './ticks.ts'

describe('ticks', () => {
  it('sets and clears single ticks without changing the other lists', () => {
    const two = [3, 7].reduce(
      (ticks, item) => ticksReducer(ticks, { type: 'tick', list: 'security', item, done: true }),
      noTicks,
    )
    expect([...two.security]).toEqual([3, 7])
    expect(two.functional).toBe(noTicks.functional)

    const one = ticksReducer(two, { type: 'tick', list: 'security', item: 3, done: false })
    expect([...one.security]).toEqual([7])
    expect([...two.security]).toEqual([3, 7])
  })

  it('clears a list and restores it', () => {
    const ticked = ticksReducer(noTicks, { type: 'tick', list: 'mobile', item: 0, done: true })
    const cleared = ticksReducer(ticked, { type: 'replace', list: 'mobile', items: new Set() })
    expect(cleared.mobile.size).toBe(0)
    const restored = ticksReducer(cleared, { type: 'replace', list: 'mobile', items: ticked.mobile })
    expect(restored).toEqual(ticked)
  })
})
