import { afterAll, beforeAll, expect, it } from 'vitest'
import { updateUser } from '#server/features/auth-users/service.ts'
import { eachOf } from '#shared/lib/testing.ts'
import { codesForTest, newAddress } from './testing.ts'

let on: Awaited<ReturnType<typeof codesForTest>>
beforeAll(async () => {
  on = await codesForTest()
})
afterAll(() => on.close())

const lettersTo = (email: string | null) =>
  on.letters.filter(({ to }) => to === email).map(({ kind }) => kind)

it('sends a confirmation again to whom it is owed, and says the same to everybody', async () => {
  const [waiting, confirmed] = [await on.person({ confirmed: false }), await on.person()]
  const unknown = newAddress()
  for (const type of ['signup', 'email_change']) {
    for (const email of [waiting.email, confirmed.email, unknown]) {
      const { outcome, said } = await on.ask('/resend', { type, email })
      expect([outcome, said]).toEqual([200, {}])
    }
  }
  expect([waiting.email, confirmed.email, unknown].map(lettersTo)).toEqual([['invite'], [], []])
})

it('sends both letters of a change of address again', async () => {
  const user = await on.person()
  const next = newAddress()
  await on.inside((tx) => updateUser(tx, user.id, { email_change: next }, new Date(on.time.now)))
  await on.ask('/resend', { type: 'email_change', email: user.email })
  expect([lettersTo(next), lettersTo(user.email)]).toEqual([['new-address'], ['current-address']])
})

it(
  'is refused for what is not resent',
  eachOf(
    [
      ['another type', { type: 'recovery', email: 'a@b.example' }, 'validation_failed'],
      ['no type', { email: 'a@b.example' }, 'validation_failed'],
      ['nobody', { type: 'signup' }, 'validation_failed'],
      ['a telephone for a mail', { type: 'signup', phone: '+4915112345678' }, 'validation_failed'],
      ['a mailbox for a text message', { type: 'sms', email: 'a@b.example' }, 'validation_failed'],
      ['two', { type: 'signup', email: 'a@b.example', phone: '+4915112345678' }, 'validation_failed'],
      ['a telephone', { type: 'sms', phone: '+4915112345678' }, 'phone_provider_disabled'],
    ],
    async (_, body, code) => {
      expect((await on.ask('/resend', body)).outcome).toEqual([400, code])
    },
  ),
)
