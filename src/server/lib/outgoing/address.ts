import type { OutgoingFault } from '#shared/contract/webhooks.ts'
import { hasPublicHost } from './public-address.ts'

/**
 * An address that may be called, or what is wrong with it. The parser is the one that the call uses, so that both read
 * every spelling of a number alike. The addresses of a name are checked at the time of the call. Any port is allowed.
 */
export function readAddress(text: string, allowPrivate: boolean): URL | OutgoingFault {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return 'bad-address'
  if (url.protocol === 'http:' && !allowPrivate) return 'not-encrypted'
  if (!allowPrivate && !hasPublicHost(url)) return 'private-address'
  url.hash = ''
  return url
}
