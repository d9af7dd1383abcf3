import { once } from 'node:events'
import { get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { connectionLimits } from '#server/lib/http/bounded-server.ts'
import { appForTest, publishableKey } from './testing.ts'

const running = await appForTest(undefined, {
  config: {
    publishableKey,
    trustProxy: false,
    databaseUrl: null,
    formProof: false,
    rateLimit: true,
    webhookPrivateAddresses: false,
    calendarPrivateAddresses: false,
    allowedOrigins: [],
  },
  // Few enough to fill all of them.
  connectionLimits: { ...connectionLimits, connections: 20 },
})
await running.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = running.app.server.address() as AddressInfo
afterAll(() => running.close())

it('one address that takes every connection has half of them, and others are answered', async () => {
  const sockets = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' }).on('error', () => {})
      await once(socket, 'connect')
      return socket.resume()
    }),
  )
  await expect.poll(() => sockets.filter(({ readyState }) => readyState === 'open').length).toBe(10)
  const [answer] = await once(
    get({ port, host: '127.0.0.1', path: '/healthz', localAddress: '127.0.0.3', agent: false }),
    'response',
  )
  expect(answer.resume().statusCode).toBe(200)
  for (const socket of sockets) socket.destroy()
})
