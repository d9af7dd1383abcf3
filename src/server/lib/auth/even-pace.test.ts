import { expect, it } from 'vitest'
import { atEvenPace, refuseAtEvenPace } from './even-pace.ts'

/** What comes of the work while the time is not over, and after. */
async function outcomes(pace: typeof atEvenPace, work: () => Promise<string>) {
  let end = () => {}
  const pause = () => new Promise<void>((resolve) => (end = resolve))
  let seen = 'nothing yet'
  const waiting = pace({ pause }, work).then(
    (answer) => (seen = answer),
    (error: Error) => (seen = error.message),
  )
  // The work is done by now, many times over.
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  const before = seen
  end()
  return [before, await waiting]
}

const answer = async () => 'an answer'
const refusal = () => Promise.reject(new Error('a refusal'))

it('keeps answers and refusals back until the time is over', async () => {
  expect(await outcomes(atEvenPace, answer)).toEqual(['nothing yet', 'an answer'])
  expect(await outcomes(atEvenPace, refusal)).toEqual(['nothing yet', 'a refusal'])
})

it('keeps only refusals back where an answer tells nothing', async () => {
  expect(await outcomes(refuseAtEvenPace, answer)).toEqual(['an answer', 'an answer'])
  expect(await outcomes(refuseAtEvenPace, refusal)).toEqual(['nothing yet', 'a refusal'])
})
