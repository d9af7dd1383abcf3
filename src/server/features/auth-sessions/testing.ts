import type { FastifyInstance } from 'fastify'
import { openKeys } from '#server/features/auth-keys/service.ts'
import { confirmEmail, createUser, type UserRow } from '#server/features/auth-users/service.ts'
import type { Client } from '#server/lib/auth/client.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { authForTest } from '#server/lib/auth/testing.ts'
import type { TestServer } from '#server/lib/db/test-servers.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import { sessionRoutes } from './routes.ts'
import {
  bearerClaims,
  type Method,
  openSession,
  refreshSession,
  requireAdmin,
  requireCaller,
} from './service.ts'

/** Two routes that only check the caller. */
async function probeRoutes(app: FastifyInstance, context: AuthContext): Promise<void> {
  app.get('/who', async (request) => {
    const claims = await bearerClaims(context.keys, request.headers)
    const caller = await decide(context.database, (tx) => requireCaller(tx, context, claims))
    return { user: caller.user.id, session: caller.session.id, aal: caller.claims.aal }
  })
  app.get('/admin', async (request) => {
    const claims = await bearerClaims(context.keys, request.headers)
    await decide(context.database, (tx) => requireAdmin(tx, context, claims))
    return { admin: true }
  })
}

export async function sessionsForTest(...[change, server]: SettingsForTest) {
  const auth = await authForTest(openKeys, change, server)
  const { context } = auth
  const { app, call } = await auth.mount(sessionRoutes, probeRoutes)
  let people = 0
  return {
    ...auth,
    app,
    /** The context with these settings changed. */
    with: (settings: Partial<AuthContext['settings']>): AuthContext => ({
      ...context,
      settings: { ...context.settings, ...settings },
    }),
    person: (): Promise<UserRow> =>
      decide(context.database, async (tx) => {
        const person = { email: `p${++people}@example.com`, passwordHash: null }
        const now = new Date(auth.time.now)
        return confirmEmail(tx, await createUser(tx, person, now), now)
      }),
    open: (user: UserRow, method: Method = 'password', by = context, client = aTest): Promise<SessionBody> =>
      decide(by.database, (tx) => openSession(tx, by, user, method, client)),
    refresh: (token: string, by = context, client = aTest): Promise<SessionBody> =>
      decide(by.database, (tx) => refreshSession(tx, by, token, client)),
    get: (path: string, token?: string) =>
      call('GET', path, undefined, token === undefined ? {} : { authorization: `Bearer ${token}` }),
    post: (path: string, token: string) =>
      // As the client sends it: JSON by its header, and nothing in it.
      call('POST', path, '', { authorization: `Bearer ${token}` }),
    /** Whether row-level security takes the token. */
    isLive: async (token: string): Promise<boolean> => {
      const claims = await context.keys.verify(token)
      return context.database.transaction('authenticated', claims, async (tx) => {
        const { rows } = await tx.query<{ live: boolean }>('select private.session_is_live() as live')
        return rows[0]?.live ?? false
      })
    },
  }
}

const aTest: Client = { agent: 'a test', device: null }

/** The same program on a device that names itself. */
export const deviceNamed = (name: string): Client => ({
  agent: 'a test',
  device: `${name}-of-this-test-0123456789`,
})

type SettingsForTest = [change?: Partial<AuthContext['settings']>, server?: TestServer]

export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
