import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { updateUser } from '#server/features/auth-users/service.ts'
import { eachOf } from '#shared/lib/testing.ts'
import { codesForTest, newAddress } from './testing.ts'

let on: Awaited<ReturnType<typeof codesForTest>>
beforeAll(async () => {
  on = await codesForTest()
})
afterAll(() => on.close())
beforeEach(() => on.set())

async function mailed(body: object = {}, query = '') {
  const user = await on.person()
  const email = user.email as string
  await on.ask(`/recover${query}`, { email, ...body })
  return { user, email, ...on.letterTo(email) }
}

async function locationOf(query: Record<string, string>) {
  const answer = await on.open(query)
  expect(answer.statusCode).toBe(303)
  expect(answer.headers['cache-control']).toBe('no-store')
  const url = new URL(answer.headers.location ?? '')
  return {
    place: `${url.origin}${url.pathname}`,
    search: url.search,
    query: Object.fromEntries(url.searchParams),
    fragment: url.hash.slice(1),
    fields: Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
  }
}

describe('GET /verify', () => {
  it('leads back with a session in the fragment', async () => {
    const { token, type } = await mailed()
    const { place, fragment, fields } = await locationOf({
      token,
      type,
      redirect_to: 'https://site.example/desk#x',
    })
    expect(place).toBe('https://site.example/desk')
    expect(fragment).toMatch(
      /^access_token=[\w.-]+&expires_at=\d+&expires_in=3600&refresh_token=[\w-]+&sb=&token_type=bearer&type=recovery$/,
    )
    const claims = await on.context.keys.verify(fields.access_token ?? '')
    expect(claims.aal).toBe('aal1')
  })

  it('uses nothing up when somebody only looks', async () => {
    const { token, type } = await mailed()
    expect((await on.open({ token, type }, 'HEAD')).statusCode).toBe(204)
    expect((await locationOf({ token, type })).fields).toHaveProperty('access_token')
  })

  it(
    'does not lead elsewhere, from the mail or from the address',
    eachOf(
      [
        'https://evil.example',
        '//evil.example',
        '/\\evil.example',
        'https://site.example@evil.example',
        'javascript:alert(1)',
      ],
      async (redirect_to) => {
        const { token, type, redirectTo } = await mailed(
          {},
          `?redirect_to=${encodeURIComponent(redirect_to)}`,
        )
        expect(redirectTo).toBe('https://site.example/desk/')
        expect((await locationOf({ token, type, redirect_to })).place).toBe('https://site.example/desk/')
      },
    ),
  )

  it(
    'says in the fragment what is wrong with a link',
    eachOf(
      [
        ['an unknown link', { token: 'nobody', type: 'recovery' }, 'access_denied', 'otp_expired'],
        ['no link', { type: 'recovery' }, 'invalid_request', 'validation_failed'],
        ['no type', { token: 'nobody' }, 'invalid_request', 'validation_failed'],
        ['another type', { token: 'nobody', type: 'else' }, 'invalid_request', 'validation_failed'],
      ],
      async (_, query, error, error_code) => {
        const { fields, query: asked } = await locationOf(query)
        expect(fields).toEqual({ error, error_code, error_description: expect.stringMatching(/\w/), sb: '' })
        expect(asked).toEqual({})
      },
    ),
  )

  it('tells that another mailbox has to confirm', async () => {
    const { user, email } = await mailed()
    const email_change = newAddress()
    await on.inside((tx) => updateUser(tx, user.id, { email_change }, new Date(on.time.now)))
    await on.ask('/resend', { type: 'email_change', email })
    const { token, type } = on.letterTo(email_change)
    expect((await locationOf({ token, type })).fields).toEqual({ message: expect.any(String), sb: '' })
  })
})

describe('a letter', () => {
  it('links to the configured site, whatever the request calls it', async () => {
    const user = await on.person()
    const email = user.email as string
    await on.ask('/recover?redirect_to=https://site.example/new', { email }, { host: 'evil.example' })
    expect(on.letterTo(email)).toMatchObject({
      host: 'site.example',
      type: 'recovery',
      redirectTo: 'https://site.example/new',
    })
  })

  it('leads back to the page that asked, where no other was named', async () => {
    const user = await on.person()
    const email = user.email as string
    await on.ask('/recover', { email }, { referer: 'https://site.example/sign-in' })
    expect(on.letterTo(email).redirectTo).toBe('https://site.example/sign-in')
  })
})

describe('POST /verify refuses', () => {
  it.each([
    ['no type', { token_hash: 'x' }],
    ['another type', { type: 'else', token_hash: 'x' }],
    ['nothing shown', { type: 'recovery' }],
    ['digits of nobody', { type: 'recovery', token: '123456' }],
    ['digits of two', { type: 'sms', token: '123456', email: 'a@b.example', phone: '+4915112345678' }],
    ['a link with an address', { type: 'recovery', token_hash: 'x', email: 'a@b.example' }],
    ['a link with a target', { type: 'recovery', token_hash: 'x', redirect_to: 'https://site.example' }],
    ['a link that is no text', { type: 'recovery', token_hash: { $ne: '' } }],
    ['a link that cannot be stored', { type: 'recovery', token_hash: 'a\u0000' }],
  ])('%s', async (_, body) => {
    expect((await on.ask('/verify', body)).outcome).toEqual([400, 'validation_failed'])
  })

  it('digits that came to a telephone, since none do', async () => {
    const body = { type: 'sms', phone: '+4915112345678', token: '123456' }
    expect((await on.ask('/verify', body)).outcome).toEqual([403, 'otp_expired'])
  })
})
