import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { launchServer, whenReady } from '#rehearsals/launching.ts'
import { publishableKey as key, postBooking, sendIncompleteBooking } from '#rehearsals/visitors.ts'
import { openKeys } from '#server/features/auth-sessions/keys.ts'
import { siteWithPacksForTest } from '#server/features/packs/testing.ts'
import { newSecret, sealSecret } from '#server/features/webhooks/delivery.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { openRawServer } from '#server/lib/mail/testing.ts'

/** Errors that occur outside requests, tested one at a time. A server must survive each of these errors. */
const test = await testDatabase()
const site = siteWithPacksForTest()
const masterKey = randomBytes(32)
const cipher = openSecretCipher(masterKey)
const environment = {
  DATABASE_URL: test.url,
  DATA_DIR: join(site.folder, '../data'),
  ENCRYPTION_KEY: masterKey.toString('base64'),
}

let server: Awaited<ReturnType<typeof serve>>
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  server = await serve()
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await test.asOwner('truncate webhooks, outbox cascade')
})
afterAll(async () => {
  server.child.kill('SIGKILL')
  await test.close()
  site.remove()
})

const serve = (change: Record<string, string> = {}, options: Parameters<typeof launchServer>[2] = {}) =>
  whenReady(launchServer({ ...environment, ...change }, site.folder, options))

const book = async ({ url } = server): Promise<number> => (await postBooking(url)).status

/** Expects that the server responds and has logged no unexpected error. */
async function expectHealthy(one = server): Promise<void> {
  expect(await book(one)).toBe(201)
  expect(one.child.exitCode).toBe(null)
  const unforeseen = one.written.err.split('\n').filter((line) => /uncaught|unhandled|outside of a/.test(line))
  expect(unforeseen).toEqual([])
}

async function hook(url: string, database: Pick<typeof test, 'asOwner'> = test): Promise<void> {
  const id = randomUUID()
  await database.asOwner(
    "insert into webhooks (id, url, events, sealed_secret) values ($1, $2, '{booking.created}', $3)",
    [id, url, await sealSecret(cipher, id, newSecret())],
  )
}

/** Waits until the worker has attempted this many deliveries. */
const tried = (many: number, database: Pick<typeof test, 'asOwner'> = test) =>
  expect
    .poll(() =>
      database.asOwner("select from outbox where channel = 'webhook' and attempts > 0 and reason is not null"),
    )
    .toHaveLength(many)

/** Starts a server that handles every connection with this function; returns the port. */
async function startOddServer(onConnection: (socket: Socket) => void): Promise<number> {
  const { port, close } = await openRawServer(onConnection)
  closing.push(close)
  return port
}

it('[G2] keeps serving requests despite errors from webhook receivers and a mail server', async () => {
  const own = await testDatabase()
  closing.push(() => own.close())
  const head = 'HTTP/1.1 200 OK\r\n'
  const receivers: ((socket: Socket) => void)[] = [
    (socket) => void socket.resetAndDestroy(),
    (socket) => void socket.once('data', () => socket.write('HTTP/1.1 2', () => socket.resetAndDestroy())),
    (socket) =>
      void socket.once('data', () =>
        socket.write(`${head}content-length: 99\r\n\r\nabc`, () => socket.resetAndDestroy()),
      ),
    (socket) => void socket.once('data', () => socket.end(randomBytes(5000))),
    (socket) =>
      void socket.once('data', () =>
        socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nabc'),
      ),
    (socket) => void socket.once('data', () => socket.end(`${head}transfer-encoding: chunked\r\n\r\nzz\r\n`)),
  ]
  for (const receiver of receivers) await hook(`http://127.0.0.1:${await startOddServer(receiver)}/`, own)
  // A TLS record that ends in the middle of the handshake.
  const half = Buffer.from('16030300ff0200', 'hex')
  const torn = (socket: Socket) => void socket.once('data', () => socket.write(half, () => socket.resetAndDestroy()))
  await hook(`https://127.0.0.1:${await startOddServer(torn)}/`, own)
  await hook(`https://127.0.0.1:${await startOddServer((socket) => void socket.end(randomBytes(500)))}/`, own)
  await hook('http://127.0.0.1:1/', own)
  await hook('https://no-such-name.invalid/', own)

  const turns: ((socket: Socket) => void)[] = [
    (socket) => void socket.end(randomBytes(5000)),
    (socket) => void socket.write('220 x\r\n', () => socket.once('data', () => socket.end('250-\0\xff\r\n9'))),
    (socket) => void socket.write('220 x\r\n250 x\r\n250 x\r\n354 x\r\n', () => socket.resetAndDestroy()),
  ]
  let turn = 0
  const mail = await startOddServer((socket) => turns[turn++ % turns.length]?.(socket))
  const harassed = await serve({
    DATABASE_URL: own.url,
    PRIVATE_ADDRESSES: 'webhooks',
    SMTP_URL: `smtp://127.0.0.1:${mail}`,
  })
  closing.unshift(async () => void harassed.child.kill('SIGKILL'))
  expect(await book(harassed)).toBe(201)
  await tried(receivers.length + 4, own)
  await expect.poll(() => turn).toBeGreaterThanOrEqual(turns.length)
  await expectHealthy(harassed)
})

it('[G2] keeps serving requests despite socket errors from clients and the database', async () => {
  const keys = await openKeys({
    database: test.database,
    clock: Date.now,
    cipher,
    issuer: () => `${server.url}/auth/v1`,
    audience: 'authenticated',
    tokenSeconds: 3600,
  })
  const token = await keys.sign({ aud: 'authenticated', role: 'service_role' }, 600)
  const path = `/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`
  const heard: string[] = []
  const client = new WebSocket(`${server.url.replace('http', 'ws')}${path}`)
  client.on('message', (data: Buffer) => void heard.push(data.toString()))
  await new Promise((resolve) => client.once('open', resolve))
  const watched = { event: '*', schema: 'public', table: 'strategy_call_bookings' }
  const join = () =>
    client.send(
      JSON.stringify([
        '1',
        '1',
        'realtime:x',
        'phx_join',
        { access_token: token, config: { postgres_changes: [watched] } },
      ]),
    )
  join()
  await expect.poll(() => heard.join('')).toContain('Subscribed to PostgreSQL')

  // Requests and upgrades whose client disconnects before or while the server reads them.
  const upgrade = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`
  const page = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
  const pack = 'GET /packs/qa-checklist.zip HTTP/1.1\r\nHost: x\r\n\r\n'
  const sheet = `POST /rest/v1/rpc/export_bookings HTTP/1.1\r\nHost: x\r\napikey: ${key}\r\nauthorization: Bearer ${token}\r\naccept: text/csv\r\ncontent-length: 0\r\n\r\n`
  const post = `POST /rest/v1/strategy_call_bookings HTTP/1.1\r\nHost: x\r\napikey: ${key}\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{"name"`
  const pieces = [
    upgrade,
    upgrade + randomBytes(200).toString('latin1'),
    upgrade.slice(0, 60),
    page,
    page.repeat(20),
    pack,
    sheet,
    post,
  ]
  const strange = ['CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 'GET / HTTP/1.1\r\nExpect: x\r\nHost: x\r\n\r\n']
  for (const piece of [...Array.from({ length: 10 }, () => pieces).flat(), ...strange]) {
    await new Promise<void>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => {
        socket.write(piece, 'latin1', () => socket.resetAndDestroy())
      })
      socket.on('error', () => {}).once('close', () => resolve())
    })
  }

  // Sends invalid notifications, as any database user can.
  for (const channel of ['realtime', 'outbox']) {
    for (const payload of ['', 'no JSON', 'null', '[1]', '{"schema":"public"}', '{'.repeat(4000)]) {
      await test.asOwner('select pg_notify($1, $2)', [channel, payload])
    }
  }
  const bookings = Promise.all(Array.from({ length: 20 }, () => book()))
  for (let times = 0; times < 3; times++) {
    await test.asOwner(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await sleep(100)
  }
  expect((await bookings).filter((status) => ![201, 503].includes(status))).toEqual([])

  // Subscribers are notified that they may have missed changes, and join again.
  await expect.poll(() => heard.join('')).toContain('Changes may have been missed')
  heard.length = 0
  // Joins again after each channel error, as the library does, because there were several gaps.
  client.on('message', (data: Buffer) => data.toString().includes('"phx_error"') && join())
  join()
  await expectHealthy()
  const news = async () => {
    await book()
    return heard.join('')
  }
  await expect.poll(news, { interval: 250 }).toContain('INSERT')
  client.terminate()
})

it.skipIf(process.platform !== 'linux')(
  '[G2] keeps serving requests and can stop while the log is not writable, and reports the gap in the log later',
  async () => {
    const file = join(site.folder, '../server.log')
    const log = openSync(file, 'a')
    const mute = await serve({}, { stdio: ['ignore', 'pipe', log] })
    closing.push(async () => void mute.child.kill('SIGKILL'))
    closeSync(log)
    const most = (size: string) => spawnSync('prlimit', ['--pid', String(mute.child.pid), `--fsize=${size}:`])
    const read = () => readFileSync(file, 'utf8')

    // As on a full disk, only part of a line can be written.
    most(String(statSync(file).size + 100))
    for (let many = 0; many < 5; many++) expect(await book(mute)).toBe(201)
    expect(read()).not.toContain('log output was interrupted')
    most('unlimited')
    await expect.poll(read).toContain('log output was interrupted')
    const lines = read()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(lines).toContainEqual(expect.objectContaining({ level: 'error', code: 'EFBIG', lost: 0 }))

    most(String(statSync(file).size))
    expect(await book(mute)).toBe(201)
    mute.child.kill('SIGTERM')
    expect(await mute.exit).toBe(0)
  },
)

it('[G2] finishes the current requests after an uncaught exception, and then stops the server', async () => {
  const afterwards = `process.on('SIGUSR2', () => { throw new Error('test error') })`
  const failing = await serve({}, { afterwards })
  const { finish } = await sendIncompleteBooking(failing.port)
  failing.child.kill('SIGUSR2')
  await expect.poll(() => failing.written.err).toContain('"stopping"')
  expect(failing.written.err).toContain('"uncaught exception"')
  expect(await finish()).toMatch(/^HTTP\/1\.1 201 Created\r\n/)
  expect(await failing.exit).toBe(1)
})

it('[G2] keeps serving requests after the process that reads the server’s output closes the pipes', async () => {
  server.child.stderr?.destroy()
  server.child.stdout?.destroy()
  for (let many = 0; many < 20; many++) expect(await book()).toBe(201)
  server.child.kill('SIGTERM')
  expect(await server.exit).toBe(0)
})
