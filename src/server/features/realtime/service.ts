import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { SessionWatch } from '#server/features/auth-sessions/service.ts'
import { publishableKeyTest } from '#server/lib/crypto/tokens.ts'
import { ConnectionCounter } from '#server/lib/http/connections.ts'
import { logRefusals, type RequestId, requestIdHeader } from '#server/lib/http/request-log.ts'
import { catchErrors } from '#server/lib/log.ts'
import { socketChanged } from '#server/lib/telemetry.ts'
import { Connection } from './connection.ts'
import { Feed, type RealtimeContext } from './feed.ts'
import { limits as defaults, notificationChannel, type RealtimeLimits } from './policy.ts'
import { decideUpgrade, refuseUpgrade, socketPath, type UpgradeDecision } from './upgrade.ts'

export interface RealtimeOptions extends Pick<RealtimeContext, 'database' | 'keys' | 'clock' | 'log'> {
  server: Server
  /** Watches the sessions of channels, so that a channel ends with its session even if no row changes. */
  watch: Pick<SessionWatch, 'over'>
  publishableKey: string
  publicUrl: () => string
  /** Other origins whose pages can open a socket. */
  allowedOrigins: readonly string[]
  /** Identifies the client for the limit on sockets per IP address; null if the client's sockets are not limited. */
  clientOf: (request: IncomingMessage) => string | null
  requestId: RequestId
  limits?: Partial<RealtimeLimits>
}

export interface Realtime {
  /** Closes all sockets. Call this first when the server stops, because a stopping server waits for its sockets. */
  close(): Promise<void>
}

/** Serves /realtime/v1/websocket and rejects upgrades to any other protocol. */
export async function openRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { server, database, keys, clock, log, publicUrl, clientOf, requestId } = options
  const limits = { ...defaults, ...options.limits }
  const isKey = publishableKeyTest(options.publishableKey)
  const parts = { database, keys, clock, log, limits, isKey }
  const feed = new Feed(parts)
  const context = { ...parts, feed }
  options.watch.over(() => feed.watched())
  /** The open connections, each with a function that ends the connection at once. */
  const connections = new Map<Connection, () => void>()
  const counter = new ConnectionCounter({ total: limits.sockets, perClient: limits.socketsPerAddress })
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: limits.frameBytes,
    clientTracking: false,
  })
  const named = new WeakMap<IncomingMessage, string>()
  sockets.on('headers', (headers, request) => headers.push(`${requestIdHeader}: ${named.get(request)}`))
  const logRefusal = logRefusals(log)
  let isClosing = false

  const destroySocket = (socket: Duplex) => void socket.destroy()

  /**
   * Anonymous clients can open sockets, so if the limit on sockets is reached, a socket without channels is closed to
   * make room.
   */
  const takePlace = (client: string | null) => {
    const release = counter.take(client)
    if (release || !counter.hasOwnLeft(client)) return release
    const [, end] = [...connections].find(([connection]) => connection.watchesNothing) ?? []
    end?.()
    return counter.take(client)
  }

  const rejectUpgrade = (socket: Duplex, status: string, id: string) => {
    const route = status.startsWith('404') ? 'none' : socketPath
    const kind = { method: 'GET', route, status: Number.parseInt(status, 10) }
    logRefusal(kind, () => log.info({ reqId: id, ...kind }))
    refuseUpgrade(socket, status, publicUrl(), id)
  }

  const open = (judged: UpgradeDecision, request: IncomingMessage, socket: Duplex, head: Buffer, id: string) => {
    // The client disconnected while its key was being checked. If the client were counted now, the count would never go
    // down again.
    if (socket.destroyed) return
    if ('refusal' in judged) return rejectUpgrade(socket, judged.refusal, id)
    const giveBack = isClosing ? null : takePlace(clientOf(request))
    if (!giveBack) return rejectUpgrade(socket, '503 Service Unavailable', id)
    socket.once('close', giveBack)
    log.info({ reqId: id, method: 'GET', route: socketPath, status: 101 })
    named.set(request, id)
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const connection = new Connection(opened, judged, context, () => {
        if (connections.delete(connection)) socketChanged.publish({ by: -1 })
      })
      connections.set(connection, () => {
        giveBack()
        socket.destroy()
      })
      socketChanged.publish({ by: 1 })
    })
  }
  const openSafely = catchErrors(log, 'an upgrade', open, (_judged, _request, socket) => destroySocket(socket))

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // The server no longer handles this socket's errors. Without a listener, a client that resets the connection would
    // end the process.
    socket.on('error', () => {})
    const id = requestId(request)
    decideUpgrade(request, context, [publicUrl(), ...options.allowedOrigins]).then(
      (judged) => openSafely(judged, request, socket, head, id),
      (error: unknown) => {
        log.warn({ err: error, reqId: id }, 'verifying realtime key failed')
        rejectUpgrade(socket, '503 Service Unavailable', id)
      },
    )
  }
  const listening = await database.listen(notificationChannel, feed)
  server.on(
    'upgrade',
    catchErrors(log, 'an upgrade', upgrade, (_request, socket) => destroySocket(socket)),
  )
  const beat = catchErrors(log, 'realtime heartbeat', (connection: Connection) => connection.beat())
  const timer = setInterval(() => {
    for (const connection of connections.keys()) beat(connection)
  }, limits.beat)
  timer.unref()

  return {
    async close() {
      isClosing = true
      clearInterval(timer)
      const ends = [...connections.keys()].map((connection) => connection.close(1001, 'server is stopping'))
      await Promise.all([...ends, listening.close()])
    },
  }
}
