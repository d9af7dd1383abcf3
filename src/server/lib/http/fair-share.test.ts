import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FairShare, type Holder } from './fair-share.ts'

const holder = (change: Partial<Holder> = {}): Holder => ({ isIdle: () => true, end: () => {}, ...change })

/** Takes places until there is none, up to so many, and gives how many it got. */
function grab(share: FairShare, client: string | null, most = 5000): number {
  let got = 0
  while (got < most && share.take(client, holder())) got++
  return got
}

it('gives one client half of all, and keeps the other half for others', () => {
  const share = new FairShare(2000)
  expect([grab(share, 'a'), grab(share, 'b', 400), grab(share, 'a')]).toEqual([1000, 400, 0])
})

it('has six places for somebody new, however many have taken all they can get', () => {
  const share = new FairShare(2000)
  for (let client = 0; client < 140; client++) grab(share, `greedy ${client}`)
  expect(grab(share, 'somebody else', 6)).toBe(6)
  expect(grab(share, null, 1)).toBe(1)
})

it('takes a place away where nobody is being answered, the oldest first', () => {
  const share = new FairShare(5)
  const ended: number[] = []
  for (let index = 0; index < 5; index++)
    share.take(index < 2 ? 'a' : null, holder({ isIdle: () => index > 0, end: () => ended.push(index) }))
  expect(share.take('b', holder())).toBeNull()
  const large = new FairShare(6)
  for (let index = 0; index < 6; index++)
    large.take(index < 3 ? 'a' : null, holder({ isIdle: () => index > 0, end: () => ended.push(index) }))
  expect(large.take('b', holder())).not.toBeNull()
  expect(ended).toEqual([1])
})

it('takes what nobody misses before it refuses somebody or takes from whoever has the most', () => {
  const spare: (() => void)[] = []
  const endSpare = () => {
    const giveBack = spare.shift()
    giveBack?.()
    return giveBack !== undefined
  }
  const share = new FairShare(4, 4, endSpare)
  for (let index = 0; index < 4; index++) {
    const giveBack = share.take(null, holder())
    if (giveBack && index < 2) spare.push(giveBack)
  }
  expect([grab(share, 'a', 2), grab(share, 'b', 1)]).toEqual([1, 1])
  expect(grab(share, null, 1)).toBe(0)
})

it('has a bound for each, where one is set, and counts the places of nobody in particular', () => {
  const share = new FairShare(100, 20)
  expect([grab(share, 'a'), grab(share, null, 80)]).toEqual([20, 80])
})

it('takes a place back once', () => {
  const share = new FairShare(2)
  const giveBack = share.take('a', holder())
  expect(share.take('a', holder())).toBeNull()
  giveBack?.()
  giveBack?.()
  expect([grab(share, 'a'), grab(share, 'b')]).toEqual([1, 1])
})

it('refuses only who has its share, and never holds more than there is, whoever comes and goes', () => {
  const step = fc.record({ client: fc.constantFrom('a', 'b', 'c', 'd'), takes: fc.boolean() })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.array(step, { maxLength: 200 }), (places, steps) => {
      const share = new FairShare(places)
      const held = { a: new Set(), b: new Set(), c: new Set(), d: new Set() } as Record<
        string,
        Set<() => void>
      >
      const count = () => Object.values(held).reduce((sum, { size }) => sum + size, 0)
      for (const { client, takes } of steps) {
        const mine = held[client] ?? new Set()
        if (!takes) {
          const [last] = mine
          if (last) mine.delete(last)
          last?.()
          continue
        }
        const most = Math.max(...Object.values(held).map(({ size }) => size))
        const [before, free] = [mine.size, places - count()]
        const end = () => {
          if (giveBack) mine.delete(giveBack)
        }
        const giveBack = share.take(client, holder({ end }))
        if (giveBack) mine.add(giveBack)
        expect(giveBack !== null).toBe(before < free || most > 2 * (before + 1))
        expect(count()).toBeLessThanOrEqual(places)
      }
    }),
  )
})
