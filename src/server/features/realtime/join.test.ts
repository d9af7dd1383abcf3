import { createClient, postgresChangesFilter } from '@supabase/supabase-js'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { claimsOf } from '#server/lib/rest/testing.ts'
import { expectRefused, join, joinResults, key, rawSocket, realtimeForTest, subscribed, watch } from './testing.ts'

const room = await realtimeForTest()
afterAll(() => room.close())
const desk = await room.person()
const offered =
  'Channels carry postgres_changes of public.strategy_call_bookings and public.contact_messages without filters, ' +
  'or presence with the topic presence:<table>:<id>; broadcast and private channels are not supported'

it.each(['1.0.0', '2.0.0'])(
  'permanently rejects a realtime join with unsupported options, and names the options (%s)',
  async (vsn) => {
    const token = await desk.token()
    const options = [
      ['broadcast.ack', { broadcast: { ack: true } }],
      ['broadcast.replay', { broadcast: { replay: { since: 1, limit: 1 } } }],
      ['presence.enabled', { presence: { enabled: true } }],
      ['presence.key', { presence: { key: 'ada' } }],
      ['private', { private: true }],
      ['postgres_changes_options', { postgres_changes_options: { wait: true } }],
      ['shine', { shine: 'on' }],
    ] as const
    const joins = options.map(([, config]) => ({
      ...join(token),
      config: { ...join(token).config, ...config },
    }))
    expect(await joinResults(room.url, joins, vsn)).toEqual(
      options.map(([name]) => `for good: 'config.${name}': not supported. ${offered}`),
    )
  },
)

it('accepts a realtime join with unknown options if these options request nothing', async () => {
  const more = { broadcast: null, presence: { later: { on: false } }, shine: '', private: null }
  const payload = join(await desk.token())
  const joins = [{ ...payload, version: 'x', config: { ...payload.config, ...more } }]
  expect(await joinResults(room.url, joins)).toEqual(['joined'])
})

it('permanently rejects unsupported realtime subscriptions, and gives the reason', async () => {
  const at = (name: string) => `'config.postgres_changes.0.${name}': `
  const refusals: [change: Record<string, unknown>, reason: string][] = [
    [{ table: 'user_interactions' }, `${at('table')}Invalid type: Expected ("strategy_call_bookings" |`],
    [{ schema: 'auth', table: 'users' }, `${at('schema')}Invalid type: Expected "public" but received "auth"`],
    [{ schema: '*' }, at('schema')],
    [{ table: undefined }, at('table')],
    [{ table: '*' }, at('table')],
    [{ event: 'TRUNCATE' }, at('event')],
    [{ filter: 'status=eq.new' }, `${at('filter')}the filter "status=eq.new" is not supported`],
    [{ select: ['id'] }, at('select')],
  ]
  const token = await desk.token()
  const fates = await joinResults(
    room.url,
    refusals.map(([change]) => join(token, change)),
  )
  expect(fates).toEqual(refusals.map(([, reason]) => expect.stringContaining(`for good: ${reason}`)))
  expect(await joinResults(room.url, [join(token, { filter: '' })])).toEqual(['joined'])
})

it('permanently rejects realtime filters, presence listeners and channels without subscriptions, so that clients do not retry', async () => {
  const client = await room.client(desk.token)
  const filter = postgresChangesFilter().ilike('name', 'a')
  await expectRefused(await watch(client, { filter }, 'a'), 'the filter "name=ilike.a" is not supported')
  const present = client
    .channel('b')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'contact_messages' }, () => {})
    .on('presence', { event: 'sync' }, () => {})
  await expectRefused(await subscribed(present), "'config.presence.enabled': not supported")
  const broadcast = client.channel('c').on('broadcast', { event: '*' }, () => {})
  const reason = 'A channel without postgres_changes would receive nothing. Channels carry'
  await expectRefused(await subscribed(broadcast), reason)
})

it('rejects a realtime subscription to deletions if the caller is not allowed to receive them', async () => {
  const stranger = await room.person({ role: null })
  const { states } = await watch(await room.client(stranger.token), { event: 'DELETE' })
  expect(states).toEqual(['CHANNEL_ERROR: No right to receive deletions from public.strategy_call_bookings'])
})

it('rejects a realtime join, but allows a retry, if the token is invalid, is the publishable key, or cannot read the table', async () => {
  const [late, good] = [await desk.token(-1), await desk.token()]
  const forged = `${good.slice(0, good.lastIndexOf('.'))}.${late.slice(late.lastIndexOf('.') + 1)}`
  const lateForged = `${late.slice(0, late.lastIndexOf('.'))}.${good.slice(good.lastIndexOf('.') + 1)}`
  const foreign = await room.keys.sign(claimsOf(desk.sub, { role: 'postgres' }), 60)
  await room.asOwner('revoke select on contact_messages from authenticated')
  const refusals = [
    [good, 'contact_messages', 'No right to read public.contact_messages'],
    [key, 'strategy_call_bookings', 'Watching public.strategy_call_bookings requires an access token'],
    ...[forged, lateForged, foreign, 5].map(
      (token) => [token, 'strategy_call_bookings', 'The access token is not valid'] as const,
    ),
  ] as const
  const fates = await joinResults(
    room.url,
    refusals.map(([token, table]) => join(token, { table })),
  )
  expect(fates).toEqual(refusals.map(([, , reason]) => reason))
  await room.asOwner('grant select (id) on contact_messages to authenticated')
  expect(await joinResults(room.url, [join(good, { table: 'contact_messages' })])).toEqual(['joined'])
})

it('rejects a realtime join permanently if the session has ended', async () => {
  const gone = await room.person()
  const client = await room.client(gone.token)
  await gone.endSession()
  await expectRefused(await watch(client), 'The session has ended')
})

it('lets a client join a channel before its access token arrives, and sends missed changes once the token arrives', async () => {
  const answers: ((token: string) => void)[] = []
  const accessToken = () => new Promise<string>((resolve) => answers.push(resolve))
  const client = createClient(room.url, key, { accessToken, realtime: { transport: WebSocket as never } })
  onTestFinished(async () => void (await client.realtime.disconnect()))
  const { states, ids } = await watch(client)
  const [known, id] = [await watch(await room.client(desk.token)), await room.book()]
  await expect.poll(known.ids).toEqual([id])
  expect([states, ids()]).toEqual([['SUBSCRIBED'], []])
  for (const answer of answers) answer(await desk.token())
  await expect.poll(ids).toEqual([id])
  expect(states).toEqual(['SUBSCRIBED'])
})

it('accepts a token sent up to five seconds after a realtime join, and checks it like a token sent with the join', async () => {
  const [stranger, gone, late] = [await room.person({ role: null }), await room.person(), await desk.token(-1)]
  await gone.endSession()
  const later = [
    ['stranger', await stranger.token(), []],
    ['gone', await gone.token(), ['phx_close']],
    ['nobody', key, ['Watching public.strategy_call_bookings requires an access token']],
    ['forged', `${late}x`, ['The access token is not valid']],
    ['none', undefined, []],
    ['desk', await desk.token(), []],
  ] as const
  const { send, heard } = await rawSocket(room.url)
  const of = (name: string) => (heard as Frame[]).filter(([, , topic]) => topic === `realtime:${name}`)
  const fate = (name: string) =>
    of(name).flatMap(([, , , event, { reason }]) => reason ?? (event === 'phx_close' ? event : []))
  for (const [name] of later)
    send([name, name, `realtime:${name}`, 'phx_join', join(name === 'none' ? undefined : late)])
  await expect.poll(() => heard).toHaveLength(later.length)
  expect((heard as Frame[]).map(({ 4: { status } }) => status)).toEqual(later.map(() => 'ok'))
  const id = await room.book()
  for (const [name, access_token] of later)
    if (access_token) send([name, null, `realtime:${name}`, 'access_token', { access_token }])
  await expect.poll(() => of('desk').at(-1)).toMatchObject({ 4: { data: { record: { id } } } })
  expect(later.map(([name]) => fate(name))).toEqual(later.map(([, , expected]) => expected))
  room.later(5000)
  await expect.poll(() => fate('none')).toEqual(['The channel received no access token in time'])
  expect(fate('desk')).toEqual([])
  expect(heard.filter((frame) => (frame as Frame)[3] === 'postgres_changes')).toHaveLength(1)
})

it('checks each realtime channel with its own token, even if a program opened the socket with a service token', async () => {
  const stranger = await room.person({ role: null })
  const { send, heard } = await rawSocket(room.url, `apikey=${await room.program()}&vsn=2.0.0`)
  send(['1', '1', 'realtime:theirs', 'phx_join', join(await stranger.token())])
  send(['2', '2', 'realtime:nobodys', 'phx_join', join(key)])
  send(['3', '3', 'realtime:own', 'phx_join', join(undefined)])
  // The user without a role and the program each get a reply and a system message; the client with the publishable key
  // is refused.
  await expect.poll(() => heard).toHaveLength(5)
  await room.book()
  await expect.poll(() => heard).toHaveLength(6)
  expect(heard.map((frame) => (frame as unknown[]).slice(2, 4))).toEqual([
    ['realtime:theirs', 'phx_reply'],
    ['realtime:theirs', 'system'],
    ['realtime:nobodys', 'phx_reply'],
    ['realtime:own', 'phx_reply'],
    ['realtime:own', 'system'],
    ['realtime:own', 'postgres_changes'],
  ])
})

type Frame = [unknown, unknown, topic: string, event: string, { status?: string; reason?: string }]
