import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The address belongs to a network that is not for everybody. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress'
}

/** The name is known and leads nowhere. */
class NoAddress extends Error {
  override name = 'NoAddress'
  readonly code = 'ENODATA'
}

/**
 * All of IPv6 that was ever assigned for public use. Other ranges have special meanings, such as IPv4 in another
 * form.
 */
const givenOut = ipaddr.IPv6.parseCIDR('2000::/3')

/** The address of Azure's platform for its own machines: public by its number, but internal to the cloud. */
const metadata: readonly string[] = ['168.63.129.16']

/** Whether everybody can be there; what cannot be read is nowhere. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(givenOut)) return false
  return parsed.range() === 'unicast' && !metadata.includes(parsed.toString())
}

/** False where the host is a number that is not public: of those no name is looked up. */
export function hasPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 || isPublic(host)
}

/**
 * Looks a name up and gives only public addresses, as one: a name that leads to a private one too is refused whole. The
 * connection is made to what this gives, so there is no moment between looking and calling (DNS rebinding).
 */
export function publicLookup(lookup: LookupFunction = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      // With an error nothing else is given, whatever the types say.
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
