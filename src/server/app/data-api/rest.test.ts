import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { booking } from '#server/lib/db/rows-testing.ts'
import { ada, key } from '#server/lib/rest/testing.ts'
import { everyRow } from '#shared/lib/rows-testing.ts'
import { restForTest } from './rest-testing.ts'

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

it('takes no body of another type', () =>
  everyRow(
    [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      '',
    ],
    async (type) => {
      expect(await codeOf(room.post(table, JSON.stringify(booking()), { 'content-type': type }))).toEqual([
        415,
        'HTTP415',
      ])
    },
  ))

it('takes JSON with a charset of UTF-8 only', async () => {
  const type = (charset: string) => ({ 'content-type': `application/json;charset=${charset}` })
  expect((await room.post(table, booking(), type('UTF-8'))).statusCode).toBe(201)
  expect(await codeOf(room.post(table, booking(), type('latin1')))).toEqual([415, 'HTTP415'])
})

it('takes no packed body', async () => {
  const packed = gzipSync(JSON.stringify(booking()))
  expect(await codeOf(room.post(table, packed, { 'content-encoding': 'gzip' }))).toEqual([415, 'HTTP415'])
})

it('takes 64 kB of people and 1 MB of programs, of a length that was said or not', async () => {
  const program = await room.keys.sign({ aud: 'authenticated', role: 'service_role' }, 600)
  const tokens = { stranger: key, person: await room.token(ada), program }
  async function post(token: string, bytes: number, isSaid: boolean) {
    const body = JSON.stringify(booking()).padEnd(bytes)
    const answer = await room.send({
      method: 'POST',
      url: `/rest/v1/${table}`,
      headers: {
        apikey: key,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(!isSaid && { 'transfer-encoding': 'chunked' }),
      },
      payload: isSaid
        ? body
        : Readable.from([body.slice(0, 60_000), body.slice(60_000)].map((piece) => Buffer.from(piece))),
    })
    return answer.statusCode === 201 ? 201 : [answer.statusCode, answer.json().hint]
  }
  const kilo = 1024
  for (const isSaid of [true, false]) {
    for (const [who, bytes, words] of [
      ['stranger', 64 * kilo, '64 kB'],
      ['person', 64 * kilo, '64 kB'],
      ['program', 1024 * kilo, '1 MB'],
    ] as const) {
      const found = [await post(tokens[who], bytes, isSaid), await post(tokens[who], bytes + 1, isSaid)]
      expect([who, ...found]).toEqual([who, 201, [413, `Send at most ${words} in one request`]])
    }
  }
})

it('takes hundreds of interactions of a program in one request', async () => {
  const service = await room.keys.sign({ aud: 'authenticated', role: 'service_role' }, 600)
  const before = await room.count('user_interactions')
  const row = { session_id: ada, event_type: 'page_view', event_data: { note: 'x'.repeat(200) } }
  const rows = Array.from({ length: 300 }, () => row)
  const answer = await room.post('user_interactions', rows, { apikey: service })
  expect([answer.statusCode, await room.count('user_interactions')]).toEqual([201, before + 300])
})

it('knows its tables, its schema and its media types', async () => {
  expect(await codeOf(room.post('staff', {}))).toEqual([404, 'PGRST205'])
  expect(await codeOf(room.send({ url: '/rest/v1/pg_roles', headers: { apikey: key } }))).toEqual([
    404,
    'PGRST205',
  ])
  expect(await codeOf(room.post(table, booking(), { 'content-profile': 'auth' }))).toEqual([406, 'PGRST106'])
  const get = (headers: object) =>
    codeOf(room.send({ url: `/rest/v1/${table}`, headers: { apikey: key, ...headers } }))
  expect(await get({ 'accept-profile': 'auth' })).toEqual([406, 'PGRST106'])
  expect(await get({ accept: 'text/html' })).toEqual([406, 'PGRST107'])
  expect((await room.post(table, booking(), { 'content-profile': 'public' })).statusCode).toBe(201)
  expect(await codeOf(room.post(table, booking(), { accept: 'text/html' }))).toEqual([406, 'PGRST107'])
})

it('knows its paths and its verbs', async () => {
  const ask = (method: 'TRACE' | 'GET' | 'POST' | 'PUT', path: string) =>
    codeOf(room.send({ method, url: `/rest/v1/${path}`, headers: { apikey: key } }))
  expect(await ask('TRACE', table)).toEqual([405, 'PGRST117'])
  expect(await ask('GET', `${table}/1`)).toEqual([404, 'PGRST125'])
  expect(await ask('POST', 'rpc/version')).toEqual([404, 'PGRST202'])
  expect(await ask('PUT', table)).toEqual([405, 'PGRST117'])
  expect(await ask('PUT', 'rpc/version')).toEqual([405, 'PGRST101'])
})
