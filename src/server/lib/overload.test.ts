import { expect, it } from 'vitest'
import { waitForTurn } from './overload.ts'

it('gives each caller a separate turn of the event loop, in order', async () => {
  let turn = 0
  const seen: [name: number, turn: number][] = []
  const counting = { on: true }
  const count = () => {
    turn++
    if (counting.on) setImmediate(count)
  }
  setImmediate(count)
  const callers = [1, 2, 3].map((name) => waitForTurn().then(() => seen.push([name, turn])))
  await Promise.all(callers)
  counting.on = false
  expect(seen.map(([name]) => name)).toEqual([1, 2, 3])
  expect(new Set(seen.map(([, at]) => at)).size).toBe(3)
})
