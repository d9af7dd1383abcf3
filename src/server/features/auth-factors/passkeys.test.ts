import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publicUrl } from '#server/lib/auth/testing.ts'
import { SoftDevice } from '#server/lib/crypto/testing.ts'
import { type FactorTest, factorsForTest } from './testing.ts'

let at: FactorTest
beforeAll(async () => {
  at = await factorsForTest()
})
afterAll(() => at.close())

it('one’s own passkeys are listed, with when each was used, and neither apps nor what pends', async () => {
  const { strong } = await at.protectedPerson()
  const id = await at.enrolPasskey(strong, 'Laptop')
  const { said: session } = await at.showPasskey(strong, id, new SoftDevice(publicUrl))
  await at.enrolPasskey(session, 'Key')
  const { said } = await at.ask<object[]>(session, 'GET', '/passkeys')
  expect(said).toEqual([
    {
      id,
      friendly_name: 'Laptop',
      created_at: expect.any(String),
      last_used_at: new Date(at.time.now).toISOString(),
    },
  ])
})

it('a passkey is renamed, and not to the name of another factor', async () => {
  const { strong } = await at.protectedPerson()
  const id = await at.enrolPasskey(strong, 'Laptop')
  const { said: session } = await at.showPasskey(strong, id, new SoftDevice(publicUrl))
  const rename = (friendly_name: string, which = id) =>
    at.ask(session, 'PATCH', `/passkeys/${which}`, { friendly_name })
  expect(await rename('Old laptop')).toMatchObject({
    outcome: 200,
    said: { id, friendly_name: 'Old laptop' },
  })
  expect((await rename('Phone')).outcome).toEqual([422, 'mfa_factor_name_conflict'])
  expect((await rename(' ')).outcome).toEqual([400, 'validation_failed'])
  expect((await rename('Mine', randomUUID())).outcome).toEqual([404, 'passkey_not_found'])
})

it('somebody else’s passkey is neither seen nor changed', async () => {
  const [owner, thief] = [await at.personWithPasskey(), await at.personWithPasskey()]
  const { said } = await at.ask<{ id: string }[]>(thief.strong, 'GET', '/passkeys')
  expect(said.map(({ id }) => id)).toEqual([thief.id])
  const name = { friendly_name: 'Mine' }
  const path = `/passkeys/${owner.id}`
  expect((await at.ask(thief.strong, 'PATCH', path, name)).outcome).toEqual([404, 'passkey_not_found'])
  expect((await at.ask(thief.strong, 'DELETE', path)).outcome).toEqual([404, 'mfa_factor_not_found'])
})
