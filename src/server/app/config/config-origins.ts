import { isLoopback } from '#server/lib/http/loopback.ts'
import type { Read } from './environment.ts'

/**
 * Other origins whose pages may call data, auth and realtime, and the faults of the list. A `*` would let every page on
 * the web call us from the address and network of its reader, and a pattern any forgotten name below one of ours.
 * Faults name an entry by its place, since values are never repeated.
 */
export function readOrigins(
  read: Read,
  publicUrl: string | undefined,
): { origins: readonly string[]; faults: string[] } {
  const split = (text: string) => text.split(',').map((entry) => entry.trim())
  const origins = read<readonly string[]>('ALLOWED_ORIGINS', [], split, 'origins separated by commas')
  const isSecure = /^\s*https:/i.test(publicUrl ?? '')
  const faults = origins.flatMap((origin, index) => {
    const fault = faultOf(origin, isSecure)
    return fault ? [`ALLOWED_ORIGINS, origin ${index + 1} of ${origins.length}, ${fault}.`] : []
  })
  return { origins, faults }
}

/** A browser sends an origin in one spelling, so that any other one would never match. */
function faultOf(text: string, isSecure: boolean): string | null {
  if (text === '') return 'is empty: a comma too many'
  if (text.includes('*')) {
    return 'has a *: name each origin by itself, since a pattern lets in pages that nobody thought of'
  }
  if (text === 'null') return 'is null, which every page without an origin says of itself'
  if (!/^https?:\/\//.test(text))
    return 'must begin with https:// or http://, such as https://app.example.com'
  if (!URL.canParse(text)) return 'is no address, such as https://app.example.com'
  const url = new URL(text)
  if (url.username || url.password) return 'must not have a user or password in it'
  if (url.pathname !== '/' || url.search || url.hash || /[?#]/.test(text)) {
    return 'must end after the host and port, without a path'
  }
  if (text.endsWith('/')) return 'must not end in a slash: browsers send it without one'
  if (url.origin !== text) {
    return 'must be as browsers send it: in small letters, other scripts in Punycode, without the port that its scheme has anyway'
  }
  if (isSecure && url.protocol === 'http:' && !isLoopback(url)) {
    return 'must be https, as PUBLIC_URL is: whoever is on the way could write a page of http, and it would hold the sessions of its readers'
  }
  return null
}
