import { openKeys } from '#server/features/auth-keys/service.ts'
import { type Method, openSession } from '#server/features/auth-sessions/service.ts'
import { confirmEmail, createUser, type UserRow, updateUser } from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import type { AuthSettings } from '#server/lib/auth/settings.ts'
import { authForTest, nameless } from '#server/lib/auth/testing.ts'
import { hashPassword, verifyPassword } from '#server/lib/crypto/password-hash.ts'
import type { UserBody } from '#shared/contract/auth.ts'
import { userRoutes } from './routes.ts'

export const password = 'seven ducks on a pond'
export const another = 'eight geese by the lake'

interface Person {
  hash?: string | null
  email?: string | null
  confirmed?: boolean
}

export async function userForTest(change: Partial<AuthSettings> = {}) {
  const auth = await authForTest(openKeys, change)
  const { context, test, time } = auth
  const { app, call } = await auth.mount(userRoutes)
  const usual = await hashPassword(password)
  let people = 0
  return {
    ...auth,
    app,
    async person({ hash = usual, email = `p${++people}@example.com`, confirmed = true }: Person = {}) {
      return decide(context.database, async (tx) => {
        const now = new Date(time.now)
        const address = email ?? `gone${++people}@example.com`
        const made = await createUser(tx, { email: address, passwordHash: hash }, now)
        if (email === null) return updateUser(tx, made.id, { email: null }, now)
        return confirmed ? confirmEmail(tx, made, now) : made
      })
    },
    async signIn(user: UserRow, method: Method = 'password'): Promise<string> {
      const by: AuthContext = context
      return (await decide(by.database, (tx) => openSession(tx, by, user, method, nameless))).access_token
    },
    get: (path: string, token: string, headers = {}) =>
      call('GET', path, undefined, { authorization: `Bearer ${token}`, ...headers }),
    async put(token: string, body: unknown, query = '') {
      const answer = await call('PUT', `/user${query}`, body, { authorization: `Bearer ${token}` })
      const said = answer.json() as Partial<UserBody> & Refusal
      return { ...said, status: answer.statusCode }
    },
    /** A verified second factor. */
    factor: (user: UserRow) =>
      test.asOwner(
        "insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'x')",
        [user.id],
      ),
    async hasPassword(user: UserRow, secret: string): Promise<boolean> {
      const [row] = await test.asOwner<{ hash: string | null }>(
        'select encrypted_password as hash from auth.users where id = $1',
        [user.id],
      )
      return (await verifyPassword(secret, row?.hash ?? null)).matches
    },
  }
}

interface Refusal {
  email_confirmed_at?: string
  email_change_sent_at?: string
  code?: string
  message?: string
  weak_password?: { reasons: string[] }
}
