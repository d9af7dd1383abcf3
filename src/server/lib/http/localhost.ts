import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Log } from '#server/lib/log.ts'

const loopback = ['127.0.0.1', '::1']

/** A machine may have one of the two families alone. */
const isMissing = (code: string | undefined) => code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'

/**
 * Has a server that listens at `localhost` do so at both addresses of that name: Node takes the first that the system says,
 * a browser may take the other. What comes there is handed to the one server, so all limits are the same. Fastify would do
 * this, except for servers that are made as ours is. Add it after whatever ends connections that do not end by themselves.
 */
export function listenAtBothLoopbacks(app: FastifyInstance, log: Log): void {
  let second: Server | null = null

  app.addHook('onListen', async () => {
    const { address, port } = app.server.address() as AddressInfo
    const host = loopback.find((each) => each !== address)
    // As servers of HTTP are made.
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

  // Fastify knows of the first alone and would not wait for what the second is still answering. Neither takes anybody new
  // while the other finishes.
  app.addHook('preClose', async () => {
    if (!second) return
    const ends = [app.server, second].map((server) => new Promise((resolve) => server.close(resolve)))
    app.server.closeIdleConnections()
    await Promise.all(ends)
  })
}
