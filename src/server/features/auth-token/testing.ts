import { openKeys } from '#server/features/auth-keys/service.ts'
import { confirmEmail, createUser, type UserRow } from '#server/features/auth-users/service.ts'
import { decide } from '#server/lib/auth/decide.ts'
import type { AuthSettings } from '#server/lib/auth/settings.ts'
import { authForTest } from '#server/lib/auth/testing.ts'
import { hashPassword } from '#server/lib/crypto/password-hash.ts'
import { deviceHeader } from '#shared/contract/auth.ts'
import { tokenRoutes } from './routes.ts'

export const password = 'seven ducks on a pond'

export async function tokenForTest(change: Partial<AuthSettings> = {}) {
  const auth = await authForTest(openKeys, change)
  const { app, call } = await auth.mount(tokenRoutes)
  const usual = await hashPassword(password)
  let people = 0
  return {
    ...auth,
    app,
    call,
    /** A person with an address of their own; confirmed unless said otherwise. */
    person: ({
      hash = usual as string | null,
      confirmed = true,
    } = {}): Promise<UserRow & { email: string }> =>
      decide(auth.context.database, async (tx) => {
        const now = new Date(auth.time.now)
        const email = `p${++people}@example.com`
        const made = await createUser(tx, { email, passwordHash: hash }, now)
        return { ...(confirmed ? await confirmEmail(tx, made, now) : made), email }
      }),
    /** Tries a password as the client at `address` does, on a device that names itself or not. */
    signIn: (email: string, secret = password, address = '192.0.2.1', device?: string) =>
      app.inject({
        method: 'POST',
        url: '/auth/v1/token?grant_type=password',
        remoteAddress: address,
        headers: { 'x-supabase-api-version': '2024-01-01', ...(device && { [deviceHeader]: device }) },
        payload: { email, password: secret },
      }),
  }
}
