import type { AddressInfo } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { booking, message } from '#server/lib/db/visitor-rows.ts'
import { appForTest, publishableKey } from './testing.ts'

const running = await appForTest()
await running.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = running.app.server.address() as AddressInfo
// Node 20 has no WebSocket of its own and the client insists on one, though nothing here uses it.
const client = createClient(`http://127.0.0.1:${port}`, publishableKey, {
  auth: { persistSession: false },
  realtime: { transport: WebSocket as never },
})
afterAll(() => running.close())

it('inserts one row, and many', async () => {
  const one = await client.from('strategy_call_bookings').insert(booking())
  expect([one.error, one.status]).toEqual([null, 201])
  const { message: _, ...short } = booking()
  const many = await client.from('strategy_call_bookings').insert([booking(), short], { count: 'exact' })
  expect([many.error, many.status, many.count]).toEqual([null, 201, 2])
  expect((await client.from('contact_messages').insert(message())).status).toBe(201)
})

it('hears why a row is refused', async () => {
  const { error, status } = await client.from('strategy_call_bookings').insert(booking({ email: 'nobody' }))
  expect([status, error?.code, error?.hint]).toEqual([400, '23514', 'email must look like name@example.com'])
  const id = crypto.randomUUID()
  await client.from('contact_messages').insert(message({ id }))
  const again = await client.from('contact_messages').insert(message({ id }))
  expect([again.status, again.error?.code]).toEqual([409, '23505'])
})

it('reads, changes and deletes nothing', async () => {
  const table = () => client.from('strategy_call_bookings')
  for (const attempt of [
    table().select(),
    table().select('id', { count: 'exact', head: true }),
    table().insert(booking()).select(),
    table().upsert(booking({ id: crypto.randomUUID() })),
    table().update({ name: 'Mallory' }).neq('name', ''),
    table().delete().neq('name', ''),
  ]) {
    const { data, status } = await attempt
    expect([data, status]).toEqual([null, 401])
  }
})
