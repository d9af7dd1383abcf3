import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, it } from 'vitest'
import { expectRefused, key, realtimeForTest, subscribed, watch } from './testing.ts'

const room = await realtimeForTest()
afterAll(() => room.close())
const stranger = await room.person({ role: null })
const remove = (id: string) => room.asOwner('delete from staff_members where id = $1', [id])

type Member = Awaited<ReturnType<typeof room.person>>
type OpenedRow = Awaited<ReturnType<typeof opened>>
type Scene = { ben: Member; adas: OpenedRow; bens: OpenedRow }

/** Opens a row with the client. `here` returns the members who have it open, with true for a member who is typing. */
async function openRow(client: SupabaseClient, id: string, config = {}) {
  const channel = client
    .channel(`presence:strategy_call_bookings:${id}`, { config })
    .on('presence', { event: 'sync' }, () => {})
  const here = () => {
    const state = Object.entries(channel.presenceState<{ typing: boolean }>())
    return Object.fromEntries(state.map(([member, metas]) => [member, metas.map(({ typing }) => typing)]))
  }
  return { ...(await subscribed(channel)), here }
}

async function opened(person: Member, id: string, vsn?: string) {
  const client = await room.client(person.token, vsn)
  const row = await openRow(client, id)
  expect(await row.channel.track({ typing: false })).toBe('ok')
  return { ...row, client }
}

describe('realtime presence', () => {
  it.each(['1.0.0', '2.0.0'])('shows who has a row open and who is typing, each member once (%s)', async (vsn) => {
    const [ada, ben, id] = [await room.person(), await room.person(), await room.book()]
    const [adas, bens] = [await opened(ada, id, vsn), await opened(ben, id, vsn)]
    const both = { [ada.sub]: [false], [ben.sub]: [false] }
    for (const { here } of [adas, bens]) await expect.poll(here).toEqual(both)
    const second = await opened(ben, id, vsn)
    await bens.channel.track({ typing: true })
    for (const { here } of [adas, bens, second]) await expect.poll(here).toEqual({ ...both, [ben.sub]: [true] })
    await bens.channel.untrack()
    for (const { here } of [adas, bens]) await expect.poll(here).toEqual(both)
    const elsewhere = await opened(ada, await room.book(), vsn)
    await expect.poll(elsewhere.here).toEqual({ [ada.sub]: [false] })
  })

  it('identifies a member by the token, and refuses every other entry of a payload', async () => {
    const [ada, ben, id] = [await room.person(), await room.person(), await room.book()]
    const { channel, here } = await opened(ada, id)
    const refused = [{}, { typing: 'yes' }, { typing: true, key: ben.sub }, { typing: true, user_id: ben.sub }]
    for (const payload of refused) expect(await channel.track(payload)).toBe('error')
    const forged = { type: 'presence', event: 'track', payload: { typing: true }, key: ben.sub } as const
    expect(await channel.send(forged)).toBe('error')
    await expect.poll(here).toEqual({ [ada.sub]: [false] })
    const bens = await openRow(await room.client(ada.token), id, { presence: { key: ben.sub } })
    await expectRefused(bens, "'config.presence.key': not supported")
  })

  it.each([
    ['leaves', ({ bens }: Scene) => bens.channel.unsubscribe()],
    ['disconnects', ({ bens }: Scene) => bens.client.realtime.disconnect()],
    ['has an expired token', async () => room.later(31_000)],
    // The rights of all who have the row open are checked before a change is sent.
    ['is signed out', ({ ben, adas }: Scene) => ben.endSession().then(() => adas.channel.track({ typing: true }))],
    ['is removed', ({ ben, adas }: Scene) => remove(ben.sub).then(() => adas.channel.track({ typing: true }))],
    ['sends another token', async ({ bens }: Scene) => bens.client.realtime.setAuth(await stranger.token())],
  ])('[S8] no longer shows a member who %s', async (_, end) => {
    const [ada, ben, id] = [await room.person(), await room.person({ seconds: 30 }), await room.book()]
    const [adas, bens] = [await opened(ada, id), await opened(ben, id)]
    const members = () => Object.keys(adas.here())
    await expect.poll(members).toHaveLength(2)
    // A later change arrives after all earlier messages, so the next message is about the end.
    const { ids } = await watch(adas.client)
    const booked = await room.book()
    await expect.poll(ids).toEqual([booked])
    await end({ ben, adas, bens })
    await expect.poll(members).toEqual([ada.sub])
  })

  it('[A5] requires an active member with a second factor who can read the row', async () => {
    const id = await room.book()
    const noRow = 'The row does not exist, or you are not a member who may read it'
    const weak = await room.person({ aal: 'aal1' })
    const member = await room.client((await room.person()).token)
    for (const { token } of [weak, stranger]) await expectRefused(await openRow(await room.client(token), id), noRow)
    await expectRefused(await openRow(await room.client(null, '2.0.0', await room.program()), id), noRow)
    await expectRefused(await openRow(member, crypto.randomUUID()), noRow)
    await expectRefused(await openRow(member, `${id}:x`), "'config.presence.enabled': not supported")
    const { states } = await openRow(await room.client(async () => key), id)
    expect(states).toEqual(['CHANNEL_ERROR: Watching public.strategy_call_bookings requires an access token'])
  })
})
