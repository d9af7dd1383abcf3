import { afterAll, describe, expect, it } from 'vitest'
import { key, rawSocket, realtimeForTest, subscribed, watch } from './testing.ts'

const room = await realtimeForTest()
afterAll(() => room.close())

describe('a program with a service token', () => {
  it.each([
    ['as its key', async (token: string) => room.client(null, '2.0.0', token)],
    ['beside the publishable key', async (token: string) => room.client(async () => token)],
  ])('hears all that its role may read, deletions too: %s', async (_, clientWith) => {
    const { heard, states } = await watch(await clientWith(await room.program()))
    expect(states).toEqual(['SUBSCRIBED'])
    const id = await room.book({ phone: '+1 555 0100', message: 'Ring me' })
    await expect.poll(() => heard).toHaveLength(1)
    // These columns are not granted to the team.
    expect(heard[0]?.new).toMatchObject({ id, phone: '+1 555 0100', message: 'Ring me' })
    await room.asOwner(`update strategy_call_bookings set status = 'spam' where id = $1`, [id])
    await room.asOwner('delete from strategy_call_bookings where id = $1', [id])
    await expect.poll(() => heard.at(-1)).toMatchObject({ eventType: 'DELETE', old: { id } })
  })

  it('hears by its policies and grants, and no more', async () => {
    const token = await room.program()
    await room.asOwner(`create policy "not these" on strategy_call_bookings as restrictive
      for select to service_role using (name <> 'Secret')`)
    const { ids } = await watch(await room.client(null, '2.0.0', token))
    await room.book({ name: 'Secret' })
    const id = await room.book()
    await expect.poll(ids).toEqual([id])
    await room.asOwner('drop policy "not these" on strategy_call_bookings')
    await room.asOwner('revoke select on contact_messages from service_role')
    const { states } = await watch(await room.client(null, '2.0.0', token), { table: 'contact_messages' })
    expect(states).toEqual(['CHANNEL_ERROR: No right to read public.contact_messages'])
  })

  it('hears no longer than its token lasts, and a newer one goes on', async () => {
    const short = await watch(await room.client(null, '2.0.0', await room.program(30)))
    const client = await room.client(null, '2.0.0', await room.program(30))
    const renewed = await watch(client)
    await client.realtime.setAuth(await room.program(600))
    // Messages of one socket are answered in order: this answer shows that the new token was accepted.
    await subscribed(client.channel('after it'))
    room.later(31_000)
    await expect.poll(() => short.said.at(-1)?.message).toBe('The access token has expired')
    const id = await room.book()
    await expect.poll(renewed.ids).toEqual([id])
    expect(short.ids()).toEqual([])
    expect(renewed.states).toEqual(['SUBSCRIBED'])
  })

  it('speaks for whoever its channel brings a token of, as at the data API', async () => {
    const stranger = await room.person({ role: null })
    const token = await room.program()
    const { send, heard } = await rawSocket(room.url, `apikey=${token}&vsn=2.0.0`)
    const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'strategy_call_bookings' }] }
    send(['1', '1', 'realtime:theirs', 'phx_join', { access_token: await stranger.token(), config }])
    send(['2', '2', 'realtime:nobodys', 'phx_join', { access_token: key, config }])
    send(['3', '3', 'realtime:own', 'phx_join', { config }])
    // The stranger's and the program's join each get a reply and a system message; the one with the key gets a refusal.
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
})

describe('a token in the place of the key', () => {
  it('opens a socket to programs alone, while it lasts', async () => {
    const person = await room.person()
    const program = await room.program()
    for (const [token, opened] of [
      [program, 'open'],
      [await person.token(), 401],
      [await room.program(600, { role: 'anon' }), 401],
      [await room.program(-1), 401],
      [program.slice(0, -4).concat('AAAA'), 401],
    ] as const) {
      expect((await rawSocket(room.url, `apikey=${token}&vsn=2.0.0`)).opened).toBe(opened)
    }
  })

  it('is answered when nobody can say whether it still counts', async () => {
    const verify = room.keys.verify.bind(room.keys)
    room.keys.verify = () => Promise.reject(new Error('the database is away'))
    expect((await rawSocket(room.url, `apikey=${await room.program()}&vsn=2.0.0`)).opened).toBe(503)
    room.keys.verify = verify
    expect(room.log()).toContain('the key of a realtime client could not be checked')
  })
})
