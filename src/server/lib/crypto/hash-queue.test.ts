import { expect, it } from 'vitest'
import { Overloaded } from '#server/lib/overload.ts'
import { inTurn } from './hash-queue.ts'

it('runs two at once, in the order in which they came, and refuses when too many wait', async () => {
  const began: number[] = []
  const finish: (() => void)[] = []
  const work = (index: number) => () =>
    new Promise<number>((resolve) => {
      began.push(index)
      finish.push(() => resolve(index))
    })
  const turns = Array.from({ length: 202 }, (_, index) => inTurn(work(index)))
  await expect.poll(() => began).toEqual([0, 1])
  await expect(inTurn(work(202))).rejects.toThrow(Overloaded)
  finish[0]?.()
  expect(await turns[0]).toBe(0)
  await expect.poll(() => began).toEqual([0, 1, 2])
  for (let next = 1; next < turns.length; next++) {
    await expect.poll(() => finish.length).toBeGreaterThan(next)
    finish[next]?.()
  }
  expect(await Promise.all(turns)).toEqual(Array.from({ length: 202 }, (_, index) => index))
})
