import { deviceHeader } from '#shared/contract/auth.ts'
import { randomId } from '#shared/lib/random-id.ts'
import { local } from './browser-storage.ts'
import { noteRefusal } from './landing.ts'
import { doubtConnection } from './server.ts'
import { isServerAnswer } from './server-answer.ts'
import { takeTime } from './server-clock.ts'
import { timeOfDay } from './times.ts'

/** How long signing out waits for responses; requests that are still pending then are aborted. */
const mostMs = 2000

const underWay = new Set<Promise<unknown>>()
let givenUp = new AbortController()
/** Resolves when nobody is signing out any more, to whether the session has ended. */
let ending: Promise<boolean> | null = null

const pathOf = (input: RequestInfo | URL) =>
  new URL(input instanceof Request ? input.url : input, location.href).pathname
const isAuth = (input: RequestInfo | URL) => pathOf(input).startsWith('/auth/v1/')

/**
 * A `fetch` for requests that need the session. While it ends they wait, and after that they are not sent, because
 * the server would refuse them. Those to the auth service, which ends it, are never held.
 */
const sessionFetch: typeof fetch = async (input, init) => {
  if (isAuth(input)) return fetch(input, init)
  if (await ending) throw new DOMException('The session has ended.', 'AbortError')
  const signal = init?.signal ? AbortSignal.any([init.signal, givenUp.signal]) : givenUp.signal
  const answer = fetch(input, { ...init, signal })
  underWay.add(answer)
  return answer.finally(() => underWay.delete(answer))
}

/**
 * Ends the session by `end`, which returns why it failed. It first waits for the responses to earlier requests, so that
 * a change made just before is stored and not refused.
 */
export async function endAfterAnswers(end: () => Promise<string | null>): Promise<string | null> {
  const done = (async () => {
    await Promise.race([Promise.allSettled(underWay), new Promise((resolve) => setTimeout(resolve, mostMs))])
    givenUp.abort()
    givenUp = new AbortController()
    return end()
  })()
  ending = done.then(
    (fault) => fault === null,
    () => false,
  )
  try {
    return await done
  } finally {
    ending = null
  }
}

let until = 0

/**
 * A `fetch` that records what the client library drops: `Retry-After`, the server's time, and missing responses. A
 * redirect, and a response that the contract does not list, are no response.
 */
export const patientFetch: typeof fetch = async (input, init) => {
  const asked = Date.now()
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
  const answer = await sessionFetch(input, { ...init, redirect: 'error' })
    .then((response) => {
      if (isServerAnswer(response, method, pathOf(input))) return response
      throw new TypeError('not an answer of the server')
    })
    .catch((error: unknown) => {
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

const place = 'device'
const drawn = randomId()

/**
 * The id by which the server recognises this browser. It survives signing out and identifies no person. It is read
 * anew each time, since another tab may have created one first.
 */
function thisDevice(): string {
  const kept = local.getItem(place)
  if (kept === null) local.setItem(place, drawn)
  return kept ?? drawn
}

/** A `fetch` that adds the device id to requests to the auth service alone, and records why a session ended. */
export const namingFetch: typeof fetch = async (input, init) => {
  if (!isAuth(input)) return patientFetch(input, init)
  const headers = new Headers(init?.headers)
  headers.set(deviceHeader, thisDevice())
  const answer = await patientFetch(input, { ...init, headers })
  if (pathOf(input) === '/auth/v1/token') noteRefusal(answer)
  return answer
}
