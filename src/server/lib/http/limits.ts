import type { Server } from 'node:http'

const second = 1000

/** Bytes that one posted body may have: the longest booking needs a quarter of it. */
export const bodyLimit = 64 * 1024

/**
 * How long a client may take and how much it may send. Node looks for late clients only every
 * `connectionsCheckingInterval`, which is 30 s unless said otherwise.
 */
export const serverLimits = {
  bodyLimit,
  requestTimeout: 30 * second,
  keepAliveTimeout: 10 * second,
  http: {
    headersTimeout: 15 * second,
    connectionsCheckingInterval: second,
    maxHeaderSize: 16 * 1024,
  },
} as const

/** Open connections that one process holds; one more is dropped at once instead of starving the others. */
const mostConnections = 2000

export function limitConnections(server: Server): void {
  server.maxConnections = mostConnections
}
