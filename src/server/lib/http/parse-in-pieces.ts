import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Longer than most request heads, and no more than some hundred requests. */
const bytes = 4096

/**
 * Gives Node's parser small pieces, and nothing more once a connection is ignored: from one large piece it makes
 * objects of all requests, two thousand and more, before one of them is answered.
 */
export function parseInPieces(server: Server, isIgnored: (socket: Socket) => boolean): void {
  const ends = new WeakMap<Socket, () => void>()
  server.on('connection', (socket: Socket) => {
    const [parse] = socket.listeners('data')
    if (!parse) return
    let isOver = false
    const onData = (read: Buffer) => {
      let at = 0
      for (; at < read.length && !isOver && !socket.isPaused() && !isIgnored(socket); at += bytes) {
        parse.call(socket, read.subarray(at, at + bytes))
      }
      // The rest is for later, as Node has paused, or for the protocol that begins here.
      if (at < read.length && !isIgnored(socket)) socket.unshift(read.subarray(at))
    }
    socket.off('data', parse as () => void).on('data', onData)
    ends.set(socket, () => {
      isOver = true
      socket.off('data', onData)
    })
  })
  server.on('upgrade', ({ socket }) => ends.get(socket)?.())
}
