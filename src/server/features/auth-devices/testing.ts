import { openKeys } from '#server/features/auth-keys/service.ts'
import { confirmEmail, createUser } from '#server/features/auth-users/service.ts'
import type { Client } from '#server/lib/auth/client.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { authForTest } from '#server/lib/auth/testing.ts'
import { isKnownDevice, noteDevice } from './service.ts'

/** People of the desk who sign in from devices. */
export async function devicesForTest() {
  const auth = await authForTest(openKeys)
  const { context, test, time } = auth
  return {
    ...auth,
    /** A person with an account, and a role at the desk unless it is null. */
    async person(name: string, role: 'owner' | 'agent' | null) {
      const now = new Date(time.now)
      const { id } = await decide(context.database, async (tx) =>
        confirmEmail(
          tx,
          await createUser(tx, { email: `${name}@example.com`, passwordHash: null }, now),
          now,
        ),
      )
      if (role) await test.asOwner('insert into staff_members (id, role) values ($1, $2)', [id, role])
      return id
    },
    async signIn(user: string, client: Client) {
      const [session] = await test.asOwner<{ id: string; user_id: string }>(
        'insert into auth.sessions (user_id) values ($1) returning id, user_id',
        [user],
      )
      if (session) await decide(context.database, (tx) => noteDevice(tx, context, session, client))
    },
    knows: (user: string, client: Client) =>
      decide(context.database, (tx) => isKnownDevice(tx, context, user, client)),
    /** The letters since the last call: to whom, and about whom. */
    async told() {
      const rows = await test.asOwner<{
        kind: string
        user_id: string
        facts: { about: string; agent: string }
      }>('delete from outbox returning kind, user_id, facts')
      return rows.map(({ kind, user_id, facts }) => ({ kind, to: user_id, ...facts }))
    },
  }
}
