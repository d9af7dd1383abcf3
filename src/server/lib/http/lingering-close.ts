import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Lets a client that is still sending read why it was refused. An answer may be given before the request is there
 * whole, such as 413; a socket that is then closed with bytes unread makes the system send a reset, which throws the
 * answer away before it was read. So our half is closed first, and what still comes is read into nothing for a while.
 */
export function closeWithLinger(server: Server, milliseconds: number): void {
  server.on('request', (request, response) => {
    // Before Node's own listener, which closes the socket.
    response.prependOnceListener('finish', () => {
      if (!request.complete) lingerOnClose(request.socket, milliseconds)
    })
  })
}

function lingerOnClose(socket: Socket, milliseconds: number): void {
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), milliseconds)
    socket.once('close', () => clearTimeout(timer))
  }
}
