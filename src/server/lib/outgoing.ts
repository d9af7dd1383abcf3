import { lookup as systemLookup } from 'node:dns'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { OutgoingError } from '#shared/contract/webhooks.ts'

/**
 * Returns the URL if the server may call it; otherwise, returns the reason why the server may not call it. The request
 * uses the same parser, so both read every spelling of a number in the same way. If the host is a name, its IP
 * addresses are checked when the request is sent. Any port is allowed.
 */
export function readOutgoingUrl(text: string, allowPrivate: boolean): URL | OutgoingError {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return 'bad-address'
  if (url.protocol === 'http:' && !allowPrivate) return 'not-encrypted'
  if (!allowPrivate && !hasPublicHost(url)) return 'private-address'
  url.hash = ''
  return url
}

/** Thrown if the IP address belongs to a network that is not public. */
class PrivateAddress extends Error {
  override name = 'PrivateAddress'
}

/** Thrown if the name exists but has no IP address. */
class NoAddress extends Error {
  override name = 'NoAddress'
  readonly code = 'ENODATA'
}

/** The IPv6 range for public use. Other ranges have special meanings; some contain an IPv4 address. */
const givenOut = ipaddr.IPv6.parseCIDR('2000::/3')

/** Azure's internal IP address, which is in a public range. */
const metadata: readonly string[] = ['168.63.129.16']

/** True if the IP address is valid and public. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(givenOut)) return false
  return parsed.range() === 'unicast' && !metadata.includes(parsed.toString())
}

/**
 * False if the host is a private IP address. True for a name, because its IP addresses are checked when the request is
 * sent.
 */
function hasPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 || isPublic(host)
}

/**
 * Looks up a name, and returns its IP addresses only if all of them are public. The connection uses these addresses,
 * so the name cannot resolve to other addresses between the check and the request (DNS rebinding).
 */
function publicLookup(lookup: LookupFunction = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      // After an error, `found` is undefined, contrary to its type.
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

/** The rules for requests to URLs that members entered. */
export interface OutgoingPolicy {
  /** True if requests may be unencrypted and may go to the operator's own network. */
  allowPrivate: boolean
  /** Replaces the system's name lookup. */
  lookup?: LookupFunction
}

/** The lookup for connections, whose addresses it checks unless they may be private. */
export const outgoingLookup = ({ allowPrivate, lookup }: OutgoingPolicy): LookupFunction =>
  allowPrivate ? (lookup ?? systemLookup) : publicLookup(lookup)

/** Names the site by its URL, because the provider's name can contain characters that a header cannot contain. */
export const userAgent = (program: 'Calendars' | 'Webhooks', siteUrl: string): string => `${program}/1 (+${siteUrl})`

/**
 * Starts a request to a URL that `readOutgoingUrl` accepted. Does not reuse connections, so that each connection
 * is checked.
 */
export function request(url: URL, policy: OutgoingPolicy, options: http.RequestOptions): http.ClientRequest {
  const { request: begin, Agent } = url.protocol === 'https:' ? https : http
  return begin(url, {
    ...options,
    agent: new Agent({ keepAlive: false }),
    lookup: outgoingLookup(policy),
  })
}

const faults: Readonly<Record<string, OutgoingError>> = {
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  ENODATA: 'name-not-found',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ETIMEDOUT: 'too-slow',
}

/** OpenSSL's and Node's error codes for an invalid certificate, and for a server without TLS. */
const certificate = /CERT|_TLS_|SSL|SIGNATURE|ISSUER|^EPROTO$/

export function outgoingFaultOf(error: Error): OutgoingError {
  if (error instanceof PrivateAddress) return 'private-address'
  const { code = '', errors = [] } = error as Error & { code?: string; errors?: Error[] }
  // If several IP addresses were tried and all failed, the first error decides the result.
  if (errors[0] && !faults[code]) return outgoingFaultOf(errors[0])
  return faults[code] ?? (certificate.test(code) ? 'certificate' : 'broken-off')
}
