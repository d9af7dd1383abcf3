import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { codesForTest, newAddress } from './testing.ts'

let on: Awaited<ReturnType<typeof codesForTest>>
const statements: string[] = []
beforeAll(async () => {
  on = await codesForTest()
  const { database } = on.context
  const transaction = database.transaction.bind(database)
  database.transaction = (role, claims, work, seconds) =>
    transaction(
      role,
      claims,
      (tx) =>
        work({
          query(sql, values) {
            statements.push(sql)
            return tx.query(sql, values)
          },
        }),
      seconds,
    )
})
afterAll(() => on.close())
beforeEach(() => on.set())

/** The statements of a request. Those about a flow count as equal, since an unknown address can have none. */
async function work(path: string, body: object) {
  statements.length = 0
  expect((await on.ask(path, body)).outcome).not.toBe(500)
  return [...statements]
}

// An answer takes time for its statements, which are compared more surely than times.
it.each([
  ['/recover', {}, {}],
  ['/resend', { type: 'signup' }, {}],
  ['/resend', { type: 'email_change' }, {}],
  ['/verify', { type: 'recovery', token: '123456x' }, {}],
  ['/verify', { type: 'email', token: '123456x' }, {}],
])('asks the database the same for an unknown address: %s %j', async (path, body, settings) => {
  on.set(settings)
  const { email } = await on.person()
  const known = await work(path, { email, ...body })
  expect(known.length).toBeGreaterThan(3)
  expect(await work(path, { email: newAddress(), ...body })).toEqual(known)
})
