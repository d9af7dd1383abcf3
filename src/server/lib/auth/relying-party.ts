import { isIP } from 'node:net'
import { isLoopback } from '#server/lib/http/loopback.ts'

/** Whom passkeys are made for: the name that they are bound to, and the one origin that may ask for them. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * Browsers have passkeys for a name alone, and by https alone, this machine excepted: an address of this machine stands
 * for its name, which leads to the same server. Null where the site is reached in a way that has none.
 */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const url = new URL(publicUrl)
  if (isLoopback(url)) url.hostname = 'localhost'
  else if (url.protocol !== 'https:' || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  return { id: url.hostname, origin: url.origin }
}
