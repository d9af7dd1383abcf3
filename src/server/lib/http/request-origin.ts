import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import { type HourCycle, hourCycleOf } from '#shared/lib/local-time.ts'

/** The client's address behind the proxies that we trust. Fastify determines it for requests, but not for upgrades. */
export function clientAddressBehind(proxies: string[] | false): (request: IncomingMessage) => string {
  const trust = proxyAddress.compile(proxies || [])
  return (request) => proxyAddress(request, trust)
}

/** Whether a connection comes from a proxy that we trust, and so carries many clients. */
export function proxyTest(proxies: string[] | false): (address: string | undefined) => boolean {
  const trust = proxyAddress.compile(proxies || [])
  return (address) => address !== undefined && trust(address, 0)
}

/** Whether an address leads to the client's own machine: browsers trust such addresses like https. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

/**
 * Whether, according to the browser, one of our pages sent this form. Browsers set both headers and no page can forge
 * them; a request with neither does not come from a browser's form, so it is refused as well.
 * @see https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = request.headers
  return origin === publicUrl || origin === `${request.protocol}://${request.host}`
}

/** The hour cycle of the browser's first language; null if it names none. */
export function wantedClock({ headers }: FastifyRequest): HourCycle | null {
  const [wanted] = headers['accept-language']?.split(/[,;]/) ?? []
  return wanted ? hourCycleOf(wanted.trim()) : null
}
