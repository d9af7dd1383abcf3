import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { booking } from '#content/booking.ts'
import { receipt } from '#content/booking-receipt.ts'
import { forms } from '#content/forms.ts'
import { ownData } from '#content/own-data.ts'
import { message } from '#server/lib/db/visitor-rows.ts'
import { everyRow } from '#shared/lib/rows-testing.ts'
import { appForTest, publishableKey } from './testing.ts'

/** A server like this one is the project of another, whose own database has to stay empty. */
const project = await appForTest()
await project.app.listen({ host: '127.0.0.1', port: 0 })
const port = (project.app.server.address() as AddressInfo).port
const supabaseUrl = `http://127.0.0.1:${port}`

const config = {
  publishableKey,
  trustProxy: false,
  databaseUrl: null,
  rateLimit: false,
  webhookPrivateAddresses: false,
  calendarPrivateAddresses: false,
  allowedOrigins: [],
} as const
const site = await appForTest(undefined, { config: { ...config, supabaseUrl } })
afterAll(async () => {
  await site.close()
  await project.close()
})

const fields = (email: string) => ({
  name: 'Thandi Nkosi',
  email,
  company: 'Nkosi',
  phone: '+27 21 555 0100',
  preferred_time: '2027-07-01T14:00',
  time_zone: 'Africa/Johannesburg',
  team_size: '25+',
  current_challenges: 'quality-control',
  message: 'First line',
})

const post = (path: string, typed: Record<string, string>, through = site) =>
  through.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: new URLSearchParams(typed).toString(),
  })

const countOf = async (running: typeof site) => {
  const [row] = await running.test.asOwner<{ rows: number }>(
    `select (select count(*) from strategy_call_bookings) + (select count(*) from contact_messages)
       + (select count(*) from user_interactions) as rows`,
  )
  return Number(row?.rows)
}
const someone = () => `${randomUUID()}@example.com`

describe('a form without script', () => {
  it('is stored by the project, once, and by nobody else', async () => {
    const email = someone()
    const first = await post('/forms/booking', fields(email))
    expect(first.statusCode).toBe(201)
    expect(first.body).toContain(forms.bookingReceived.title)
    // The page of the request is the project's, whose address it has.
    expect(first.body).toContain(`href="${supabaseUrl}/?call=`)
    const again = await post('/forms/booking', fields(email))
    expect(again.statusCode).toBe(201)
    expect(again.body).not.toContain('?call=')
    expect(again.body).not.toContain(receipt.page.byLetter)

    expect(
      await project.test.asOwner(
        `select name, to_char(preferred_time at time zone 'UTC', 'HH24:MI') as at, time_zone
         from strategy_call_bookings where email = $1`,
        [email],
      ),
    ).toEqual([{ name: 'Thandi Nkosi', at: '12:00', time_zone: 'Africa/Johannesburg' }])
    expect(await countOf(site)).toBe(0)
  })

  it('is refused here for every field at fault', async () => {
    const before = await countOf(project)
    const answer = await post('/forms/booking', { ...fields('nobody'), phone: '' })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('id="email"')
    expect(answer.body).toContain(forms.refusedFields)
    expect(await countOf(project)).toBe(before)
  })

  it('says that it was not stored, and keeps what was typed, while the project is away', async () => {
    const away = await appForTest(undefined, { config: { ...config, supabaseUrl: 'http://127.0.0.1:9' } })
    const answer = await post('/forms/booking', fields('ada@example.com'), away)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
    expect(answer.body).toContain(booking.failure)
    expect(answer.body).toContain('value="Thandi Nkosi"')
    expect(await countOf(away)).toBe(0)
    await away.close()
  })

  it('that the project refuses says so', () =>
    everyRow(
      [
        [429, { 'retry-after': '120' }, {}, 429, '2 minutes'],
        [401, {}, { code: '42501', message: 'permission denied' }, 500, forms.reference],
        [
          400,
          {},
          {
            code: '23514',
            message:
              'new row for relation "x" violates check constraint "strategy_call_bookings_phone_check"',
          },
          422,
          'href="#phone"',
        ],
      ],
      async ([status, headers, body, ours, words]) => {
        const hosted = createServer((request, response) => {
          request.resume()
          response
            .writeHead(status, { 'content-type': 'application/json', ...headers })
            .end(JSON.stringify(body))
        })
        hosted.listen(0, '127.0.0.1')
        await once(hosted, 'listening')
        const url = `http://127.0.0.1:${(hosted.address() as AddressInfo).port}`
        const theirs = await appForTest(undefined, { config: { ...config, supabaseUrl: url } })
        const answer = await post('/forms/booking', fields('ada@example.com'), theirs)
        expect(answer.statusCode).toBe(ours)
        expect(answer.body).toContain(words)
        await theirs.close()
        hosted.closeAllConnections()
        hosted.close()
      },
    ))
})

it('without a database, forms are passed on, and the link of a letter says that it cannot be opened here', async () => {
  const pages = await appForTest(undefined, {
    config: { ...config, supabaseUrl },
    database: null,
    auth: null,
    box: null,
    letters: null,
  })
  const email = someone()
  expect((await post('/forms/booking', fields(email), pages)).statusCode).toBe(201)
  const link = await pages.app.inject('/?call=abc.def')
  expect([link.statusCode, link.headers['cache-control']]).toEqual([404, 'no-store'])
  expect(link.body).toContain(forms.elsewhere.call.title)
  const data = await pages.app.inject('/your-data')
  expect([data.statusCode, data.body.includes(ownData.elsewhere.text), data.body.includes('<form')]).toEqual([
    200,
    true,
    false,
  ])
  expect((await pages.app.inject('/')).statusCode).toBe(200)
  await pages.close()
})

describe('its own services', () => {
  it('lead to the project and store nothing', () =>
    everyRow(
      [
        ['POST', '/rest/v1/contact_messages'],
        ['POST', '/rest/v1/user_interactions'],
        ['GET', '/rest/v1/rpc/free_calls_this_week'],
        ['POST', '/auth/v1/token?grant_type=password'],
        ['GET', '/auth/v1/.well-known/jwks.json'],
        ['GET', '/realtime/v1/websocket'],
        ['GET', '/letters/v1/status'],
        ['GET', '/webhooks/v1/deliveries'],
        ['GET', '/ready/v1/checks'],
      ] as const,
      async ([method, url]) => {
        const answer = await site.app.inject({
          method,
          url,
          headers: { apikey: publishableKey, 'content-type': 'application/json' },
          ...(method === 'POST' && { payload: JSON.stringify(message()) }),
        })
        expect([answer.statusCode, answer.json()]).toEqual([
          404,
          expect.objectContaining({ code: 'PGRST125', hint: `Ask ${supabaseUrl}` }),
        ])
        expect(await countOf(site)).toBe(0)
      },
    ))

  it('that ask mailboxes are not there', async () => {
    expect((await site.app.inject('/forms/confirm?key=x')).statusCode).toBe(404)
    expect((await site.app.inject('/forms/proof')).statusCode).toBe(404)
    expect((await site.app.inject('/account/owner')).statusCode).toBe(404)
  })
})
