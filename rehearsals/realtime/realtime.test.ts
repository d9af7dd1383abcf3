import { afterAll, expect, it } from 'vitest'
import { key, rawSocket, realtimeForTest, subscription, watch } from '#server/features/realtime/testing.ts'

const room = await realtimeForTest()
afterAll(() => room.close())
const desk = await room.person()

it('refuses who may not read the table, and names it, and lets them ask again', async () => {
  await room.asOwner('revoke select on contact_messages from authenticated')
  const { states, channel } = await watch(await room.client(desk.token), { table: 'contact_messages' })
  expect(states).toEqual(['CHANNEL_ERROR: No right to read public.contact_messages'])
  await room.asOwner('grant select (id) on contact_messages to authenticated')
  await expect.poll(() => states.at(-1)).toBe('SUBSCRIBED')
  expect(channel.state).toBe('joined')
})

it('refuses who is not signed in or whose token is not ours, until they have a better one', async () => {
  const { token: genuine } = await room.person()
  const late = await desk.token(-1)
  const good = await genuine()
  const forged = `${good.slice(0, good.lastIndexOf('.'))}.${late.slice(late.lastIndexOf('.') + 1)}`
  const foreign = await room.keys.sign({ sub: desk.sub, role: 'postgres' }, 60)
  for (const [token, reason] of [
    [key, 'Watching public.strategy_call_bookings needs an access token'],
    [forged, 'The access token is not valid'],
    [foreign, 'The access token is not valid'],
  ] as const) {
    let current = token
    const client = await room.client(async () => current)
    const { states } = await watch(client)
    expect(states).toEqual([`CHANNEL_ERROR: ${reason}`])
    current = good
    await client.realtime.setAuth()
    await expect.poll(() => states.at(-1)).toBe('SUBSCRIBED')
  }
})

it('uses a renewed token at once, not with the next heartbeat, and loses nothing between', async () => {
  const { token } = await room.person()
  const client = await room.client(() => token(30))
  const { states, ids } = await watch(client)
  const before = await room.book()
  await expect.poll(ids).toEqual([before])
  room.later(31_000)
  await expect.poll(() => states).toEqual(['SUBSCRIBED', expect.stringMatching(/^CHANNEL_ERROR/)])
  const between = await room.book()
  await expect.poll(ids, { timeout: 40_000 }).toEqual([before, between])
  expect(states.at(-1)).toBe('SUBSCRIBED')
})

it('keeps a flood in order, leaves nothing out, and reads it in few goes', async () => {
  const { token } = await room.person()
  const client = await room.client(token)
  const [all, other] = [await watch(client), await watch(client, {}, 'second')]
  const before = room.transactions()
  await room.asOwner(
    `insert into strategy_call_bookings (name, email, company, phone, current_challenges, team_size, preferred_time)
     select 'n' || n, 'a@b.example', 'C', '1', 'other', '1', now() + interval '1 day' from generate_series(1, 2000) n`,
  )
  const expected = Array.from({ length: 2000 }, (_, index) => `n${index + 1}`)
  for (const { heard } of [all, other]) {
    await expect.poll(() => heard.length).toBe(2000)
    expect(heard.map((each) => each.new.name)).toEqual(expected)
  }
  expect(room.transactions() - before).toBeLessThan(20)
})

it('announces that something may have been missed, and the client comes back by itself', async () => {
  const { token } = await room.person()
  const { ids, states, said } = await watch(await room.client(token))
  await room.deafen()
  await room.book()
  await expect.poll(() => states).toHaveLength(3)
  expect(states).toEqual(['SUBSCRIBED', expect.stringMatching(/^CHANNEL_ERROR/), 'SUBSCRIBED'])
  expect(said.find(({ status }) => status === 'error')?.message).toMatch(/may have been missed/)
  const id = await room.book()
  await expect.poll(() => ids().at(-1)).toBe(id)
})

it('the same when the rows could not be read', async () => {
  const { token } = await room.person()
  const { ids, states } = await watch(await room.client(token))
  await room.asOwner('revoke select on strategy_call_bookings from authenticated')
  await room.book()
  await expect.poll(() => states).toContainEqual(expect.stringMatching(/^CHANNEL_ERROR/))
  await room.asOwner('grant select on strategy_call_bookings to authenticated')
  await expect.poll(() => states.at(-1)).toBe('SUBSCRIBED')
  const id = await room.book()
  await expect.poll(() => ids().at(-1)).toBe(id)
})

it('says goodbye to everybody when it stops, also to who does not answer', async () => {
  const other = await realtimeForTest()
  const { token } = await other.person()
  const { states } = await watch(await other.client(token))
  const { socket } = await rawSocket(other.url)
  socket.pause()
  await other.close()
  await expect.poll(() => states.at(-1)).toMatch(/1001/)
})

it('cuts off who does not read, and forgets them', async () => {
  const slow = await realtimeForTest({ unread: 20_000 })
  const { token } = await slow.person()
  const { send, heard, closed, socket } = await rawSocket(slow.url)
  const config = { postgres_changes: [subscription()] }
  send(['1', '1', 'realtime:desk', 'phx_join', { access_token: await token(), config }])
  await expect.poll(() => heard).toHaveLength(2)
  socket.pause()
  await slow.asOwner(
    `insert into strategy_call_bookings (name, email, company, phone, current_challenges, team_size, preferred_time, message)
     select 'n', 'a@b.example', 'C', '1', 'other', '1', now() + interval '1 day', repeat('x', 5000)
     from generate_series(1, 4000)`,
  )
  await expect.poll(() => slow.connections()).toBe(0)
  socket.resume()
  expect(await closed).toBe(1006)
  await slow.deafen()
  await expect.poll(slow.log).toContain('"channels":0')
  await slow.close()
})
