import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import fastify from 'fastify'
import { expect } from 'vitest'
import { openSecretCipher, type SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { TestServer } from '#server/lib/db/test-servers.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { bodyLimit } from '#server/lib/http/connections.ts'
import { logRequests } from '#server/lib/http/request-log.ts'
import { createLog } from '#server/lib/log.ts'
import type { Letter } from '#server/lib/mail/mailer.ts'
import type { Client } from './client.ts'
import type { AuthContext } from './context.ts'
import { authConventions } from './conventions.ts'
import { decide } from './decide.ts'
import { type AuthSettings, defaultAuthSettings } from './settings.ts'
import type { Keys } from './types.ts'

export const publicUrl = 'https://site.example'

/** A client without a User-Agent and without a device id. */
export const nameless: Client = { agent: null, device: null }

type Routes = (app: FastifyInstance, context: AuthContext) => Promise<void>
/** Also puts every sealed letter into a list, so that tests need not wait for its delivery. */
export function readingLetters(cipher: SecretCipher, letters: Letter[]): SecretCipher {
  return {
    ...cipher,
    seal(purpose, text) {
      if (purpose === 'letter') letters.push(JSON.parse(text) as Letter)
      return cipher.seal(purpose, text)
    },
  }
}

type OpenKeys = (options: {
  database: AuthContext['database']
  clock: AuthContext['clock']
  cipher: AuthContext['cipher']
  issuer: () => string
  audience: string
  tokenSeconds: number
}) => Promise<Keys>

/**
 * An `AuthContext` with a database of its own, a clock that the test moves, and letters in a list instead of a mailbox.
 * `openKeys` is passed in because `lib` may not import the feature that has it.
 */
export async function authForTest(
  openKeys: OpenKeys,
  change: Partial<AuthSettings> = {},
  server?: TestServer,
) {
  const test = await testDatabase(server)
  const settings: AuthSettings = { ...defaultAuthSettings, ...change }
  const time = { now: Date.now() }
  const letters: Letter[] = []
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const cipher = readingLetters(openSecretCipher(randomBytes(32)), letters)
  const clock = () => time.now
  const base = { database: test.database, clock, cipher }
  const keys = await openKeys({
    ...base,
    issuer: () => `${publicUrl}/auth/v1`,
    audience: 'authenticated',
    tokenSeconds: settings.tokenSeconds,
  })
  const context: AuthContext = {
    ...base,
    log: createLog(stream),
    settings,
    keys,
    pause: async () => {},
    publicUrl: () => publicUrl,
  }
  const apps: FastifyInstance[] = []
  return {
    context,
    test,
    /** Milliseconds since 1970; a test adds to it. */
    time,
    letters,
    log: () => lines.join(''),
    /** Mounts routes below `/auth/v1`, as the server does. */
    async mount(...rooms: Routes[]) {
      const app = fastify({ bodyLimit })
      apps.push(app)
      logRequests(app)
      await app.register(
        async (scope) => {
          authConventions(scope)
          for (const room of rooms) await scope.register(room, context)
        },
        { prefix: '/auth/v1' },
      )
      return {
        app,
        /** One call as the client makes it; an object goes out as JSON. */
        call: (
          method: InjectOptions['method'],
          path: string,
          body?: unknown,
          headers: Record<string, string> = {},
        ) =>
          app.inject({
            method: method ?? 'GET',
            url: `/auth/v1${path}`,
            headers: {
              'x-supabase-api-version': '2024-01-01',
              ...(body !== undefined && { 'content-type': 'application/json' }),
              ...headers,
            },
            ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
          }),
      }
    },
    /**
     * Runs `first`, and starts `second` while `first` is uncommitted and holds a lock that `second` waits for. Returns
     * a function that waits for `second`.
     */
    async meanwhile<T>(first: (tx: Transaction) => Promise<unknown>, second: () => Promise<T>) {
      const begun: Promise<T>[] = []
      await decide(context.database, async (tx) => {
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
      await Promise.all(apps.map((app) => app.close()))
      await test.close()
    },
  }
}
