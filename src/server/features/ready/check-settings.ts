import { BlockList, isIP } from 'node:net'
import { proxyTest } from '#server/lib/http/request-origin.ts'
import { consider, type Found, good, mend, text, unknown } from './found.ts'
import type { Look } from './types.ts'

type Settings = Pick<Look, 'settings'>

export const checkKey = ({ settings }: Settings): Found =>
  settings.isKeyBesideData
    ? consider(
        'beside',
        'The key that seals secrets lies in DATA_DIR, beside the database: who copies the folder has both.',
        'Keep a copy of encryption.key apart from backups. To have it elsewhere altogether, set ENCRYPTION_KEY to what it holds.',
      )
    : good('The key that seals secrets does not lie with the database.', 'apart')

export const checkPrivateAddresses = ({ settings }: Settings): Found =>
  settings.webhookPrivateAddresses || settings.calendarPrivateAddresses
    ? consider(
        'on',
        'Webhooks or calendars may lead into this server’s own network, and without encryption.',
        'Take away PRIVATE_ADDRESSES, unless something in that network needs it.',
      )
    : good('Webhooks and calendars lead to the internet alone, and encrypted.')

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

/** Addresses that do not exist on the internet. A list for IPv4 also covers the form `::ffff:10.0.0.1`. */
const isInner = (address: string) =>
  isIP(address) !== 0 && inner.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Whether TRUST_PROXY fits the proxies before this server, judged by the owner's own request. */
export function checkProxy({ visit, settings: { publicUrl, trustProxy } }: Look): Found {
  if (!visit) return unknown('not_seen', 'Only the request of a browser shows it: open /desk/ready.')
  // A request that bypasses the proxy shows nothing about it.
  if (publicUrl !== null && visit.origin !== publicUrl) {
    return unknown(
      'not_seen',
      'This request did not come by the public address, so it shows nothing of a proxy.',
      text`Open the desk at ${publicUrl}/desk/ready.`,
    )
  }
  const { peer, client, isForwarded } = visit
  if (!isForwarded) {
    if (!trustProxy && !publicUrl?.startsWith('https:')) {
      return good('Browsers reach this server without a proxy.', 'direct')
    }
    return mend(
      'silent',
      text`${peer} does not say for whom it asks.`,
      'Let the proxy send X-Forwarded-For. If there is none, take away TRUST_PROXY: whoever connects could else claim any address.',
    )
  }
  if (!trustProxy) {
    return mend(
      'not_trusted',
      'A proxy is in front and its word is not taken: all visitors look like one, and share one limit.',
      text`Set TRUST_PROXY to its address, ${peer}, and start the server anew.`,
    )
  }
  if (!proxyTest([...trustProxy])(peer)) {
    return mend(
      'other',
      text`The proxy in front, ${peer}, is not among those of TRUST_PROXY.`,
      text`Add ${peer} to TRUST_PROXY, and start the server anew.`,
    )
  }
  if (!isInner(client)) return good(text`The proxy says who asks, and is believed: you come from ${client}.`)
  return consider(
    'inner',
    text`You seem to come from ${client}, an address of an inner network.`,
    'If you sit in that network, all is well. Else a second proxy is in front: add that address to TRUST_PROXY.',
  )
}
