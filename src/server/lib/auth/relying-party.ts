import { isIP } from 'node:net'
import { isLoopback } from '#server/lib/http/request-origin.ts'

/** WebAuthn's relying party: the host name that passkeys are bound to, and the one origin that may ask for them. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * Browsers allow passkeys only for a host name and only over https, except on localhost. So a loopback address becomes
 * `localhost`, which reaches the same server. Null where browsers allow none.
 */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const url = new URL(publicUrl)
  if (isLoopback(url)) url.hostname = 'localhost'
  else if (url.protocol !== 'https:' || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  return { id: url.hostname, origin: url.origin }
}
