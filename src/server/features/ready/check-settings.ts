import { BlockList, isIP } from 'node:net'
import { proxyTest } from '#server/lib/http/request-origin.ts'
import { type CheckResult, good, mustFix, shouldReview, text, unknown } from './found.ts'
import type { CheckContext } from './types.ts'

type Settings = Pick<CheckContext, 'settings'>

export const checkKey = ({ settings }: Settings): CheckResult =>
  settings.isKeyBesideData
    ? shouldReview(
        'beside',
        'The encryption key is in DATA_DIR, next to the database: anyone who copies the folder has both.',
        'Keep a copy of encryption.key separately from the backups. To store the key elsewhere, set ENCRYPTION_KEY to the contents of that file.',
      )
    : good('The encryption key is stored separately from the database.', 'apart')

export const checkPrivateAddresses = ({ settings }: Settings): CheckResult =>
  settings.webhookPrivateAddresses || settings.calendarPrivateAddresses
    ? shouldReview(
        'on',
        'Webhooks or calendars can access this server’s own network, without encryption.',
        'Remove PRIVATE_ADDRESSES, unless you need webhooks or calendars on that network.',
      )
    : good('Webhooks and calendars access only the internet, over encrypted connections.')

const privateNetworks = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
] as const) {
  privateNetworks.addSubnet(net, bits, 'ipv4')
}
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addAddress('::1', 'ipv6')

/**
 * True for IP addresses that are not reachable on the internet. The IPv4 subnets also match addresses in the form
 * `::ffff:10.0.0.1`.
 */
const isPrivateAddress = (address: string) =>
  isIP(address) !== 0 && privateNetworks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Uses the owner's own request to check that TRUST_PROXY matches the reverse proxies in front of this server. */
export function checkProxy({ visit, settings: { publicUrl, trustProxy } }: CheckContext): CheckResult {
  if (!visit) return unknown('not_seen', 'This can only be checked from a browser: open /desk/ready.')
  // A request that bypasses the proxy reveals nothing about the proxy.
  if (publicUrl !== null && visit.origin !== publicUrl) {
    return unknown(
      'not_seen',
      'This request did not use the public address, so it does not show whether the reverse proxy is set up correctly.',
      text`Open the desk at ${publicUrl}/desk/ready.`,
    )
  }
  const { peer, client, isForwarded } = visit
  if (!isForwarded) {
    if (!trustProxy && !publicUrl?.startsWith('https:')) {
      return good('Browsers reach this server without a reverse proxy.', 'direct')
    }
    return mustFix(
      'silent',
      text`${peer} does not forward the visitor’s IP address.`,
      'Let the reverse proxy send X-Forwarded-For. If there is no reverse proxy, remove TRUST_PROXY; otherwise anyone could claim any IP address.',
    )
  }
  if (!trustProxy) {
    return mustFix(
      'not_trusted',
      'There is an untrusted reverse proxy in front of this server: all visitors seem to have the same IP address and share one rate limit.',
      text`Set TRUST_PROXY to the IP address of this proxy, ${peer}, and restart the server.`,
    )
  }
  if (!proxyTest([...trustProxy])(peer)) {
    return mustFix(
      'other',
      text`The reverse proxy in front of this server, ${peer}, is not in TRUST_PROXY.`,
      text`Add ${peer} to TRUST_PROXY, and restart the server.`,
    )
  }
  if (!isPrivateAddress(client))
    return good(text`The reverse proxy is trusted and forwards visitors’ IP addresses. Your IP address is ${client}.`)
  return shouldReview(
    'inner',
    text`Your IP address seems to be ${client}, which belongs to a private network.`,
    'If you are on that network, this is fine. Otherwise there is a second reverse proxy: add that address to TRUST_PROXY.',
  )
}
