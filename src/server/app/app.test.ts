import { afterAll, describe, expect, it } from 'vitest'
import { forms } from '#content/forms.ts'
import { booking } from '#server/lib/db/rows-testing.ts'
import { Readiness } from '#server/lib/http/readiness.ts'
import { checkEachRow } from '#shared/lib/testing.ts'
import { appForTest, publishableKey } from './testing.ts'

const running = await appForTest()
const { app } = running
app.get('/broken', async () => {
  throw new Error('canary in /etc/secret: select 1')
})
const secure = await appForTest('https://site.example')
const plain = await appForTest('http://crm.lan')
afterAll(() => Promise.all([running.close(), secure.close(), plain.close()]))

const rest = '/rest/v1/strategy_call_bookings'
const json = { apikey: publishableKey, 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }

const answers = [
  ['a page', { url: '/' }, 200],
  ['an asset', { url: '/assets/main-4f2a.js' }, 200],
  ['an address without a page', { url: '/no-such-page' }, 404],
  ['an invalid address', { url: '/%zz' }, 404],
  ['a post to a page', { method: 'POST', url: '/', payload: {} }, 404],
  ['a form from elsewhere', { method: 'POST', url: '/forms/booking' }, 403],
  ['a form', { url: '/forms/booking' }, 200],
  [
    'a form too large',
    { method: 'POST', url: '/forms/booking', headers: form, payload: `message=${'x'.repeat(70_000)}` },
    413,
  ],
  ['stored rows', { method: 'POST', url: rest, headers: json, payload: JSON.stringify(booking()) }, 201],
  ['rows refused', { method: 'POST', url: rest, headers: json, payload: '{}' }, 400],
  ['rows without a key', { method: 'POST', url: rest, payload: {} }, 401],
  ['an error', { url: '/broken' }, 500],
  ['health', { url: '/healthz' }, 200],
] as const

describe('the security headers', () => {
  it('[H2] [H1] are in every response', () =>
    checkEachRow(answers, async ([, request, status]) => {
      const { statusCode, headers, body } = await app.inject(request as object)
      expect(statusCode, body).toBe(status)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      })
      const policy = String(headers['content-security-policy'])
      for (const part of [
        "default-src 'none'",
        "script-src 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ]) {
        expect(policy).toContain(part)
      }
      expect(policy).not.toMatch(/unsafe|\*|upgrade-insecure/)
      expect(headers).not.toHaveProperty('strict-transport-security')
      // This header is omitted even on loopback, because browsers warn about the header if the server is reached by
      // another name.
      expect(headers).not.toHaveProperty('cross-origin-opener-policy')
      expect(headers).not.toHaveProperty('server')
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(body).not.toMatch(/canary|\/etc|at \/|node_modules|select 1|insert into|pg_|ECONN/)
    }))

  it('[H2] also include HSTS in every response if the site uses https', () =>
    checkEachRow(answers, async ([name, request]) => {
      if (name === 'an error') return
      const { headers } = await secure.app.inject(request as object)
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
      expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
    }))

  it('include no HTTPS-only headers if the site is served over HTTP', async () => {
    const { headers } = await plain.app.inject('/')
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers).not.toHaveProperty('cross-origin-opener-policy')
  })
})

it('[G2] [H5] responds to an error with a reference ID that is also logged, and keeps serving requests', async () => {
  const { body } = await app.inject('/broken')
  const [, reference = 'none'] = /<code>([0-9a-f]{12})<\/code>/.exec(body) ?? []
  const line = running
    .log()
    .split('\n')
    .find((text) => text.includes(reference))
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    level: 'error',
    err: { type: 'Error', stack: expect.any(String) },
  })
  expect((await app.inject('/')).statusCode).toBe(200)
})

it('responds to an oversized form with an HTML page that says the form is too large', async () => {
  const { body } = await app.inject({
    method: 'POST',
    url: '/forms/booking',
    headers: form,
    payload: 'x'.repeat(70_000),
  })
  expect(body).toContain(`<h1>${forms.tooLarge.title}</h1>`)
})

describe('the readiness check', () => {
  it('[G1] fails before a planned shutdown, while the server still responds to requests and then closes each connection', async () => {
    const readiness = new Readiness(0)
    const ending = await appForTest(undefined, { readiness })
    expect((await ending.app.inject('/')).headers.connection).not.toBe('close')
    await readiness.turnOff()
    expect((await ending.app.inject('/readyz')).statusCode).toBe(503)
    const { statusCode, headers } = await ending.app.inject('/')
    expect([statusCode, headers.connection]).toEqual([200, 'close'])
    await ending.close()
  })
})
