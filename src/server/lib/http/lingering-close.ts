import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Lets a client that is still sending read why it was refused. An answer may be given before the request is there
 * whole, such as 413, or while others wait behind it, such as 429; a socket that is then closed with bytes unread makes
 * the system send a reset, which throws the answer away before it was read. So our half is closed first, and what still
 * comes goes into nothing for a while.
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
