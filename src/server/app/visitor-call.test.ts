import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { callPage } from '#content/visitor-call.ts'
import { callLink } from '#server/features/visitor-call/service.ts'
import { booking, insertion } from '#server/lib/db/visitor-rows.ts'
import { rateLimits } from './rate-limits.ts'
import { appForTest, publishableKey } from './testing.ts'

const url = 'https://site.example'
const config = {
  publishableKey,
  trustProxy: false as const,
  databaseUrl: null,
  rateLimit: true,
  webhookPrivateAddresses: false,
}
const { app, test, auth, log, ...running } = await appForTest(url, { config })
afterAll(() => running.close())

const id = randomUUID()
await test.asOwner(...insertion('strategy_call_bookings', booking({ id })))
const path = (await callLink(auth.box, url, id, Date.now())).slice(url.length)
const [, token = ''] = path.split('=')
const cancel = (fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: '/call/cancel',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
    payload: new URLSearchParams({ call: token, ...fields }).toString(),
  })

it('the link of a letter opens the page of its call, and every other address the site', async () => {
  const { statusCode, body, headers } = await app.inject({ url: path })
  expect([statusCode, body.includes(callPage.states.asked.title)]).toEqual([200, true])
  expect(headers).toMatchObject({ 'referrer-policy': 'strict-origin', 'x-content-type-options': 'nosniff' })
  expect((await app.inject({ url: '/?view=services' })).body).toContain('<h1>services</h1>')
  expect((await app.inject({ url: '/' })).headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
})

it('a key of the auth service is none of this page, and the other way round', async () => {
  const access = await auth.keys.sign({ sub: id, role: 'authenticated' }, 600)
  expect((await app.inject({ url: `/?call=${access}` })).statusCode).toBe(404)
  const headers = { apikey: publishableKey, authorization: `Bearer ${token}` }
  expect((await app.inject({ url: '/auth/v1/user', headers })).statusCode).toBe(403)
  expect((await app.inject({ url: '/rest/v1/strategy_call_bookings', headers })).statusCode).toBe(401)
})

it('its buttons work, have an end, and leave no trace of the key in the log', async () => {
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
