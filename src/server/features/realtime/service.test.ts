import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { rawSocket, realtimeForTest, subscription, watch } from './testing.ts'

const room = await realtimeForTest()
afterAll(() => room.close())

it.each(['1.0.0', '2.0.0'])('tells a person at the desk of what is made and changed (%s)', async (vsn) => {
  const { token } = await room.person()
  const { heard, said, states } = await watch(await room.client(token, vsn))
  expect(states).toEqual(['SUBSCRIBED'])
  await expect.poll(() => said).toEqual([expect.objectContaining({ message: 'Subscribed to PostgreSQL' })])
  const id = await room.book({ fill_seconds: 12.5, name: 'Grace' })
  await expect.poll(() => heard).toHaveLength(1)
  expect(heard[0]).toEqual({
    schema: 'public',
    table: 'strategy_call_bookings',
    commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    eventType: 'INSERT',
    new: expect.objectContaining({ id, name: 'Grace', status: 'new', confirmed: null }),
    old: {},
    errors: null,
  })
  // Columns that are read only row by row, with a record in the log, are not published.
  for (const column of ['phone', 'message', 'monthly_revenue', 'fill_seconds', 'budget_note', 'session_id'])
    expect(heard[0]?.new).not.toHaveProperty(column)
  await room.asOwner(`update strategy_call_bookings set status = 'cancelled' where id = $1`, [id])
  await expect.poll(() => heard).toHaveLength(2)
  expect(heard[1]).toMatchObject({ eventType: 'UPDATE', new: { id, status: 'cancelled' }, old: { id } })
})

it('hears what another process did', async () => {
  const { token } = await room.person()
  const { ids } = await watch(await room.client(token))
  const other = await openDatabase({
    dataDir: '',
    databaseUrl: room.databaseUrl,
    owner: 'other',
    log: () => {},
  })
  const id = crypto.randomUUID()
  await other.transaction('anon', {}, (tx) =>
    tx.query(...insertion('strategy_call_bookings', booking({ id }))),
  )
  await other.close()
  await expect.poll(ids).toEqual([id])
})

it('tells nothing to who may not read it, and decides anew for each row', async () => {
  const [desk, stranger, dismissed] = [
    await room.person(),
    await room.person({ role: null }),
    await room.person(),
  ]
  const seen = await watch(await room.client(desk.token))
  const unseen = await watch(await room.client(stranger.token))
  const once = await watch(await room.client(dismissed.token))
  expect(unseen.states).toEqual(['SUBSCRIBED'])
  const first = await room.book()
  await expect.poll(once.ids).toEqual([first])
  await room.asOwner('update staff_members set disabled_at = now() where id = $1', [dismissed.sub])
  const second = await room.book()
  await expect.poll(seen.ids).toEqual([first, second])
  // The third booking arrived, so the others would have arrived by now.
  const third = await room.book()
  await expect.poll(seen.ids).toEqual([first, second, third])
  expect([unseen.ids(), once.ids()]).toEqual([[], [first]])
})

it('tells of a note as news of what it is about, without a word of it, to who may see that', async () => {
  const [desk, stranger] = [await room.person(), await room.person({ role: null })]
  const { heard } = await watch(await room.client(desk.token))
  const unseen = await watch(await room.client(stranger.token))
  const id = await room.book()
  await expect.poll(() => heard).toHaveLength(1)
  await room.asOwner(`insert into notes (booking_id, body) values ($1, 'rings on Monday')`, [id])
  await expect.poll(() => heard.at(-1)).toMatchObject({ eventType: 'UPDATE', new: { id }, old: { id } })
  expect(JSON.stringify(heard)).not.toContain('rings on Monday')
  expect(unseen.heard).toEqual([])
})

it('tells who works at the desk that a row is gone, and which, and nobody else', async () => {
  const [desk, stranger] = [await room.person(), await room.person({ role: null })]
  const { heard } = await watch(await room.client(desk.token))
  const only = await watch(await room.client(desk.token), { event: 'DELETE' }, 'only')
  const filtered = await watch(await room.client(desk.token), { filter: 'status=eq.new' }, 'filtered')
  const unseen = await watch(await room.client(stranger.token))
  const visitor = await watch(await room.client(null))
  const id = await room.book({ name: 'Grace' })
  await room.asOwner('delete from strategy_call_bookings where id = $1', [id])
  await expect.poll(() => heard.at(-1)?.eventType).toBe('DELETE')
  expect(heard.at(-1)).toMatchObject({ eventType: 'DELETE', new: {}, old: { id } })
  expect(JSON.stringify(heard.at(-1))).not.toContain('Grace')
  const later = await room.book()
  await expect.poll(() => filtered.heard.at(-1)?.new.id).toBe(later)
  expect(filtered.heard.map(({ eventType }) => eventType)).not.toContain('DELETE')
  expect(only.heard.map(({ old }) => old)).toEqual([{ id }])
  expect([unseen.heard, visitor.heard]).toEqual([[], []])
})

it('says nothing of a change that takes the row out of sight', async () => {
  const { token } = await room.person()
  await room.asOwner(`create policy "but not these" on strategy_call_bookings as restrictive
    for select to authenticated using (status <> 'spam')`)
  const { heard } = await watch(await room.client(token))
  const id = await room.book()
  await expect.poll(() => heard).toHaveLength(1)
  await room.asOwner(`update strategy_call_bookings set status = 'spam' where id = $1`, [id])
  const later = await room.book()
  await expect.poll(() => heard.at(-1)?.new.id).toBe(later)
  expect(heard).toHaveLength(2)
  await room.asOwner('drop policy "but not these" on strategy_call_bookings')
})

it('ends a channel with an error when something may have been missed, or could not be read', async () => {
  const { token } = await room.person()
  for (const miss of [
    room.deafen,
    async () => {
      await room.asOwner('revoke select on strategy_call_bookings from authenticated')
      await room.book()
    },
  ]) {
    const { send, heard } = await rawSocket(room.url)
    const config = { postgres_changes: [subscription()] }
    send(['1', '1', 'realtime:desk', 'phx_join', { access_token: await token(), config }])
    await expect.poll(() => heard).toHaveLength(2)
    await miss()
    const reason = expect.stringContaining('may have been missed')
    await expect.poll(() => heard.at(-1)).toEqual(['1', '1', 'realtime:desk', 'phx_error', { reason }])
  }
  await room.asOwner('grant select on strategy_call_bookings to authenticated')
})

it('says goodbye to everybody when it stops', async () => {
  const other = await realtimeForTest()
  const { closed } = await rawSocket(other.url)
  await other.close()
  expect(await closed).toBe(1001)
})

it('logs nothing that is anybody’s', async () => {
  expect(room.log()).not.toMatch(/eyJ|ada@example|Ada Lovelace/)
})
