import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { callPage } from '#content/visitor-call.ts'
import { rateLimits } from '#server/app/rate-limits.ts'
import { appForTest, configForTest, publishableKey } from '#server/app/testing.ts'
import { callLink } from '#server/features/visitor-call/service.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { postForm } from '#server/lib/http/testing.ts'

const url = 'https://site.example'
const config = { ...configForTest, rateLimit: true }
/** The clock is fake, so that no rate limit window ends while requests are counted. */
const now = Date.now()
const { app, test, auth, log, ...running } = await appForTest(url, { config, clock: () => now })
afterAll(() => running.close())

const id = randomUUID()
await test.asOwner(...insertion('strategy_call_bookings', booking({ id })))
const path = (await callLink(auth.cipher, url, id, Date.now())).slice(url.length)
const [, token = ''] = path.split('=')
const cancel = (fields: Record<string, string>) => postForm(app, '/call/cancel', { call: token, ...fields })

it("shows the page of a call only at the URL in the visitor's email, and shows the site at every other URL", async () => {
  const { statusCode, body, headers } = await app.inject({ url: path })
  expect([statusCode, body.includes(callPage.states.requested.title)]).toEqual([200, true])
  expect(headers).toMatchObject({ 'referrer-policy': 'strict-origin', 'x-content-type-options': 'nosniff' })
  expect((await app.inject({ url: '/?view=services' })).body).toContain('<h1>services</h1>')
  expect((await app.inject({ url: '/' })).headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
})

it("rejects an auth token as the key to a call's page, and rejects the key to a call's page as an auth token", async () => {
  const access = await auth.keys.sign({ sub: id, role: 'authenticated' }, 600)
  expect((await app.inject({ url: `/?call=${access}` })).statusCode).toBe(404)
  const headers = { apikey: publishableKey, authorization: `Bearer ${token}` }
  expect((await app.inject({ url: '/auth/v1/user', headers })).statusCode).toBe(403)
  expect((await app.inject({ url: '/rest/v1/strategy_call_bookings', headers })).statusCode).toBe(401)
})

it("applies a rate limit to the buttons on a call's page, and never logs the page's key", async () => {
  const { points } = rateLimits.visitor_call.address[0]
  for (let i = 1; i < points; i++) expect((await cancel({})).statusCode).toBe(409)
  const [row] = await test.asOwner<{ call_at: Date }>('select call_at from strategy_call_bookings')
  const starts = String(row?.call_at.getTime())
  expect((await cancel({ status: 'new', starts })).headers.location).toBe(path)
  expect(await test.asOwner('select status from strategy_call_bookings')).toEqual([{ status: 'cancelled' }])
  expect((await cancel({})).statusCode).toBe(429)
  expect((await app.inject({ url: path })).statusCode).toBe(200)
  expect(log()).toContain('"route":"/call/cancel"')
  expect(log()).not.toContain(token.slice(-20))
})

const post = (row: object, prefer = 'return=minimal') =>
  app.inject({
    method: 'POST',
    url: '/rest/v1/strategy_call_bookings',
    headers: { apikey: publishableKey, prefer },
    payload: row,
  })
const keyIn = (link: unknown) => /^<(\/\?call=[\w.-]+)>; rel="edit-form"$/.exec(String(link))?.[1] ?? null

it("returns the key to a call's page only in the response to the request that stored the call", async () => {
  const row = booking({ id: randomUUID(), company: 'Nkosi' })
  const stored = await post(row)
  expect([stored.statusCode, stored.body]).toEqual([201, ''])
  const page = keyIn(stored.headers.link)
  const opened = await app.inject({ url: page ?? '/' })
  expect(opened.body).toContain(callPage.states.requested.title)
  expect(opened.body).toContain('Nkosi')

  // An attacker who knows the id or guesses the input sends the second request and receives no link.
  for (const repeat of [row, booking({ id: row.id, company: 'Somebody else' })]) {
    const answer = await post(repeat)
    expect([answer.statusCode, answer.headers.link]).toEqual([409, undefined])
  }
  const refused = await post(booking({ id: randomUUID(), company: '' }))
  expect([refused.statusCode, refused.headers.link]).toEqual([400, undefined])
  // If the sender gave no id, the server cannot tell which stored row belongs to the request.
  const nameless = await post(booking())
  expect([nameless.statusCode, nameless.headers.link]).toEqual([201, undefined])
  expect(log()).not.toContain(page?.slice(-20))
})
