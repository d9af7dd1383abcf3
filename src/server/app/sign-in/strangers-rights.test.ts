import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authAppForTest } from '#server/app/testing.ts'
import { invitePerson } from '#server/features/auth-links/service.ts'
import { booking } from '#server/lib/db/rows-testing.ts'

/** Attempts of signed-in people to get more rights. What the auth routes refuse alone: features/auth-*. */
const site = await authAppForTest({ mailEverySeconds: 1 })
afterAll(() => site.close())

type Client = Awaited<ReturnType<typeof site.signedIn>>

const { member, memberTwice } = site

const roleOf = async (id: string) =>
  (await site.test.asOwner<{ role: string }>('select role from staff_members where id = $1', [id]))[0]?.role

/** A call that the client's own methods would not make. */
async function call(
  client: Client,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: object = {},
) {
  const { session } = (await client.auth.getSession()).data
  const answer = await site.app.inject({
    method,
    url: `/auth/v1${path}`,
    headers: {
      authorization: `Bearer ${session?.access_token}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    ...(method !== 'GET' && { payload: JSON.stringify(body) }),
  })
  return [answer.statusCode, answer.json<{ code?: string }>().code]
}

let id: string
beforeAll(async () => {
  id = crypto.randomUUID()
  await site.client().from('strategy_call_bookings').insert(booking({ id }))
})

describe('[S5] the password of an owner without the second factor', () => {
  it('reads and changes nothing in the desk', async () => {
    const { strong, weak } = await memberTwice('owner')
    const looks = async (client: Client) => [
      (await client.from('strategy_call_bookings').select('id').eq('id', id)).data?.length,
      (await client.from('staff_members').select('id')).data?.length === 0,
      (await client.from('strategy_call_bookings').update({ assigned_to: null }).eq('id', id).select('id'))
        .data?.length,
    ]
    expect(await looks(weak)).toEqual([0, true, 0])
    expect(await looks(strong)).toEqual([1, false, 1])
    // No other table gives them more than a stranger gets.
    expect((await weak.from('user_interactions').select()).status).toBe(403)
  })

  it('receives no changes in real time', async () => {
    const { strong, weak } = await memberTwice('owner')
    const wish = { event: '*', schema: 'public', table: 'strategy_call_bookings' } as const
    const listen = async (client: Client) => {
      const heard: unknown[] = []
      await client.realtime.setAuth()
      const channel = client
        .channel('desk')
        .on('postgres_changes', wish, (change) => void heard.push(change.new))
      const state = await new Promise<string>((resolve) => channel.subscribe((status) => resolve(status)))
      return { heard, state }
    }
    const [theirs, own] = [await listen(weak), await listen(strong)]
    expect(own.state).toBe('SUBSCRIBED')
    for (const _round of [1, 2]) await site.client().from('strategy_call_bookings').insert(booking())
    // The other client has received both events, so that this one would have received one by now.
    await expect.poll(() => own.heard.length).toBe(2)
    expect(theirs.heard).toEqual([])
    for (const client of [strong, weak]) await client.realtime.disconnect()
  })
})

describe('a viewer', () => {
  it('cannot change roles in the table of members', async () => {
    const { strong, id: own } = await member('viewer')
    const owner = await member('owner')
    const table = () => strong.from('staff_members')
    await table().update({ role: 'owner' }).eq('id', own)
    await table().update({ role: 'viewer' }).eq('id', owner.id)
    await table().update({ disabled_at: new Date().toISOString() }).eq('id', owner.id)
    expect((await table().insert({ id: own, role: 'owner' })).status).toBe(403)
    expect((await table().upsert({ id: own, role: 'owner' })).status).toBe(403)
    expect((await table().delete().eq('id', owner.id)).status).toBe(403)
    expect([await roleOf(own), await roleOf(owner.id)]).toEqual(['viewer', 'owner'])
    // An owner may change the role of others, but not their own.
    await owner.strong.from('staff_members').update({ role: 'agent' }).eq('id', own)
    await owner.strong.from('staff_members').update({ role: 'viewer' }).eq('id', owner.id)
    expect([await roleOf(own), await roleOf(owner.id)]).toEqual(['agent', 'owner'])
  })

  it('gets no rights by changing their own account', async () => {
    const { strong, id: own } = await member('viewer')
    expect(await call(strong, 'PUT', '/user', { app_metadata: { role: 'owner' } })).toEqual([
      403,
      'not_admin',
    ])
    for (const body of [
      { role: 'service_role' },
      { aud: 'service_role', id: crypto.randomUUID(), is_super_admin: true },
      { data: { role: 'service_role', aal: 'aal2', app_metadata: { role: 'owner' }, staff_role: 'owner' } },
      { user_metadata: { role: 'owner' } },
      { raw_app_meta_data: { role: 'owner' } },
    ])
      await call(strong, 'PUT', '/user', body)
    await strong.auth.refreshSession()
    const { access_token = '' } = (await strong.auth.getSession()).data.session ?? {}
    const claims = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({
      sub: own,
      role: 'authenticated',
      aud: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    })
    const bookings = strong.from('strategy_call_bookings')
    const changed = await bookings.update({ assigned_to: own }).eq('id', id).select('id')
    expect([changed.data, await roleOf(own)]).toEqual([[], 'viewer'])
    // A status changes only by the function that checks it.
    expect((await bookings.update({ status: 'spam' }).eq('id', id)).status).toBe(403)
  })

  it('accepts an invitation only with its role', async () => {
    const email = 'viewer@example.com'
    const { user } = await invitePerson(site.auth, { email, role: 'viewer' })
    const link = new URL(/https?:\/\/\S+/.exec(site.letter(email).text)?.[0] ?? '')
    const form = new URLSearchParams(link.search)
    const claimed = {
      role: 'owner',
      'data[role]': 'owner',
      data: '{"role":"owner"}',
      app_metadata: '{}',
      id: user.id,
    }
    for (const [name, value] of Object.entries({ ...claimed, password: 'a long row of words' }))
      form.set(name, value)
    const answer = await site.app.inject({
      method: 'POST',
      url: '/account/confirm?role=owner',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      payload: form.toString(),
    })
    expect([answer.statusCode, await roleOf(user.id)]).toEqual([303, 'viewer'])
    const client = await site.signedIn({ email, password: 'a long row of words' })
    expect((await client.auth.getUser()).data.user?.app_metadata).toEqual({
      provider: 'email',
      providers: ['email'],
    })

    // The API refuses the used link too.
    const again = await site.app.inject({
      method: 'POST',
      url: '/auth/v1/verify',
      headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
      payload: JSON.stringify({ type: 'invite', token_hash: form.get('token'), role: 'owner' }),
    })
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([403, 'otp_expired'])
  })

  it('[S8] loses access at once when stopped', async () => {
    const { strong, id: own } = await member('agent')
    const rows = async () =>
      (await strong.from('strategy_call_bookings').select('id').eq('id', id)).data?.length
    expect(await rows()).toBe(1)
    await site.test.asOwner('update staff_members set disabled_at = now() where id = $1', [own])
    expect(await rows()).toBeUndefined()
    expect(await call(strong, 'GET', '/user')).toEqual([403, 'session_not_found'])
    expect((await strong.auth.refreshSession()).error?.status).toBe(400)
  })
})
