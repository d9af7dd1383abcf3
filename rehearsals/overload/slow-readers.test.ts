import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { boundedServer, connectionLimits } from '#server/lib/http/bounded-server.ts'

/** A server that answers with pieces of 4 kB, for as long as they are taken, and waits 900 ms for who takes none. */
async function openServer(answer: RequestListener) {
  const times = { head: 200, request: 2000, reading: 900, pace: 100, look: 20, linger: 100 }
  const limits = { ...connectionLimits, connections: 10, ...times }
  const server = boundedServer({ limits, clientOf: () => null, headers: {}, onTooMany: () => {} })(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return async () => {
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
    await once(socket, 'connect')
    onTestFinished(() => void socket.destroy())
    return socket
  }
}

const ask = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const endless: RequestListener = (_request, response) => {
  const stream = new Readable({ read: () => stream.push(Buffer.alloc(4096)) })
  stream.pipe(response)
}

it('ends a connection that takes nothing of its answer', async () => {
  let closed = 0
  const open = await openServer((request, response) => {
    response.once('close', () => {
      closed = performance.now()
    })
    endless(request, response)
  })
  const reader = await open()
  reader.pause().write(ask)
  const started = performance.now()
  await expect.poll(() => closed).toBeGreaterThan(started + 900)
})

it('leaves one that reads slowly and steadily, one that waits for its answer, and one that waits for a question', async () => {
  const open = await openServer((request, response) => {
    if (request.url === '/') return endless(request, response)
    setTimeout(() => response.end('late'), request.url === '/late' ? 1800 : 0)
  })
  const [steady, patient, idle] = [await open(), await open(), await open()]
  steady.write(ask)
  patient.write(ask.replace('/', '/late'))
  idle.write(ask.replace('/', '/now'))
  for (const end = Date.now() + 2400; Date.now() < end; await sleep(50)) steady.read()
  expect([steady.destroyed, patient.bytesRead > 0, idle.destroyed]).toEqual([false, true, false])
})

it('ends one that does not come to the end of its head, or of its body, in time', async () => {
  const open = await openServer((request, response) => {
    request.resume().once('end', () => response.end('thanks'))
  })
  const since = performance.now()
  const [silent, head, body] = [await open(), await open(), await open()]
  const ended: string[] = []
  const endOf = (socket: Socket, what: string) => once(socket.resume(), 'close').then(() => ended.push(what))
  const heads = [endOf(silent, 'head'), endOf(head, 'head')]
  const whole = endOf(body, 'body')
  head.write('GET / HTTP/1.1\r\nHost: x\r\n')
  body.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n')
  const dripping = setInterval(() => {
    if (head.writable) head.write('X-More: x\r\n')
    if (body.writable) body.write('x')
  }, 30)
  onTestFinished(() => clearInterval(dripping))
  await Promise.all(heads)
  expect(ended).toEqual(['head', 'head'])
  await whole
  expect(performance.now() - since).toBeGreaterThan(1990)
})
