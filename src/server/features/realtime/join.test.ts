import { createClient, postgresChangesFilter } from '@supabase/supabase-js'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { expectRefused, fatesOf, key, rawSocket, realtimeForTest, subscription, watch } from './testing.ts'

const room = await realtimeForTest()
afterAll(() => room.close())
const desk = await room.person()
// A column of numbers; the desk's lists have none.
await room.asOwner('grant select (fill_seconds) on strategy_call_bookings to authenticated')

it('is told only of rows that meet the filter, by the types of their columns', async () => {
  const client = await room.client(desk.token)
  const requests = {
    name: 'name=eq."Grace, Admiral"',
    number: 'fill_seconds=eq.4.50',
    list: 'team_size=in.("1","25+")',
    time: 'preferred_time=eq.2027-06-01T02:00:01+02:00',
    none: 'time_zone=in.("",null)',
  }
  const watched = await Promise.all(
    Object.entries(requests).map(
      async ([name, filter]) => [name, await watch(client, { filter }, name)] as const,
    ),
  )
  const all = await watch(client, {}, 'all')
  const change = { preferred_time: '2027-01-01T00:00:00Z', current_challenges: 'other', fill_seconds: 10 }
  const ids = [
    await room.book({ ...change, name: 'Grace, Admiral' }),
    await room.book({ ...change, fill_seconds: 4.5 }),
    await room.book({ ...change, fill_seconds: 5 }),
    await room.book({ ...change, team_size: '25+' }),
    await room.book({ ...change, preferred_time: '2027-06-01T00:00:01Z' }),
    await room.book({ ...change, time_zone: null }),
  ]
  await expect.poll(all.ids).toEqual(ids)
  const heard = Object.fromEntries(watched.map(([name, { ids: own }]) => [name, own()]))
  expect(heard).toEqual({
    name: [ids[0]],
    number: [ids[1]],
    list: [ids[3]],
    time: [ids[4]],
    none: [],
  })
})

const refusals: [change: Record<string, unknown>, reason: string][] = [
  [
    { table: 'user_interactions' },
    'public.user_interactions cannot be watched. Tables: strategy_call_bookings',
  ],
  [{ schema: 'auth', table: 'users' }, 'auth.users cannot be watched'],
  [{ schema: 'auth' }, 'auth.strategy_call_bookings cannot be watched'],
  [{ schema: '*' }, '*.strategy_call_bookings cannot be watched'],
  [{ table: undefined }, 'public.* cannot be watched'],
  [{ table: '*' }, 'public.* cannot be watched'],
  [{ event: 'TRUNCATE' }, "'TRUNCATE' is not told of. Events: *, INSERT, UPDATE, DELETE"],
  [{ filter: 'nobody=eq.1' }, "There is no column 'nobody'"],
  [{ filter: 'phone=eq.1' }, "There is no column 'phone'"],
  [{ filter: 'name" is null or "name=eq.1' }, 'There is no column'],
  [{ filter: 'id=eq.x' }, 'does not fit its column'],
  [{ filter: 'fill_seconds=in.(1,x)' }, 'does not fit its column'],
  [{ filter: 'name=match.x' }, 'not understood: it is one condition'],
  [{ filter: 'name=like.x' }, "'name=like.x' is not understood"],
  [{ filter: 'name=is.null' }, "'name=is.null' is not understood"],
  [{ filter: 'name=not.eq.x' }, "'name=not.eq.x' is not understood"],
  [{ select: ['id'] }, "There is no option 'config.postgres_changes.0.select'"],
]

it('refuses for good what cannot be watched, and says why', async () => {
  const configs = refusals.map(([change]) => ({ postgres_changes: [subscription(change)] }))
  const fates = await fatesOf(room.url, await desk.token(), configs)
  expect(fates).toEqual(refusals.map(([, reason]) => expect.stringContaining(reason)))
  expect(fates.filter((fate) => !fate.startsWith('for good: '))).toEqual([])
})

it('refuses so that the library gives up, also a filter of its own that we do not know', async () => {
  const change = { filter: postgresChangesFilter().ilike('name', 'a') }
  await expectRefused(await watch(await room.client(desk.token), change), "'name=ilike.a' is not understood")
})

it('refuses who would never hear what is deleted, if that is all that was asked', async () => {
  const stranger = await room.person({ role: null })
  const { states } = await watch(await room.client(stranger.token), { event: 'DELETE' })
  expect(states).toEqual([
    'CHANNEL_ERROR: No right to hear what is deleted from public.strategy_call_bookings',
  ])
})

it('refuses for now who may not read the table, is not signed in, or has a token that is not ours, late or not', async () => {
  const [late, good] = [await desk.token(-1), await desk.token()]
  const forged = `${good.slice(0, good.lastIndexOf('.'))}.${late.slice(late.lastIndexOf('.') + 1)}`
  const lateForged = `${late.slice(0, late.lastIndexOf('.'))}.${good.slice(good.lastIndexOf('.') + 1)}`
  const foreign = await room.keys.sign({ sub: desk.sub, role: 'postgres' }, 60)
  await room.asOwner('revoke select on contact_messages from authenticated')
  for (const [token, table, reason] of [
    [good, 'contact_messages', 'No right to read public.contact_messages'],
    [key, 'strategy_call_bookings', 'Watching public.strategy_call_bookings needs an access token'],
    [forged, 'strategy_call_bookings', 'The access token is not valid'],
    [lateForged, 'strategy_call_bookings', 'The access token is not valid'],
    [foreign, 'strategy_call_bookings', 'The access token is not valid'],
  ] as const)
    expect(await fatesOf(room.url, token, [{ postgres_changes: [subscription({ table })] }])).toEqual([
      reason,
    ])
  await room.asOwner('grant select (id) on contact_messages to authenticated')
})

it('refuses for good whose session has ended', async () => {
  const gone = await room.person()
  const client = await room.client(gone.token)
  await gone.endSession()
  await expectRefused(await watch(client), 'The session has ended')
})

it('joins the library while its program looks for the token, and tells it what came meanwhile', async () => {
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

it('judges a token that comes later as one that comes with the join, and waits a moment for it', async () => {
  const [stranger, gone, late] = [
    await room.person({ role: null }),
    await room.person(),
    await desk.token(-1),
  ]
  await gone.endSession()
  const later = [
    ['stranger', await stranger.token(), []],
    ['gone', await gone.token(), ['The session has ended', 'phx_close']],
    ['column', await desk.token(), ["There is no column 'no' to filter by", 'phx_close']],
    ['nobody', key, ['Watching public.strategy_call_bookings needs an access token']],
    ['forged', `${late}x`, ['The access token is not valid']],
    ['none', undefined, []],
    ['desk', await desk.token(), []],
  ] as const
  const { send, heard } = await rawSocket(room.url)
  const of = (name: string) => (heard as Frame[]).filter(([, , topic]) => topic === `realtime:${name}`)
  const fate = (name: string) =>
    of(name).flatMap(([, , , event, { reason }]) => reason ?? (event === 'phx_close' ? event : []))
  for (const [name] of later) {
    const postgres_changes = [subscription(name === 'column' ? { filter: 'no=eq.1' } : {})]
    const join = { access_token: name === 'none' ? undefined : late, config: { postgres_changes } }
    send([name, name, `realtime:${name}`, 'phx_join', join])
  }
  await expect.poll(() => heard).toHaveLength(later.length)
  expect((heard as Frame[]).map(({ 4: { status } }) => status)).toEqual(later.map(() => 'ok'))
  const id = await room.book()
  for (const [name, access_token] of later)
    if (access_token) send([name, null, `realtime:${name}`, 'access_token', { access_token }])
  await expect.poll(() => of('desk').at(-1)).toMatchObject({ 4: { data: { record: { id } } } })
  expect(later.map(([name]) => fate(name))).toEqual(later.map(([, , expected]) => expected))
  room.later(5000)
  await expect.poll(() => fate('none')).toEqual(['The channel needs an access token, and none has come'])
  expect(fate('desk')).toEqual([])
  expect(heard.filter((frame) => (frame as Frame)[3] === 'postgres_changes')).toHaveLength(1)
})

type Frame = [unknown, unknown, topic: string, event: string, { status?: string; reason?: string }]
