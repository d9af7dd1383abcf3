import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { booking } from '#server/lib/db/rows-testing.ts'
import { checkEachRow } from '#shared/lib/testing.ts'
import { rateLimits } from './rate-limits.ts'
import { appForTest, configForTest, publishableKey } from './testing.ts'

const own = 'https://site.example'
const allowed = ['https://app.example.com', 'http://localhost:5173']
const [other = ''] = allowed
const others = [
  'https://evil.example',
  'null',
  'https://app.example.com.evil.example',
  'http://app.example.com',
  'https://app.example.com:8443',
  'https://APP.example.com',
  'https://app.example.com/',
]

const config = { ...configForTest, rateLimit: true }
/** The two servers under test share a fake clock, so that their refusals contain the same retry time. */
const now = Date.now()
const clock = () => now
const plain = await appForTest(own, { clock, config })
const open = await appForTest(own, { clock, config: { ...config, allowedOrigins: allowed } })
afterAll(() => Promise.all([plain.close(), open.close()]))

type Server = typeof plain
interface Ask {
  method?: 'GET' | 'POST' | 'OPTIONS' | 'DELETE' | 'PATCH' | 'PUT'
  url: string
  headers?: Record<string, string>
  payload?: string
  from?: string
}

const key = { apikey: publishableKey }
const json = { ...key, 'content-type': 'application/json' }
const bookings = '/rest/v1/strategy_call_bookings'

/** Each request comes from a new IP address, so that none reaches a rate limit by chance. */
let somebody = 0
const nextAddress = () => `198.51.100.${++somebody % 250}`

const ask = ({ app }: Server, { from = nextAddress(), ...request }: Ask, origin?: string) =>
  app.inject({
    ...request,
    headers: { ...request.headers, ...(origin !== undefined && { origin }) },
    remoteAddress: from,
  })

const preflight = (url: string, method = 'POST', headers = 'apikey,authorization,content-type'): Ask => ({
  method: 'OPTIONS',
  url,
  headers: { 'access-control-request-method': method, 'access-control-request-headers': headers },
})

const corsOf = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control')))

/** Requests to the data API and the auth service, with the expected status of each request. */
const services: [string, Ask, number][] = [
  ['data stored', { method: 'POST', url: bookings, headers: json, payload: JSON.stringify(booking()) }, 201],
  ['data refused', { method: 'POST', url: bookings, headers: json, payload: '{}' }, 400],
  ['data without a key', { url: bookings }, 401],
  ['data too large', { method: 'POST', url: bookings, headers: json, payload: 'x'.repeat(70_000) }, 413],
  ['data of an unknown route', { url: '/rest/v1/a/b/c', headers: key }, 404],
  ['public data', { url: '/rest/v1/rpc/remaining_calls_this_week', headers: key }, 200],
  ['the keys of auth', { url: '/auth/v1/.well-known/jwks.json' }, 200],
  ['a sign-in refused', { method: 'POST', url: '/auth/v1/token', headers: json, payload: '{}' }, 400],
  ['an unknown user', { url: '/auth/v1/user', headers: key }, 401],
  [
    'a body of auth too large',
    { method: 'POST', url: '/auth/v1/recover', headers: json, payload: 'x'.repeat(1_100_000) },
    413,
  ],
  ['an unknown route of auth', { url: '/auth/v1/nothing', headers: key }, 404],
]

const elsewhere: [string, Ask][] = [
  ['a page', { url: '/' }],
  ['a missing page', { url: '/no-such-page' }],
  ['an invalid address', { url: '/%zz' }],
  ['a form', { method: 'POST', url: '/forms/booking' }],
  ['the page of a call', { url: '/call' }],
  ['a button of a call', { method: 'POST', url: '/call/cancel' }],
  ['a page of an account', { url: '/account/confirm' }],
  ['a button of an account page', { method: 'POST', url: '/account/confirm' }],
  ['emails', { url: '/letters/v1/status' }],
  ['webhooks', { method: 'POST', url: '/webhooks/v1/', headers: json, payload: '{}' }],
  ['health', { url: '/healthz' }],
  ['a preflight of a page', preflight('/')],
  ['a preflight of a form', preflight('/forms/booking')],
  ['a preflight of emails', preflight('/letters/v1/test')],
  ['a preflight of webhooks', preflight('/webhooks/v1/')],
]

/** Returns the status and the headers, except the headers that differ in every response. */
function lasting({ statusCode, headers }: Awaited<ReturnType<typeof ask>>) {
  const { date: _date, 'content-length': _length, link: _link, 'x-request-id': _id, ...rest } = headers
  return { statusCode, ...rest }
}

describe('[H3] data and auth API responses', () => {
  it('are readable only by pages from this site and from allowed origins', () =>
    checkEachRow(services, async ([, request, status]) => {
      const isAuth = request.url.startsWith('/auth/')
      const cors = (origin: string) => ({
        'access-control-allow-origin': origin,
        ...(isAuth && { 'access-control-allow-credentials': 'true' }),
        'access-control-expose-headers': isAuth
          ? 'x-total-count, link, x-supabase-api-version, x-sb-error-code, Retry-After'
          : 'Content-Disposition, Content-Range, Location, Range-Unit, Preference-Applied, Link, Retry-After',
      })
      for (const origin of [own, ...allowed, undefined, ...others]) {
        const mine = await ask(plain, request, origin)
        expect(corsOf(mine.headers)).toEqual(origin === own ? cors(own) : {})
        const { statusCode, headers, body } = await ask(open, request, origin)
        expect(headers.vary).toBe('Origin')
        const isAllowed = origin !== undefined && [own, ...allowed].includes(origin)
        expect(corsOf(headers)).toEqual(isAllowed ? cors(origin) : {})
        // The later requests, from other origins, exceed a mailbox's rate limit, so their status is not checked.
        if (isAllowed) expect(statusCode, body).toBe(status)
      }
    }))

  it('are unaffected by the list of allowed origins if the origin of the request is not on the list', () =>
    checkEachRow(services, async ([, request]) => {
      for (const origin of [undefined, own, ...others]) {
        expect(lasting(await ask(open, request, origin))).toEqual(lasting(await ask(plain, request, origin)))
      }
    }))
})

it('[H3] sends the same response headers to every origin on all routes except those of the data and auth APIs', () =>
  checkEachRow(elsewhere, async ([, request]) => {
    for (const origin of [undefined, own, ...allowed, ...others]) {
      const answer = await ask(open, request, origin)
      expect(lasting(answer)).toEqual(lasting(await ask(plain, request, origin)))
      expect(corsOf(answer.headers)).toEqual({})
      expect(answer.headers.vary ?? '').not.toContain('Origin')
    }
  }))

describe('a preflight request', () => {
  it('succeeds for the headers and methods that a data client sends', () =>
    checkEachRow(['POST', 'GET', 'PATCH', 'DELETE'], async (method) => {
      const sent = 'accept-profile,apikey,authorization,content-profile,content-type,prefer,x-client-info,x-retry-count'
      const { statusCode, headers, body } = await ask(open, preflight(bookings, method, sent), other)
      expect([statusCode, body]).toEqual([204, ''])
      expect(headers).toMatchObject({
        'access-control-allow-origin': other,
        'access-control-max-age': '86400',
        'cache-control': 'no-store',
        'access-control-allow-headers': sent,
        vary: 'Origin, Access-Control-Request-Headers',
      })
      expect(headers['access-control-allow-methods']).toContain(method)
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
      expect(headers).not.toHaveProperty('access-control-allow-private-network')
    }))

  it('succeeds for the methods that the auth contract lists', () =>
    checkEachRow(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], async (method) => {
      const { statusCode, headers } = await ask(open, preflight('/auth/v1/user', method), other)
      expect(statusCode).toBe(204)
      expect(headers).toMatchObject({
        'access-control-allow-origin': other,
        'access-control-allow-credentials': 'true',
      })
      expect(headers['access-control-allow-methods']).toContain(method)
      expect(headers['access-control-allow-headers']).toBe('apikey,authorization,content-type')
    }))

  it("succeeds for an application's custom headers", async () => {
    const { headers } = await ask(open, preflight(bookings, 'POST', 'apikey,x-my-app,traceparent'), other)
    expect(headers['access-control-allow-headers']).toBe('apikey,x-my-app,traceparent')
  })

  it('counts toward rate limits only if its origin is not allowed', async () => {
    const from = '203.0.113.77'
    const [{ points }] = rateLimits.auth_recover.address
    const recover = { method: 'POST', url: '/auth/v1/recover', headers: json, payload: '{}', from } as const
    const [{ points: calls }] = rateLimits.auth.address
    for (let i = 0; i <= calls; i++) {
      expect((await ask(open, { ...preflight('/auth/v1/recover'), from }, other)).statusCode).toBe(204)
    }
    for (let i = 0; i < points; i++) expect((await ask(open, recover, other)).statusCode).toBe(400)
    const refused = await ask(open, recover, other)
    expect([refused.statusCode, refused.json().error_code]).toEqual([429, 'over_request_rate_limit'])
    // This header tells the page how long to wait.
    expect(refused.headers).toMatchObject({ 'access-control-allow-origin': other, vary: 'Origin' })
    expect(refused.headers['access-control-expose-headers']).toContain('Retry-After')
    expect((await ask(open, { ...preflight('/auth/v1/recover'), from }, other)).statusCode).toBe(204)
    // A preflight from an origin that is not allowed counts toward the rate limit.
    let last = 0
    for (let i = 0; i <= calls; i++) {
      const request = { ...preflight('/auth/v1/user'), from: '203.0.113.78' }
      last = (await ask(open, request, 'https://evil.example')).statusCode
    }
    expect(last).toBe(429)
  })
})

it('opens WebSockets only for pages from allowed origins', async () => {
  await open.app.listen({ host: '127.0.0.1', port: 0 })
  const address = open.app.server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  const url = `ws://127.0.0.1:${address.port}/realtime/v1/websocket?apikey=${publishableKey}&vsn=1.0.0`
  const tried = (origin: string) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(url, { origin })
      socket.once('open', () => {
        socket.close()
        resolve('open')
      })
      socket.once('unexpected-response', (_request, answer) => {
        socket.terminate()
        resolve(String(answer.statusCode))
      })
      socket.on('error', () => {})
    })
  for (const origin of allowed) expect(await tried(origin)).toBe('open')
  for (const origin of others) expect(await tried(origin)).toBe('403')
  // A page from an allowed origin can also read why a plain HTTP request was refused.
  const broadcast = await fetch(`http://127.0.0.1:${address.port}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { origin: other },
  })
  expect([broadcast.status, broadcast.headers.get('access-control-allow-origin')]).toEqual([400, other])
})
