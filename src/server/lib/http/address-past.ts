import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

/** Where a request comes from, past the proxies that we trust: what Fastify does for requests, for upgrades. */
export function addressPast(proxies: string[] | false): (request: IncomingMessage) => string {
  const trust = proxyAddress.compile(proxies || [])
  return (request) => proxyAddress(request, trust)
}
