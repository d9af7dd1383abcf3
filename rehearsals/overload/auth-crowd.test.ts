import { afterAll, expect, it } from 'vitest'
import { authAppForTest } from '#server/app/testing.ts'

const site = await authAppForTest()
afterAll(() => site.close())

/** More than the server has connections to the database. */
const crowd = 24
const connections = 10

it('more people than there are connections refresh at once, also where nobody has asked for a while', async () => {
  const clients = await Promise.all(
    Array.from({ length: crowd }, async () => site.signedIn(await site.person())),
  )
  // What was read of keys is old, so it is looked at again before anything is signed; by then every connection is taken.
  site.later(60_000)
  await site.test.asOwner('begin')
  await site.test.asOwner('lock table auth.refresh_tokens in access exclusive mode')
  const asked = Promise.all(clients.map((client) => client.auth.refreshSession()))
  const waiting = 'select count(*)::int as waiting from pg_locks where not granted'
  await expect
    .poll(async () => (await site.test.asOwner<{ waiting: number }>(waiting))[0]?.waiting)
    .toBe(connections)
  await site.test.asOwner('commit')
  expect((await asked).map(({ error }) => error)).toEqual(clients.map(() => null))
  // At the first try: the client asks again where it is told that it took too long.
  expect(clients.flatMap(({ calls }) => calls.map(({ status }) => status))).toEqual(
    Array(2 * crowd).fill(200),
  )
})
