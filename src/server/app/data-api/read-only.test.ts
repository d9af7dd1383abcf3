import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { authAppForTest, publishableKey, tokenOf } from '#server/app/testing.ts'
import { booking, message } from '#server/lib/db/rows-testing.ts'
import { checkEachRow } from '#shared/lib/testing.ts'

const site = await authAppForTest()
const { test } = site
afterAll(() => site.close())

const json = (path: string, body: object, headers: Record<string, string> = { apikey: publishableKey }) =>
  fetch(site.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const form = (path: string, fields: Record<string, string>) =>
  fetch(site.url + path, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', origin: site.url },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
const book = (id = randomUUID()) => json('/rest/v1/strategy_call_bookings', { ...booking(), id })

/**
 * Makes the database writable or read-only. If the database becomes read-only, also closes its connections, so that new
 * connections are read-only.
 */
async function takeWrites(may: boolean): Promise<void> {
  const [database] = await test.asOwner<{ name: string }>('select current_database() as name')
  await test.asOwner(
    `alter database ${database?.name} ${may ? 'reset' : 'set'} default_transaction_read_only ${may ? '' : 'to on'}`,
  )
  if (may) return
  await test.asOwner(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
}

const asked = booking()
const id = randomUUID()
const other = randomUUID()
let token = ''
let agent: Record<string, string> = {}
let owner: Record<string, string> = {}
let person = { email: '', password: '' }

beforeAll(async () => {
  const answer = await json('/rest/v1/strategy_call_bookings', { ...asked, id })
  await book(other)
  token = /\?call=([\w.-]+)>/.exec(answer.headers.get('link') ?? '')?.[1] ?? ''
  const signedInAs = async (role: 'agent' | 'owner') => ({
    apikey: publishableKey,
    authorization: `Bearer ${await tokenOf((await site.member(role)).strong)}`,
  })
  agent = await signedInAs('agent')
  owner = await signedInAs('owner')
  person = await site.person()
  await takeWrites(false)
})

const starts = String(Date.parse(String(asked.preferred_time)))
const writes: [string, () => Promise<Response>][] = [
  ['a booking', () => book()],
  ['a message', () => json('/rest/v1/contact_messages', message())],
  ['interactions', () => json('/rest/v1/user_interactions', [{ session_id: randomUUID(), event_type: 'page_view' }])],
  [
    'a call of the desk',
    () => json('/rest/v1/rpc/move_booking', { booking: other, expected: 'new', target: 'spam' }, agent),
  ],
  ['a note', () => json('/rest/v1/notes', { booking_id: id, body: 'A note' }, agent)],
  ['a sign-in', () => json('/auth/v1/token?grant_type=password', person)],
  ['a webhook', () => json('/webhooks/v1', { url: 'https://hook.example/', events: ['booking.created'] }, owner)],
  ['a form without script', () => form('/forms/message', message() as Record<string, string>)],
  ['the end of a call by its visitor', () => form('/call/cancel', { call: token, status: 'new', starts })],
]

it('[D4] tells the client to retry a write later if the database is read-only', () =>
  checkEachRow(writes, async ([, send]) => {
    const answer = await send()
    expect([answer.status, answer.headers.get('retry-after')], await answer.text()).toEqual([503, '2'])
  }))

it('reports the server as healthy but not ready if the database is read-only', async () => {
  const ready = await fetch(`${site.url}/readyz`)
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '2'])
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
})

it('serves reads while the database is read-only', async () => {
  const answer = await fetch(`${site.url}/rest/v1/strategy_call_bookings?select=id&id=eq.${id}`, {
    headers: agent,
  })
  expect([answer.status, await answer.json()]).toEqual([200, [{ id }]])
  // A GET request must not write. If the database accepts writes, the response is 405 instead: see the next test.
  const written = await fetch(`${site.url}/rest/v1/rpc/read_booking?booking=${id}`, { headers: agent })
  expect(written.status).toBe(503)
})

it('[D4] replaces read-only database connections, and stores rows again once the database accepts writes', async () => {
  await takeWrites(true)
  await expect.poll(async () => (await book()).status).toBe(201)
  await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status).toBe(200)
  // None of the old connections is used again.
  expect(await Promise.all(Array.from({ length: 30 }, async () => (await book()).status))).toEqual(
    Array.from({ length: 30 }, () => 201),
  )
  for (const [, send] of writes) expect((await send()).status).toBeLessThan(400)
  const read = await fetch(`${site.url}/rest/v1/rpc/read_booking?booking=${id}`, { headers: agent })
  expect(read.status).toBe(405)
})
