import { expect, it } from 'vitest'
import { atEvenPace } from './even-pace.ts'

it.each([
  ['an answer', async () => 'an answer'],
  ['a refusal', () => Promise.reject(new Error('a refusal'))],
])('keeps %s back until the time is over', async (expected, work) => {
  let end = () => {}
  const pause = () => new Promise<void>((resolve) => (end = resolve))
  let seen: string | undefined
  const waiting = atEvenPace<string>(work, pause).then(
    (answer) => (seen = answer),
    (error: Error) => (seen = error.message),
  )
  // The work is done by now, many times over.
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(seen).toBeUndefined()
  end()
  await waiting
  expect(seen).toBe(expected)
})
