import type { OutgoingFault } from '#shared/contract/outgoing.ts'
import { hasPublicHost } from './public-address.ts'

/**
 * An address that may be called, or what is wrong with it. The parser of the platform reads it, the same that the call
 * goes by, so that no spelling of a number means one thing here and another there. What a name leads to is looked at when
 * we call it, and not before. Any port: what is public is public on all of them.
 */
export function readAddress(text: string, allowPrivate: boolean): URL | OutgoingFault {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return 'bad-address'
  if (url.protocol === 'http:' && !allowPrivate) return 'not-encrypted'
  if (!allowPrivate && !hasPublicHost(url)) return 'private-address'
  url.hash = ''
  return url
}
