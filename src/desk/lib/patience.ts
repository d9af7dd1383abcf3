import { timeOfDay } from './times.ts'

let until = 0

/** `fetch`, which notes how long a refused caller shall wait: the client library drops that header. */
export const patientFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init)
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
