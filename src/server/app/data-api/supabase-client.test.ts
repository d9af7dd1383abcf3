import type { AddressInfo } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { appForTest, publishableKey } from '#server/app/testing.ts'
import { booking, message } from '#server/lib/db/rows-testing.ts'
import { ada, bob, claimsOf, notes } from '#server/lib/rest/testing.ts'

const running = await appForTest()
await running.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = running.app.server.address() as AddressInfo
const clientWith = (options: object) =>
  createClient(`http://127.0.0.1:${port}`, publishableKey, {
    ...options,
    // Node 20 has no WebSocket. The client requires a WebSocket, although this test never opens one.
    realtime: { transport: WebSocket as never },
  })
const client = clientWith({ auth: { persistSession: false } })
afterAll(() => running.close())

describe('a visitor', () => {
  it('inserts one booking, several bookings at once, and a message', async () => {
    const one = await client.from('strategy_call_bookings').insert(booking())
    expect([one.error, one.status]).toEqual([null, 201])
    const { message: _, ...short } = booking()
    const many = await client.from('strategy_call_bookings').insert([booking(), short], { count: 'exact' })
    expect([many.error, many.status, many.count]).toEqual([null, 201, 2])
    expect((await client.from('contact_messages').insert(message())).status).toBe(201)
  })

  it('receives the reason if a row is refused', async () => {
    const { error, status } = await client.from('strategy_call_bookings').insert(booking({ email: 'nobody' }))
    expect([status, error?.code, error?.hint]).toEqual([400, '23514', 'email must look like name@example.com'])
    const denied = await client.from('strategy_call_bookings').select()
    expect([denied.status, denied.error?.code]).toEqual([401, '42501'])
  })

  it('cannot broadcast over HTTP, and gets a hint to use the WebSocket', async () => {
    const channel = client.realtime.channel('lobby')
    expect(await channel.send({ type: 'broadcast', event: 'cursor', payload: { x: 1 } })).toBe('error')
    await expect(channel.httpSend('cursor', { x: 1 })).rejects.toThrow(
      'Only WebSocket connections are supported, at /realtime/v1/websocket. Channels carry postgres_changes of',
    )
  })
})

describe('a signed-in user', async () => {
  await running.test.asOwner(notes)
  const clientOf = async (sub: string, change: object = {}) => {
    const token = await running.auth.keys.sign(claimsOf(sub, change), 600)
    return clientWith({ accessToken: async () => token })
  }
  const hers = await clientOf(ada)
  const his = await clientOf(bob, { aal: 'aal2' })

  it('reads their own rows', async () => {
    const all = await hers.from('notes').select('id, words:title, place:data->city->>name').order('id')
    expect([all.error, all.status, all.data]).toEqual([
      null,
      200,
      [
        { id: 1, words: 'alpha', place: 'Paris' },
        { id: 2, words: 'beta, "quoted"', place: 'Rome' },
        { id: 3, words: 'gamma (2)', place: null },
      ],
    ])
    expect((await his.from('notes').select('title')).data).toEqual([{ title: 'delta' }])
    const found = await hers
      .from('notes')
      .select('id')
      .in('title', ['beta, "quoted"', 'gamma (2)'])
      .or('score.gt.1,title.like.gamma*')
      .not('id', 'eq', 2)
    expect(found.data).toEqual([{ id: 3 }])
  })

  it('reads a page of rows, a count and a single row', async () => {
    const page = await hers.from('notes').select('id', { count: 'exact' }).order('id').range(1, 1)
    expect([page.status, page.count, page.data]).toEqual([206, 3, [{ id: 2 }]])
    const counted = await hers.from('notes').select('*', { count: 'exact', head: true }).gt('id', 1)
    expect([counted.status, counted.count, counted.data]).toEqual([200, 2, null])
    expect((await hers.from('notes').select('id').eq('id', 1).single()).data).toEqual({ id: 1 })
    const none = await hers.from('notes').select('id').eq('id', 4).single()
    expect([none.error?.code, none.error?.details]).toEqual(['PGRST116', 'The result contains 0 rows'])
    const missing = await hers.from('notes').select('id').eq('id', 4).maybeSingle()
    expect([missing.error, missing.data]).toEqual([null, null])
  })

  it('can insert, change and delete only their own rows', async () => {
    const made = await hers
      .from('notes')
      .insert({ title: 'new', tags: ['x'] })
      .select('id, owner')
      .single()
    expect([made.status, made.data?.owner]).toEqual([201, ada])
    const silent = await hers.from('notes').update({ score: 4 }).eq('title', 'new')
    expect([silent.error, silent.status, silent.data]).toEqual([null, 204, null])
    const merged = await hers
      .from('notes')
      .upsert({ id: made.data?.id, title: 'renamed' }, { count: 'exact' })
      .select('title')
    expect([merged.error, merged.status, merged.data]).toEqual([null, 200, [{ title: 'renamed' }]])
    const options = { onConflict: 'title', ignoreDuplicates: true, defaultToNull: false }
    expect((await hers.from('notes').upsert({ title: 'renamed' }, options).select()).data).toEqual([])
    const theirs = await his.from('notes').update({ score: 0 }).gt('id', 0).neq('title', 'delta').select()
    expect([theirs.error, theirs.data]).toEqual([null, []])
    const gone = await hers.from('notes').delete({ count: 'exact' }).eq('title', 'renamed')
    expect([gone.status, gone.count]).toEqual([204, 1])
  })

  it('calls database functions', async () => {
    expect((await hers.rpc('add', { a: 1, b: 2 })).data).toBe(3)
    expect((await hers.rpc('pair', { items: ['x', 'y'] }, { get: true })).data).toEqual({
      first: 'x',
      amount: 2,
    })
    const rows = await hers.rpc('own_notes', {}, { count: 'exact' }).select('id').gt('id', 1).order('id').limit(1)
    expect([rows.error, rows.count, rows.data]).toEqual([null, 2, [{ id: 2 }]])
    const filter = { city: { name: 'Rome' } }
    const posted = await hers.rpc('tagged', { filter }, { head: true, count: 'exact' })
    expect([posted.error, posted.count, posted.data]).toEqual([null, 1, null])
    const file = await hers.rpc('own_notes').select('id').lt('id', 3).order('id').csv()
    expect([file.error, file.data]).toEqual([null, 'id\r\n1\r\n2\r\n'])
    expect([(await hers.rpc('level')).data, (await his.rpc('level')).data]).toEqual(['aal1', 'aal2'])
  })
})
