import { afterAll, describe, expect, it } from 'vitest'
import { booking } from '#server/lib/db/rows-testing.ts'
import { ada, claimsOf, key, publicUrl } from '#server/lib/rest/testing.ts'
import { everyRow } from '#shared/lib/rows-testing.ts'
import { restForTest } from './rest-testing.ts'

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

it('refuses keys that are none', () =>
  everyRow(
    [
      ['no key', {}, 'PGRST302'],
      ['another key', { apikey: 'sb_publishable_other' }, 'PGRST301'],
      ['an empty key', { apikey: '' }, 'PGRST301'],
      ['the key cut short', { apikey: key.slice(0, -1) }, 'PGRST301'],
      ['a token', { apikey: key, authorization: `Bearer ${jwt}` }, 'PGRST301'],
      ['a token alone', { authorization: `Bearer ${jwt}` }, 'PGRST301'],
      ['another scheme', { apikey: key, authorization: `Basic ${key}` }, 'PGRST301'],
      ['a wrong key beside the right bearer', { apikey: 'x', authorization: `Bearer ${key}` }, 'PGRST301'],
    ],
    async ([, headers, code]) => {
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
    },
  ))

describe('a token', () => {
  const get = (headers: Record<string, string>) =>
    room.send({ url: '/rest/v1/interaction_days?limit=1', headers })
  const bearer = (token: string) => ({ apikey: key, authorization: `Bearer ${token}` })
  const sign = (change: object, seconds = 600) => room.keys.sign(claimsOf(ada, change), seconds)
  const plain = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

  it('decides by its role, with the key beside it, alone, or of the service role in its place', async () => {
    const service = await sign({ role: 'service_role' })
    for (const headers of [
      bearer(service),
      { authorization: `Bearer ${service}` },
      { apikey: service },
      { apikey: service, authorization: `Bearer ${service}` },
    ]) {
      expect((await get(headers)).statusCode).toBe(200)
    }
    // The token of a person beside the key of a program has the person's role, not the program's.
    const person = await sign({})
    for (const headers of [
      bearer(person),
      { authorization: `Bearer ${person}` },
      { apikey: service, authorization: `Bearer ${person}` },
    ]) {
      expect((await get(headers)).statusCode).toBe(403)
    }
    expect((await get({ apikey: service, authorization: `Bearer ${key}` })).statusCode).toBe(401)
    expect((await get(bearer(await sign({ role: 'anon' })))).statusCode).toBe(401)
  })

  it('of a person is no key', async () => {
    const answer = await get({ apikey: await sign({}) })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'PGRST301'])
  })

  it('that is none of ours, over, or of no role is refused', () =>
    everyRow(
      [
        ['without a signature', async () => `${plain({ alg: 'none' })}.${plain(claimsOf(ada))}.`, 'PGRST301'],
        ['that is over', () => sign({}, -10), 'PGRST303'],
        ['of no role of ours', () => sign({ role: 'postgres' }), '22023'],
        ['without a role', () => sign({ role: undefined }), '22023'],
        ['of a list of roles', () => sign({ role: ['service_role'] }), '22023'],
      ],
      async ([, make, code]) => {
        const answer = await get(bearer(await make()))
        expect([answer.statusCode, answer.json().code]).toEqual([401, code])
        expect(answer.headers['www-authenticate']).toMatch(
          /^Bearer error="invalid_token", error_description="[^"]+"$/,
        )
      },
    ))

  it('ends with its session', async () => {
    const session = crypto.randomUUID()
    await room.asOwner(`insert into auth.users (id) values ('${ada}')`)
    await room.asOwner(`insert into auth.sessions (id, user_id, aal) values ('${session}', '${ada}', 'aal1')`)
    const token = bearer(await sign({ session_id: session }))
    expect((await get(token)).statusCode).toBe(403)
    await room.asOwner('delete from auth.sessions')
    for (const method of ['GET', 'PATCH', 'DELETE', 'POST'] as const) {
      const body = { headers: { ...token, 'content-type': 'application/json' }, payload: { id: ada } }
      const query = method === 'POST' ? '' : '?id=not.is.null'
      const answer = await room.send({
        method,
        url: `/rest/v1/staff_members${query}`,
        ...(method === 'GET' || method === 'DELETE' ? { headers: token } : body),
      })
      expect([answer.statusCode, answer.json()]).toMatchObject([
        401,
        { code: 'PGRST303', message: 'JWT session has ended' },
      ])
      expect(answer.headers['www-authenticate']).toContain('invalid_token')
    }
  })
})

it('lets no stranger read, change or remove rows', () =>
  everyRow(['GET', 'HEAD', 'PATCH', 'DELETE'] as const, async (method) => {
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
  }))

it('lets nobody read interactions', async () => {
  const asked = await room.send({ url: '/rest/v1/user_interactions', headers: { apikey: key } })
  expect([asked.statusCode, asked.json()]).toMatchObject([401, { code: '42501' }])
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
