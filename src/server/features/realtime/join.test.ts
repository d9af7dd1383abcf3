import { afterAll, expect, it } from 'vitest'
import { realtimeForTest, watch } from './testing.ts'

const room = await realtimeForTest()
afterAll(() => room.close())
const desk = await room.person()
// A column of numbers, of which the desk's lists have none.
await room.asOwner('grant select (fill_seconds) on strategy_call_bookings to authenticated')

it('is told only of rows that meet the filter, by the types of their columns', async () => {
  const client = await room.client(desk.token)
  const wishes = {
    name: 'name=eq."Grace, Admiral"',
    number: 'fill_seconds=lt.5,fill_seconds=gte.3.5',
    list: 'team_size=in.("1","25+")',
    time: 'preferred_time=gt.2027-06-01',
    not: 'current_challenges=neq.other',
    none: 'time_zone=neq.Europe/London',
  }
  const watched = await Promise.all(
    Object.entries(wishes).map(
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
    await room.book({ ...change, current_challenges: 'slow-proposals' }),
    await room.book({ ...change, time_zone: null }),
  ]
  await expect.poll(all.ids).toEqual(ids)
  const heard = Object.fromEntries(watched.map(([name, { ids: own }]) => [name, own()]))
  expect(heard).toEqual({
    name: [ids[0]],
    number: [ids[1]],
    list: [ids[3]],
    time: [ids[4]],
    not: [ids[5]],
    none: [],
  })
})

it.each([
  [{ table: 'user_interactions' }, /public\.user_interactions cannot be watched/],
  [{ schema: 'auth', table: 'users' }, /auth\.users cannot be watched/],
  [{ table: undefined }, /public\.\* cannot be watched/],
  [{ event: 'TRUNCATE' }, /'TRUNCATE' is not told of/],
  [{ filter: 'nobody=eq.1' }, /no column 'nobody'/],
  [{ filter: 'name" is null or "name=eq.1' }, /no column/],
  [{ filter: 'id=eq.x' }, /does not fit its column/],
  [{ filter: 'fill_seconds=in.(1,x)' }, /does not fit its column/],
  [{ filter: 'name=match.x' }, /operators are/],
  [{ select: ['id', 'secret'] }, /no column 'secret'/],
])('refuses %o and says why', async (wish, reason) => {
  const other = await room.client(desk.token)
  const { states } = await watch(other, wish)
  expect(states).toEqual([expect.stringMatching(reason)])
})

it('refuses who may not read the table, and names it', async () => {
  await room.asOwner('revoke select on contact_messages from authenticated')
  const { states } = await watch(await room.client(desk.token), { table: 'contact_messages' })
  expect(states).toEqual([expect.stringMatching(/No right to read public\.contact_messages/)])
})

it('refuses who is not signed in, whose token is not ours, or whose session has ended', async () => {
  const gone = await room.person()
  const ended = await gone.token()
  await gone.endSession()
  const late = await desk.token(-1)
  const forged = `${ended.slice(0, ended.lastIndexOf('.'))}.${late.slice(late.lastIndexOf('.') + 1)}`
  const foreign = await room.keys.sign({ sub: desk.sub, role: 'postgres' }, 60)
  for (const [token, reason] of [
    [null, /public\.strategy_call_bookings needs an access token/],
    [ended, /session has ended/],
    [late, /token has expired/],
    [forged, /token is not valid/],
    [foreign, /token is not valid/],
  ] as const) {
    const { states } = await watch(await room.client(token === null ? null : async () => token))
    expect(states).toEqual([expect.stringMatching(reason)])
  }
})

it('lets everybody with the key join a channel that watches nothing', async () => {
  const channel = (await room.client(null)).channel('lobby')
  const state = await new Promise((resolve) => channel.subscribe(resolve))
  expect(state).toBe('SUBSCRIBED')
})
