import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { forms } from '#content/forms.ts'
import { booking, message } from '#server/lib/db/rows-testing.ts'
import { postForm, sameOrigin } from '#server/lib/http/testing.ts'
import { limitedApp, limitedConfig } from './limits-testing.ts'
import { rateLimits } from './rate-limits.ts'
import { configForTest } from './testing.ts'

const opened: { close(): Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((one) => one.close())))

async function limited(change: Parameters<typeof limitedApp>[0] = {}) {
  const running = await limitedApp(change)
  opened.push(running)
  return running
}

const running = await limited()
const { from, move, next, log, test } = running
// Starts new windows, so that no counts from the previous test remain.
beforeEach(async () => {
  next()
  await test.asOwner('truncate strategy_call_bookings, contact_messages cascade')
})

const someBooking = (change = {}) => booking({ email: `${crypto.randomUUID()}@example.com`, ...change })
const someMessage = (change = {}) => message({ email: `${crypto.randomUUID()}@example.com`, ...change })
const table = 'strategy_call_bookings'

describe('[R1] a flood of bookings', () => {
  it('gets 429 with a correct Retry-After and the data API’s error format if it comes from a single IP address', async () => {
    const flood = from('203.0.113.7')
    move(15)
    const answers = []
    for (let i = 0; i < 50; i++) answers.push(await flood.rows(table, someBooking()))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20)
    const refused = answers.at(-1)
    expect(refused?.statusCode).toBe(429)
    expect(refused?.headers).toMatchObject({ 'retry-after': '45', 'cache-control': 'no-store' })
    expect(refused?.headers).toHaveProperty('content-security-policy')
    expect(refused?.json()).toEqual({
      code: 'HTTP429',
      message: 'Too many requests',
      details: null,
      hint: 'Try again in 45 seconds',
    })
    expect(await test.asOwner(`select 1 from ${table}`)).toHaveLength(20)
    // Other clients and other tables are not affected.
    expect((await from('203.0.113.8').rows(table, someBooking())).statusCode).toBe(201)
    expect((await flood.rows('contact_messages', someMessage())).statusCode).toBe(201)
    expect((await flood.get('/')).statusCode).toBe(200)
    move(44)
    expect((await flood.rows(table, someBooking())).headers['retry-after']).toBe('1')
    move(1)
    expect((await flood.rows(table, someBooking())).statusCode).toBe(201)
    expect(log()).toContain('"code":"HTTP429"')
    expect(log()).not.toContain('203.0.113')
  })

  it('[A3] is rate-limited in every variant: as a form, with encoded paths, with a wrong key, and with invalid rows', async () => {
    const flood = from('203.0.113.7')
    const fields = { ...someBooking(), preferred_time: '2027-07-01T14:00' }
    for (let i = 0; i < 5; i++) {
      expect((await flood.form('booking', { ...fields, email: `${i}@example.com` })).statusCode).toBe(303)
      expect((await flood.rows('strategy%5Fcall_bookings', someBooking())).statusCode).toBe(201)
      expect((await flood.rows(table, {})).statusCode).toBe(400)
      expect((await from('203.0.113.7', { apikey: 'wrong' }).rows(table, {})).statusCode).toBe(401)
    }
    for (const answer of [
      await flood.form('booking', fields),
      await flood.rows('strategy%5Fcall_bookings', someBooking()),
      await flood.rows(table, {}),
    ]) {
      expect(answer.statusCode).toBe(429)
    }
    expect(await test.asOwner(`select 1 from ${table}`)).toHaveLength(10)
  })
})

it("[R1] stores a visitor's booking or message even after a flood of requests with the same email address", async () => {
  for (const [name, rowOf] of [
    [table, booking],
    ['contact_messages', message],
  ] as const) {
    for (let i = 0; i < 10; i++) {
      const twenty = Array.from({ length: 20 }, () => rowOf({ email: i % 2 ? 'ada@example.com' : 'ADA@example.com' }))
      expect((await from(`203.0.113.${i}`).rows(name, twenty)).statusCode).toBe(201)
    }
    expect((await from('198.51.100.1').rows(name, rowOf({ email: 'ada@example.com' }))).statusCode).toBe(201)
    expect(await test.asOwner(`select 1 from ${name}`)).toHaveLength(201)
  }
})

it('refuses messages from all clients when the shared rate limit is reached, and returns the form with the typed text', async () => {
  const [{ points }] = rateLimits.contact_messages.everybody
  const twenty = () => Array.from({ length: 20 }, () => someMessage())
  for (let i = 0; i < points / 20; i++) {
    expect((await from(`203.0.113.${i}`).rows('contact_messages', twenty())).statusCode).toBe(201)
  }
  const refused = await from('198.51.100.1').rows('contact_messages', someMessage())
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect(refused.json()).toMatchObject({ code: 'HTTP429', hint: 'Try again in a minute' })
  const page = await from('198.51.100.2').form('message', someMessage({ message: 'Typed with care.' }))
  expect([page.statusCode, page.headers['retry-after']]).toEqual([429, '60'])
  expect(page.body).toContain('Typed with care.</textarea>')
  expect(page.body).toContain(forms.tooMany.text('a minute'))
  expect((await from('198.51.100.1').rows(table, someBooking())).statusCode).toBe(201)
  move(60)
  expect((await from('198.51.100.1').rows('contact_messages', someMessage())).statusCode).toBe(201)
})

it("keeps the page for a visitor's own data available even if twenty IP addresses flood the page", async () => {
  const ask = (ip: string) => postForm(running.app, '/your-data', { email: 'somebody@example.com' }, sameOrigin, ip)
  for (let i = 0; i < 20; i++) {
    const statuses = []
    for (let turn = 0; turn <= 10; turn++) statuses.push((await ask(`203.0.113.${i}`)).statusCode)
    expect([statuses.indexOf(429), statuses.at(-1)]).toEqual([10, 429])
  }
  expect((await ask('198.51.100.1')).statusCode).not.toBe(429)
})

it('[A1] counts each row that a visitor inserts into a custom table toward the rate limit', async () => {
  await test.asOwner(`create table public.wishes (wish text); grant insert on public.wishes to anon`)
  const [{ points }] = rateLimits.api.address
  const wishes = (count: number) => Array.from({ length: count }, () => ({ wish: 'x' }))
  const flood = from('203.0.113.7')
  expect((await flood.rows('wishes', wishes(points + 1))).statusCode).toBe(429)
  expect(await test.asOwner('select 1 from wishes')).toEqual([])
  move(60)
  for (const _ of [1, 2]) expect((await flood.rows('wishes', wishes(points / 2))).statusCode).toBe(201)
  const refused = await flood.rows('wishes', { wish: 'one more' })
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([429, '60', 'HTTP429'])
  expect((await from('203.0.113.8').rows('wishes', { wish: 'from elsewhere' })).statusCode).toBe(201)
  expect(await test.asOwner('select 1 from wishes')).toHaveLength(points + 1)
})

/** Checks that refused pages are readable, and that the font and the health checks are counted separately. */
async function saysSoInWords(get: ReturnType<typeof from>['get']) {
  const { headers, body } = await get('/')
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  expect(body).toContain(forms.tooMany.title)
  expect(body).toContain('Wait a minute')
  expect(log()).toContain('"status":429,"code":"HTTP429","ms"')
  expect((await get('/assets/archivo-4f2a.woff2')).statusCode).toBe(404)
  expect((await get('/healthz')).statusCode).toBe(200)
}

describe('the rate limits for public routes', () => {
  it.each([
    ['pages', '/no-such-page', ['/', '/?view=services', '/assets/main-4f2a.js', '/forms/booking']],
    ['packs', '/assets/archivo-4f2a.woff2', ['/packs/qa-checklist.zip']],
    ['health', '/healthz', ['/readyz']],
    ['api', '/rest/v1/pages', [`/rest/v1/${table}`]],
  ] as const)('count requests to all paths in the group %s together', async (group, first, others) => {
    const { get } = from('203.0.113.7')
    const [{ points }] = rateLimits[group].address
    const before: number[] = []
    for (const url of others) before.push((await get(url)).statusCode)
    const statuses = new Set<number>(before)
    for (let i = others.length; i < points; i++) statuses.add((await get(first)).statusCode)
    expect(statuses).not.toContain(429)
    for (const url of [first, ...others]) {
      const refused = await get(url)
      expect([url, refused.statusCode, refused.headers['retry-after']]).toEqual([url, 429, '60'])
      expect((await from('203.0.113.8').get(url)).statusCode).not.toBe(429)
    }
    if (group === 'pages') await saysSoInWords(get)
    move(60)
    for (const [index, url] of others.entries())
      expect([url, (await get(url)).statusCode]).toEqual([url, before[index]])
  })

  it('[R2] count each interaction in a request', async () => {
    const { rows } = from('203.0.113.7')
    const event = { session_id: crypto.randomUUID(), event_type: 'custom_event', event_data: { name: 'x' } }
    const hundred = Array.from({ length: 100 }, () => event)
    for (let i = 0; i < rateLimits.user_interactions.address[0].points / 100; i++) {
      expect((await rows('user_interactions', hundred)).statusCode).toBe(201)
    }
    const refused = await rows('user_interactions', event)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'HTTP429'])
    move(60)
    expect((await rows('user_interactions', event)).statusCode).toBe(201)
  })
})

describe('the client’s IP address', () => {
  const spoofed = (i: number) => ({ 'x-forwarded-for': `198.51.100.${i}`, forwarded: `for=198.51.100.${i}` })

  it('[R3] is taken from the connection, so changing X-Forwarded-For does not bypass a rate limit', async () => {
    const statuses = []
    for (let i = 0; i < 30; i++)
      statuses.push((await from('203.0.113.7', spoofed(i)).rows(table, someBooking())).statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(20)
  })

  it('is taken from X-Forwarded-For only behind a trusted proxy', async () => {
    const { from } = await limited({ config: { ...limitedConfig, trustProxy: ['10.0.0.0/8'] } })
    const through = (proxy: string, i: number) => from(proxy, spoofed(i)).rows(table, someBooking())
    for (let i = 0; i < 30; i++) expect((await through('10.0.0.1', i)).statusCode).toBe(201)
    for (let i = 0; i < 19; i++) expect((await through('10.0.0.1', 7)).statusCode).toBe(201)
    expect((await through('10.0.0.1', 7)).statusCode).toBe(429)
    for (let i = 0; i < 20; i++) await through('192.0.2.1', i)
    expect((await through('192.0.2.1', 99)).statusCode).toBe(429)
  })

  it('[P2] is never stored', async () => {
    await from('203.0.113.77').rows(table, someBooking())
    const tables = await test.asOwner<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname in ('public', 'private')`,
    )
    for (const { name } of tables)
      expect(JSON.stringify(await test.asOwner(`select * from ${name}`))).not.toContain('203.0.113')
  })
})

it('accepts every request if rate limits are off', async () => {
  const { from } = await limited({ config: configForTest })
  for (let i = 0; i < 60; i++) expect((await from('203.0.113.7').rows(table, booking())).statusCode).toBe(201)
})
