import { deviceHeader } from '#shared/contract/auth.ts'
import { randomId } from '#shared/lib/random-id.ts'
import { patientFetch } from './patience.ts'
import { noteRefusal } from './session-end.ts'

const place = 'device'
/** The fallback when storage is blocked: valid until the page is closed. */
const drawn = randomId()

/**
 * The id by which the server recognises this browser. It survives signing out and identifies no person. It is read
 * anew each time, since another tab may have created one first.
 */
function thisDevice(): string {
  try {
    const kept = localStorage.getItem(place)
    if (kept !== null) return kept
    localStorage.setItem(place, drawn)
  } catch {
    // Storage is blocked.
  }
  return drawn
}

/** A `fetch` that adds the device id to requests to the auth service alone, and records why a session ended. */
export const namingFetch: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, location.href)
  if (!url.pathname.startsWith('/auth/v1/')) return patientFetch(input, init)
  const headers = new Headers(init?.headers)
  headers.set(deviceHeader, thisDevice())
  const answer = await patientFetch(input, { ...init, headers })
  if (url.pathname === '/auth/v1/token') noteRefusal(answer)
  return answer
}
