import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { authForTest, methodsOf } from '#server/features/auth-sessions/testing.ts'
import { writeLetter } from './emails.ts'
import { linkRoutes } from './routes.ts'

const at = await authForTest([linkRoutes], { mailEverySeconds: 0, mailsPerClient: 1000 })
afterAll(() => at.close())

const newAddress = () => `${randomUUID()}@example.com`

/** A user who has requested a change of email address, and the two emails about the change. */
async function changing(next = newAddress()) {
  const user = await at.person()
  const changed = await at.change(user, { email_change: next })
  const asked = { redirectTo: 'https://site.example', newAddress: next }
  for (const [name, email] of [
    ['newAddress', next],
    ['currentAddress', user.email],
  ] as const) {
    const { letter } = await at.inside((tx) => writeLetter(tx, at.context, name, changed, { ...asked, email }))
    at.letters.push(letter)
  }
  const address = async () => (await at.rowOf(user)).email
  const { email: current } = user
  return { user, current, next, atNew: at.letterTo(next), atCurrent: at.letterTo(current), address }
}
const verify = (body: object) => at.ask('POST', '/verify', { body: { type: 'email_change', ...body } })
const open = (token_hash: string) => verify({ token_hash })
const type = (email: string, token: string) => verify({ email, token })
const resend = (email: string) => at.ask('POST', '/resend', { body: { type: 'email_change', email } })
const half = { code: '200', msg: expect.stringContaining('other address') as string }
const expired = [403, 'otp_expired']

it.each(['new', 'current'])(
  'changes an email address only after both mailboxes confirm (the %s mailbox confirms first)',
  async (first) => {
    const { user, current, next, atNew, atCurrent, address } = await changing()
    const [one, two] = first === 'new' ? [atNew, atCurrent] : [atCurrent, atNew]
    const confirmed = await open(one.token)
    expect([confirmed.outcome, confirmed.said, await address()]).toEqual([200, half, current])
    // Two confirmations from one mailbox are not enough.
    expect((await open(one.token)).outcome).toEqual(expired)
    expect((await type(first === 'new' ? next : current, one.code)).outcome).toEqual(expired)
    const { outcome, said } = await open(two.token)
    expect([outcome, methodsOf(said), await address()]).toEqual([200, ['email_change'], next])
    expect(said.user).toMatchObject({ email: next })
    expect(said.user.identities?.map(({ email }) => email)).toEqual([next])
    expect(said.user).not.toHaveProperty('new_email')
    expect(at.letters.at(-1)).toMatchObject({ kind: 'address-changed', to: current })
    expect(await at.test.asOwner('select from auth.one_time_tokens where user_id = $1', [user.id])).toEqual([])
  },
)

it('resends the email about a change of email address only to the mailbox that has not confirmed the change', async () => {
  const { current, next, atNew, address } = await changing()
  await open(atNew.token)
  const before = at.letters.length
  await resend(current)
  expect(at.letters.slice(before).map(({ to }) => to)).toEqual([current])
  expect(await address()).toBe(current)
  expect((await type(current, at.letterTo(current).code)).outcome).toBe(200)
  expect(await address()).toBe(next)
})

it('ignores the first confirmation of an email address change once that confirmation is an hour old', async () => {
  const { current, atNew, address } = await changing()
  await open(atNew.token)
  at.time.now += 3600_000
  await resend(current)
  expect((await open(at.letterTo(current).token)).said).toMatchObject(half)
  expect(await address()).toBe(current)
})

it('refuses to confirm a new email address that the user has since replaced with another one', async () => {
  const [one, two] = [await changing(), await changing()]
  await open(one.atCurrent.token)
  await at.change(one.user, { email_change: newAddress() })
  expect((await open(one.atNew.token)).outcome).toEqual(expired)
  await open(two.atNew.token)
  await at.change(two.user, { email_change: newAddress() })
  expect((await open(two.atCurrent.token)).said).toMatchObject(half)
  expect([await one.address(), await two.address()]).toEqual([one.current, two.current])
})

it('refuses to confirm a new email address that another user has taken in the meantime', async () => {
  const taken = newAddress()
  const { current, atNew, atCurrent, address } = await changing(taken)
  await at.person({ email: taken })
  await open(atNew.token)
  expect((await open(atCurrent.token)).outcome).toEqual([422, 'email_exists'])
  expect(await address()).toBe(current)
})

it('distinguishes between two users who request the same new email address', async () => {
  const wanted = newAddress()
  const [one, two] = [await changing(wanted), await changing(wanted)]
  for (const { atCurrent } of [one, two]) await open(atCurrent.token)
  const { outcome, said } = await type(wanted, two.atNew.code)
  expect([outcome, said.user.id]).toEqual([200, two.user.id])
  expect((await type(wanted, one.atNew.code)).outcome).toEqual([422, 'email_exists'])
})
