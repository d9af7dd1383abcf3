import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Ends connections whose client does not read what was written for it: Node would wait for ever, with the bytes in
 * memory and, for a download, a file or a cursor open. Node knows only when a whole piece has left, so a larger piece
 * has more time, at a kilobyte a second.
 */
export function cutSlowReaders(
  server: Server,
  { reading, pace, look }: { reading: number; pace: number; look: number },
): void {
  const open = new Map<Socket, { taken: number; since: number }>()
  server.on('connection', (socket: Socket) => {
    open.set(socket, { taken: 0, since: 0 })
    socket.once('close', () => open.delete(socket))
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [socket, progress] of open) {
      const taken = socket.bytesWritten - socket.writableLength
      if (socket.writableLength === 0 || taken !== progress.taken) {
        progress.taken = taken
        progress.since = now
      } else if (now - progress.since > reading + socket.writableLength / pace) socket.destroy()
    }
  }, look)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}
