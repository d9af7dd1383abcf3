import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#server/lib/db/testing.ts'
import { TooManyRequests } from '#server/lib/rate-limit/limits.ts'
import { testEach } from '#shared/lib/testing.ts'
import { decide } from './context.ts'
import { authConventions } from './conventions.ts'
import { AuthRefusal } from './refusal.ts'

const test = await testDatabase()
const app = fastify({ logger: false })
afterAll(async () => {
  await app.close()
  await test.close()
})

const inService = (sql: string) => decide(test.database, async (tx) => (await tx.query(sql)).rows)
const faults: Record<string, () => Promise<unknown>> = {
  weak: async () => {
    throw new AuthRefusal('weak_password', 'Too short.', { weakPassword: ['length'] })
  },
  wait: async () => {
    throw new AuthRefusal('over_request_rate_limit', 'Wait.', { retryAfter: 7 })
  },
  flood: async () => {
    throw new TooManyRequests(2500)
  },
  bug: async () => {
    throw new Error('select secret from private.signing_keys at /srv/backline')
  },
  sql: () => inService('select nonsense from auth.users'),
  unstorable: () => inService("select 'x'::uuid"),
  slow: () => inService("select set_config('statement_timeout', '20ms', true); select pg_sleep(5)"),
  busy: async () => {
    await test.asOwner('begin')
    await test.asOwner('lock table auth.sessions in access exclusive mode')
    try {
      return await inService("select set_config('lock_timeout', '20ms', true); select from auth.sessions")
    } finally {
      await test.asOwner('rollback')
    }
  },
}

await app.register(
  async (scope: FastifyInstance) => {
    authConventions(scope)
    for (const [name, fail] of Object.entries(faults)) scope.get(`/${name}`, fail)
    scope.post('/echo', async ({ body }) => ({ body }))
    scope.delete('/echo', async ({ body }) => ({ body: body ?? null }))
  },
  { prefix: '/auth/v1' },
)

const json = { 'content-type': 'application/json' }
const coded = { 'x-supabase-api-version': '2024-01-01' }

describe('errors from the auth service', () => {
  it(
    'contain a status and a code in the current and the older format, but no internal details',
    testEach(
      [
        ['weak', 422, 'weak_password'],
        ['wait', 429, 'over_request_rate_limit'],
        ['flood', 429, 'over_request_rate_limit'],
        ['bug', 500, 'unexpected_failure'],
        ['sql', 500, 'unexpected_failure'],
        ['unstorable', 400, 'validation_failed'],
        ['slow', 504, 'request_timeout'],
        ['busy', 409, 'conflict'],
        ['nothing', 404, 'not_found'],
      ],
      async (name, status, code) => {
        const url = `/auth/v1/${name}`
        const now = await app.inject({ url, headers: coded })
        const before = await app.inject({ url })
        expect([now.statusCode, before.statusCode]).toEqual([status, status])
        expect(now.json()).toMatchObject({ code, message: expect.any(String) as string })
        expect(before.json()).toMatchObject({
          code: status,
          error_code: code,
          msg: now.json().message as string,
        })
        expect([now, before].map(({ headers }) => headers['x-sb-error-code'])).toEqual([code, code])
        expect([now, before].map(({ headers }) => headers['x-supabase-api-version'])).toEqual(['2024-01-01', undefined])
        expect(before.json().error_id !== undefined).toBe(status >= 500)
        for (const { body, headers } of [now, before]) {
          expect(headers['cache-control']).toBe('no-store')
          expect(headers['content-type']).toBe('application/json; charset=utf-8')
          expect(body).not.toMatch(/select|from|nonsense|\/srv|pg_|uuid/i)
        }
      },
    ),
  )

  it('state why a password is weak, or how long the client must wait', async () => {
    for (const headers of [coded, {}]) {
      const { body } = await app.inject({ url: '/auth/v1/weak', headers })
      expect(JSON.parse(body)).toMatchObject({ weak_password: { reasons: ['length'] } })
    }
    expect((await app.inject('/auth/v1/wait')).headers['retry-after']).toBe('7')
    expect((await app.inject('/auth/v1/flood')).headers['retry-after']).toBe('3')
  })
})

describe('a request body', () => {
  it('can be empty if the content type is JSON', async () => {
    for (const method of ['POST', 'DELETE'] as const) {
      const answer = await app.inject({ method, url: '/auth/v1/echo', headers: json, payload: '' })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    expect((await app.inject({ method: 'POST', url: '/auth/v1/echo' })).statusCode).toBe(200)
  })

  it(
    'is refused if it is invalid or too large',
    testEach(
      [
        ['{', 400, 'bad_json'],
        ['{"a":1,"a":2}', 400, 'bad_json'],
        ['{"__proto__":{}}', 400, 'bad_json'],
        [Buffer.from([0x22, 0xff, 0x22]), 400, 'bad_json'],
        ['['.repeat(50_000), 400, 'bad_json'],
        [`"${'x'.repeat(1024 * 1024)}"`, 413, 'request_entity_too_large'],
      ],
      async (payload, status, code) => {
        const headers = { ...json, ...coded }
        const answer = await app.inject({ method: 'POST', url: '/auth/v1/echo', headers, payload })
        expect([answer.statusCode, answer.json().code]).toEqual([status, code])
      },
    ),
  )

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is refused if its type is %s',
    async (type) => {
      const headers = { 'content-type': type, ...coded }
      const answer = await app.inject({ method: 'POST', url: '/auth/v1/echo', headers, payload: 'a=b' })
      expect([answer.statusCode, answer.json().code]).toEqual([415, 'validation_failed'])
    },
  )
})

it('commits a transaction if its callback returns a refusal, and rolls the transaction back if the callback throws a refusal', async () => {
  const insert = (thrown: boolean) =>
    decide(test.database, async (tx) => {
      await tx.query("insert into private.throttles values ($1, 'k', 1, now())", [`thrown ${thrown}`])
      const refusal = new AuthRefusal('conflict', 'No.')
      if (thrown) throw refusal
      return refusal
    })
  for (const thrown of [true, false]) await expect(insert(thrown)).rejects.toMatchObject({ code: 'conflict' })
  expect(await test.asOwner('select name from private.throttles')).toEqual([{ name: 'thrown false' }])
})
