import { deviceHeader } from '#shared/contract/auth.ts'
import { randomId } from '#shared/lib/random-id.ts'
import { local } from './browser-storage.ts'
import { recordRefusal } from './link-landing.ts'
import { checkConnection } from './server.ts'
import { syncClock } from './server-clock.ts'
import { isServerResponse } from './server-response.ts'
import { timeOfDay } from './times.ts'

/** A sign-out waits this long for pending requests before it aborts them. */
const signOutWaitMs = 2000

const pendingRequests = new Set<Promise<unknown>>()
let abortController = new AbortController()
/**
 * Resolves when the current sign-out has finished; the value is true if the session has ended. Null if no sign-out is
 * running.
 */
let ending: Promise<boolean> | null = null

const pathOf = (input: RequestInfo | URL) =>
  new URL(input instanceof Request ? input.url : input, location.href).pathname
const isAuth = (input: RequestInfo | URL) => pathOf(input).startsWith('/auth/v1/')

/**
 * A `fetch` for requests that need the session. Requests wait during a sign-out, and are not sent after it, because the
 * server would refuse them. Requests to the auth service never wait, because one of them ends the session.
 */
const sessionFetch: typeof fetch = async (input, init) => {
  if (isAuth(input)) return fetch(input, init)
  if (await ending) throw new DOMException('The session has ended.', 'AbortError')
  const signal = init?.signal ? AbortSignal.any([init.signal, abortController.signal]) : abortController.signal
  const answer = fetch(input, { ...init, signal })
  pendingRequests.add(answer)
  return answer.finally(() => pendingRequests.delete(answer))
}

/**
 * Ends the session with `end`, which returns an error message if it fails. Waits for pending responses first, so that a
 * recent change is stored and not refused.
 */
export async function endAfterPending(end: () => Promise<string | null>): Promise<string | null> {
  const done = (async () => {
    await Promise.race([
      Promise.allSettled(pendingRequests),
      new Promise((resolve) => setTimeout(resolve, signOutWaitMs)),
    ])
    abortController.abort()
    abortController = new AbortController()
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
 * A `fetch` that records what the client library drops: `Retry-After`, the server's time, and missing responses.
 * Redirects and responses that the contract does not list count as missing.
 */
export const trackedFetch: typeof fetch = async (input, init) => {
  const asked = Date.now()
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
  const answer = await sessionFetch(input, { ...init, redirect: 'error' })
    .then((response) => {
      if (isServerResponse(response, method, pathOf(input))) return response
      throw new TypeError('The response did not come from the server.')
    })
    .catch((error: unknown) => {
      if (error instanceof TypeError) checkConnection()
      throw error
    })
  syncClock(answer, asked)
  const seconds = Number(answer.headers.get('retry-after'))
  if (answer.status === 429) until = seconds > 0 ? Date.now() + seconds * 1000 : 0
  return answer
}

/** Says when to try again after a rate limit was exceeded. */
export function retryMessage(now = Date.now()): string {
  const seconds = Math.ceil((until - now) / 1000)
  if (seconds <= 0) return 'Wait a few minutes and try again.'
  if (seconds <= 90) return `Try again in ${seconds} seconds.`
  return `Try again at ${timeOfDay(new Date(until + 59_999))}, in ${Math.ceil(seconds / 60)} minutes.`
}

const place = 'device'
const newDeviceId = randomId()

/**
 * The id by which the server recognizes this browser. The id survives a sign-out, and does not identify a person. The
 * id is read each time, because another tab may have created it first.
 */
function thisDevice(): string {
  const kept = local.getItem(place)
  if (kept === null) local.setItem(place, newDeviceId)
  return kept ?? newDeviceId
}

/** A `fetch` that adds the device id only to requests to the auth service, and records why a session ended. */
export const deviceFetch: typeof fetch = async (input, init) => {
  if (!isAuth(input)) return trackedFetch(input, init)
  const headers = new Headers(init?.headers)
  headers.set(deviceHeader, thisDevice())
  const answer = await trackedFetch(input, { ...init, headers })
  if (pathOf(input) === '/auth/v1/token') recordRefusal(answer)
  return answer
}
