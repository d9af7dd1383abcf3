import { once } from 'node:events'
import { get } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { connectionLimits } from '#server/lib/http/bounded-server.ts'
import { appForTest, publishableKey } from './testing.ts'

const running = await appForTest(undefined, {
  config: {
    publishableKey,
    trustProxy: false,
    databaseUrl: null,
    rateLimit: true,
    webhookPrivateAddresses: false,
    calendarPrivateAddresses: false,
    allowedOrigins: [],
  },
  // Few enough for the tests to fill all of them.
  connectionLimits: { ...connectionLimits, connections: 20, connectionsEach: 10, linger: 50 },
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

const openAll = (count: number, address: (index: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, index) => open(address(index))))

const left = (sockets: readonly Socket[]) => sockets.filter(({ readyState }) => readyState === 'open').length

/** The status of a request over a connection of its own from this address. */
async function status(localAddress: string, path = '/healthz') {
  const [answer] = await once(get({ port, host: '127.0.0.1', path, localAddress, agent: false }), 'response')
  return answer.resume().statusCode
}

/** All answers on a connection to which these bytes are written at once. */
async function answersTo(localAddress: string, bytes: string) {
  const socket = await open(localAddress)
  let text = ''
  socket.on('data', (chunk) => (text += chunk))
  const closed = once(socket, 'close')
  socket.write(bytes)
  await closed
  return text.split(/(?=HTTP\/1\.1 \d{3})/)
}

it('one address holds so many connections, and its own that is left alone for longest makes room', async () => {
  const first = await open('127.0.0.2')
  const answered = once(first, 'data')
  first.write(ask('/healthz'))
  await answered
  const others = await openAll(10, () => '127.0.0.2')
  await expect.poll(() => left([first, ...others])).toBe(10)
  // A client at another address is neither cut off nor kept out.
  expect(await status('127.0.0.3')).toBe(200)
  expect([await status('127.0.0.2'), left(others)]).toEqual([200, 9])
})

it('where all places are taken, an idle connection makes room before one with a request under way', async () => {
  const busy = await open('127.0.0.4')
  busy.write(
    `POST /rest/v1/contact_messages HTTP/1.1\r\nHost: x\r\napikey: ${publishableKey}\r\n` +
      'Content-Type: application/json\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{',
  )
  // Once this is answered, the server has also read what was sent before.
  expect(await status('127.0.0.3')).toBe(200)
  const idle = await openAll(30, (index) => `127.0.1.${index}`)
  expect(await status('127.0.0.3')).toBe(200)
  await expect.poll(() => left(idle)).toBe(18)
  const answered = once(busy, 'data')
  busy.write('}')
  const [answer] = await answered
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /)
})

it('of thousands of requests on one connection the first are answered, one is refused, and none else is looked at', async () => {
  const lines = () => running.log().split('"route":"/healthz"').length
  const before = lines()
  const answers = await answersTo('127.0.0.5', ask('/healthz').repeat(5000))
  const statuses = answers.map((answer) => answer.slice(9, 12))
  expect(statuses).toEqual([...Array.from({ length: connectionLimits.requests }, () => '200'), '429'])
  expect(answers.at(-1)).toMatch(/\r\nconnection: close\r\n/i)
  expect(answers.at(-1)).toMatch(/\r\nx-content-type-options: nosniff\r\n/i)
  expect(lines() - before).toBe(connectionLimits.requests)
})

it('a few requests on one connection are all answered, and a long head among them', async () => {
  const long = ask('/healthz').replace('Host', `X-Long: ${'x'.repeat(9000)}\r\nHost`)
  const last = ask('/healthz').replace('Host', 'Connection: close\r\nHost')
  const answers = await answersTo('127.0.0.6', ask('/healthz').repeat(9) + long + last)
  expect(answers.map((answer) => answer.slice(9, 12))).toEqual(Array.from({ length: 11 }, () => '200'))
})

it('a refusal by a limit ends its connection, is short, and is logged once with the number of those that follow', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const refused = async () => running.app.inject({ url: '/account/confirm', remoteAddress: '203.0.113.7' })
  let answer = await refused()
  while (answer.statusCode !== 429) answer = await refused()
  for (let more = 0; more < 7; more++) await refused()
  expect(answer.headers.connection).toBe('close')
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
