import type { ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { launchServer, whenReady } from '#rehearsals/launching.ts'
import { publishableKey as key, postBooking, sendIncompleteBooking } from '#rehearsals/visitors.ts'
import { sealAccess } from '#server/features/calendars/service.ts'
import { calendarServerForTest, fileOf } from '#server/features/calendars/testing.ts'
import { siteWithPacksForTest } from '#server/features/packs/testing.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { hostForTest } from '#server/lib/db/rows-testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'

const test = await testDatabase()
const site = siteWithPacksForTest()
const data = join(site.folder, '../data')
afterAll(async () => {
  await test.close()
  site.remove()
})

const masterKey = randomBytes(32)
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Starts a server on this file's database and site. */
function launch(environment: Record<string, string> = {}) {
  const place = { DATABASE_URL: test.url, DATA_DIR: data, ENCRYPTION_KEY: masterKey.toString('base64') }
  const launched = launchServer({ ...place, ...environment }, site.folder)
  children.push(launched.child)
  return launched
}

const launchReady = () => whenReady(launch())

it('[G1] stops gracefully under load, keeps every row that got a 201 response, and exits with code 0', async () => {
  const { child, exit, url } = await launchReady()
  const acknowledged: string[] = []
  const odd: number[] = []
  const visitor = async () => {
    for (;;) {
      const id = crypto.randomUUID()
      const answer = await postBooking(url, { id }).catch(() => null)
      if (!answer) return
      if (answer.status === 201) acknowledged.push(id)
      else odd.push(answer.status)
    }
  }
  const visitors = Array.from({ length: 8 }, visitor)
  while (acknowledged.length < 100) await sleep(20)
  const started = Date.now()
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
  expect(Date.now() - started).toBeLessThan(5000)
  await Promise.all(visitors)
  expect(odd).toEqual([])
  const [row] = await test.asOwner<{ count: number }>(
    'select count(*)::int as count from strategy_call_bookings where id = any ($1::uuid[])',
    [acknowledged],
  )
  expect(row?.count).toBe(acknowledged.length)
})

it('[G1] finishes a pending request, and accepts no new requests, if one Ctrl-C arrives as two signals', async () => {
  const { child, exit, port, url, written } = await launchReady()
  const { finish } = await sendIncompleteBooking(port)
  child.kill('SIGINT')
  while (!written.err.includes('"stopping"')) await sleep(5)
  child.kill('SIGINT')
  const asked = () =>
    fetch(url).then(
      () => 'answered',
      () => 'refused',
    )
  await expect.poll(asked).toBe('refused')
  expect(child.exitCode).toBe(null)
  const answer = await finish()
  expect(answer).toMatch(/^HTTP\/1\.1 201 Created\r\n/)
  expect(answer.toLowerCase()).toContain('connection: close')
  expect(await exit).toBe(0)
})

it('[G1] stops gracefully if a stop signal arrives during startup', async () => {
  const { child, exit, written } = launch()
  while (!written.err.includes('Server listening')) {
    if (child.exitCode !== null) throw new Error(written.err)
    await sleep(1)
  }
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
  expect(written.err).toContain('"stopping"')
})

it('[G2] reports that a port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { exit, written } = launch({ PORT: String(port) })
  expect(await exit).toBe(78)
  expect(written.err).toContain(`Port ${port} on 127.0.0.1 is in use by another program`)
  expect(written.err).not.toContain('    at ')
  other.close()
})

it('reports an unreachable database at once and without the password, and keeps retrying', async () => {
  const { child, exit, written } = launch({ DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/none' })
  const sentence = /^The database cannot be reached: .*; trying again for 30 seconds\.$/m
  while (!sentence.test(written.err)) await sleep(20)
  expect(written.err).not.toContain('hunter2')
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
})

it('reports a read-only database once, waits until the database accepts writes, and can be stopped while it waits', async () => {
  const [row] = await test.asOwner<{ name: string }>('select current_database() as name')
  const readOnly = (verb: string) =>
    test.asOwner(`alter database ${row?.name} ${verb}`.replace('?', 'default_transaction_read_only'))
  const sentence = 'database is read-only or a standby, waiting'
  await readOnly('set ? to on')
  const waiting = launch()
  const leaving = launch()
  for (const { written } of [waiting, leaving]) while (!written.err.includes(sentence)) await sleep(20)
  leaving.child.kill('SIGTERM')
  expect(await leaving.exit).toBe(0)
  expect(waiting.written.out).toBe('')
  await readOnly('reset ?')
  while (!waiting.written.out.includes('Backline is at')) await sleep(20)
  expect(waiting.written.err.split(sentence)).toHaveLength(2)
  waiting.child.kill('SIGTERM')
  expect(await waiting.exit).toBe(0)
})

it('accepts HTTP and WebSocket connections on every address of localhost', async () => {
  const { url, port } = await whenReady(launch({ HOST: 'localhost' }))
  expect(url).toBe(`http://localhost:${port}`)
  for (const { address, family } of await lookup('localhost', { all: true })) {
    const host = family === 6 ? `[${address}]` : address
    expect((await fetch(`http://${host}:${port}/healthz`)).status).toBe(200)
    const socket = new WebSocket(`ws://${host}:${port}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`)
    await once(socket, 'open')
    socket.terminate()
  }
})

it('reads hosts’ external calendars, and records why a calendar could not be read', async () => {
  const calendars = await calendarServerForTest()
  onTestFinished(() => calendars.close())
  calendars.answer = (reply, { url }) => void reply.end(url === '/good' ? fileOf() : 'no calendar')
  const host = await hostForTest(test)
  for (const path of ['/good', '/bad']) {
    const id = randomUUID()
    const access = { url: new URL(path, calendars.url).href, username: '', password: '' }
    await test.asOwner('insert into private.host_calendars (id, host, name, sealed_access) values ($1, $2, $3, $4)', [
      id,
      host,
      path,
      await sealAccess(openSecretCipher(masterKey), id, access),
    ])
  }
  await whenReady(launch({ PRIVATE_ADDRESSES: 'calendars' }))
  const read = () =>
    test.asOwner('select name, fault from private.host_calendars where tried_at is not null order by name')
  await expect.poll(read).toEqual([
    { name: '/bad', fault: 'no-calendar' },
    { name: '/good', fault: null },
  ])
})
