import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import {
  anew,
  publishableKey as key,
  linesOf,
  post,
  processesForTest,
  serving,
} from '#server/app/processes-testing.ts'
import { openKeys } from '#server/features/auth-keys/service.ts'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { siteForTest } from '#server/features/pages/testing.ts'
import { openSecretBox } from '#server/lib/crypto/secret-box.ts'
import { openDatabaseBeside } from '#server/lib/db/database.ts'
import { postgresIn } from '#server/lib/db/server-process.ts'

/** One server of two processes on its own database, as a visitor, the team and an operator meet it. */
const site = siteForTest()
writePacksForTest(join(site.folder, '../packs'))
const test = processesForTest(site.folder)
const { dataDir, masterKey } = test
let server: Awaited<ReturnType<typeof test.serve>>
beforeAll(async () => {
  server = await test.serve({ RATE_LIMIT: 'on', AUTH_SIGN_UP: 'on', AUTH_AUTOCONFIRM: 'on' })
})
afterAll(async () => {
  await server.end()
  test.remove()
  site.remove()
})

const client = (storage = {}) =>
  createClient(server.url, key, {
    auth: { persistSession: false, autoRefreshToken: false, ...storage },
    global: { fetch: anew },
    realtime: { transport: WebSocket as never },
  })

it('without a token and an address has no /metrics', async () => {
  expect((await anew(`${server.url}/metrics`)).status).toBe(404)
})

it('is one server: any process answers anything, and the log tells which', async () => {
  const stranger = client()
  const who = { email: `${randomUUID()}@example.com`, password: `long words ${randomUUID()}` }
  expect((await stranger.auth.signUp(who)).error).toBeNull()
  for (let times = 0; times < 4; times++) {
    expect((await stranger.auth.signInWithPassword(who)).error).toBeNull()
    expect((await stranger.auth.getUser()).data.user?.email).toBe(who.email)
    expect((await stranger.auth.refreshSession()).error).toBeNull()
  }
  for (const path of [
    '/',
    '/readyz',
    '/healthz',
    '/packs/qa-checklist.zip',
    '/auth/v1/.well-known/jwks.json',
  ]) {
    for (let times = 0; times < 4; times++) {
      expect([path, (await anew(`${server.url}${path}`)).status]).toEqual([path, 200])
    }
  }
  const session = (await stranger.auth.getSession()).data.session?.access_token ?? ''
  await stranger.auth.signOut({ scope: 'global' })
  for (let times = 0; times < 4; times++) {
    const headers = { apikey: key, authorization: `Bearer ${session}` }
    expect((await anew(`${server.url}/auth/v1/user`, { headers })).status).toBe(403)
  }
  for (const path of ['/readyz', '/auth/v1/user', '/auth/v1/token']) {
    const by = linesOf(server)
      .filter(({ route }) => route === path)
      .map(({ process: number }) => number)
    expect([path, new Set(by)]).toEqual([path, new Set([1, 2])])
  }
  expect(server.written.out.match(/Backline is at/g)).toHaveLength(1)
})

it('tells a subscriber of either process what came to the other', async () => {
  const beside = await openDatabaseBeside({ dataDir, owner: 'a test', log: () => {} })
  const keys = await openKeys({
    database: beside,
    clock: Date.now,
    box: openSecretBox(masterKey),
    algorithm: 'ES256',
    issuer: () => `${server.url}/auth/v1`,
    audience: 'authenticated',
    legacySecret: null,
    tokenSeconds: 3600,
  })
  const token = await keys.sign({ aud: 'authenticated', role: 'service_role' }, 600)
  await beside.close()
  const wish = { event: 'INSERT', schema: 'public', table: 'strategy_call_bookings' } as const
  const desks = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const desk = client()
      const heard: string[] = []
      await desk.realtime.setAuth(token)
      const state = await new Promise<string>((resolve) => {
        desk
          .channel('desk')
          .on('postgres_changes', wish, ({ new: row }) => void heard.push((row as { id: string }).id))
          .subscribe((status) => resolve(status))
      })
      expect(state).toBe('SUBSCRIBED')
      return { desk, heard }
    }),
  )
  const ids = Array.from({ length: 4 }, () => randomUUID())
  const emails = ids.map((id) => `${id}@example.com`)
  for (const [index, id] of ids.entries()) {
    expect((await post(server.url, { id, email: emails[index] })).status).toBe(201)
  }
  for (const { heard } of desks) {
    await expect.poll(() => [...new Set(heard)].toSorted()).toEqual(ids.toSorted())
  }
  await Promise.all(desks.map(({ desk }) => desk.realtime.disconnect()))

  // Each of these bookings has one letter to its visitor, whichever process took it.
  const mail = join(dataDir, 'mail')
  const lettersTo = (address: string) =>
    readdirSync(mail).filter((name) => readFileSync(join(mail, name), 'utf8').includes(`To: ${address}`))
  const letters = () => emails.map((address) => lettersTo(address).length)
  await expect.poll(letters).toEqual([1, 1, 1, 1])
})

it('counts what an address asks of all processes together', async () => {
  const ask = async (localAddress: string) => {
    const answer = await post(
      server.url,
      { id: randomUUID(), email: `${randomUUID()}@example.com` },
      {
        localAddress,
      },
    )
    return answer.status
  }
  /** Null when the window ended meanwhile. */
  async function attempt(address: string): Promise<number[] | null> {
    const window = Math.floor(Date.now() / 60_000)
    // Thirteen for each of the two, where one alone would refuse the twenty-first.
    for (let one = 0; one < 26; one++) await ask(address)
    const last: number[] = []
    for (let one = 0; one < 8 && last.at(-1) !== 429; one++) {
      await sleep(500)
      last.push(await ask(address))
    }
    return Math.floor(Date.now() / 60_000) === window ? last : null
  }
  const last = (await attempt('127.0.0.21')) ?? (await attempt('127.0.0.22')) ?? (await attempt('127.0.0.23'))
  expect(last?.at(-1)).toBe(429)
})

it('goes on after a fault that nobody caught in one of them', async () => {
  const [one = 0] = serving(server)
  process.kill(one, 'SIGUSR2')
  const faults = () => linesOf(server).filter(({ msg }) => msg === 'uncaught exception')
  await expect.poll(() => faults().length).toBe(1)
  expect([1, 2]).toContain(faults()[0]?.process)
  expect(serving(server)).toContain(one)
  for (let times = 0; times < 4; times++) expect((await anew(`${server.url}/readyz`)).status).toBe(200)
})

it('starts its database again when that is killed, and every process finds it', async () => {
  const before = serving(server)
  const postgres = postgresIn(dataDir)
  process.kill(postgres, 'SIGKILL')
  await expect.poll(() => server.written.err).toContain('PostgreSQL is back')
  expect(postgresIn(dataDir)).not.toBe(postgres)
  const ready = async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => anew(`${server.url}/readyz`)))
    return answers.map(({ status }) => status)
  }
  await expect.poll(ready, { interval: 500 }).toEqual([200, 200, 200, 200, 200, 200])
  expect(serving(server)).toEqual(before)
})

it('goes on when one of them is killed, or stuck, and puts another in its place', async () => {
  const postgres = postgresIn(dataDir)
  const [one = 0, other = 0] = serving(server)
  // What came to a process that is stuck waits for it, one connection at most, until it is gone.
  process.kill(one, 'SIGSTOP')
  const sockets = Array.from({ length: 6 }, () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => {}).write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    return new Promise((resolve) => socket.resume().once('close', resolve))
  })
  const closed: number[] = []
  for (const [index, socket] of sockets.entries()) void socket.then(() => closed.push(index))
  await expect.poll(() => closed.length).toBe(5)
  await sleep(500)
  expect(closed).toHaveLength(5)
  process.kill(one, 'SIGKILL')
  await Promise.all(sockets)

  await expect.poll(() => serving(server).length).toBe(2)
  expect(serving(server)).toContain(other)
  expect(linesOf(server)).toContainEqual(
    expect.objectContaining({
      level: 'error',
      pid: one,
      signal: 'SIGKILL',
      msg: expect.stringContaining('replaced'),
    }),
  )
  expect(postgresIn(dataDir)).toBe(postgres)
  expect(server.child.exitCode).toBe(null)
})
