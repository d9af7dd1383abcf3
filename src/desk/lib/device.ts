import { deviceHeader } from '#shared/contract/auth.ts'
import { randomId } from '#shared/lib/random-id.ts'
import { patientFetch } from './patience.ts'
import { noteRefusal } from './session-end.ts'

const place = 'device'
/** For a browser that keeps nothing: good until the page goes. */
const drawn = randomId()

/**
 * The number by which the server knows this browser again. It stays when somebody signs out, says nothing of anybody, and
 * is read anew each time, since another tab may have drawn one first.
 */
function thisDevice(): string {
  try {
    const kept = localStorage.getItem(place)
    if (kept !== null) return kept
    localStorage.setItem(place, drawn)
  } catch {
    // Storage is closed here.
  }
  return drawn
}

/** `fetch` that names this device to the auth service, and to nothing else; notes why that lets nobody go on. */
export const namingFetch: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, location.href)
  if (!url.pathname.startsWith('/auth/v1/')) return patientFetch(input, init)
  const headers = new Headers(init?.headers)
  headers.set(deviceHeader, thisDevice())
  const answer = await patientFetch(input, { ...init, headers })
  if (url.pathname === '/auth/v1/token') noteRefusal(answer)
  return answer
}
