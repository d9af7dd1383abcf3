import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { WebSocket } from 'ws'
import { openFolder } from '#e2e/open-folder.ts'
import { withServer } from '#e2e/server.ts'
import type { Settings } from '#e2e/server-pool.ts'
import { expect } from '#e2e/test.ts'
import { key } from '#rehearsals/library/auth-library.ts'
import { booking } from '#server/lib/db/rows-testing.ts'
import { startFifteen } from '#tools/testing/postgres-server.ts'
import { RunningServer } from '#tools/testing/run-server.ts'

type Pair = {
  /** The shared settings: one database, the same secrets, one issuer of tokens. */
  settings: Settings
  /** The other server; the first is the one of every test. */
  second: () => Promise<RunningServer>
}

/** Two processes of the server on one PostgreSQL 15, as an operator runs them behind a load balancer. */
const test = withServer.extend<{ second: RunningServer }, { pair: Pair; database: pg.Client }>({
  pair: [
    async ({ servers }, use) => {
      const folder = await openFolder('fifteen')
      const fifteen = startFifteen(folder)
      const settings = {
        ...fifteen.settings,
        ENCRYPTION_KEY: randomBytes(32).toString('base64'),
        PUBLIC_URL: 'https://site.example',
        AUTH_SIGN_UP: 'unconfirmed',
      }
      let second: RunningServer | undefined
      const start = async () => {
        if (second) return second
        second = new RunningServer({ DATA_DIR: join(folder, 'second'), ...settings }, { fixed: {} })
        await second.start()
        return second
      }
      await use({ settings, second: start })
      await second?.stop()
      await servers.end()
      fifteen.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  settings: async ({ pair }, use) => use(pair.settings),
  fixed: {},
  // It starts second, because the first prepares the database.
  second: [async ({ pair, server: _first }, use) => use(await pair.second()), { timeout: 90_000 }],
  database: [
    async ({ pair }, use) => {
      const database = new pg.Client(pair.settings.MIGRATION_URL)
      await database.connect()
      await use(database)
      await database.end()
    },
    { scope: 'worker' },
  ],
})

const clientOf = ({ url }: RunningServer) =>
  createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: WebSocket as never },
  })

/** A person with an account, signed in at this server. */
async function signUp(server: RunningServer) {
  const client = clientOf(server)
  const who = { email: `${crypto.randomUUID()}@example.com`, password: `long words ${crypto.randomUUID()}` }
  const { data, error } = await client.auth.signUp(who)
  if (error || !data.session) throw error ?? new Error('no session')
  return { client, who, session: data.session }
}

/** Runs a command as an operator does beside the servers. */
async function command(settings: Record<string, string>, ...words: string[]): Promise<void> {
  const env = { ...process.env, ...settings }
  await promisify(execFile)(process.execPath, ['dist/server/main.js', 'auth', ...words], { env })
}

/** The same session at the other server. */
async function moveTo(server: RunningServer, client: SupabaseClient) {
  const { session } = (await client.auth.getSession()).data
  if (!session) throw new Error('no session')
  const there = clientOf(server)
  const { error } = await there.auth.setSession(session)
  if (error) throw error
  return there
}

/** How a server answers to a token: its auth service, and its data API. */
async function reception({ url }: RunningServer, token: string) {
  const headers = { apikey: key, authorization: `Bearer ${token}`, 'x-supabase-api-version': '2024-01-01' }
  const paths = ['/auth/v1/user', '/rest/v1/strategy_call_bookings?select=id']
  return Promise.all(paths.map(async (path) => (await fetch(url + path, { headers })).status))
}

const kidOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid as string

test('who signs in on one refreshes on the other', async ({ server, second }) => {
  const { client, who, session } = await signUp(server)
  expect(await reception(second, session.access_token)).toEqual([200, 200])
  const there = await moveTo(second, client)
  const { data, error } = await there.auth.refreshSession()
  expect([error, data.user?.email]).toEqual([null, who.email])
  // And back again, with the tokens of the other server.
  const home = await moveTo(server, there)
  expect((await home.auth.refreshSession()).error).toBeNull()
})

test('a session that ends on one is refused by the other at once', async ({ server, second }) => {
  const { client, session } = await signUp(server)
  expect(await reception(second, session.access_token)).toEqual([200, 200])
  expect((await client.auth.signOut()).error).toBeNull()
  expect(await reception(second, session.access_token)).toEqual([403, 401])
  const { error } = await clientOf(second).auth.refreshSession(session)
  expect(error?.status).toBe(400)
})

test('a stolen refresh token, shown after its owner went on, ends the session at both at once', async ({
  server,
  second,
}) => {
  const { client, session } = await signUp(server)
  // Twice, as for an owner who works for an hour: two refresh tokens are used up, the second of them recently.
  await client.auth.refreshSession()
  const { data } = await client.auth.refreshSession()
  const live = data.session?.access_token ?? ''
  const { error } = await clientOf(second).auth.refreshSession(session)
  expect([error?.status, error?.code]).toEqual([400, 'refresh_token_already_used'])
  for (const each of [server, second]) expect(await reception(each, live)).toEqual([403, 401])
  expect((await client.auth.refreshSession()).error?.status).toBe(400)
})

test('two refreshes at once, one at each, are one and the same', async ({ server, second }) => {
  const { client, session } = await signUp(server)
  const at = [client, clientOf(second)]
  const both = await Promise.all(at.map((each) => each.auth.refreshSession(session)))
  expect(both.map(({ error }) => error)).toEqual([null, null])
  expect(new Set(both.map(({ data }) => data.session?.refresh_token)).size).toBe(1)
  for (const each of [server, second])
    expect(await reception(each, both[0]?.data.session?.access_token ?? '')).toEqual([200, 200])
})

test('guesses at a password are counted together', async ({ server, second }) => {
  const { who } = await signUp(server)
  const guess = async (at: RunningServer, password = 'not these words') =>
    (await clientOf(at).auth.signInWithPassword({ ...who, password })).error?.status
  const heard: unknown[] = []
  for (let round = 0; round < 5; round++) heard.push(await guess(server), await guess(second))
  expect(new Set(heard)).toEqual(new Set([400]))
  expect([await guess(second), await guess(server), await guess(second, who.password)]).toEqual([
    429, 429, 429,
  ])
})

test('a change notified by one reaches a subscriber of the other', async ({ server, second, database }) => {
  const { client, session } = await signUp(server)
  await database.query('insert into staff_members (id, role) values ($1, $2)', [session.user.id, 'agent'])
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (factor?.type !== 'totp') throw new Error('no factor')
  const code = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) }).generate()
  expect((await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull()

  const desk = await moveTo(second, client)
  await desk.realtime.setAuth()
  const heard: unknown[] = []
  const wish = { event: '*', schema: 'public', table: 'strategy_call_bookings' } as const
  const state = await new Promise<string>((resolve) => {
    desk
      .channel('desk')
      .on(
        'postgres_changes',
        wish,
        ({ eventType, new: row }) => void heard.push([eventType, (row as { id: string }).id]),
      )
      .subscribe((status) => resolve(status))
  })
  expect(state).toBe('SUBSCRIBED')
  const id = crypto.randomUUID()
  const { error } = await clientOf(server).from('strategy_call_bookings').insert(booking({ id }))
  expect(error).toBeNull()
  await expect.poll(() => heard, { timeout: 20_000 }).toEqual([['INSERT', id]])
  await client.from('strategy_call_bookings').update({ assigned_to: session.user.id }).eq('id', id)
  await expect
    .poll(() => heard, { timeout: 20_000 })
    .toEqual([
      ['INSERT', id],
      ['UPDATE', id],
    ])
  await desk.realtime.disconnect()
})

test('a key rotated on one verifies on the other', async ({ server, second, settings, database }) => {
  const before = await signUp(server)
  await command(settings, 'rotate-keys')
  // A quarter of an hour passes, and one of the two is restarted; the other has never seen the key.
  await database.query('update private.signing_keys set signs_from = now() where signs_from > now()')
  await server.restart()
  const { data, error } = await clientOf(server).auth.signInWithPassword(before.who)
  expect(error).toBeNull()
  const after = data.session?.access_token ?? ''
  expect(kidOf(after)).not.toBe(kidOf(before.session.access_token))
  // An unknown key is looked up at most every two seconds.
  await expect.poll(() => reception(second, after)).toEqual([200, 200])
  // Tokens of the older key stay valid until they expire, and every client can fetch both keys.
  for (const each of [server, second]) {
    expect(await reception(each, before.session.access_token)).toEqual([200, 200])
    const published = (await (await fetch(`${each.url}/auth/v1/.well-known/jwks.json`)).json()) as {
      keys: { kid: string }[]
    }
    expect(published.keys.map(({ kid }) => kid).toSorted()).toEqual(
      [kidOf(after), kidOf(before.session.access_token)].toSorted(),
    )
  }
})

test('in an emergency both refuse within five seconds: sessions that were ended, and what a replaced key signed', async ({
  server,
  second,
  settings,
}) => {
  const within = { timeout: 5000, intervals: [100] }
  const [gone, stays] = [await signUp(server), await signUp(second)]
  const receptions = (token: string) => Promise.all([server, second].map((each) => reception(each, token)))
  const welcome = [
    [200, 200],
    [200, 200],
  ]
  expect(await receptions(gone.session.access_token)).toEqual(welcome)
  await command(settings, 'end-sessions', gone.who.email)
  expect(await receptions(gone.session.access_token)).toEqual([
    [403, 401],
    [403, 401],
  ])

  const before = stays.session.access_token
  expect(await receptions(before)).toEqual(welcome)
  await command(settings, 'rotate-keys', '--now')
  await expect
    .poll(() => receptions(before), within)
    .toEqual([
      [403, 401],
      [403, 401],
    ])
  const { data, error } = await stays.client.auth.refreshSession()
  expect(error).toBeNull()
  expect(await receptions(data.session?.access_token ?? '')).toEqual(welcome)
})
