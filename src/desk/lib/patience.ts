import { doubtConnection } from './connection.ts'
import { takeTime } from './server-clock.ts'
import { timeOfDay } from './times.ts'

let until = 0

/**
 * `fetch`, which notes what the client library drops: how long a refused caller shall wait, what time it is at the
 * server, and that no answer came.
 */
export const patientFetch: typeof fetch = async (input, init) => {
  const asked = Date.now()
  const answer = await fetch(input, init).catch((error: unknown) => {
    if (error instanceof TypeError) doubtConnection()
    throw error
  })
  takeTime(answer, asked)
  const seconds = Number(answer.headers.get('retry-after'))
  if (answer.status === 429) until = seconds > 0 ? Date.now() + seconds * 1000 : 0
  return answer
}

/** When it is worth trying again, after an answer that said it was too often. */
export function waitInWords(now = Date.now()): string {
  const seconds = Math.ceil((until - now) / 1000)
  if (seconds <= 0) return 'Wait a few minutes and try again.'
  if (seconds <= 90) return `Try again in ${seconds} seconds.`
  return `Try again at ${timeOfDay(new Date(until + 59_999))}, in ${Math.ceil(seconds / 60)} minutes.`
}
