import { expect, it } from 'vitest'
import { withMinimumDuration, withMinimumRefusalDuration } from './refusal.ts'

/** Returns the outcome before the minimum time and the outcome after the minimum time. */
async function outcomes(wait: typeof withMinimumDuration, work: () => Promise<string>) {
  let end = () => {}
  const pause = () => new Promise<void>((resolve) => (end = resolve))
  let outcome = 'nothing yet'
  const waiting = wait({ pause }, work).then(
    (answer) => (outcome = answer),
    (error: Error) => (outcome = error.message),
  )
  // Ten turns of the event loop are more than the work needs.
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  const before = outcome
  end()
  return [before, await waiting]
}

const answer = async () => 'an answer'
const refusal = () => Promise.reject(new Error('a refusal'))

it('delays both successful responses and refusals until the minimum response time has passed', async () => {
  expect(await outcomes(withMinimumDuration, answer)).toEqual(['nothing yet', 'an answer'])
  expect(await outcomes(withMinimumDuration, refusal)).toEqual(['nothing yet', 'a refusal'])
})

it('delays refusals, but not successful responses, if the minimum response time applies only to refusals', async () => {
  expect(await outcomes(withMinimumRefusalDuration, answer)).toEqual(['an answer', 'an answer'])
  expect(await outcomes(withMinimumRefusalDuration, refusal)).toEqual(['nothing yet', 'a refusal'])
})
