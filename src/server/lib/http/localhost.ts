import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Log } from '#server/lib/log.ts'

const loopback = ['127.0.0.1', '::1']

/** A machine may have only one of IPv4 and IPv6. */
const isMissing = (code: string | undefined) => code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'

/**
 * Makes a server at `localhost` listen on both addresses of that name: Node takes the first that the system returns, a
 * browser may take the other. Connections there go to the same server, so all limits are the same. Fastify would do
 * this, except for servers of a `serverFactory`. Add it after the hooks that end long connections.
 */
export function listenAtBothLoopbacks(app: FastifyInstance, log: Log): void {
  let second: Server | null = null

  app.addHook('onListen', async () => {
    const { address, port } = app.server.address() as AddressInfo
    const host = loopback.find((each) => each !== address)
    // The options of Node's own HTTP server.
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) =>
      app.server.emit('connection', socket),
    )
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (isMissing(error.code)) return
      log.warn(
        { err: error },
        `HOST localhost: nothing listens at ${host}, or a connection there could not be taken`,
      )
    })
    server.listen({ host, port })
    second = server
  })

  // Fastify would not wait for answers of the second server. Neither accepts connections while the other finishes.
  app.addHook('preClose', async () => {
    if (!second) return
    const ends = [app.server, second].map((server) => new Promise((resolve) => server.close(resolve)))
    app.server.closeIdleConnections()
    await Promise.all(ends)
  })
}
