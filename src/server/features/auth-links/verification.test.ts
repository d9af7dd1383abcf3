import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { authForTest, methodsOf, withWrongDigit } from '#server/features/auth-sessions/testing.ts'
import { testEach } from '#shared/lib/testing.ts'
import { issueCode } from './codes.ts'
import { linkRoutes } from './routes.ts'
import { nothingLeft, plantedAccount, plantedDataOf } from './testing.ts'

// emails.test.ts tests the rate limits for emails; email-change.test.ts tests changes of email addresses.
const at = await authForTest([linkRoutes], { mailEverySeconds: 0, mailsPerClient: 1000 })
afterAll(() => at.close())
beforeEach(() => at.set())

const newAddress = () => `${randomUUID()}@example.com`
const expired = [403, 'otp_expired'] as const
const send = (path: '/recover' | '/resend', email: string | null) =>
  at.ask('POST', path, { body: { email, type: 'signup' } })
const byCode = (email: string, token: string, type = 'recovery') =>
  at.ask('POST', '/verify', { body: { type, email, token } })
const byLink = (token: string, type = 'recovery') => at.ask('POST', '/verify', { body: { type, token_hash: token } })

/** A user who has just requested an email, and the email's content. */
async function emailed(path: '/recover' | '/resend' = '/recover', confirmed = true) {
  const user = await at.person({ confirmed })
  expect((await send(path, user.email)).outcome).toBe(200)
  return { user, ...at.letterTo(user.email), email: user.email }
}

describe('[S6] redeeming the digits or the link in an email', () => {
  it.each(['digits', 'link'])(
    'opens one session with the %s, and then invalidates both the link and the digits',
    async (by) => {
      const { email, code, token, user } = await emailed()
      const show = () => (by === 'link' ? byLink(token) : byCode(email.toUpperCase(), code))
      const { outcome, said } = await show()
      expect([outcome, said.user.id, methodsOf(said)]).toEqual([200, user.id, ['recovery']])
      const link = await byLink(token)
      expect([link.outcome, link.said.message]).toEqual([expired, 'Email link is invalid or has expired'])
      const digits = await byCode(email, code)
      expect([digits.outcome, digits.said.message]).toEqual([expired, 'Token has expired or is invalid'])
    },
  )

  it.each([2, 8])('opens only one session for %i simultaneous requests', async (count) => {
    const { email, code, token } = await emailed()
    const requests = Array.from({ length: count }, (_, n) => (n % 2 === 0 ? byLink(token) : byCode(email, code)))
    const outcomes = (await Promise.all(requests)).map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome !== 200)).toEqual(Array(count - 1).fill(expired))
  })

  it('succeeds only for the mailbox and the purpose of the email', async () => {
    const [one, two] = [await emailed(), await emailed()]
    expect((await byCode(two.email, one.code)).outcome).toEqual(expired)
    for (const type of ['signup', 'invite', 'email_change', 'sms', 'phone_change']) {
      expect((await byLink(one.token, type)).outcome).toEqual(expired)
      expect((await byCode(one.email, one.code, type)).outcome).toEqual(expired)
    }
    const invited = await emailed('/resend', false)
    expect(invited.type).toBe('invite')
    for (const type of ['recovery', 'magiclink']) {
      expect((await byLink(invited.token, type)).outcome).toEqual(expired)
    }
    expect((await byLink(invited.token, 'invite')).outcome).toBe(200)
  })

  it("fails if the user's email address has changed", async () => {
    const { user, token } = await emailed()
    await at.change(user, { email: newAddress() })
    expect((await byLink(token)).outcome).toEqual(expired)
  })

  it('succeeds with a code from any kind of email if the request has the type "email"', async () => {
    const { email, code } = await emailed()
    const { outcome, said } = await byCode(email, code, 'email')
    expect([outcome, methodsOf(said)]).toEqual([200, ['otp']])
  })

  it.each([
    ['/recover', true],
    ['/resend', false],
  ] as const)("voids the user's other codes (%s)", async (path, confirmed) => {
    const { user, email, token, type } = await emailed(path, confirmed)
    await at.inside(async (tx) => {
      for (const kind of ['email_change_new', 'email_change_current', 'reauthentication'] as const) {
        await issueCode(tx, at.context, { userId: user.id, kind, address: email })
      }
    })
    const rows = () => at.test.asOwner('select from auth.one_time_tokens where user_id = $1', [user.id])
    expect(await rows()).toHaveLength(4)
    expect((await byLink(token, type)).outcome).toBe(200)
    expect(await rows()).toEqual([])
  })

  it('fails for a banned user, and leaves the link valid', async () => {
    const { user, token } = await emailed()
    await at.change(user, { banned_until: new Date(at.time.now + 1000) })
    expect((await byLink(token)).outcome).toEqual([403, 'user_banned'])
    const refused = { outcome: 'refused', traits: { reason: 'user_banned' } }
    expect((await at.audited(user)).at(-1)).toMatchObject(refused)
    await at.change(user, { banned_until: null })
    expect((await byLink(token)).outcome).toBe(200)
  })
})

describe('[S3] guessing the digits in an email', () => {
  async function guess(count: number, email: string, code = '000000x') {
    for (let tries = 0; tries < count; tries++) expect((await byCode(email, code)).outcome).toEqual(expired)
  }

  it('voids the digits after five wrong attempts, but leaves the link valid', async () => {
    const four = await emailed()
    await guess(4, four.email, withWrongDigit(four.code))
    expect((await byCode(four.email, four.code)).outcome).toBe(200)
    const five = await emailed()
    await guess(5, five.email, withWrongDigit(five.code))
    expect((await byCode(five.email, five.code)).outcome).toEqual(expired)
    expect((await byLink(five.token)).outcome).toBe(200)
  })

  it.each([true, false])(
    'is limited for each mailbox, across all emails to that mailbox (account exists: %s)',
    async (exists) => {
      const email = exists ? (await at.person()).email : newAddress()
      for (const _ of [1, 2]) {
        await send('/recover', email)
        await guess(5, email)
      }
      await send('/recover', email)
      const { outcome, headers } = await byCode(email, '000000x')
      expect([outcome, headers['retry-after']]).toEqual([[429, 'over_request_rate_limit'], '300'])
      await guess(1, newAddress())
      at.time.now += 300_000
      await guess(1, email)
      if (exists) expect((await byCode(email, at.letterTo(email).code)).outcome).toBe(200)
    },
  )

  it('counts toward a rate limit that is reset when the correct digits are entered', async () => {
    const { email, code } = await emailed()
    await guess(5, email, withWrongDigit(code))
    await send('/recover', email)
    await guess(4, email, withWrongDigit(code))
    await send('/recover', email)
    expect((await byCode(email, at.letterTo(email).code)).outcome).toBe(200)
    await guess(1, email)
  })
})

describe('the redemption of an emailed code or link', () => {
  it.each([
    ['/resend', 'invite'],
    ['/recover', 'recovery'],
  ] as const)('confirms the email address if the email was sent by POST %s', async (path, type) => {
    const { token } = await emailed(path, false)
    const { said } = await byLink(token, type)
    expect(said.user.email_confirmed_at).toBe(new Date(at.time.now).toISOString())
    expect(said.user.identities).toMatchObject([{ identity_data: { email_verified: true } }])
  })

  it.each([
    ['/recover', false, null],
    ['/recover', true, 'set'],
    ['/resend', false, null],
  ] as const)('removes the password only if the mailbox was unverified: %s %s', async (path, confirmed, left) => {
    const { user, token, type } = await emailed(path, confirmed)
    await at.change(user, { encrypted_password: 'set' })
    expect((await byLink(token, type)).outcome).toBe(200)
    expect((await at.rowOf(user)).encrypted_password).toBe(left)
  })

  it('[S2] removes everything that the creator of an unverified account added to it', async () => {
    const user = await plantedAccount(at, 'vic@example.com')
    await send('/recover', user.email)
    expect((await byLink(at.letterTo(user.email).token)).outcome).toBe(200)
    // The session that the link opened.
    expect(await plantedDataOf(at, user)).toEqual({ ...nothingLeft, sessions: 1 })
  })

  it('is recorded in the audit log without the email address, the token or the digits', async () => {
    const { user, email, token, code } = await emailed()
    await byCode(email, withWrongDigit(code))
    await byLink(token)
    const [own, others] = [await at.audited(user), await at.audited(null)]
    expect(own).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'user_recovery_requested', outcome: 'done' }),
        expect.objectContaining({ action: 'verification_attempted', outcome: 'done' }),
      ]),
    )
    expect(others.at(-1)).toMatchObject({ action: 'verification_attempted', outcome: 'refused' })
    const written = JSON.stringify([own, others]) + at.log()
    for (const secret of [email, token]) expect(written).not.toContain(secret)
  })
})

describe('GET /verify', () => {
  async function follow(query: Record<string, string>) {
    const { status, headers } = await at.ask('GET', `/verify?${new URLSearchParams(query)}`)
    expect([status, headers['cache-control']]).toEqual([303, 'no-store'])
    const { origin, pathname, search, hash } = new URL(headers.location ?? '')
    const fragment = hash.slice(1)
    return {
      page: origin + pathname,
      search,
      fragment,
      fields: Object.fromEntries(new URLSearchParams(fragment)),
    }
  }

  it('redirects with a session in the URL fragment, even after a HEAD request for the same link', async () => {
    const { token, type } = await emailed()
    const link = { token, type, redirect_to: 'https://site.example/desk#x' }
    expect((await at.ask('HEAD', `/verify?${new URLSearchParams(link)}`)).status).toBe(204)
    const { page, fragment, fields } = await follow(link)
    expect(page).toBe('https://site.example/desk')
    expect(fragment).toMatch(
      /^access_token=[\w.-]+&expires_at=\d+&expires_in=3600&refresh_token=[\w-]+&sb=&token_type=bearer&type=recovery$/,
    )
    expect((await at.context.keys.verify(fields.access_token ?? '')).aal).toBe('aal1')
  })

  it('[V7] redirects only to allowed pages, even if the email or the link names another page', async () => {
    const { email } = await at.person()
    const redirect_to = 'https://evil.example'
    await at.ask('POST', `/recover?redirect_to=${redirect_to}`, { body: { email } })
    const { token, type, redirectTo } = at.letterTo(email)
    expect(redirectTo).toBe('https://site.example/desk/')
    expect((await follow({ token, type, redirect_to })).page).toBe('https://site.example/desk/')
  })

  it(
    'reports in the URL fragment that a link is invalid',
    testEach(
      [
        ['an unknown link', { token: 'nobody', type: 'recovery' }, 'access_denied', 'otp_expired'],
        ['no link', { type: 'recovery' }, 'invalid_request', 'validation_failed'],
        ['no type', { token: 'nobody' }, 'invalid_request', 'validation_failed'],
        ['another type', { token: 'nobody', type: 'else' }, 'invalid_request', 'validation_failed'],
      ],
      async (_, query, error, error_code) => {
        const { fields, search } = await follow(query)
        expect(fields).toEqual({ error, error_code, error_description: expect.stringMatching(/\w/), sb: '' })
        expect(search).toBe('')
      },
    ),
  )

  it('says that the other mailbox must also confirm a change of email address', async () => {
    const user = await at.person()
    const email_change = newAddress()
    await at.change(user, { email_change })
    await at.ask('POST', '/resend', { body: { type: 'email_change', email: user.email } })
    const { token, type } = at.letterTo(email_change)
    expect((await follow({ token, type })).fields).toEqual({ message: expect.any(String), sb: '' })
  })
})

it(
  'refuses POST /verify requests with incomplete or contradictory bodies',
  testEach(
    [
      ['no type', { token_hash: 'x' }],
      ['another type', { type: 'else', token_hash: 'x' }],
      ['no link and no digits', { type: 'recovery' }],
      ['digits without an address', { type: 'recovery', token: '123456' }],
      ['digits for two', { type: 'sms', token: '123456', email: 'a@b.example', phone: '+4915112345678' }],
      ['a link with an address', { type: 'recovery', token_hash: 'x', email: 'a@b.example' }],
      ['a link with a target', { type: 'recovery', token_hash: 'x', redirect_to: 'https://site.example' }],
      ['a link that is not text', { type: 'recovery', token_hash: { $ne: '' } }],
      ['a link that cannot be stored', { type: 'recovery', token_hash: 'a\u0000' }],
    ],
    async (_, body) => {
      expect((await at.ask('POST', '/verify', { body })).outcome).toEqual([400, 'validation_failed'])
    },
  ),
)

it('rejects a code sent with a phone number in POST /verify', async () => {
  const body = { type: 'sms', phone: '+4915112345678', token: '123456' }
  expect((await at.ask('POST', '/verify', { body })).outcome).toEqual(expired)
})
