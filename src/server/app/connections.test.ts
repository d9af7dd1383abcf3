import { once } from 'node:events'
import { get } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { appForTest, publishableKey } from './testing.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The whole server with limits, listening, and clients at any address of this machine. */
async function listening(change: { rateLimit?: boolean; trustProxy?: string[] | false } = {}) {
  const running = await appForTest(undefined, {
    config: {
      publishableKey,
      trustProxy: false,
      databaseUrl: null,
      rateLimit: true,
      webhookPrivateAddresses: false,
      ...change,
    },
  })
  await running.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = running.app.server.address() as AddressInfo
  closing.push(() => running.close())

  const open = async (localAddress: string, bytes = '') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
    closing.push(() => void socket.destroy())
    await once(socket, 'connect')
    socket.resume().write(bytes)
    return socket
  }
  return {
    /** Opens so many connections and gives how many of them the server keeps. */
    async hoard(localAddress: string, count: number, bytes?: (index: number) => string) {
      const sockets: Socket[] = []
      for (let left = count; left > 0; left -= 100)
        sockets.push(
          ...(await Promise.all(
            Array.from({ length: Math.min(100, left) }, (_, i) => open(localAddress, bytes?.(left - i))),
          )),
        )
      // Until no more of them are closed.
      for (let before = Number.NaN; ; ) {
        const kept = sockets.filter(({ readyState }) => readyState === 'open').length
        if (kept === before) return kept
        before = kept
        await status(port, localAddress)
        await new Promise((over) => setTimeout(over, 100))
      }
    },
    status: (localAddress: string, headers = {}) => status(port, localAddress, headers),
    /** Opens so many sockets of the realtime service and gives how many were refused. */
    async watch(localAddress: string, count: number) {
      const address = `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`
      const opened = Array.from({ length: count }, async () => {
        const socket = new WebSocket(address, { localAddress }).on('error', () => {})
        closing.push(() => socket.terminate())
        return Promise.race([
          once(socket, 'open').then(() => true),
          once(socket, 'unexpected-response').then(() => false),
        ])
      })
      return (await Promise.all(opened)).filter((isOpen) => !isOpen).length
    },
  }
}

/** The status of the liveness page for somebody at this address; 0 where the connection is refused. */
const status = (port: number, localAddress: string, headers = {}) =>
  new Promise<number>((resolve) => {
    const request = get(
      { port, host: '127.0.0.1', path: '/healthz', localAddress, headers, agent: false },
      (answer) => resolve(answer.resume().statusCode ?? 0),
    )
    request.on('error', () => resolve(0))
  })

describe('connections', () => {
  it('of one address, ten addresses or a hundred leave room for everybody else', { timeout: 60_000 }, async () => {
    const server = await listening()
    expect(await server.hoard('127.0.0.2', 2000)).toBe(1000)
    expect([await server.status('127.0.0.2'), await server.status('127.0.0.3')]).toEqual([0, 200])
    for (let n = 10; n < 20; n++) await server.hoard(`127.0.0.${n}`, 300)
    expect(await server.status('127.0.0.3')).toBe(200)
    for (let n = 0; n < 100; n++) await server.hoard(`127.0.1.${n}`, 5)
    expect(await server.hoard('127.0.0.4', 6)).toBeGreaterThan(0)
    expect(await server.status('127.0.0.3')).toBe(200)
  })

  it('are given back when they end', async () => {
    const server = await listening()
    for (let turn = 0; turn < 3; turn++) {
      expect(await server.hoard('127.0.0.2', 1200)).toBe(1000)
      for (const close of closing.splice(1)) await close()
      await expect.poll(() => server.status('127.0.0.2')).toBe(200)
    }
  })

  it('of a proxy that is trusted are those of many', async () => {
    const server = await listening({ trustProxy: ['127.0.0.2'] })
    expect(await server.hoard('127.0.0.2', 1500)).toBe(1500)
    expect(await server.hoard('127.0.0.3', 500)).toBe(250)
  })
})

describe('requests under way', () => {
  const slow = (client: string) => () =>
    `POST /rest/v1/contact_messages HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\napikey: ${publishableKey}\r\n` +
    'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'

  it('of one client behind a proxy leave room for the others behind it', async () => {
    const server = await listening({ trustProxy: ['127.0.0.2'] })
    // Nearly all of them are answered 429, and hold their connections all the same: their bodies are still to come.
    expect(await server.hoard('127.0.0.2', 1800, slow('203.0.113.7'))).toBe(1000)
    const from = (client: string) => server.status('127.0.0.2', { 'x-forwarded-for': client })
    expect(await from('203.0.113.8')).toBe(200)
  })
})

describe('sockets of the realtime service', () => {
  it('are fifty for one address, and as many as there are where limits are off', async () => {
    const limited = await listening()
    expect(await limited.watch('127.0.0.2', 60)).toBe(10)
    const unlimited = await listening({ rateLimit: false })
    expect(await unlimited.watch('127.0.0.2', 60)).toBe(0)
  })
})

it('as many connections as there are places may come from one address where limits are off', async () => {
  const server = await listening({ rateLimit: false })
  expect(await server.hoard('127.0.0.2', 1500)).toBe(1500)
})
