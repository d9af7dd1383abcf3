import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { join, key, rawSocket, realtimeForTest } from './testing.ts'

const room = await realtimeForTest({ sockets: 50, socketsPerAddress: 20 })
afterAll(() => room.close())

describe('the WebSocket upgrade handler', () => {
  it.each([
    ['another path', '/socket', `apikey=${key}`, {}, 404],
    ['an ordinary page', '/', '', {}, 404],
    ['a missing key', '', 'vsn=2.0.0', {}, 401],
    ['another key', '', 'apikey=sb_publishable_other', {}, 401],
    ['another version', '', `apikey=${key}&vsn=3.0.0`, {}, 400],
    ['another site', '', `apikey=${key}`, { origin: 'https://evil.example' }, 403],
    ['the origin null', '', `apikey=${key}`, { origin: 'null' }, 403],
  ])('rejects %s', async (_, path, query, options, status) => {
    const { opened } = await rawSocket(room.url, query, options, path || undefined)
    expect(opened).toBe(status)
  })

  it('accepts upgrades from the site itself, and does not affect ordinary HTTP requests', async () => {
    for (const origin of ['https://site.example', room.url]) {
      expect((await rawSocket(room.url, undefined, { origin })).opened).toBe('open')
    }
    expect(await (await fetch(room.url)).text()).toBe('a page')
  })

  it('keeps the server running if a client disconnects while its request is being refused', async () => {
    const { port } = new URL(room.url)
    for (let left = 20; left > 0; left--) {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
      await once(socket, 'connect')
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'.repeat(9))
      setImmediate(() => socket.resetAndDestroy())
      await once(socket, 'close')
    }
    expect((await rawSocket(room.url)).opened).toBe('open')
  })

  it('rejects new sockets from an IP address while that address has the maximum number of open sockets', async () => {
    const sockets = []
    for (let left = 20; left > 0; left--) sockets.push(await rawSocket(room.url))
    expect(sockets.at(-1)?.opened).toBe('open')
    expect((await rawSocket(room.url)).opened).toBe(503)
    for (const { socket } of sockets) socket.terminate()
    await expect.poll(async () => (await rawSocket(room.url)).opened).toBe('open')
  })

  it('closes a socket without subscriptions to make room for a new client if the socket limit is reached', async () => {
    const { token } = await room.person()
    const [first, watching] = [await rawSocket(room.url), await rawSocket(room.url)]
    watching.send(['1', '1', 'realtime:a', 'phx_join', join(await token())])
    first.send(['1', '1', 'realtime:a', 'phx_join', join(undefined)])
    for (const { heard } of [first, watching]) await expect.poll(() => heard.length).toBeGreaterThan(0)
    for (let index = 0; index < 50; index++) {
      const { opened } = await rawSocket(room.url, undefined, { localAddress: `127.0.2.${index}` })
      expect(opened).toBe('open')
    }
    expect([first.socket.readyState, watching.socket.readyState]).toEqual([WebSocket.CLOSED, WebSocket.OPEN])
  })
})

describe('a WebSocket upgrade with a token instead of the publishable key', () => {
  it("opens a socket only if the token is a program's token and has not expired", async () => {
    const person = await room.person()
    const program = await room.program()
    for (const [token, opened] of [
      [program, 'open'],
      [await person.token(), 401],
      [await room.program(600, { role: 'anon' }), 401],
      [await room.program(-1), 401],
      [program.slice(0, -4).concat('AAAA'), 401],
    ] as const) {
      const { opened: answer, socket } = await rawSocket(room.url, `apikey=${token}&vsn=2.0.0`)
      socket.terminate()
      expect(answer).toBe(opened)
    }
  })

  it('returns 503 if the token cannot be checked', async () => {
    const verify = room.keys.verify.bind(room.keys)
    room.keys.verify = () => Promise.reject(new Error('database is down'))
    expect((await rawSocket(room.url, `apikey=${await room.program()}&vsn=2.0.0`)).opened).toBe(503)
    room.keys.verify = verify
    expect(room.log()).toContain('verifying realtime key failed')
  })

  it('does not count toward the socket limit if the client disconnects before the token is verified', async () => {
    const verify = room.keys.verify.bind(room.keys)
    const waiting: (() => void)[] = []
    room.keys.verify = async (token) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return verify(token)
    }
    const address = `${room.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${await room.program()}`
    const leaving = Array.from({ length: 20 }, () => new WebSocket(address).on('error', () => {}))
    await expect.poll(() => waiting).toHaveLength(20)
    for (const socket of leaving) socket.terminate()
    room.keys.verify = verify
    for (const resume of waiting) resume()
    const openedAll = async () =>
      Promise.all(
        leaving.map(async () => {
          const { opened, socket } = await rawSocket(room.url)
          socket.terminate()
          return opened
        }),
      )
    await expect.poll(openedAll).toEqual(leaving.map(() => 'open'))
  })
})
