import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authAppForTest } from '#server/app/testing.ts'
import { invitePerson } from '#server/features/auth-admin/service.ts'
import { booking } from '#server/lib/db/rows-testing.ts'
import { everyRow } from '#shared/lib/rows-testing.ts'

/** What a signed-in person tries who wants more rights. */
const site = await authAppForTest({ mailEverySeconds: 1 })
afterAll(() => site.close())

type Client = Awaited<ReturnType<typeof site.signedIn>>

const { member, memberTwice } = site

const roleOf = async (id: string) =>
  (await site.test.asOwner<{ role: string }>('select role from staff_members where id = $1', [id]))[0]?.role

const refusal = ({ error }: { error: object | null }) => {
  const { status, code } = (error ?? {}) as { status?: number; code?: string }
  return [status, code]
}

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

describe('with the password of an owner and without their second factor', () => {
  it('reads and changes nothing at the desk', async () => {
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

  it('hears nothing of what comes in', async () => {
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

  it('makes, removes and replaces no second factor', async () => {
    const { strong, weak, factorId } = await memberTwice('owner')
    expect(refusal(await weak.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' }))).toEqual([
      403,
      'insufficient_aal',
    ])
    expect(refusal(await weak.auth.mfa.unenroll({ factorId }))).toEqual([422, 'insufficient_aal'])
    expect((await call(strong, 'POST', '/factors/recovery-codes'))[0]).toBe(200)
    for (const [method, path] of [
      ['POST', '/factors/recovery-codes'],
      ['POST', '/factors/recovery-codes/regenerate'],
      ['DELETE', '/factors/recovery-codes'],
    ] as const)
      expect([path, await call(weak, method, path)]).toEqual([path, [403, 'insufficient_aal']])
  })

  it('sets no password and no address', () =>
    everyRow(
      [
        ['a password', { password: 'words that nobody else knows' }],
        ['an address', { email: 'mallory@example.com' }],
      ],
      async ([, change]) => {
        const { weak, strong } = await memberTwice('owner')
        expect(refusal(await weak.auth.updateUser(change))).toEqual([401, 'insufficient_aal'])
        expect((await strong.auth.getUser()).error).toBeNull()
      },
    ))

  it('comes no higher by a refresh, or by the factor of somebody else', async () => {
    const { weak, factorId } = await memberTwice('owner')
    await weak.auth.refreshSession()
    const level = async () => (await weak.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel
    expect(await level()).toBe('aal1')
    const other = await member('viewer')
    const code = site.code(other.secret)
    expect((await weak.auth.mfa.challengeAndVerify({ factorId: other.factorId, code })).error?.status).toBe(
      404,
    )
    // A challenge of their own factor, answered with the code of another person's.
    expect(
      refusal(await weak.auth.mfa.challengeAndVerify({ factorId, code: site.code(other.secret) })),
    ).toEqual([422, 'mfa_verification_failed'])
    const theirs = (await other.strong.auth.mfa.challenge({ factorId: other.factorId })).data?.id ?? ''
    const across = await weak.auth.mfa.verify({
      factorId,
      challengeId: theirs,
      code: site.code(other.secret),
    })
    expect(refusal(across)).toEqual([422, 'mfa_factor_not_found'])
    expect(await level()).toBe('aal1')
  })

  it('gets nothing by a code that was used, or is old', async () => {
    const owner = await member('owner')
    const { strong, factorId, secret } = owner
    const spent = site.code(secret)
    expect((await strong.auth.mfa.challengeAndVerify({ factorId, code: spent })).error).toBeNull()
    // This session begins only now, since a new second factor ends the sessions that have none.
    const weak = await site.signedIn(owner)
    const attempt = async (code: string) =>
      refusal(await weak.auth.mfa.challengeAndVerify({ factorId, code }))
    expect(await attempt(spent)).toEqual([422, 'mfa_verification_failed'])
    const old = site.code(secret)
    site.later(90_000)
    expect(await attempt(old)).toEqual([422, 'mfa_verification_failed'])
    expect(await attempt(site.code(secret))).toEqual([undefined, undefined])
  })
})

describe('who was invited to look', () => {
  it('does not become more in the table of the staff', async () => {
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

  it('does not become more by what they say of themselves', async () => {
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

  it('invites nobody', async () => {
    const { strong } = await member('viewer')
    const email = 'friend@example.com'
    const invitation = { email, data: { role: 'owner' } }
    expect(await call(strong, 'POST', '/invite', invitation)).toEqual([403, 'not_admin'])
    expect(site.letters.filter(({ to }) => to === email)).toEqual([])
  })

  it('accepts the invitation and no other role', async () => {
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

  it('and was stopped, is stopped at once', async () => {
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
