import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The address belongs to a network that is not public. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress'
}

/** The name exists, but has no address. */
class NoAddress extends Error {
  override name = 'NoAddress'
  readonly code = 'ENODATA'
}

/** The IPv6 range for public use. Other ranges have special meanings, such as IPv4 in another form. */
const givenOut = ipaddr.IPv6.parseCIDR('2000::/3')

/** The address of Azure's platform for its own machines: public by its number, but internal to the cloud. */
const metadata: readonly string[] = ['168.63.129.16']

/** Whether the address is public; false for one that is invalid. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(givenOut)) return false
  return parsed.range() === 'unicast' && !metadata.includes(parsed.toString())
}

/** False for a host that is a number and not public. A name passes: its addresses are checked at the call. */
export function hasPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 || isPublic(host)
}

/**
 * Looks a name up and gives its addresses only if all of them are public. The connection uses what this returns, so the
 * name cannot lead elsewhere between check and call (DNS rebinding).
 */
export function publicLookup(lookup: LookupFunction = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      // With an error `found` is missing, whatever its type says.
      const addresses = Array.isArray(found) ? found : []
      const [first] = addresses
      if (error) callback(error, '')
      else if (!first) callback(new NoAddress(), '')
      else if (!addresses.every(({ address }) => isPublic(address))) callback(new PrivateAddress(), '')
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
