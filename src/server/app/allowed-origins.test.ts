import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { booking } from '#server/lib/db/rows-testing.ts'
import { everyRow } from '#shared/lib/rows-testing.ts'
import { rateLimits } from './rate-limits.ts'
import { appForTest, publishableKey } from './testing.ts'

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

const config = {
  publishableKey,
  trustProxy: false,
  databaseUrl: null,
  rateLimit: true,
  webhookPrivateAddresses: false,
  calendarPrivateAddresses: false,
} as const
/** The clock of both servers stands still, so that their refusals name the same moment for another try. */
const now = Date.now()
const clock = () => now
const plain = await appForTest(own, { clock, config: { ...config, allowedOrigins: [] } })
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

/** A new client address for each request, so that no request meets a limit by chance. */
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

/** Requests to data and auth, served and refused, with the expected status. */
const services: [string, Ask, number][] = [
  ['data stored', { method: 'POST', url: bookings, headers: json, payload: JSON.stringify(booking()) }, 201],
  ['data refused', { method: 'POST', url: bookings, headers: json, payload: '{}' }, 400],
  ['data without a key', { url: bookings }, 401],
  ['data too large', { method: 'POST', url: bookings, headers: json, payload: 'x'.repeat(70_000) }, 413],
  ['data of no table', { url: '/rest/v1/a/b/c', headers: key }, 404],
  ['data at an address that is none', { url: '/rest/v1/%zz', headers: key }, 404],
  ['data that all are told', { url: '/rest/v1/rpc/free_calls_this_week', headers: key }, 200],
  ['the keys of auth', { url: '/auth/v1/.well-known/jwks.json' }, 200],
  ['a sign-in refused', { method: 'POST', url: '/auth/v1/token', headers: json, payload: '{}' }, 400],
  ['a person unknown', { url: '/auth/v1/user', headers: key }, 401],
  [
    'a body of auth too large',
    { method: 'POST', url: '/auth/v1/recover', headers: json, payload: 'x'.repeat(1_100_000) },
    413,
  ],
  ['nothing of auth', { url: '/auth/v1/nothing', headers: key }, 404],
  ['auth at an address that is none', { url: '/auth/v1/%zz', headers: key }, 404],
]

const elsewhere: [string, Ask][] = [
  ['a page', { url: '/' }],
  ['no page', { url: '/no-such-page' }],
  ['an address that is none', { url: '/%zz' }],
  ['a form', { method: 'POST', url: '/forms/booking' }],
  ['the page of a call', { url: '/call' }],
  ['a button of a call', { method: 'POST', url: '/call/cancel' }],
  ['a page of an account', { url: '/account/confirm' }],
  ['the button of one', { method: 'POST', url: '/account/confirm' }],
  ['letters', { url: '/letters/v1/status' }],
  ['webhooks', { method: 'POST', url: '/webhooks/v1/', headers: json, payload: '{}' }],
  ['health', { url: '/healthz' }],
  ['a preflight of a page', preflight('/')],
  ['a preflight of a form', preflight('/forms/booking')],
  ['a preflight of letters', preflight('/letters/v1/test')],
  ['a preflight of webhooks', preflight('/webhooks/v1/')],
]

/** The status, and the headers but for those that differ from answer to answer. */
function lasting({ statusCode, headers }: Awaited<ReturnType<typeof ask>>) {
  const { date: _date, 'content-length': _length, link: _link, 'x-request-id': _id, ...rest } = headers
  return { statusCode, ...rest }
}

describe('without the setting', () => {
  it('data and auth have the headers that they had', () =>
    everyRow(services, async ([, request]) => {
      for (const origin of [undefined, other, ...others]) {
        const { headers } = await ask(plain, request, origin)
        expect(corsOf(headers)).toEqual({})
      }
      const isAddress = !request.url.includes('%')
      const mine = await ask(plain, request, own)
      const isAuth = request.url.startsWith('/auth/')
      expect(corsOf(mine.headers)).toEqual(
        isAddress
          ? {
              'access-control-allow-origin': own,
              ...(isAuth && { 'access-control-allow-credentials': 'true' }),
              'access-control-expose-headers': isAuth
                ? 'x-total-count, link, x-supabase-api-version, x-sb-error-code'
                : 'Content-Disposition, Content-Range, Location, Range-Unit, Preference-Applied, Link',
            }
          : {},
      )
      expect(mine.headers.vary).toBe(isAddress ? 'Origin' : undefined)
    }))
})

describe('with the setting', () => {
  it('data and auth are read by an allowed origin, and by no other', () =>
    everyRow(services, async ([, request, status]) => {
      for (const origin of allowed) {
        const { statusCode, headers, body } = await ask(open, request, origin)
        expect(statusCode, body).toBe(status)
        expect(headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' })
        expect(headers['access-control-expose-headers']).toMatch(
          request.url.startsWith('/auth/')
            ? /x-total-count, link, x-supabase-api-version.*Retry-After/
            : /Content-Range, Location, Range-Unit.*Retry-After/,
        )
      }
      for (const origin of [undefined, ...others]) {
        const { headers } = await ask(open, request, origin)
        expect(corsOf(headers)).toEqual({})
        expect(headers.vary).toBe('Origin')
      }
    }))

  it('data and auth are to everybody else what they were', () =>
    everyRow(services, async ([, request]) => {
      for (const origin of [undefined, own, ...others]) {
        const now = lasting(await ask(open, request, origin))
        // Refusals that come before the route depend on the origin too.
        expect(now).toEqual({ ...lasting(await ask(plain, request, origin)), vary: 'Origin' })
      }
    }))

  it('everything else has the headers that it had, whoever asks', () =>
    everyRow(elsewhere, async ([, request]) => {
      for (const origin of [undefined, own, ...allowed, ...others]) {
        const now = lasting(await ask(open, request, origin))
        expect(now).toEqual(lasting(await ask(plain, request, origin)))
        if (origin !== own) expect(corsOf(now)).toEqual({})
      }
    }))
})

describe('a preflight', () => {
  it('of data says what the client sends', () =>
    everyRow(['POST', 'GET', 'PATCH', 'DELETE'], async (method) => {
      const sent =
        'accept-profile,apikey,authorization,content-profile,content-type,prefer,x-client-info,x-retry-count'
      const { statusCode, headers, body } = await ask(open, preflight(bookings, method, sent), other)
      expect([statusCode, body]).toEqual([204, ''])
      expect(headers).toMatchObject({
        'access-control-allow-origin': other,
        'access-control-max-age': '86400',
        'cache-control': 'no-store',
        vary: 'Origin',
      })
      expect(headers['access-control-allow-methods']).toContain(method)
      expect(String(headers['access-control-allow-headers']).split(', ')).toEqual(
        expect.arrayContaining([...sent.split(','), 'range', 'range-unit']),
      )
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
      expect(headers).not.toHaveProperty('access-control-allow-private-network')
    }))

  it('of auth says what the contract does', () =>
    everyRow(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], async (method) => {
      const { statusCode, headers } = await ask(open, preflight('/auth/v1/user', method), other)
      expect(statusCode).toBe(204)
      expect(headers).toMatchObject({
        'access-control-allow-origin': other,
        'access-control-allow-credentials': 'true',
      })
      expect(headers['access-control-allow-methods']).toContain(method)
      expect(String(headers['access-control-allow-headers']).split(', ')).toEqual(
        expect.arrayContaining(
          'accept, authorization, apikey, content-type, x-client-info, x-supabase-api-version, x-jwt-aud'.split(
            ', ',
          ),
        ),
      )
    }))

  it('allows the headers that an application gives its client', async () => {
    const { headers } = await ask(
      open,
      preflight(bookings, 'POST', 'apikey, X-My-App,traceparent,b@d'),
      other,
    )
    const list = String(headers['access-control-allow-headers']).split(', ')
    expect(list).toEqual(expect.arrayContaining(['apikey', 'x-my-app', 'traceparent']))
    expect(list).not.toContain('b@d')
    expect(new Set(list).size).toBe(list.length)
  })

  it('counts for no limit, and opens no way round one', async () => {
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
    // The page needs this header to say how long to wait.
    expect(refused.headers).toMatchObject({ 'access-control-allow-origin': other, vary: 'Origin' })
    expect(refused.headers['access-control-expose-headers']).toContain('Retry-After')
    expect((await ask(open, { ...preflight('/auth/v1/recover'), from }, other)).statusCode).toBe(204)
    // A preflight of an origin that is not allowed still counts against the limit.
    let last = 0
    for (let i = 0; i <= calls; i++) {
      const request = { ...preflight('/auth/v1/user'), from: '203.0.113.78' }
      last = (await ask(open, request, 'https://evil.example')).statusCode
    }
    expect(last).toBe(429)
  })
})

it('a page of an allowed origin may open a socket, one of another may not', async () => {
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
  // The page of an allowed origin can also read why a plain request was refused.
  const broadcast = await fetch(`http://127.0.0.1:${address.port}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { origin: other },
  })
  expect([broadcast.status, broadcast.headers.get('access-control-allow-origin')]).toEqual([400, other])
})
