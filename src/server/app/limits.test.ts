import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { connectionOptions } from '#server/lib/http/connections.ts'
import { appForTest, publishableKey } from './testing.ts'

const running = await appForTest()
const { app } = running
const endless = new Readable({ read: () => void endless.push(Buffer.alloc(4096)) })
app.get('/endless', async (_request, reply) => reply.send(endless))
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
afterAll(() => running.close())

const head = (more: string) =>
  `POST /rest/v1/contact_messages HTTP/1.1\r\nHost: x\r\napikey: ${publishableKey}\r\nContent-Type: application/json\r\n${more}\r\n\r\n`

/** Writes until the server responds or all pieces are sent. Returns the response and the number of pieces sent. */
async function pour(start: string, piece: string, pieces: number) {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  let sent = 0
  socket.on('data', (chunk) => (answer += chunk)).on('error', () => {})
  // The server may close the connection while we write; 'close' is also emitted after an error.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(start)
  while (sent < pieces && !socket.destroyed && answer === '') {
    sent += 1
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), closed])
    else await new Promise(setImmediate)
  }
  await closed
  return { answer, sent }
}

const kilobyte = 'x'.repeat(1024)

describe('an oversized body', () => {
  it.each([
    ['with a length', 'Content-Length: 10485760', kilobyte],
    ['in endless chunks', 'Transfer-Encoding: chunked', `400\r\n${kilobyte}\r\n`],
  ])('[O2] is refused before the client finishes sending it %s', async (_, header, piece) => {
    const { answer, sent } = await pour(head(header), piece, 10 * 1024)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(sent).toBeLessThan(10 * 1024)
  })

  it('is refused with a readable response even if the client continues to send', async () => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const refusals = () => running.log().split('"status":413').length
    const before = refusals()
    socket.on('error', () => {}).write(head('Content-Length: 10485760'))
    await expect.poll(refusals).toBeGreaterThan(before)
    for (let i = 0; i < 20; i++) await new Promise<unknown>((sent) => socket.write(kilobyte, sent))
    socket.on('data', (chunk) => (answer += chunk))
    await closed
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  })
})

it.each([
  ['bytes that are not a request', 'GARBAGE\r\n\r\n', 400, 'could not be read'],
  [
    'endless headers',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'the headers of the request are too large","details":null,"hint":"Send at most 16 kB',
  ],
  ['two lengths', head('Content-Length: 5\r\nTransfer-Encoding: chunked'), 400, 'could not be read'],
])('explains the refusal of %s in a response with the security headers', async (_, bytes, status, why) => {
  const { answer } = await pour(bytes, '', 0)
  expect(answer).toContain(why)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer).toContain('x-content-type-options: nosniff')
})

it('[O1] closes a connection if the client takes 15 seconds to send the headers or 30 seconds to send the request', () => {
  const { headersTimeout, requestTimeout } = app.server
  const { connectionsCheckingInterval } = connectionOptions.http
  expect(headersTimeout + connectionsCheckingInterval).toBeLessThan(15_000)
  expect(requestTimeout + connectionsCheckingInterval).toBeLessThan(30_000)
  // Reverse proxies close an idle connection after sixty seconds. If the server closed the connection first, a request
  // in flight would be lost.
  expect(app.server.keepAliveTimeout).toBeGreaterThan(60_000)
})

it('[O1] closes a connection if the client does not read the response', async () => {
  expect(app.server.timeout).toBe(connectionOptions.connectionTimeout)
  app.server.setTimeout(200)
  const ended = new Promise((resolve) => endless.once('close', resolve))
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.pause().write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n')
  await ended
  socket.destroy()
})
