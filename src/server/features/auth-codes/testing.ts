import { randomUUID } from 'node:crypto'
import { openKeys } from '#server/features/auth-keys/service.ts'
import { confirmEmail, createUser, type UserRow } from '#server/features/auth-users/service.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { type AuthSettings, defaultAuthSettings } from '#server/lib/auth/settings.ts'
import { authForTest } from '#server/lib/auth/testing.ts'
import type { TestServer } from '#server/lib/db/test-servers.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import { codeRoutes } from './routes.ts'

/** The routes on a database of their own, with what tests need of them. */
export async function codesForTest(server?: TestServer) {
  // Each test asks for many mails; the limits on them are the subject of a few.
  const plenty = { mailsPerHour: 1000, mailsPerClient: 1000, mailEverySeconds: 0 }
  const auth = await authForTest(openKeys, plenty, server)
  const { context, letters, time } = auth
  const { app, call } = await auth.mount(codeRoutes)

  async function ask(path: string, body: object, headers: Record<string, string> = {}) {
    const answer = await call('POST', path, body, headers)
    const said = answer.json<SessionBody & { code: string; message: string; msg: string }>()
    const outcome = answer.statusCode === 200 ? 200 : ([answer.statusCode, said.code] as const)
    return { outcome, said, headers: answer.headers }
  }

  const person = (
    change: { email?: string; confirmed?: boolean; invited?: boolean } = {},
  ): Promise<UserRow> =>
    decide(context.database, async (tx) => {
      const email = change.email ?? newAddress()
      const now = new Date(time.now)
      const user = await createUser(tx, { email, passwordHash: null }, now)
      return change.confirmed === false || change.invited ? user : confirmEmail(tx, user, now)
    })

  function letterTo(address: string) {
    const letter = letters.findLast(({ to }) => to === address)
    if (!letter) throw new Error('no letter')
    const link = new URL(/https:\S+\/account\/confirm\S+/.exec(letter.text)?.[0] ?? '')
    const { token = '', type = '', redirect_to: redirectTo = '' } = Object.fromEntries(link.searchParams)
    const code = /^\s*(\d{6})\s*$/m.exec(letter.text)?.[1] ?? ''
    return { kind: letter.kind, host: link.host, token, type, redirectTo, code }
  }

  return {
    ...auth,
    app,
    ask,
    person,
    letterTo,
    /** Sets these settings from now on, and all others to their defaults. */
    set: (change: Partial<AuthSettings> = {}) =>
      void Object.assign(context.settings, defaultAuthSettings, plenty, change),
    open: (query: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      app.inject({ method, url: `/auth/v1/verify?${new URLSearchParams(query)}` }),
    inside: <T>(work: Parameters<typeof decide<T>>[1]) => decide(context.database, work),
  }
}

export const newAddress = () => `${randomUUID()}@example.com`

export const wrong = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))

export function methodsOf(session: SessionBody): string[] {
  const claims = JSON.parse(Buffer.from(session.access_token.split('.')[1] ?? '', 'base64url').toString())
  return (claims as { amr: { method: string }[] }).amr.map(({ method }) => method)
}
