import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { connectionOptions } from '#server/lib/http/connections.ts'
import { appForTest, configForTest, publishableKey } from './testing.ts'

const running = await appForTest(undefined, {
  config: { ...configForTest, trustProxy: ['127.0.0.9'], rateLimit: true },
  // The limits are low, so that the tests can use all connections.
  connectionLimits: { total: 20, perClient: 10 },
})
await running.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = running.app.server.address() as AddressInfo
afterAll(() => running.close())

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

async function open(localAddress: string) {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
  await once(socket, 'connect')
  onTestFinished(() => void socket.destroy())
  return socket.resume()
}

/** Waits until the socket is closed, even after an error. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

const openAll = (count: number, address: (index: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, index) => open(address(index))))

/** Closes all connections, and waits until the server has noticed. */
async function closeAll(sockets: readonly Socket[]) {
  for (const socket of sockets) socket.destroy()
  const { server } = running.app
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((_error, connections) => resolve(connections)))
  await expect.poll(count).toBe(0)
}

const left = (sockets: readonly Socket[]) => sockets.filter(({ readyState }) => readyState === 'open').length

/** Opens a connection from this IP address, sends a request, and returns the status. */
async function status(localAddress: string, path = '/healthz') {
  const [answer] = await once(get({ port, host: '127.0.0.1', path, localAddress, agent: false }), 'response')
  return answer.resume().statusCode
}

/** Opens a connection from this IP address, writes all these bytes at once, and returns all responses. */
async function answersTo(localAddress: string, bytes: string) {
  const socket = await open(localAddress)
  let text = ''
  socket.on('data', (chunk) => (text += chunk))
  const ended = closed(socket)
  socket.write(bytes)
  await ended
  return text.split(/(?=HTTP\/1\.1 \d{3})/)
}

it("[O1] closes a client's least recently used connection if the client opens too many connections", async () => {
  const first = await open('127.0.0.2')
  const answered = once(first, 'data')
  first.write(ask('/healthz'))
  await answered
  const others = await openAll(10, () => '127.0.0.2')
  await expect.poll(() => left([first, ...others])).toBe(10)
  // A client at another IP address is neither disconnected nor refused.
  expect(await status('127.0.0.3')).toBe(200)
  expect([await status('127.0.0.2'), left(others)]).toEqual([200, 9])
  await closeAll([first, ...others])
  // Connections that have ended no longer count.
  const later = await openAll(10, () => '127.0.0.2')
  expect([await status('127.0.0.3'), left(later)]).toEqual([200, 10])
  await closeAll(later)
})

const unfinished =
  `POST /rest/v1/contact_messages HTTP/1.1\r\nHost: x\r\napikey: ${publishableKey}\r\n` +
  'Content-Type: application/json\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{'

it('[O1] closes an idle connection before a busy one if the server has too many open connections', async () => {
  const busy = await open('127.0.0.4')
  busy.write(unfinished)
  // When this response arrives, the server has also read the earlier request.
  expect(await status('127.0.0.3')).toBe(200)
  const idle = await openAll(30, (index) => `127.0.1.${index}`)
  expect(await status('127.0.0.3')).toBe(200)
  await expect.poll(() => left(idle)).toBe(18)
  const answered = once(busy, 'data')
  busy.write('}')
  const [answer] = await answered
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /)
  await closeAll(idle)
})

it('[O1] allows a trusted proxy more connections than a client, and serves its new connections while others are slow', async () => {
  const proxied = await openAll(15, () => '127.0.0.9')
  expect([await status('127.0.0.3'), left(proxied)]).toEqual([200, 15])
  const slow = await openAll(30, () => '127.0.0.9')
  for (const socket of slow) socket.write(unfinished)
  expect([await status('127.0.0.9'), await status('127.0.0.3')]).toEqual([200, 200])
  await closeAll([...proxied, ...slow])
})

it("refuses a client's connections for ten seconds after the client sends thousands of requests at once", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const other = await open('127.0.0.5')
  const ended = closed(other)
  const answers = await answersTo('127.0.0.5', ask('/healthz').repeat(5000))
  expect(answers.length).toBeLessThanOrEqual(connectionOptions.maxRequestsPerSocket)
  await ended
  await expect(status('127.0.0.5')).rejects.toThrow()
  expect(await status('127.0.0.3')).toBe(200)
  vi.advanceTimersByTime(10_000)
  expect(await status('127.0.0.5')).toBe(200)
})

it('marks the 100th response on a connection as the last', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const headers: (string | undefined)[] = []
  for (let request = 0; request < connectionOptions.maxRequestsPerSocket + 1; request++) {
    const [answer] = await once(
      get({ port, host: '127.0.0.1', path: '/healthz', localAddress: '127.0.0.7', agent }),
      'response',
    )
    headers.push(answer.headers.connection)
    await once(answer.resume(), 'end')
  }
  expect(headers.flatMap((header, at) => (header === 'close' ? [at + 1] : []))).toEqual([100])
})

it('serves a few pipelined requests even if their headers are long', async () => {
  const long = ask('/healthz').replace('Host', `X-Long: ${'x'.repeat(9000)}\r\nHost`)
  const last = ask('/healthz').replace('Host', 'Connection: close\r\nHost')
  const answers = await answersTo('127.0.0.6', ask('/healthz').repeat(9) + long + last)
  expect(answers.map((answer) => answer.slice(9, 12))).toEqual(Array.from({ length: 11 }, () => '200'))
})

it('keeps rate-limit refusals short, and logs the first refusal and the number of later ones', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const refused = async () => running.app.inject({ url: '/account/confirm', remoteAddress: '203.0.113.7' })
  let answer = await refused()
  while (answer.statusCode !== 429) answer = await refused()
  for (let more = 0; more < 7; more++) await refused()
  expect(answer.body.length).toBeLessThan(600)
  const lines = () =>
    running
      .log()
      .split('\n')
      .filter((line) => line.includes('"route":"/account/confirm","status":429'))
  expect(lines()).toHaveLength(1)
  vi.advanceTimersByTime(10_000)
  expect(lines().map((line) => JSON.parse(line))).toMatchObject([{ code: 'HTTP429' }, { refused: 7 }])
})
