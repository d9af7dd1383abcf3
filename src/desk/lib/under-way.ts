/** How long signing out waits for responses; requests that are still pending then are aborted. */
const mostMs = 2000

const underWay = new Set<Promise<unknown>>()
let givenUp = new AbortController()
/** Resolves when nobody is signing out any more, to whether the session has ended. */
let ending: Promise<boolean> | null = null

const isAuth = (input: RequestInfo | URL) =>
  new URL(input instanceof Request ? input.url : input, location.href).pathname.startsWith('/auth/v1/')

/**
 * A `fetch` for requests that need the session. While it ends they wait, and after that they are not sent, because
 * the server would refuse them. Those to the auth service, which ends it, are never held.
 */
export const sessionFetch: typeof fetch = async (input, init) => {
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
