import { expect, it } from 'vitest'
import { withMinimumRefusalTime, withMinimumTime } from './minimum-time.ts'

/** The outcome before the minimum time has passed, and after it. */
async function outcomes(hold: typeof withMinimumTime, work: () => Promise<string>) {
  let end = () => {}
  const pause = () => new Promise<void>((resolve) => (end = resolve))
  let seen = 'nothing yet'
  const waiting = hold({ pause }, work).then(
    (answer) => (seen = answer),
    (error: Error) => (seen = error.message),
  )
  // Ten turns of the event loop are more than the work needs.
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  const before = seen
  end()
  return [before, await waiting]
}

const answer = async () => 'an answer'
const refusal = () => Promise.reject(new Error('a refusal'))

it('keeps answers and refusals back until the time is over', async () => {
  expect(await outcomes(withMinimumTime, answer)).toEqual(['nothing yet', 'an answer'])
  expect(await outcomes(withMinimumTime, refusal)).toEqual(['nothing yet', 'a refusal'])
})

it('keeps only refusals back where an answer tells nothing', async () => {
  expect(await outcomes(withMinimumRefusalTime, answer)).toEqual(['an answer', 'an answer'])
  expect(await outcomes(withMinimumRefusalTime, refusal)).toEqual(['nothing yet', 'a refusal'])
})
