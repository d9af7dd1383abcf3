import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Places } from './places.ts'

interface Use {
  client: string | null
  /** Unanswered requests; infinite once further ones are ignored. */
  underWay: number
  giveBack: () => void
}

/** The connections of a server. A new one takes the place of the one that is unused for longest. */
export class OpenConnections {
  readonly #places: Places
  /** Connections that may be replaced, the one unused for longest first. */
  readonly #uses = new Map<Socket, Use>()

  constructor({ connections, connectionsEach }: { connections: number; connectionsEach: number }) {
    this.#places = new Places(connections, connectionsEach)
  }

  /** Gives the connection a place, if need be that of another one: of the same client if that has reached its limit. */
  add(socket: Socket, client: string | null): void {
    const giveBack = this.#places.take(client) ?? this.#makeRoom(client)
    if (!giveBack) return void socket.destroy()
    this.#uses.set(socket, { client, underWay: 0, giveBack })
    socket.once('close', () => {
      this.#uses.delete(socket)
      giveBack()
    })
  }

  /** Counts a new request; returns how many are unanswered with it. */
  begin(socket: Socket, response: ServerResponse): number {
    response.once('close', () => this.#change(socket, -1))
    return this.#change(socket, 1)
  }

  /** Ignores further requests of this connection: its last answer ends it. */
  ignore(socket: Socket): void {
    this.#change(socket, Number.POSITIVE_INFINITY)
  }

  isIgnored(socket: Socket): boolean {
    return this.#uses.get(socket)?.underWay === Number.POSITIVE_INFINITY
  }

  /** The connection changes to another protocol, with limits of its own. It keeps its place. */
  keep(socket: Socket): void {
    this.#uses.delete(socket)
  }

  #makeRoom(client: string | null): (() => void) | null {
    const isOwn = !this.#places.hasOwnLeft(client)
    const some = [...this.#uses].filter(([, use]) => !isOwn || use.client === client)
    const [socket, use] = some.find(([, { underWay }]) => underWay === 0) ?? some[0] ?? []
    if (socket) this.#uses.delete(socket)
    use?.giveBack()
    socket?.destroy()
    return this.#places.take(client)
  }

  #change(socket: Socket, change: number): number {
    const use = this.#uses.get(socket)
    if (!use) return Number.POSITIVE_INFINITY
    use.underWay += change
    this.#uses.delete(socket)
    this.#uses.set(socket, use)
    return use.underWay
  }
}
