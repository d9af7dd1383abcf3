import { afterAll, expect, it } from 'vitest'
import { booking } from '#server/lib/db/visitor-rows.ts'
import { key, publicUrl, restForTest } from './testing.ts'

const room = await restForTest()
afterAll(() => room.close())

const url = '/rest/v1/strategy_call_bookings'
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.c2lnbmVk'
const post = (headers: Record<string, string>) =>
  room.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: booking(),
  })

it('takes the key as apikey, as bearer or as both', async () => {
  for (const headers of [
    { apikey: key },
    { authorization: `Bearer ${key}` },
    { apikey: key, authorization: `bearer ${key}` },
  ]) {
    expect((await post(headers)).statusCode).toBe(201)
  }
})

it.each([
  ['no key', {}, 'PGRST302'],
  ['another key', { apikey: 'sb_publishable_other' }, 'PGRST301'],
  ['an empty key', { apikey: '' }, 'PGRST301'],
  ['the key cut short', { apikey: key.slice(0, -1) }, 'PGRST301'],
  ['a token', { apikey: key, authorization: `Bearer ${jwt}` }, 'PGRST301'],
  ['a token alone', { authorization: `Bearer ${jwt}` }, 'PGRST301'],
  ['another scheme', { apikey: key, authorization: `Basic ${key}` }, 'PGRST301'],
  ['a wrong key beside the right bearer', { apikey: 'x', authorization: `Bearer ${key}` }, 'PGRST301'],
])('refuses %s', async (_, headers, code) => {
  const before = await room.count()
  const answer = await post(headers as Record<string, string>)
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toEqual({
    code,
    message: expect.any(String),
    details: null,
    hint: expect.any(String),
  })
  expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
  expect(await room.count()).toBe(before)
})

it.each(['GET', 'HEAD', 'PATCH', 'DELETE'] as const)('lets nobody %s rows', async (method) => {
  await post({ apikey: key })
  const before = await room.asOwner('select * from strategy_call_bookings order by id')
  for (const table of ['strategy_call_bookings', 'contact_messages']) {
    for (const query of ['?select=*&id=not.is.null', '?name=eq.Ada', '?id=not.is.null']) {
      const write = method === 'PATCH'
      const answer = await room.send({
        method,
        url: `/rest/v1/${table}${query}`,
        headers: { apikey: key, ...(write && { 'content-type': 'application/json' }) },
        ...(write && { payload: { name: 'Mallory' } }),
      })
      expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer'])
      if (method !== 'HEAD') {
        expect(answer.json()).toMatchObject({
          code: '42501',
          message: `permission denied for table ${table}`,
        })
      }
    }
  }
  expect(await room.asOwner('select * from strategy_call_bookings order by id')).toEqual(before)
})

it('answers our own origin and no other', async () => {
  const ask = (origin: string, method: 'OPTIONS' | 'POST') =>
    room.send({
      method,
      url,
      headers: {
        origin,
        apikey: key,
        'content-type': 'application/json',
        'access-control-request-method': 'POST',
      },
      ...(method === 'POST' && { payload: booking() }),
    })
  for (const method of ['OPTIONS', 'POST'] as const) {
    const own = await ask(publicUrl, method)
    expect(own.headers).toMatchObject({ 'access-control-allow-origin': publicUrl, vary: 'Origin' })
    expect(own.headers['access-control-expose-headers']).toContain('Content-Range, Location')
    for (const origin of [
      'https://evil.example',
      'null',
      `${publicUrl}.evil.example`,
      'http://site.example',
    ]) {
      const { headers } = await ask(origin, method)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(headers.vary).toBe('Origin')
    }
  }
  const preflight = await room.send({ method: 'OPTIONS', url, headers: { origin: publicUrl } })
  expect([preflight.statusCode, preflight.headers['access-control-allow-methods']]).toEqual([
    204,
    'GET, HEAD, POST, PATCH, DELETE',
  ])
  for (const header of ['apikey', 'range', 'range-unit', 'accept-profile', 'x-retry-count', 'x-upsert']) {
    expect(preflight.headers['access-control-allow-headers']).toContain(header)
  }
})
