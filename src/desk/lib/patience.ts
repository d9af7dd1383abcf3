import { doubtConnection } from './connection.ts'
import { takeTime } from './server-clock.ts'
import { timeOfDay } from './times.ts'
import { sessionFetch } from './under-way.ts'

let until = 0

/** A `fetch` that records what the client library drops: `Retry-After`, the server's time, and missing responses. */
export const patientFetch: typeof fetch = async (input, init) => {
  const asked = Date.now()
  const answer = await sessionFetch(input, init).catch((error: unknown) => {
    if (error instanceof TypeError) doubtConnection()
    throw error
  })
  takeTime(answer, asked)
  const seconds = Number(answer.headers.get('retry-after'))
  if (answer.status === 429) until = seconds > 0 ? Date.now() + seconds * 1000 : 0
  return answer
}

/** When to retry, after a rate limit was exceeded. */
export function waitInWords(now = Date.now()): string {
  const seconds = Math.ceil((until - now) / 1000)
  if (seconds <= 0) return 'Wait a few minutes and try again.'
  if (seconds <= 90) return `Try again in ${seconds} seconds.`
  return `Try again at ${timeOfDay(new Date(until + 59_999))}, in ${Math.ceil(seconds / 60)} minutes.`
}
