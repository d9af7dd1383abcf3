import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { newRequestId } from '#server/lib/http/request-log.ts'
import { createLog } from '#server/lib/log.ts'
import { claimsOf, keysForTest } from '#server/lib/rest/testing.ts'
import type { RealtimeLimits } from './policy.ts'
import { openRealtime } from './service.ts'

export const key = 'sb_publishable_test'

/** Starts the realtime service with its own database, without the rest of the server. */
export async function realtimeForTest(limits: Partial<RealtimeLimits> = {}) {
  const test = await testDatabase()
  let ahead = 0
  let transactions = 0
  const clock = () => Date.now() + ahead
  const keys = await keysForTest(clock)
  const lines: string[] = []
  const server = createServer((_request, response) => response.end('a page'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const realtime = await openRealtime({
    server,
    database: {
      ...test.database,
      transaction(...work) {
        transactions += 1
        return test.database.transaction(...work)
      },
    },
    keys,
    watch: { over: () => {} },
    clock,
    log: createLog({ write: (line) => void lines.push(line) }),
    publishableKey: key,
    publicUrl: () => 'https://site.example',
    allowedOrigins: [],
    clientOf: ({ socket }) => socket.remoteAddress ?? '',
    requestId: newRequestId,
    limits: { beat: 20, ...limits },
  })

  return {
    ...test,
    url,
    databaseUrl: test.url,
    realtime,
    keys,
    server,
    log: () => lines.join(''),
    transactions: () => transactions,
    /** Breaks the connection that both listens for notifications and runs `select 1` every 15 seconds. */
    deafen: () =>
      test.asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and (query like 'listen %' or query = 'select 1')`),
    connections: () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    later(milliseconds: number) {
      ahead += milliseconds
    },

    /** Creates a user, by default an agent, with a session at aal2. */
    async person({ role = 'agent' as 'agent' | null, aal = 'aal2', seconds = 3600 } = {}) {
      const [user] = await test.asOwner<{ id: string }>('insert into auth.users default values returning id')
      const sub = user?.id ?? ''
      const [session] = await test.asOwner<{ id: string }>(
        `insert into auth.sessions (user_id, aal) values ($1, $2) returning id`,
        [sub, aal],
      )
      const sessionId = session?.id ?? ''
      if (role) await test.asOwner('insert into staff_members (id, role) values ($1, $2)', [sub, role])
      const token = (lasting = seconds) => keys.sign(claimsOf(sub, { aal, session_id: sessionId }), lasting)
      return {
        sub,
        sessionId,
        token,
        endSession: () => test.asOwner('delete from auth.sessions where id = $1', [sessionId]),
      }
    },

    /** A token with the role `service_role`, which has no user. */
    program: (seconds = 600, change = {}) =>
      keys.sign({ aud: 'authenticated', role: 'service_role', ...change }, seconds),

    async book(change: Record<string, unknown> = {}): Promise<string> {
      const id = crypto.randomUUID()
      await test.database.transaction('anon', {}, (tx) =>
        tx.query(...insertion('strategy_call_bookings', booking({ id, ...change }))),
      )
      return id
    },

    async client(token: (() => Promise<string>) | null, vsn = '2.0.0', apikey = key): Promise<SupabaseClient> {
      const client = createClient(url, apikey, {
        ...(token && { accessToken: token }),
        realtime: { transport: WebSocket as never, vsn },
      })
      if (token) await client.realtime.setAuth()
      onTestFinished(async () => {
        await client.realtime.disconnect()
      })
      return client
    },

    async close() {
      await realtime.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await test.close()
    },
  }
}

export type RowChange = { eventType: string; new: { id?: string }; old: { id?: string } }

const subscription = (change: Record<string, unknown> = {}) => ({
  event: '*',
  schema: 'public',
  table: 'strategy_call_bookings',
  ...change,
})

/** Watches bookings with the client. Resolves when the response has arrived. */
export async function watch(client: SupabaseClient, change: Record<string, unknown> = {}, name = 'desk') {
  const heard: RowChange[] = []
  const channel = client
    .channel(name)
    .on('postgres_changes' as never, subscription(change) as never, (payload: RowChange) => heard.push(payload))
  return { ...(await subscribed(channel)), heard, ids: () => heard.map((each) => each.new.id) }
}

export const join = (access_token: unknown, ...changes: Record<string, unknown>[]) => ({
  access_token,
  config: { postgres_changes: (changes.length > 0 ? changes : [{}]).map(subscription) },
})

/** Subscribes. Resolves when the response has arrived. */
export async function subscribed(channel: RealtimeChannel) {
  const states: string[] = []
  const said: { status: string; message: string }[] = []
  channel.on('system' as never, {} as never, (payload: { status: string; message: string }) => said.push(payload))
  await new Promise<void>((resolve) => {
    channel.subscribe((state, error) => {
      states.push(error ? `${state}: ${error.message}` : state)
      resolve()
    })
  })
  return { channel, states, said }
}

/**
 * Expects a final refusal as the library reports it: first an error with the reason, then the end of the channel. The
 * library then forgets the channel and does not retry.
 */
export async function expectRefused(
  { channel, states }: { channel: RealtimeChannel; states: string[] },
  reason: string,
): Promise<void> {
  await expect.poll(() => states).toEqual([expect.stringMatching(/^CHANNEL_ERROR: /), 'CLOSED'])
  expect(states[0]).toContain(reason)
  expect(channel.state).toBe('closed')
  expect(channel.socket.getChannels()).not.toContain(channel)
}

/**
 * Sends joins on one socket and returns the result of each join: 'joined', or the reason for the refusal, with a mark
 * if the refusal closes the channel permanently.
 */
export async function joinResults(url: string, joins: readonly object[], vsn = '2.0.0') {
  const { heard, send } = await rawSocket(url, `apikey=${key}&vsn=${vsn}`)
  const say = (ref: string, topic: string, event: string, payload: object) =>
    send(vsn === '1.0.0' ? { topic, event, payload, ref, join_ref: ref } : [ref, ref, topic, event, payload])
  for (const [index, each] of joins.entries()) say(String(index), `realtime:${index}`, 'phx_join', each)
  // Responses to messages about topics arrive in order; responses to heartbeats can arrive earlier.
  say('end', 'realtime:end', 'phx_leave', {})
  const frames = () =>
    heard.map((frame) => {
      if (!Array.isArray(frame)) return frame as { topic: string; event: string; payload: PhoenixReply }
      const [, , topic, event, payload] = frame as [null, null, string, string, PhoenixReply]
      return { topic, event, payload }
    })
  await expect.poll(() => frames().some(({ topic }) => topic === 'realtime:end')).toBe(true)
  return joins.map((_, index) => {
    const own = frames().filter(({ topic }) => topic === `realtime:${index}`)
    const { status, response } = own.find(({ event }) => event === 'phx_reply')?.payload ?? {}
    if (status === 'ok') return 'joined'
    return `${own.some(({ event }) => event === 'phx_close') ? 'for good: ' : ''}${response?.reason}`
  })
}

interface PhoenixReply {
  status?: string
  response?: { reason?: string }
}

/** Opens a socket without the library, to send messages that the library would never send. */
export async function rawSocket(
  url: string,
  query = `apikey=${key}&vsn=2.0.0`,
  options = {},
  path = '/realtime/v1/websocket',
) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}?${query}`, options)
  const heard: unknown[] = []
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('message', (data) => {
    if (Buffer.isBuffer(data)) heard.push(JSON.parse(data.toString()))
  })
  const opened = await new Promise<'open' | number>((resolve) => {
    socket.once('open', () => resolve('open'))
    socket.once('unexpected-response', (_request, response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    socket.on('error', () => {})
  })
  onTestFinished(() => socket.terminate())
  return { socket, heard, closed, opened, send: (frame: unknown) => socket.send(JSON.stringify(frame)) }
}
