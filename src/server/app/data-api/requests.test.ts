import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/lib/db/database.ts'
import { DatabaseUnavailable, PoolExhausted } from '#server/lib/db/errors.ts'
import { booking, message } from '#server/lib/db/rows-testing.ts'
import { logRequests } from '#server/lib/http/request-log.ts'
import { ada, key, keysForTest } from '#server/lib/rest/testing.ts'
import { checkEachRow } from '#shared/lib/testing.ts'
import { restRoutes } from './rest.ts'
import { restForTest, restOptions } from './rest-testing.ts'

const room = await restForTest()
afterAll(() => room.close())

const table = 'strategy_call_bookings'
const codeOf = async (answer: ReturnType<typeof room.send>) => {
  const { statusCode, headers, ...rest } = await answer
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  const body = rest.json()
  expect(Object.keys(body)).toEqual(['code', 'message', 'details', 'hint'])
  return [statusCode, body.code]
}

describe('a request body', () => {
  it('[V6] is refused if its type is not JSON', () =>
    checkEachRow(
      [
        ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'],
        ...['application/jsonp', 'application/json;charset=latin1', ''],
      ],
      async (type) => {
        const answer = room.post(table, JSON.stringify(booking()), { 'content-type': type })
        expect(await codeOf(answer)).toEqual([415, 'HTTP415'])
      },
    ))

  it('is accepted if its charset is UTF-8', async () => {
    const type = { 'content-type': 'application/json;charset=UTF-8' }
    expect((await room.post(table, booking(), type)).statusCode).toBe(201)
  })

  it('[O2] is refused if it is compressed', async () => {
    const packed = gzipSync(JSON.stringify(booking()))
    expect(await codeOf(room.post(table, packed, { 'content-encoding': 'gzip' }))).toEqual([415, 'HTTP415'])
  })

  it('[O2] is refused above 64 kB, or above 1 MB with a service token, even if it has no Content-Length header', async () => {
    const program = await room.keys.sign({ aud: 'authenticated', role: 'service_role' }, 600)
    const tokens = { stranger: key, person: await room.token(ada), program }
    async function post(token: string, bytes: number, isNamed: boolean) {
      const body = JSON.stringify(booking()).padEnd(bytes)
      const answer = await room.send({
        method: 'POST',
        url: `/rest/v1/${table}`,
        headers: {
          apikey: key,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(!isNamed && { 'transfer-encoding': 'chunked' }),
        },
        payload: isNamed
          ? body
          : Readable.from([body.slice(0, 60_000), body.slice(60_000)].map((piece) => Buffer.from(piece))),
      })
      return answer.statusCode === 201 ? 201 : [answer.statusCode, answer.json().hint]
    }
    const kilo = 1024
    for (const isNamed of [true, false]) {
      for (const [who, bytes, words] of [
        ['stranger', 64 * kilo, '64 kB'],
        ['person', 64 * kilo, '64 kB'],
        ['program', 1024 * kilo, '1 MB'],
      ] as const) {
        const found = [await post(tokens[who], bytes, isNamed), await post(tokens[who], bytes + 1, isNamed)]
        expect([who, ...found]).toEqual([who, 201, [413, `Send at most ${words} in one request`]])
      }
    }
  })
})

it('refuses unsupported schemas, media types, paths and methods', async () => {
  const request = (method: 'GET' | 'POST' | 'PUT' | 'TRACE', path: string, headers: object = {}) =>
    codeOf(room.send({ method, url: `/rest/v1/${path}`, headers: { apikey: key, ...headers } }))
  expect(await request('GET', table, { 'accept-profile': 'auth' })).toEqual([406, 'PGRST106'])
  expect(await request('POST', table, { 'content-profile': 'auth' })).toEqual([406, 'PGRST106'])
  for (const accept of ['text/html', 'text/csv', 'application/json;nulls=stripped'])
    expect(await request('GET', table, { accept })).toEqual([406, 'PGRST107'])
  expect(await request('POST', table, { accept: 'text/csv' })).toEqual([406, 'PGRST107'])
  expect(await request('GET', 'pg_roles')).toEqual([404, 'PGRST205'])
  expect(await request('GET', `${table}/1`)).toEqual([404, 'PGRST125'])
  expect(await request('GET', '')).toEqual([404, 'PGRST126'])
  for (const method of ['TRACE', 'PUT'] as const) expect(await request(method, table)).toEqual([405, 'PGRST117'])
  expect((await room.post(table, booking(), { 'content-profile': 'public' })).statusCode).toBe(201)
})

describe('a database error', () => {
  /** Returns the response that a visitor gets if this database error occurs. */
  async function answerTo(error: Error) {
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
      release: async () => '0123456789',
      prefix: '/rest/v1',
    })
    const headers = { apikey: key, 'content-type': 'application/json' }
    const url = '/rest/v1/contact_messages'
    const answer = await app.inject({ method: 'POST', url, headers, payload: message() })
    await app.close()
    expect(answer.body).not.toContain('canary')
    return answer
  }

  it('[D4] causes a 503 response with Retry-After if the database is unavailable', async () => {
    const answer = await answerTo(new DatabaseUnavailable('canary at 10.0.0.1'))
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([503, '2', '08006'])
    expect((await answerTo(new PoolExhausted('canary'))).statusCode).toBe(504)
  })

  it('[H5] is hidden behind an error reference in the response if it is unexpected', async () => {
    const answer = await answerTo(new Error('canary in select 1'))
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      {
        code: 'XX000',
        message: expect.stringMatching(/^Something went wrong on our side \(reference \S+\)\.$/),
        details: null,
        hint: null,
      },
    ])
  })
})
