import { lookup as systemLookup } from 'node:dns'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { OutgoingFault } from '#shared/contract/webhooks.ts'

/**
 * The URL if the server may call it, or what is wrong with it. The call uses the same parser, so both read every
 * spelling of a number alike. The addresses of a name are checked at the time of the call. Any port is allowed.
 */
export function readAddress(text: string, allowPrivate: boolean): URL | OutgoingFault {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return 'bad-address'
  if (url.protocol === 'http:' && !allowPrivate) return 'not-encrypted'
  if (!allowPrivate && !hasPublicHost(url)) return 'private-address'
  url.hash = ''
  return url
}

/** The address belongs to a network that is not public. */
class PrivateAddress extends Error {
  override name = 'PrivateAddress'
}

/** The name exists, but has no address. */
class NoAddress extends Error {
  override name = 'NoAddress'
  readonly code = 'ENODATA'
}

/** The IPv6 range for public use. Other ranges have special meanings, such as embedded IPv4. */
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

/** False for a host that is a private address. Names pass: their addresses are checked at the call. */
function hasPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 || isPublic(host)
}

/**
 * Looks a name up and returns its addresses only if all of them are public. The connection uses what this returns, so
 * the name cannot resolve differently between check and call (DNS rebinding).
 */
function publicLookup(lookup: LookupFunction = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      // With an error, `found` is missing despite its type.
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

/** Which targets are allowed for requests to addresses that members entered. */
export interface Door {
  /** Whether the operator's own network and unencrypted requests are allowed. */
  allowPrivate: boolean
  /** Replaces the system's name lookup. */
  lookup?: LookupFunction
}

/** Starts a request to an address that `readAddress` accepted. Connections are not reused: each one is checked. */
export function request(
  url: URL,
  { allowPrivate, lookup }: Door,
  options: http.RequestOptions,
): http.ClientRequest {
  const { request: begin, Agent } = url.protocol === 'https:' ? https : http
  return begin(url, {
    ...options,
    agent: new Agent({ keepAlive: false }),
    ...(allowPrivate ? lookup && { lookup } : { lookup: publicLookup(lookup) }),
  })
}

const faults: Readonly<Record<string, OutgoingFault>> = {
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  ENODATA: 'name-not-found',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ETIMEDOUT: 'too-slow',
}

/** OpenSSL's and Node's codes for an invalid certificate, and for a server without TLS. */
const certificate = /CERT|_TLS_|SSL|SIGNATURE|ISSUER|^EPROTO$/

export function faultOf(error: Error): OutgoingFault {
  if (error instanceof PrivateAddress) return 'private-address'
  const { code = '', errors = [] } = error as Error & { code?: string; errors?: Error[] }
  // Several addresses were tried and failed: the first error counts.
  if (errors[0] && !faults[code]) return faultOf(errors[0])
  return faults[code] ?? (certificate.test(code) ? 'certificate' : 'broken-off')
}
