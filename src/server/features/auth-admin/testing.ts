import { openKeys } from '#server/features/auth-keys/service.ts'
import { openSession, refreshSession } from '#server/features/auth-sessions/service.ts'
import {
  confirmEmail,
  createUser,
  describeUser,
  findUser,
  updateUser,
} from '#server/features/auth-users/service.ts'
import { decide } from '#server/lib/auth/decide.ts'
import type { AuthSettings } from '#server/lib/auth/settings.ts'
import { authForTest, nameless } from '#server/lib/auth/testing.ts'
import { hashPassword, verifyPassword } from '#server/lib/crypto/password-hash.ts'
import type { SessionBody, UserBody } from '#shared/contract/auth.ts'
import { adminRoutes } from './routes.ts'

export const password = 'seven ducks on a pond'

type Answer = { status: number } & Partial<UserBody & { code: string; message: string }>

export async function adminForTest(change: Partial<AuthSettings> = {}) {
  const auth = await authForTest(openKeys, change)
  const { context, test } = auth
  const { app, call } = await auth.mount(adminRoutes)
  let service = ''
  let people = 0

  async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) {
    service ||= await context.keys.sign({ aud: 'authenticated', role: 'service_role' }, 7 * 24 * 3600)
    return call(method, path, body, { authorization: `Bearer ${service}` })
  }

  async function admin(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<Answer> {
    const answer = await ask(method, path, body)
    return { ...(answer.json() as object), status: answer.statusCode }
  }

  return {
    ...auth,
    app,
    call,
    /** Asks with a token of the service role. */
    ask,
    admin,
    /** A person with a password and an address. */
    person: (email = `p${++people}@example.com`, confirmed = true): Promise<UserBody> =>
      decide(context.database, async (tx) => {
        const now = new Date(auth.time.now)
        const made = await createUser(tx, { email, passwordHash: await hashPassword(password) }, now)
        return describeUser(
          tx,
          confirmed ? await confirmEmail(tx, made, now) : await updateUser(tx, made.id, {}, now),
        )
      }),
    signIn: (id: string): Promise<SessionBody> =>
      decide(context.database, async (tx) => {
        const user = await findUser(tx, id)
        if (!user) throw new Error('no such person')
        return openSession(tx, context, user, 'password', nameless)
      }),
    refresh: (token: string): Promise<SessionBody> =>
      decide(context.database, (tx) => refreshSession(tx, context, token, nameless)),
    async hasPassword(id: string, secret: string): Promise<boolean> {
      const [row] = await test.asOwner<{ hash: string | null }>(
        'select encrypted_password as hash from auth.users where id = $1',
        [id],
      )
      return (await verifyPassword(secret, row?.hash ?? null)).matches
    },
    async staffRole(id: string): Promise<string | null> {
      const [row] = await test.asOwner<{ role: string }>(
        'select role from public.staff_members where id = $1 and disabled_at is null',
        [id],
      )
      return row?.role ?? null
    },
  }
}
