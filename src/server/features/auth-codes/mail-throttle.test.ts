import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { codesForTest, newAddress } from './testing.ts'

let on: Awaited<ReturnType<typeof codesForTest>>
beforeAll(async () => {
  on = await codesForTest()
})
afterAll(() => on.close())
beforeEach(() => {
  // Windows of the test before are over.
  on.time.now += 4000_000
  on.set({ mailEverySeconds: 60 })
})

const tooMany = [429, 'over_email_send_rate_limit']

it.each(['known', 'unknown'])(
  'sends one mail of a kind a minute to a %s address, and says how long to wait',
  async (which) => {
    const email = which === 'known' ? ((await on.person()).email as string) : newAddress()
    const recover = () => on.ask('/recover', { email })
    expect((await recover()).outcome).toBe(200)
    on.time.now += 18_000
    const { outcome, said, headers } = await recover()
    expect([outcome, headers['retry-after']]).toEqual([tooMany, '42'])
    expect(said.message).toContain('42 seconds')
    // Another kind of mail is counted separately; another spelling of the address is not.
    expect((await on.ask('/resend', { email, type: 'signup' })).outcome).toBe(200)
    expect((await on.ask('/recover', { email: email.toUpperCase() })).outcome).toEqual(tooMany)
    on.time.now += 42_000
    expect((await recover()).outcome).toBe(200)
    expect(on.letters.filter(({ to, kind }) => to === email && kind === 'recovery')).toHaveLength(
      which === 'known' ? 2 : 0,
    )
  },
)

it('sends so many mails in an hour for one client, known and unknown counted alike', async () => {
  on.set({ mailEverySeconds: 60, mailsPerClient: 4 })
  const known = (await on.person()).email as string
  for (const email of [newAddress(), known, newAddress()]) {
    expect((await on.ask('/recover', { email })).outcome).toBe(200)
  }
  expect((await on.ask('/resend', { type: 'signup', email: newAddress() })).outcome).toBe(200)
  for (const email of [newAddress(), (await on.person()).email]) {
    const { outcome, headers } = await on.ask('/recover', { email })
    expect([outcome, headers['retry-after']]).toEqual([tooMany, '3600'])
  }
  on.time.now += 3600_000
  expect((await on.ask('/recover', { email: known })).outcome).toBe(200)
})

it('counts together what comes at once', async () => {
  const email = (await on.person()).email as string
  const answers = await Promise.all(Array.from({ length: 5 }, () => on.ask('/recover', { email })))
  expect(answers.filter(({ outcome }) => outcome === 200)).toHaveLength(1)
  expect(on.letters.filter(({ to }) => to === email)).toHaveLength(1)
})

it('keeps no address', async () => {
  const email = newAddress()
  await on.ask('/recover', { email })
  const rows = await on.test.asOwner('select * from private.throttles')
  expect(rows.length).toBeGreaterThan(1)
  expect(JSON.stringify(rows)).not.toContain(email)
})
