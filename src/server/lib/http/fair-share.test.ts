import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FairShare } from './fair-share.ts'

/** Takes places until there is none, and gives how many it got. */
function grab(share: FairShare, client: string | null): number {
  let got = 0
  while (share.take(client)) got++
  return got
}

it('gives one client half, the next a half of what is left, and never the last places to the greedy', () => {
  const share = new FairShare(2000)
  expect([grab(share, 'a'), grab(share, 'b'), grab(share, 'a')]).toEqual([1000, 500, 0])
  for (const client of ['c', 'd', 'e', 'f']) grab(share, client)
  expect(grab(share, 'somebody else')).toBeGreaterThan(10)
})

it('has a bound for each, where one is set, and counts the places of nobody in particular', () => {
  const share = new FairShare(100, 20)
  expect([grab(share, 'a'), grab(share, null), grab(share, 'b')]).toEqual([20, 80, 0])
})

it('takes a place back once', () => {
  const share = new FairShare(2)
  const giveBack = share.take('a')
  expect(share.take('a')).toBeNull()
  giveBack?.()
  giveBack?.()
  expect(grab(share, 'a')).toBe(1)
  expect(grab(share, 'b')).toBe(1)
})

it('always has as many free as the greediest took, whoever comes and goes', () => {
  const step = fc.record({ client: fc.constantFrom('a', 'b', 'c', 'd'), takes: fc.boolean() })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.array(step, { maxLength: 200 }), (places, steps) => {
      const share = new FairShare(places)
      const held: Record<string, (() => void)[]> = { a: [], b: [], c: [], d: [] }
      for (const { client, takes } of steps) {
        const mine = held[client] ?? []
        const taken = Object.values(held).flat().length
        const place = takes ? share.take(client) : null
        if (takes) expect(place !== null).toBe(mine.length < places - taken)
        if (place) mine.push(place)
        if (!takes) mine.pop()?.()
      }
      expect(grab(share, null)).toBe(places - Object.values(held).flat().length)
    }),
  )
})
