import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Lets a client that is still sending read why it was refused. An answer can come before the end of the request, such
 * as 413, or before further requests, such as 429; closing a socket with unread bytes makes the system send a reset,
 * which discards the answer. So our half is closed first, and what still arrives is discarded for a while.
 */
export function closeWithLinger(
  server: Server,
  milliseconds: number,
  ignore: (socket: Socket) => void,
): void {
  server.on('request', (request, response) => {
    // Before Node's own listener, which closes the socket.
    response.prependOnceListener('finish', () => {
      if (!request.complete || response.statusCode === 429)
        lingerOnClose(request.socket, milliseconds, ignore)
    })
  })
}

function lingerOnClose(socket: Socket, milliseconds: number, ignore: (socket: Socket) => void): void {
  socket.destroySoon = () => {
    ignore(socket)
    socket.end()
    const timer = setTimeout(() => socket.destroy(), milliseconds)
    socket.once('close', () => clearTimeout(timer))
  }
}
