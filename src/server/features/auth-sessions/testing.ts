import { randomBytes, randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { confirmEmail, createUser, findUser, type UserRow, updateUser } from '#server/features/auth-accounts/service.ts'
import { type AuthContext, type AuthSettings, decide, defaultAuthSettings } from '#server/lib/auth/context.ts'
import { authConventions, type SignInClient } from '#server/lib/auth/conventions.ts'
import { hashPassword, verifyPassword } from '#server/lib/crypto/passwords.ts'
import { openSecretCipher, type SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { TestServer } from '#server/lib/db/test-servers.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { bodyLimit } from '#server/lib/http/connections.ts'
import { logRequests } from '#server/lib/http/request-log.ts'
import { createLog } from '#server/lib/log.ts'
import type { Letter } from '#server/lib/mail/mailer.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import { openKeys } from './keys.ts'
import { bearerClaims, openSession, refreshSession, requireCaller, type SignInMethod } from './service.ts'

export const publicUrl = 'https://site.example'
export const password = 'seven ducks on a pond'

/** A client that sends neither a User-Agent nor a device id. */
export const unidentifiedClient: SignInClient = { agent: null, device: null }

/** A client that sends a User-Agent and a device id. */
export const deviceNamed = (name: string): SignInClient => ({
  agent: `${name} browser`,
  device: `${name}-of-this-test-0123456789`,
})

type AuthRoutes = (app: FastifyInstance, context: AuthContext) => Promise<void>

interface AuthRequest {
  body?: unknown
  as?: Pick<SessionBody, 'access_token'> | string
  headers?: Record<string, string>
  from?: string
}

type AuthBody = SessionBody & { code: string; message: string }
export type AuthOutcome = 200 | [status: number, code: string]

/** Encrypts like the given cipher, and also collects every email, so that tests do not have to wait for delivery. */
export function collectingCipher(cipher: SecretCipher, letters: Letter[]): SecretCipher {
  return {
    ...cipher,
    seal(purpose, text) {
      if (purpose === 'letter') letters.push(JSON.parse(text) as Letter)
      return cipher.seal(purpose, text)
    },
  }
}

/** An `AuthContext` with its own database, a fake clock, collected emails, and these routes below `/auth/v1`. */
export async function authForTest(
  routes: readonly AuthRoutes[] = [],
  change: Partial<AuthSettings> = {},
  server?: TestServer,
) {
  const test = await testDatabase(server)
  const settings: AuthSettings = { ...defaultAuthSettings, ...change }
  const time = { now: Date.now() }
  const letters: Letter[] = []
  const lines: string[] = []
  const base = {
    database: test.database,
    clock: () => time.now,
    cipher: collectingCipher(openSecretCipher(randomBytes(32)), letters),
  }
  const keysOptions = {
    ...base,
    issuer: () => `${publicUrl}/auth/v1`,
    audience: 'authenticated',
    tokenSeconds: settings.tokenSeconds,
  }
  const context: AuthContext = {
    ...base,
    log: createLog({ write: (line) => void lines.push(line) }),
    settings,
    keys: await openKeys(keysOptions),
    pause: async () => {},
    publicUrl: () => publicUrl,
  }
  const app = fastify({ bodyLimit })
  logRequests(app)
  await app.register(
    async (scope) => {
      authConventions(scope)
      for (const each of routes) await scope.register(each, context)
    },
    { prefix: '/auth/v1' },
  )
  const inside = <T>(work: Parameters<typeof decide<T>>[1]) => decide(context.database, work)
  let usualHash: string | undefined

  /** Sends a request as the client library would. */
  async function ask<Body = AuthBody>(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    { body, as, headers = {}, from }: AuthRequest = {},
  ) {
    const bearer = typeof as === 'string' ? as : as?.access_token
    const answer = await app.inject({
      method,
      url: `/auth/v1${path}`,
      headers: {
        'x-supabase-api-version': '2024-01-01',
        ...(method !== 'GET' && method !== 'HEAD' && { 'content-type': 'application/json' }),
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      payload: typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body),
      ...(from && { remoteAddress: from }),
    })
    const { statusCode: status } = answer
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    const said = (isJson && answer.body !== '' ? answer.json() : {}) as Body & {
      code: string
      message: string
    }
    const outcome: AuthOutcome = status === 200 ? 200 : [status, said.code]
    return { status, outcome, said, headers: answer.headers, text: answer.body }
  }

  return {
    context,
    keysOptions,
    test,
    /** The time in milliseconds since 1970; tests add to this number. */
    time,
    letters,
    app,
    ask,
    inside,
    log: () => lines.join(''),
    /** Applies these settings from now on, and resets all other settings to their initial values. */
    set: (more: Partial<AuthSettings> = {}) => void Object.assign(settings, defaultAuthSettings, change, more),
    /** A user with a password and an email address, which is confirmed by default. */
    async person({
      email = `${randomUUID()}@example.com`,
      hash = '' as string | null,
      confirmed = true,
    } = {}): Promise<UserRow & { email: string }> {
      usualHash ??= await hashPassword(password)
      const passwordHash = hash === '' ? usualHash : hash
      return inside(async (tx) => {
        const now = new Date(time.now)
        const made = await createUser(tx, { email, passwordHash }, now)
        return { ...(confirmed ? await confirmEmail(tx, made, now) : made), email: email.toLowerCase() }
      })
    },
    change: (user: UserRow, more: Parameters<typeof updateUser>[2]) =>
      inside((tx) => updateUser(tx, user.id, more, new Date(time.now))),
    async rowOf(user: { id: string }): Promise<UserRow> {
      const row = await inside((tx) => findUser(tx, user.id))
      if (!row) throw new Error('user does not exist')
      return row
    },
    hasPassword: async (user: { id: string }, secret: string) =>
      (await verifyPassword(secret, (await inside((tx) => findUser(tx, user.id)))?.encrypted_password ?? null)).matches,
    open: (user: UserRow, method: SignInMethod = 'password', client = unidentifiedClient): Promise<SessionBody> =>
      inside((tx) => openSession(tx, context, user, method, client)),
    refresh: (token: string | SessionBody, client = unidentifiedClient): Promise<SessionBody> =>
      inside((tx) => refreshSession(tx, context, typeof token === 'string' ? token : token.refresh_token, client)),
    /** The caller that a token identifies, or the refusal. */
    callerOf: (token: string) =>
      inside(async (tx) =>
        requireCaller(tx, context, await bearerClaims(context.keys, { authorization: `Bearer ${token}` })),
      ),
    /** True if row-level security accepts the token. */
    async isLive(token: string): Promise<boolean> {
      const claims = await context.keys.verify(token)
      return context.database.transaction('authenticated', claims, async (tx) => {
        const { rows } = await tx.query<{ live: boolean }>('select private.session_is_live() as live')
        return rows[0]?.live ?? false
      })
    },
    sessionsOf: (user: { id: string }) =>
      test.asOwner<{ id: string; aal: string }>(
        'select id, aal::text from auth.sessions where user_id = $1 order by created_at, id',
        [user.id],
      ),
    /**
     * The audit log entries whose actor is this user, oldest first; if `user` is null, the entries that have no actor.
     */
    async audited(user: { id: string } | null) {
      const rows = await test.asOwner<{ payload: { action: string; outcome: string; traits?: object } }>(
        `select payload from auth.audit_log_entries
         where payload ->> 'actor_id' is not distinct from $1
         order by created_at, xmin::text::bigint, cmin::text::bigint`,
        [user?.id ?? null],
      )
      return rows.map(({ payload }) => payload)
    },
    /** The newest email to this address, and the parts of its link. */
    letterTo(address: string) {
      const letter = letters.findLast(({ to }) => to === address)
      if (!letter) throw new Error('email does not exist')
      const link = new URL(/https:\S+\/account\/confirm\S+/.exec(letter.text)?.[0] ?? publicUrl)
      const { token = '', type = '', redirect_to: redirectTo = '' } = Object.fromEntries(link.searchParams)
      const code = /^\s*(\d{6})\s*$/m.exec(letter.text)?.[1] ?? ''
      return { kind: letter.kind, text: letter.text, host: link.host, token, type, redirectTo, code }
    },
    /**
     * Runs `first`, and starts `second` before `first` commits and releases a lock that `second` needs. Returns a
     * function that waits for `second`.
     */
    async meanwhile<T>(first: (tx: Transaction) => Promise<unknown>, second: () => Promise<T>) {
      const begun: Promise<T>[] = []
      await inside(async (tx) => {
        await first(tx)
        const later = second()
        // An early failure must not count as an unhandled rejection.
        later.catch(() => {})
        begun.push(later)
        const waiting = 'select from pg_locks where not granted'
        await expect.poll(() => test.asOwner(waiting)).not.toEqual([])
      })
      return () => Promise.all(begun)
    },
    async close() {
      await app.close()
      await test.close()
    },
  }
}

/** Decodes the claims of an access token without verifying it. */
export function claimsOf(session: Pick<SessionBody, 'access_token'>) {
  const payload = session.access_token.split('.')[1] ?? ''
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    sub: string
    session_id: string
    aal: string
    amr: { method: string; timestamp: number }[]
    readonly [name: string]: unknown
  }
}

export const methodsOf = (session: SessionBody) => claimsOf(session).amr.map(({ method }) => method)

/** The given code with one wrong digit. */
export const withWrongDigit = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))
