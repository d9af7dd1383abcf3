import fastify from 'fastify'
import { expect, it } from 'vitest'
import type { Database } from '#server/lib/db/database.ts'
import { DatabaseUnavailable, PoolExhausted } from '#server/lib/db/errors.ts'
import { message } from '#server/lib/db/rows-testing.ts'
import { logRequests } from '#server/lib/http/log-requests.ts'
import { key, keysForTest, publicUrl } from '#server/lib/rest/testing.ts'
import { restRoutes } from './rest.ts'
import { restOptions } from './rest-testing.ts'

/** What a visitor receives when the database answers with this error. */
async function heard(error: Error) {
  const app = fastify()
  logRequests(app)
  const database: Database = {
    transaction: () => Promise.reject(error),
    alone: () => ({ query: () => Promise.reject(error) }),
    cursor: () => Promise.reject(error),
    listen: () => Promise.reject(error),
    usage: () => ({ used: 0, idle: 0, waiting: 0, most: 10 }),
    ping: () => Promise.reject(error),
    close: async () => {},
  }
  await app.register(restRoutes, {
    database,
    ...restOptions(database, { clock: Date.now }),
    publishableKey: key,
    keys: await keysForTest(),
    publicUrl: () => publicUrl,
    release: async () => '0123456789',
    prefix: '/rest/v1',
  })
  const headers = { apikey: key, 'content-type': 'application/json' }
  const answer = await app.inject({
    method: 'POST',
    url: '/rest/v1/contact_messages',
    headers,
    payload: message(),
  })
  await app.close()
  expect(answer.body).not.toContain('canary')
  return answer
}

it('says that the database is away, and when to come again', async () => {
  const answer = await heard(new DatabaseUnavailable('canary at 10.0.0.1'))
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([503, '2', '08006'])
  expect((await heard(new PoolExhausted('canary'))).statusCode).toBe(504)
})

it('gives nothing but a reference for what it does not know', async () => {
  const answer = await heard(new Error('canary in select 1'))
  expect([answer.statusCode, answer.json()]).toEqual([
    500,
    {
      code: 'XX000',
      message: expect.stringMatching(/^Something broke on our side\. Reference: \S+$/),
      details: null,
      hint: null,
    },
  ])
})
