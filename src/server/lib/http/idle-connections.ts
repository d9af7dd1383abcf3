import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Knows which connections are kept alive with nothing to answer, and since when. Idle for so many milliseconds, a
 * connection is kept only while nobody else needs its place.
 */
export class IdleConnections {
  readonly #spareAfter: number
  readonly #underWay = new WeakMap<Socket, number>()
  readonly #giveBack = new WeakMap<Socket, () => void>()
  /** When each became idle. The longest idle one comes first, since each is put behind the others. */
  readonly #idle = new Map<Socket, number>()

  constructor(spareAfter: number) {
    this.#spareAfter = spareAfter
  }

  follow(server: Server): void {
    server.on('request', ({ socket }, response) => {
      this.#idle.delete(socket)
      this.#count(socket, 1)
      response.once('close', () => {
        if (this.#count(socket, -1) === 0 && !socket.destroyed) this.#idle.set(socket, performance.now())
      })
    })
    server.on('upgrade', ({ socket }) => this.#idle.delete(socket))
  }

  /** The connection has a place, which is given back when it ends. */
  hold(socket: Socket, giveBack: () => void): void {
    this.#giveBack.set(socket, giveBack)
    socket.once('close', () => {
      this.#idle.delete(socket)
      giveBack()
    })
  }

  isAnswering(socket: Socket): boolean {
    return (this.#underWay.get(socket) ?? 0) > 0
  }

  /** Ends the longest idle connection, if it has been idle for long enough, and says whether that made room. */
  endOne(): boolean {
    const [oldest] = this.#idle
    if (!oldest || performance.now() - oldest[1] < this.#spareAfter) return false
    const [socket] = oldest
    this.#idle.delete(socket)
    this.#giveBack.get(socket)?.()
    socket.destroy()
    return true
  }

  #count(socket: Socket, change: 1 | -1): number {
    const count = (this.#underWay.get(socket) ?? 0) + change
    this.#underWay.set(socket, count)
    return count
  }
}
