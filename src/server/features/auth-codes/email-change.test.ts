import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeUser, findUser, updateUser } from '#server/features/auth-users/service.ts'
import { type MailRequest, writeLetter } from './sending.ts'
import { codesForTest, methodsOf, newAddress } from './testing.ts'

let on: Awaited<ReturnType<typeof codesForTest>>
beforeAll(async () => {
  on = await codesForTest()
})
afterAll(() => on.close())
beforeEach(() => on.set())

/** A person who has asked for another address, and the letters to both. */
async function changing(next = newAddress()) {
  const user = await on.person()
  const current = user.email as string
  const asked: MailRequest & { newAddress: string } = {
    email: next,
    redirectTo: 'https://site.example',
    newAddress: next,
  }
  const letters = await on.inside(async (tx) => {
    const now = new Date(on.time.now)
    const changed = await updateUser(tx, user.id, { email_change: next }, now)
    return [
      await writeLetter(tx, on.context, 'newAddress', changed, asked),
      await writeLetter(tx, on.context, 'currentAddress', changed, { ...asked, email: current }),
    ]
  })
  on.letters.push(...letters.map(({ letter }) => letter))
  const now = async () => {
    const found = await on.inside((tx) => findUser(tx, user.id))
    return found?.email
  }
  return { user, current, next, atNew: on.letterTo(next), atCurrent: on.letterTo(current), now }
}

const open = (token: string) => on.ask('/verify', { type: 'email_change', token_hash: token })
const type = (email: string, token: string) => on.ask('/verify', { type: 'email_change', email, token })
const expired = [403, 'otp_expired']

it.each([
  ['new', 'current'],
  ['current', 'new'],
])('needs both mailboxes, the %s one first', async (first) => {
  const { user, current, next, atNew, atCurrent, now } = await changing()
  const [one, two] = first === 'new' ? [atNew, atCurrent] : [atCurrent, atNew]
  const half = await open(one.token)
  expect([half.outcome, half.said.code, await now()]).toEqual([200, '200', current])
  expect(half.said.msg).toContain('other address')
  expect(half.said).not.toHaveProperty('access_token')
  // One mailbox that confirms twice is not both.
  expect((await open(one.token)).outcome).toEqual(expired)
  expect((await type(first === 'new' ? next : current, one.code)).outcome).toEqual(expired)
  const whole = await open(two.token)
  expect([whole.outcome, methodsOf(whole.said), await now()]).toEqual([200, ['email_change'], next])
  expect(whole.said.user).toMatchObject({ email: next, identities: [{ email: next }] })
  expect(whole.said.user).not.toHaveProperty('new_email')
  const identities = await on.inside(async (tx) => (await describeUser(tx, user)).identities)
  expect(identities?.map(({ email }) => email)).toEqual([next])
  expect(on.letters.at(-1)).toMatchObject({ kind: 'address-changed', to: current })
  expect(await on.test.asOwner('select from auth.one_time_tokens where user_id = $1', [user.id])).toEqual([])
})

it('does not count one mailbox for two because its letter was sent again', async () => {
  const { current, next, atNew, now } = await changing()
  await open(atNew.token)
  const before = on.letters.length
  await on.ask('/resend', { type: 'email_change', email: current })
  // Only the mailbox that has not confirmed gets it again.
  expect(on.letters.slice(before).map(({ to }) => to)).toEqual([current])
  expect(await now()).toBe(current)
  expect((await type(current, on.letterTo(current).code)).outcome).toBe(200)
  expect(await now()).toBe(next)
})

it('forgets a half after its time', async () => {
  const { current, atNew, now } = await changing()
  await open(atNew.token)
  on.time.now += 3600_000
  await on.ask('/resend', { type: 'email_change', email: current })
  expect((await open(on.letterTo(current).token)).said).toMatchObject({ code: '200' })
  expect(await now()).toBe(current)
})

it('is not for an address that the person no longer wants', async () => {
  const [one, two] = [await changing(), await changing()]
  const wantAnother = (id: string) =>
    on.inside((tx) => updateUser(tx, id, { email_change: newAddress() }, new Date(on.time.now)))
  await open(one.atCurrent.token)
  await wantAnother(one.user.id)
  expect((await open(one.atNew.token)).outcome).toEqual(expired)
  await open(two.atNew.token)
  await wantAnother(two.user.id)
  expect((await open(two.atCurrent.token)).said).toMatchObject({ code: '200' })
  expect([await one.now(), await two.now()]).toEqual([one.current, two.current])
})

it('takes no address that is somebody else’s by now', async () => {
  const taken = newAddress()
  const { current, atNew, atCurrent, now } = await changing(taken)
  await on.person({ email: taken })
  await open(atNew.token)
  expect((await open(atCurrent.token)).outcome).toEqual([422, 'email_exists'])
  expect(await now()).toBe(current)
})

it('keeps the digits of two apart who want one address', async () => {
  const wanted = newAddress()
  const [one, two] = [await changing(wanted), await changing(wanted)]
  for (const { atCurrent } of [one, two]) await open(atCurrent.token)
  const { outcome, said } = await type(wanted, two.atNew.code)
  expect([outcome, said.user.id]).toEqual([200, two.user.id])
  expect((await type(wanted, one.atNew.code)).outcome).toEqual([422, 'email_exists'])
})
