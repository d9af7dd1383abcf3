import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import { type HourCycle, hourCycleOf } from '#shared/lib/local-time.ts'

/**
 * Returns the client's IP address, as reported by the trusted proxies. Fastify determines this address for requests,
 * but not for upgrades.
 */
export function clientAddressBehind(proxies: string[] | false): (request: IncomingMessage) => string {
  const trust = proxyAddress.compile(proxies || [])
  return (request) => proxyAddress(request, trust)
}

/** True if a connection comes from a trusted proxy, which forwards the requests of many clients. */
export function proxyTest(proxies: string[] | false): (address: string | undefined) => boolean {
  const trust = proxyAddress.compile(proxies || [])
  return (address) => address !== undefined && trust(address, 0)
}

/** True if a URL leads to the client's own machine. Browsers trust such URLs as much as https URLs. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

/**
 * True if the browser reports that one of our pages sent this form. Browsers set both headers, and no page can
 * forge them. A request with neither header was not sent by a browser's form, so it is refused too. @see
 * https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = request.headers
  return origin === publicUrl || origin === `${request.protocol}://${request.host}`
}

/** Returns the hour cycle of the browser's first language; null if the browser sends no language. */
export function preferredHourCycle({ headers }: FastifyRequest): HourCycle | null {
  const [wanted] = headers['accept-language']?.split(/[,;]/) ?? []
  return wanted ? hourCycleOf(wanted.trim()) : null
}
