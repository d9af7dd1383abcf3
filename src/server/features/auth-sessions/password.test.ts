import { type Algorithm, hash as argon2 } from '@node-rs/argon2'
import { afterAll, describe, expect, it } from 'vitest'
import { hashPassword } from '#server/lib/crypto/passwords.ts'
import { deviceHeader } from '#shared/contract/auth.ts'
import { testEach } from '#shared/lib/testing.ts'
import { sessionRoutes } from './routes.ts'
import { authForTest, password } from './testing.ts'

const at = await authForTest([sessionRoutes])
afterAll(() => at.close())

const minute = 60_000
/** A hash that is quick to verify, for tests that try many passwords. */
const hash = await argon2(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** Tries a password from an IP address, with or without a device id. */
const signIn = (email: string, secret = password, from = '192.0.2.1', device?: string) =>
  at.ask('POST', '/token?grant_type=password', {
    body: { email, password: secret },
    from,
    headers: device ? { [deviceHeader]: device } : {},
  })

/** Tries wrong passwords in sequence. Returns the status of each attempt. */
async function guess(times: number, email: string, from?: string, device?: string): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) statuses.push((await signIn(email, `wrong ${n}`, from, device)).status)
  return statuses
}
const times = (count: number, status: number) => Array<number>(count).fill(status)

describe('password sign-in', () => {
  it('ignores letter case and surrounding spaces in the email address', async () => {
    const { email, id } = await at.person()
    for (const spelling of [email, email.toUpperCase(), ` ${email} `]) {
      const { status, said, text, headers } = await signIn(spelling)
      expect([status, headers['cache-control']], text).toEqual([200, 'no-store'])
      expect(said).toMatchObject({ token_type: 'bearer', user: { id, email } })
      expect(said).not.toHaveProperty('weak_password')
      expect(text).not.toContain('argon2')
    }
  })

  it('[S1] returns specific errors for unconfirmed and banned users only if the password is correct', async () => {
    const unconfirmed = await at.person({ confirmed: false })
    const banned = await at.person()
    await at.change(banned, { banned_until: new Date('2999-01-01') })
    expect((await signIn(unconfirmed.email)).said.code).toBe('email_not_confirmed')
    expect((await signIn(banned.email)).said.code).toBe('user_banned')
    for (const { email } of [unconfirmed, banned]) {
      expect((await signIn(email, 'not it')).outcome).toEqual([400, 'invalid_credentials'])
    }
  })

  it('succeeds, but returns a warning, if the current rules would reject the password', async () => {
    const { email } = await at.person({ hash: await hashPassword('password1') })
    const { status, said } = await signIn(email, 'password1')
    expect(status).toBe(200)
    const reasons = ['length', 'pwned']
    expect(said).toMatchObject({ weak_password: { message: expect.any(String) as string, reasons } })
  })

  it('hashes the password again if the cost of the stored hash is below the current setting', async () => {
    const old = await argon2(password, {
      algorithm: 2 satisfies Algorithm.Argon2id,
      memoryCost: 64,
      timeCost: 1,
    })
    const user = await at.person({ hash: old })
    const stored = async () => (await at.rowOf(user)).encrypted_password ?? ''
    expect((await signIn(user.email, 'not it')).status).toBe(400)
    expect(await stored()).toBe(old)
    expect((await signIn(user.email)).status).toBe(200)
    const after = await stored()
    expect(after.slice(0, 27)).toBe('$argon2id$v=19$m=19456,t=2,')
    expect((await signIn(user.email)).status).toBe(200)
    expect(await stored()).toBe(after)
  })

  it('opens no session if the password changes while it is being checked', async () => {
    const { email, id } = await at.person()
    const change = "update auth.users set encrypted_password = 'another' where id = $1"
    const signedIn = await at.meanwhile(
      (tx) => tx.query(change, [id]),
      () => signIn(email),
    )
    expect((await signedIn())[0]?.status).toBe(400)
  })
})

describe('[S1] wrong password', () => {
  it('gets the same response even if the account has no password or the email address is unknown, deleted or invalid', async () => {
    const [known, without, deleted] = [await at.person(), await at.person({ hash: null }), await at.person()]
    await at.change(deleted, { deleted_at: new Date() })
    const emails = [known.email, without.email, deleted.email, 'nobody@example.com', 'no address']
    const answers = await Promise.all(emails.map((email) => signIn(email, 'not it')))
    const seen = answers.map(({ status, headers, text }) => ({
      status,
      text,
      headers: { ...headers, date: '' },
    }))
    expect(answers[0]?.said).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
    expect(seen[0]?.status).toBe(400)
    for (const each of seen) expect(each).toEqual(seen[0])
    expect((await signIn(deleted.email)).said.code).toBe('invalid_credentials')
  })

  it('is recorded in the audit log without the email address', async () => {
    const user = await at.person()
    await signIn(user.email, 'not it')
    await signIn('stranger@example.com', 'not it')
    for (const actor of [user, null]) {
      const refused = (await at.audited(actor)).filter(({ outcome }) => outcome === 'refused')
      expect(refused.at(-1)).toMatchObject({ action: 'login', traits: { reason: 'invalid_credentials' } })
      expect(JSON.stringify(refused)).not.toMatch(/@|not it/)
    }
    expect(at.log()).not.toMatch(/@|not it/)
  })
})

describe('[S3] protection against password guessing', () => {
  it.each([true, false])('blocks a client after ten attempts (the account exists: %s)', async (exists) => {
    const email = exists ? (await at.person({ hash })).email : 'nobody-here@example.com'
    expect(await guess(10, email)).toEqual(times(10, 400))
    at.time.now += minute
    const { outcome, headers } = await signIn(email)
    expect([outcome, headers['retry-after']]).toEqual([[429, 'over_request_rate_limit'], '240'])
    at.time.now += 4 * minute - 1
    expect((await signIn(email)).status).toBe(429)
    at.time.now += 1
    expect((await signIn(email)).status).toBe(exists ? 200 : 400)
  })

  it('lets a locked-out user sign in from another IP address, and then resets the attempt count for that address', async () => {
    const { email } = await at.person({ hash })
    await guess(60, email)
    expect((await signIn(email, password, '198.51.100.7')).status).toBe(200)
    await guess(9, email, '198.51.100.7')
    expect((await signIn(email, password, '198.51.100.7')).status).toBe(200)
    expect(await guess(10, email, '198.51.100.7')).toEqual(times(10, 400))
  })

  it('blocks an account after fifty attempts from any number of client addresses', async () => {
    const { email } = await at.person({ hash })
    const statuses: number[] = []
    for (const last of [1, 2, 3, 4, 5, 6]) statuses.push(...(await guess(10, email, `203.0.113.${last}`)))
    expect(statuses).toEqual([...times(50, 400), ...times(10, 429)])
  })

  it('never locks a user out of a known device because of attempts on other devices', async () => {
    const { email } = await at.person()
    const [desk, elsewhere] = ['desk-0123456789-0123456789', 'other-0123456789-0123456789']
    await signIn(email, password, '198.51.100.10', desk)
    for (let window = 0; window < 2; window++) {
      for (const last of [1, 2, 3, 4, 5, 6]) await guess(10, email, `203.0.113.${last}`)
      // The known device can sign in even from an IP address that sends guesses; an unknown device is refused even from
      // a new IP address.
      const fresh = `198.51.100.${window}`
      expect((await signIn(email, password, '203.0.113.1', desk)).status).toBe(200)
      expect((await signIn(email, password, fresh, elsewhere)).status).toBe(429)
      // A sign-in does not reset the count of wrong guesses by other people.
      expect(await guess(1, email, fresh)).toEqual([429])
      at.time.now += 5 * minute
    }
  })

  it('blocks a known device after ten wrong passwords for the same account', async () => {
    const [{ email }, other] = [await at.person(), await at.person()]
    const device = 'desk-0123456789-0123456789'
    await signIn(email, password, undefined, device)
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) statuses.push(...(await guess(1, email, `203.0.113.${n}`, device)))
    expect(statuses).toEqual([...times(10, 400), 429])
    // These attempts do not count against other clients, and the device is unknown to other accounts.
    expect((await signIn(email, password, '198.51.100.11')).status).toBe(200)
    await guess(10, other.email, '203.0.113.1')
    expect((await signIn(other.email, password, '203.0.113.1', device)).status).toBe(429)
  })

  it('counts every simultaneous attempt, counts an IPv6 network as one client, and ignores the case of the email address', async () => {
    const { email } = await at.person({ hash })
    const answers = await Promise.all(Array.from({ length: 15 }, (_, n) => signIn(email, `wrong ${n}`)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
    const another = await at.person({ hash })
    await guess(5, another.email, '2001:db8::1')
    await guess(5, another.email.toUpperCase(), '2001:db8::2')
    expect((await signIn(another.email, password, '2001:db8::3')).status).toBe(429)
  })

  it('adds only one audit log entry per time window when a rate limit is reached, and stores no email or IP address', async () => {
    const { email } = await at.person({ hash })
    const limits = async () => (await at.audited(null)).filter(({ action }) => action === 'limit_reached').length
    const before = await limits()
    await guess(14, email, '198.51.100.9')
    expect((await limits()) - before).toBe(1)
    const dump = JSON.stringify(await at.test.asOwner('select t::text from private.throttles t'))
    expect(dump).not.toContain(email)
    expect(dump).not.toContain('198.51.100')
  })
})

describe('POST /token', () => {
  it(
    'rejects unsupported grant types and invalid request bodies',
    testEach(
      [
        ['id_token', { provider: 'google', token: 'x' }, 400, 'provider_disabled', /not enabled/],
        ['web3', { chain: 'ethereum' }, 422, 'web3_provider_disabled', /^Web3 provider is disabled$/],
        ['pkce', {}, 400, 'invalid_credentials', /^unsupported_grant_type$/],
        ['implicit', {}, 400, 'invalid_credentials', /./],
        ['constructor', {}, 400, 'invalid_credentials', /./],
        ['', {}, 400, 'invalid_credentials', /./],
        ['password&grant_type=pkce', {}, 400, 'invalid_credentials', /./],
        ['password', { phone: '+15550100', password }, 422, 'phone_provider_disabled', /./],
        ['password', { phone: '+15550100', email: 'a@example.com', password }, 400, 'validation_failed', /./],
        ['password', { password }, 400, 'validation_failed', /./],
        ['password', { email: ['a@example.com'], password }, 400, 'validation_failed', /^email/],
        ['password', { email: 'a@example.com', password: 12 }, 400, 'validation_failed', /^password/],
        ['password', { email: 'a\u0000@example.com', password: 'x' }, 400, 'validation_failed', /./],
        ['password', { email: 'a@example.com' }, 400, 'invalid_credentials', /./],
        ['password', [], 400, 'validation_failed', /./],
        ['password', '"text"', 400, 'validation_failed', /./],
        ['refresh_token', {}, 400, 'validation_failed', /^Refresh token is not valid$/],
        ['refresh_token', { refresh_token: 'x'.repeat(43) }, 400, 'refresh_token_not_found', /./],
      ],
      async (grant, body, status, code, message) => {
        const { outcome, said } = await at.ask('POST', `/token?grant_type=${grant}`, { body })
        expect([outcome, said.message]).toEqual([[status, code], expect.stringMatching(message)])
      },
    ),
  )
})
