import { once } from 'node:events'
import { get } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { appForTest, publishableKey } from '#server/app/testing.ts'
import { type ConnectionLimits, connectionLimits } from '#server/lib/http/bounded-server.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The whole server with limits, listening, and clients at any address of this machine. */
async function listening(
  change: { rateLimit?: boolean; trustProxy?: string[] | false } = {},
  limits: Partial<ConnectionLimits> = {},
) {
  const running = await appForTest(undefined, {
    config: {
      publishableKey,
      trustProxy: false,
      databaseUrl: null,
      rateLimit: true,
      webhookPrivateAddresses: false,
      calendarPrivateAddresses: false,
      allowedOrigins: [],
      ...change,
    },
    // A tenth of the places, so that filling them takes a tenth of the time.
    connectionLimits: { ...connectionLimits, connections: 200, ...limits },
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
  /** So many connections, whatever becomes of them. */
  const crowd = (localAddress: string, count: number, bytes = () => '') =>
    Promise.all(Array.from({ length: count }, () => open(localAddress, bytes())))
  return {
    crowd,
    /** Opens so many connections and gives how many of them the server keeps. */
    async hoard(localAddress: string, count: number, bytes?: () => string) {
      const sockets = await crowd(localAddress, count, bytes)
      // Until no more of them are closed.
      for (let [before, alike] = [Number.NaN, 0]; ; ) {
        await new Promise((over) => setTimeout(over, 30))
        const kept = sockets.filter(({ readyState }) => readyState === 'open').length
        alike = kept === before ? alike + 1 : 0
        if (alike === 2) return kept
        before = kept
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
  it('of one address, ten addresses or fifty leave room for everybody else', async () => {
    const server = await listening()
    expect(await server.hoard('127.0.0.2', 200)).toBe(64)
    expect([await server.status('127.0.0.2'), await server.status('127.0.0.3')]).toEqual([200, 200])
    for (let n = 10; n < 20; n++) await server.crowd(`127.0.0.${n}`, 30)
    expect(await server.status('127.0.0.3')).toBe(200)
    for (let n = 0; n < 50; n++) await server.crowd(`127.0.1.${n}`, 5)
    expect(await server.hoard('127.0.0.4', 2)).toBe(2)
    expect(await server.status('127.0.0.3')).toBe(200)
  })

  it('are given back when they end', async () => {
    const server = await listening()
    for (let turn = 0; turn < 3; turn++) {
      expect(await server.hoard('127.0.0.2', 120)).toBe(64)
      for (const close of closing.splice(1)) await close()
      await expect.poll(() => server.status('127.0.0.2')).toBe(200)
    }
  })

  it('that are idle stay longer than a proxy keeps them, and give way before that to a newcomer', async () => {
    const server = await listening({ trustProxy: ['127.0.0.2'] })
    const kept = () => 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
    expect(await server.hoard('127.0.0.2', 199, kept)).toBe(199)
    const [last] = await server.crowd('127.0.0.2', 1, kept)
    const answer = String((await once(last as Socket, 'data'))[0])
    expect(answer).toMatch(/keep-alive: timeout=75\r\n/i)
    expect(await server.status('127.0.0.3')).toBe(200)
    expect(last?.readyState).toBe('open')
  })

  it('of a proxy that is trusted are those of many', async () => {
    const server = await listening({ trustProxy: ['127.0.0.2'] })
    expect(await server.hoard('127.0.0.2', 150)).toBe(150)
    expect(await server.hoard('127.0.0.3', 70)).toBe(64)
  })

  it('that send slowly through a proxy keep nobody behind it out', async () => {
    const server = await listening({ trustProxy: ['127.0.0.2'] })
    const slow = () =>
      `POST /rest/v1/contact_messages HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.7\r\napikey: ${publishableKey}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'
    await server.crowd('127.0.0.2', 300, slow)
    expect(await server.status('127.0.0.2', { 'x-forwarded-for': '203.0.113.8' })).toBe(200)
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

it('as many connections as there are places, and no more, may come from one address where limits are off', async () => {
  const server = await listening({ rateLimit: false })
  expect(await server.hoard('127.0.0.2', 220)).toBe(200)
})
