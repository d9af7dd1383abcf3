import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { redeemLink } from '#server/features/auth-codes/service.ts'
import { upsertIdentity } from '#server/features/auth-users/service.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { nameless } from '#server/lib/auth/testing.ts'
import { invitePerson } from './service.ts'
import { adminForTest, password } from './testing.ts'

const room = await adminForTest()
afterAll(() => room.close())
beforeEach(() => {
  room.letters.length = 0
  room.time.now += 3_600_000
})

const linkIn = (text: string | undefined) => new URL(/https:\S+/.exec(text ?? '')?.[0] ?? '')
const tokenIn = (text: string | undefined) => linkIn(text).searchParams.get('token') ?? ''
const accept = (token: string, secret?: string) =>
  redeemLink(room.context, {
    token,
    type: 'invite',
    redirectTo: null,
    client: nameless,
    ...(secret !== undefined && { password: secret }),
  })

describe('POST /invite', () => {
  it('makes an account that is nothing at the desk, and mails a link to the site', async () => {
    const invited = await room.admin('POST', '/invite', { email: 'Ida@example.com', data: { name: 'Ida' } })
    expect(invited).toMatchObject({ status: 200, email: 'ida@example.com', user_metadata: { name: 'Ida' } })
    expect(invited.invited_at).toBe(new Date(room.time.now).toISOString())
    expect(invited.email_confirmed_at).toBeUndefined()
    expect(await room.staffRole(invited.id ?? '')).toBeNull()
    expect(room.letters).toMatchObject([{ kind: 'invite', to: 'ida@example.com' }])
    const link = linkIn(room.letters[0]?.text)
    expect(link.origin + link.pathname).toBe('https://site.example/account/confirm')
    expect(Object.fromEntries(link.searchParams)).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/) as string,
      type: 'invite',
      redirect_to: 'https://site.example/desk/',
    })
    expect(JSON.stringify(invited)).not.toContain(tokenIn(room.letters[0]?.text))
  })

  it('names no role, whatever the body says', async () => {
    const body = {
      email: 'eve@example.com',
      role: 'owner',
      data: { role: 'owner' },
      app_metadata: { role: 'owner' },
    }
    const { id, role, app_metadata } = await room.admin('POST', '/invite', body)
    expect([await room.staffRole(id ?? ''), role]).toEqual([null, 'authenticated'])
    expect(app_metadata).toEqual({ provider: 'email', providers: ['email'] })
  })

  it('mails again who has not accepted; the older link is void, and a minute has to pass', async () => {
    const first = await room.admin('POST', '/invite', { email: 'late@example.com' })
    expect((await room.admin('POST', '/invite', { email: 'late@example.com' })).code).toBe(
      'over_email_send_rate_limit',
    )
    room.time.now += 60_000
    const again = await room.admin('POST', '/invite', { email: 'LATE@example.com' })
    expect([again.status, again.id]).toEqual([200, first.id])
    const [older, newer] = room.letters.map(({ text }) => tokenIn(text))
    const refused = await accept(older ?? '', password)
    expect(JSON.stringify(refused)).toContain('otp_expired')
    expect(JSON.stringify(await accept(newer ?? '', password))).toContain('access_token')
  })

  it('refuses who has an account', async () => {
    const { email } = await room.person()
    const refused = await room.admin('POST', '/invite', { email })
    expect([refused.status, refused.code]).toEqual([422, 'email_exists'])
    expect((await room.admin('POST', '/invite', { email: 'nobody' })).code).toBe('validation_failed')
    expect(room.letters).toEqual([])
  })

  it('waits three days', async () => {
    await room.admin('POST', '/invite', { email: 'slow1@example.com' })
    await room.admin('POST', '/invite', { email: 'slow2@example.com' })
    const [one, other] = room.letters.map(({ text }) => tokenIn(text))
    room.time.now += 72 * 3_600_000 - 1
    expect(JSON.stringify(await accept(one ?? '', password))).toContain('access_token')
    room.time.now += 1
    expect(JSON.stringify(await accept(other ?? '', password))).toContain('otp_expired')
  })

  it('takes over nothing that a stranger left at the address', async () => {
    const { id } = await room.person('vic@example.com', false)
    await decide(room.context.database, (tx) =>
      upsertIdentity(
        tx,
        {
          user_id: id,
          provider: 'acme',
          provider_id: 'stranger',
          identity_data: { email: 'vic@example.com' },
        },
        new Date(room.time.now),
      ),
    )
    const invited = await room.admin('POST', '/invite', { email: 'vic@example.com' })
    expect(invited).toMatchObject({ id, app_metadata: { provider: 'email', providers: ['email'] } })
    expect(invited.identities).toHaveLength(1)
    await accept(tokenIn(room.letters[0]?.text))
    expect(await room.hasPassword(id, password)).toBe(false)
  })
})

describe('an invitation by the operator', () => {
  it('says what the person will be, and gives the link', async () => {
    const { link, user } = await invitePerson(room.context, { email: 'olga@example.com', role: 'owner' })
    expect(await room.staffRole(user.id)).toBe('owner')
    expect(link).toBe(linkIn(room.letters[0]?.text).href)
    const accepted = JSON.stringify(await accept(tokenIn(room.letters[0]?.text), password))
    expect(accepted).toContain('access_token')
    expect(await room.hasPassword(user.id, password)).toBe(true)
  })

  it('is not undone by another one without a role', async () => {
    const { user } = await invitePerson(room.context, { email: 'orla@example.com', role: 'owner' })
    room.time.now += 60_000
    await room.admin('POST', '/invite', { email: 'orla@example.com' })
    expect(await room.staffRole(user.id)).toBe('owner')
  })
})
