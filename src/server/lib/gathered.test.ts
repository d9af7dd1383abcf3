import { expect, it } from 'vitest'
import { gathered } from './gathered.ts'

it('asks about what came meanwhile in one question, in order, and never about more than it may', async () => {
  const questions: number[][] = []
  const double = gathered(async (numbers: readonly number[]) => {
    questions.push([...numbers])
    return numbers.map((number) => number * 2)
  }, 3)
  const first = double(1)
  await new Promise((resolve) => setImmediate(resolve))
  const others = [2, 3, 4, 5].map(double)
  expect(await Promise.all([first, ...others])).toEqual([2, 4, 6, 8, 10])
  expect(questions).toEqual([[1], [2, 3, 4], [5]])
})

it('lets none suffer for another', async () => {
  const questions: number[][] = []
  const ask = gathered(async (numbers: readonly number[]) => {
    questions.push([...numbers])
    if (numbers.includes(2)) throw new Error('not 2')
    return numbers
  }, 10)
  const asked = await Promise.allSettled([1, 2, 3].map(ask))
  expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(questions).toEqual([[1, 2, 3], [1], [2], [3]])
  await expect(ask(4)).resolves.toBe(4)
})
