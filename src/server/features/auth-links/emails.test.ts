import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { authForTest } from '#server/features/auth-sessions/testing.ts'
import { testEach } from '#shared/lib/testing.ts'
import { linkRoutes } from './routes.ts'

const at = await authForTest([linkRoutes])
afterAll(() => at.close())
beforeEach(() => {
  // Advances the clock until the previous test's rate limits have expired.
  at.time.now += 4_000_000
  at.set()
  at.letters.length = 0
})

const newAddress = () => `${randomUUID()}@example.com`
const ask = (path: string, body: object) => at.ask('POST', path, { body })
const kindsTo = (email: string) => at.letters.filter(({ to }) => to === email).map(({ kind }) => kind)
const tooMany = [429, 'over_email_send_rate_limit']

describe('the service for account emails', () => {
  it('[S6] [V7] puts links to the configured site into emails even if the request names another host', async () => {
    const { email } = await at.person()
    const path = '/recover?redirect_to=https://site.example/new'
    await at.ask('POST', path, { body: { email }, headers: { host: 'evil.example' } })
    const redirectTo = 'https://site.example/new'
    expect(at.letterTo(email)).toMatchObject({ host: 'site.example', type: 'recovery', redirectTo })
  })

  it.each([
    ['/recover', {}],
    ['/resend', { type: 'signup' }],
    ['/resend', { type: 'email_change' }],
    ['/verify', { type: 'recovery', token: '123456x' }],
    ['/verify', { type: 'email', token: '123456x' }],
  ])('[S1] runs the same SQL for unknown and known email addresses: %s %j', async (path, more) => {
    // Compares statements, because times vary too much to compare.
    const { database } = at.context
    const transaction = database.transaction.bind(database)
    const statements: string[] = []
    database.transaction = (role, claims, run, seconds) =>
      transaction(
        role,
        claims,
        (tx) =>
          run({
            query(sql, values) {
              statements.push(sql)
              return tx.query(sql, values)
            },
          }),
        seconds,
      )
    const work = async (email: string) => {
      statements.length = 0
      expect((await ask(path, { email, ...more })).status).not.toBe(500)
      return [...statements]
    }
    const { email } = await at.person()
    const known = await work(email)
    expect(known.length).toBeGreaterThan(3)
    expect(await work(newAddress())).toEqual(known)
    database.transaction = transaction
  })
})

describe('POST /resend', () => {
  beforeEach(() => at.set({ mailEverySeconds: 0 }))

  it('[S1] resends a pending invitation, and gives the same response for every email address', async () => {
    const [waiting, confirmed] = [await at.person({ confirmed: false }), await at.person()]
    const emails = [waiting.email, confirmed.email, newAddress()]
    for (const type of ['signup', 'email_change']) {
      for (const email of emails) {
        const { status, said } = await ask('/resend', { type, email })
        expect([status, said]).toEqual([200, {}])
      }
    }
    expect(emails.map(kindsTo)).toEqual([['invite'], [], []])
  })

  it('resends both emails about a change of the email address', async () => {
    const user = await at.person()
    const email_change = newAddress()
    await at.change(user, { email_change })
    await ask('/resend', { type: 'email_change', email: user.email })
    expect([kindsTo(email_change), kindsTo(user.email)]).toEqual([['new-address'], ['current-address']])
  })

  it(
    'refuses unsupported types and incomplete bodies',
    testEach(
      [
        ['another type', { type: 'recovery', email: 'a@b.example' }, 'validation_failed'],
        ['no type', { email: 'a@b.example' }, 'validation_failed'],
        ['no address', { type: 'signup' }, 'validation_failed'],
        ['a phone number for an email', { type: 'signup', phone: '+4915112345678' }, 'validation_failed'],
        ['an address for a text message', { type: 'sms', email: 'a@b.example' }, 'validation_failed'],
        ['both', { type: 'signup', email: 'a@b.example', phone: '+4915112345678' }, 'validation_failed'],
        ['a phone number', { type: 'sms', phone: '+4915112345678' }, 'phone_provider_disabled'],
      ],
      async (_, body, code) => {
        expect((await ask('/resend', body)).outcome).toEqual([400, code])
      },
    ),
  )
})

describe('rate limits for emails', () => {
  it.each([true, false])(
    '[S1] allow one email of each kind per email address and minute (account exists: %s)',
    async (exists) => {
      const email = exists ? (await at.person()).email : newAddress()
      const recover = () => ask('/recover', { email })
      expect((await recover()).outcome).toBe(200)
      at.time.now += 18_000
      const { outcome, said, headers } = await recover()
      expect([outcome, headers['retry-after']]).toEqual([tooMany, '42'])
      expect(said.message).toContain('42 seconds')
      // Another kind of email is counted separately, but another spelling of the email address is not.
      expect((await ask('/resend', { email, type: 'signup' })).outcome).toBe(200)
      expect((await ask('/recover', { email: email.toUpperCase() })).outcome).toEqual(tooMany)
      at.time.now += 42_000
      expect((await recover()).outcome).toBe(200)
      expect(kindsTo(email)).toEqual(exists ? ['recovery', 'recovery'] : [])
    },
  )

  it('[S1] limit the emails that a client can request per hour, including emails to unknown addresses', async () => {
    at.set({ mailsPerClient: 4 })
    const { email: known } = await at.person()
    for (const email of [newAddress(), known, newAddress()]) {
      expect((await ask('/recover', { email })).outcome).toBe(200)
    }
    expect((await ask('/resend', { type: 'signup', email: newAddress() })).outcome).toBe(200)
    for (const email of [newAddress(), (await at.person()).email]) {
      const { outcome, headers } = await ask('/recover', { email })
      expect([outcome, headers['retry-after']]).toEqual([tooMany, '3600'])
    }
    at.time.now += 3600_000
    expect((await ask('/recover', { email: known })).outcome).toBe(200)
  })
})
