import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { join, rawSocket, realtimeForTest, watch } from './testing.ts'

const room = await realtimeForTest()
afterAll(() => room.close())

it.each(['1.0.0', '2.0.0'])('sends a member’s realtime client only the ids of changed rows (%s)', async (vsn) => {
  const { token } = await room.person()
  const { heard, said, states } = await watch(await room.client(token, vsn))
  expect(states).toEqual(['SUBSCRIBED'])
  await expect.poll(() => said).toEqual([expect.objectContaining({ message: 'Subscribed to PostgreSQL' })])
  const id = await room.book()
  await expect.poll(() => heard).toHaveLength(1)
  await room.asOwner(`update strategy_call_bookings set status = 'cancelled' where id = $1`, [id])
  await expect.poll(() => heard).toHaveLength(2)
  await room.asOwner('delete from strategy_call_bookings where id = $1', [id])
  await expect.poll(() => heard).toHaveLength(3)
  const common = {
    schema: 'public',
    table: 'strategy_call_bookings',
    commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    errors: null,
  }
  expect(heard).toEqual([
    { ...common, eventType: 'INSERT', new: { id }, old: {} },
    { ...common, eventType: 'UPDATE', new: { id }, old: { id } },
    { ...common, eventType: 'DELETE', new: {}, old: { id } },
  ])
})

it('sends a realtime channel only the events to which it subscribed', async () => {
  const { token } = await room.person()
  const client = await room.client(token)
  const [inserted, deleted, messages] = [
    await watch(client, { event: 'INSERT' }, 'a'),
    await watch(client, { event: 'DELETE' }, 'b'),
    await watch(client, { table: 'contact_messages' }, 'c'),
  ]
  const all = await watch(client, {}, 'd')
  const id = await room.book()
  await expect.poll(all.ids).toEqual([id])
  await room.asOwner('delete from strategy_call_bookings where id = $1', [id])
  await expect.poll(() => all.heard.map(({ eventType }) => eventType)).toEqual(['INSERT', 'DELETE'])
  await expect.poll(inserted.ids).toEqual([id])
  await expect.poll(() => deleted.heard.map(({ old }) => old)).toEqual([{ id }])
  expect(messages.heard).toEqual([])
})

it('notifies realtime clients of a row that another process inserted', async () => {
  const { token } = await room.person()
  const { ids } = await watch(await room.client(token))
  const other = await openDatabase({
    dataDir: '',
    databaseUrl: room.databaseUrl,
    owner: 'other',
    log: () => {},
  })
  const id = crypto.randomUUID()
  await other.transaction('anon', {}, (tx) => tx.query(...insertion('strategy_call_bookings', booking({ id }))))
  await other.close()
  await expect.poll(ids).toEqual([id])
})

it('reports a new note to realtime clients as an update of its booking', async () => {
  const { token } = await room.person()
  const { heard } = await watch(await room.client(token))
  const id = await room.book()
  await room.asOwner(`insert into notes (booking_id, body) values ($1, 'rings on Monday')`, [id])
  await expect.poll(() => heard.at(-1)).toMatchObject({ eventType: 'UPDATE', new: { id } })
})

it('sends many realtime events in order, and needs only a few transactions to check a member’s read permissions', async () => {
  const { token } = await room.person()
  const client = await room.client(token)
  const [all, other] = [await watch(client), await watch(client, {}, 'second')]
  const before = room.transactions()
  const rows = await room.asOwner<{ id: string }>(
    `insert into strategy_call_bookings (name, email, company, phone, current_challenges, team_size, preferred_time)
     select 'n' || n, 'a@b.example', 'C', '1', 'other', '1', now() + interval '1 day' from generate_series(1, 700) n
     returning id`,
  )
  for (const { ids } of [all, other]) await expect.poll(ids).toEqual(rows.map(({ id }) => id))
  expect(room.transactions() - before).toBeLessThan(20)
})

describe('the realtime service', () => {
  it('[S5] reports a row only to callers who may read it at that moment', async () => {
    const [member, stranger, weak, dismissed] = [
      await room.person(),
      await room.person({ role: null }),
      await room.person({ aal: 'aal1' }),
      await room.person(),
    ]
    const seen = await watch(await room.client(member.token))
    const unseen = await watch(await room.client(stranger.token))
    const half = await watch(await room.client(weak.token))
    const once = await watch(await room.client(dismissed.token))
    expect([unseen.states, half.states]).toEqual([['SUBSCRIBED'], ['SUBSCRIBED']])
    const first = await room.book()
    await expect.poll(once.ids).toEqual([first])
    await room.asOwner('update staff_members set disabled_at = now() where id = $1', [dismissed.sub])
    const second = await room.book()
    await expect.poll(seen.ids).toEqual([first, second])
    await room.asOwner('delete from strategy_call_bookings where id = $1', [second])
    // The third booking has arrived, so the other bookings would have arrived by now.
    const third = await room.book()
    await expect.poll(() => seen.ids().at(-1)).toBe(third)
    expect([unseen.heard, half.heard, once.ids()]).toEqual([[], [], [first]])
  })

  it('sends nothing about a change that hides a row from the caller', async () => {
    const { token } = await room.person()
    await room.asOwner(`create policy "but not these" on strategy_call_bookings as restrictive
      for select to authenticated using (status <> 'spam')`)
    const { ids } = await watch(await room.client(token))
    const id = await room.book()
    await expect.poll(ids).toEqual([id])
    await room.asOwner(`update strategy_call_bookings set status = 'spam' where id = $1`, [id])
    const later = await room.book()
    await expect.poll(ids).toEqual([id, later])
    await room.asOwner('drop policy "but not these" on strategy_call_bookings')
  })

  it.each([
    ['as the API key', async (token: string) => room.client(null, '2.0.0', token)],
    ['beside the publishable key', async (token: string) => room.client(async () => token)],
  ])('applies the policies of service_role to a service token sent %s', async (_, clientWith) => {
    await room.asOwner(`create policy "not these" on strategy_call_bookings as restrictive
      for select to service_role using (name <> 'Secret')`)
    const { heard, states } = await watch(await clientWith(await room.program()))
    expect(states).toEqual(['SUBSCRIBED'])
    await room.book({ name: 'Secret' })
    const id = await room.book()
    await expect.poll(() => heard).toMatchObject([{ new: { id } }])
    await room.asOwner('delete from strategy_call_bookings where id = $1', [id])
    await expect.poll(() => heard.at(-1)).toMatchObject({ eventType: 'DELETE', old: { id } })
    await room.asOwner('drop policy "not these" on strategy_call_bookings')
  })
})

it('ends a realtime channel with an error if changes were missed or could not be read', async () => {
  const { token } = await room.person()
  for (const miss of [
    room.deafen,
    async () => {
      await room.asOwner('revoke select on strategy_call_bookings from authenticated')
      await room.book()
    },
  ]) {
    const { send, heard } = await rawSocket(room.url)
    send(['1', '1', 'realtime:desk', 'phx_join', join(await token())])
    await expect.poll(() => heard).toHaveLength(2)
    await miss()
    const reason = expect.stringContaining('may have been missed')
    await expect.poll(() => heard.at(-1)).toEqual(['1', '1', 'realtime:desk', 'phx_error', { reason }])
  }
  await room.asOwner('grant select on strategy_call_bookings to authenticated')
})

it('closes all realtime sockets when the server stops', async () => {
  const other = await realtimeForTest()
  const { closed } = await rawSocket(other.url)
  await other.close()
  expect(await closed).toBe(1001)
})

it('[P1] logs no personal data or tokens from realtime connections', async () => {
  expect(room.log()).not.toMatch(/eyJ|ada@example|Ada Lovelace/)
})
