import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

/** The client's address behind the proxies that we trust. Fastify finds it for requests, but not for upgrades. */
export function addressPast(proxies: string[] | false): (request: IncomingMessage) => string {
  const trust = proxyAddress.compile(proxies || [])
  return (request) => proxyAddress(request, trust)
}

/** Whether a connection comes from a proxy that we trust, and so carries many clients. */
export function proxyTest(proxies: string[] | false): (address: string | undefined) => boolean {
  const trust = proxyAddress.compile(proxies || [])
  return (address) => address !== undefined && trust(address, 0)
}
