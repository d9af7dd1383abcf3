import { afterAll, expect, it } from 'vitest'
import { join, rawSocket, realtimeForTest, watch } from '#server/features/realtime/testing.ts'

const room = await realtimeForTest()
afterAll(() => room.close())

it('tells a client that it may have missed changes, and lets it rejoin the channel', async () => {
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

it('closes all sockets when the server stops, including the sockets of unresponsive clients', async () => {
  const other = await realtimeForTest()
  const { token } = await other.person()
  const { states } = await watch(await other.client(token))
  const { socket } = await rawSocket(other.url)
  socket.pause()
  await other.close()
  await expect.poll(() => states.at(-1)).toMatch(/1001/)
})

it('disconnects a client that has too many unread messages, and removes the client’s channels', async () => {
  const slow = await realtimeForTest({ unread: 20_000 })
  const { token } = await slow.person()
  const { send, heard, closed, socket } = await rawSocket(slow.url)
  const payload = join(await token())
  // Joins many channels on one socket, because each channel receives a short message for each row.
  for (let index = 0; index < 100; index++) send([`${index}`, `${index}`, `realtime:${index}`, 'phx_join', payload])
  await expect.poll(() => heard).toHaveLength(200)
  socket.pause()
  await slow.asOwner(
    `insert into strategy_call_bookings (name, email, company, phone, current_challenges, team_size, preferred_time)
     select 'n', 'a@b.example', 'C', '1', 'other', '1', now() + interval '1 day' from generate_series(1, 1000)`,
  )
  await expect.poll(() => slow.connections()).toBe(0)
  socket.resume()
  expect(await closed).toBe(1006)
  await slow.deafen()
  await expect.poll(slow.log).toContain('"channels":0')
  await slow.close()
})
