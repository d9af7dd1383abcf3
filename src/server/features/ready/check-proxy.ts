import { BlockList, isIP } from 'node:net'
import { proxyTest } from '#server/lib/http/address-past.ts'
import type { Found, Look } from './types.ts'

const inner = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
] as const) {
  inner.addSubnet(net, bits, 'ipv4')
}
inner.addSubnet('fc00::', 7, 'ipv6')
inner.addAddress('::1', 'ipv6')

/** Addresses that nobody has on the internet. A list for IPv4 covers addresses written as `::ffff:10.0.0.1` too. */
const isInner = (address: string) =>
  isIP(address) !== 0 && inner.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Whether TRUST_PROXY fits what stands before this server, as the owner's own request shows it. */
export function checkProxy({ visit, settings: { publicUrl, trustProxy } }: Look): Found<'proxy'> {
  if (!visit) return ['not_seen']
  // Asked past the proxy, a request shows nothing of it.
  if (publicUrl !== null && visit.origin !== publicUrl) return ['not_seen', { address: publicUrl }]
  const { peer, client, isForwarded } = visit
  if (!isForwarded) return trustProxy || publicUrl?.startsWith('https:') ? ['silent', { peer }] : ['direct']
  if (!trustProxy) return ['not_trusted', { peer }]
  if (!proxyTest([...trustProxy])(peer)) return ['other', { peer }]
  return [isInner(client) ? 'inner' : 'good', { client }]
}
