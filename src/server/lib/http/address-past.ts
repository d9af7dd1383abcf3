import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

/** Where a request comes from, past the proxies that we trust: what Fastify does for requests, for upgrades. */
export function addressPast(proxies: string[] | false): (request: IncomingMessage) => string {
  const trust = proxyAddress.compile(proxies || [])
  return (request) => proxyAddress(request, trust)
}

/** Whether a connection comes from a proxy that we trust: then it carries many clients. */
export function proxyTest(proxies: string[] | false): (address: string | undefined) => boolean {
  const trust = proxyAddress.compile(proxies || [])
  return (address) => address !== undefined && trust(address, 0)
}
