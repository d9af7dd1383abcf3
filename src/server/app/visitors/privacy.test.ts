import { afterAll, expect, it } from 'vitest'
import { appForTest, publishableKey } from '#server/app/testing.ts'
import { booking, message } from '#server/lib/db/rows-testing.ts'

const canary = 'pii-canary-7d1f'
const running = await appForTest()
afterAll(() => running.close())

it('[P1] logs one JSON object per line, and no visitor input', async () => {
  const { app, test } = running
  const post = (url: string, payload: string, headers = {}) =>
    app.inject({
      method: 'POST',
      url,
      headers: {
        apikey: publishableKey,
        'content-type': 'application/json',
        'user-agent': canary,
        ...headers,
      },
      remoteAddress: '203.0.113.77',
      payload,
    })
  const table = '/rest/v1/strategy_call_bookings'
  const marked = booking({
    name: `${canary}\r\n{"level":"info"}`,
    email: `${canary}@example.com`,
    message: canary,
  })
  const id = crypto.randomUUID()
  await post(table, JSON.stringify({ ...marked, id }))
  await post(table, JSON.stringify({ ...marked, id }))
  await post(table, JSON.stringify({ ...marked, email: canary }))
  await post(table, `{"name": ${canary}}`)
  await post(`${table}?columns=${canary}&${canary}=1`, '{}')
  await post(`/rest/v1/${canary}`, JSON.stringify(message()), { authorization: `Bearer ${canary}` })
  await post('/forms/message', new URLSearchParams({ name: canary, [canary]: canary }).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
  })
  await app.inject({ url: `/your-data?key=${canary}` })
  await post('/your-data/open', new URLSearchParams({ key: canary }).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
  })
  await app.inject({ url: `/?view=services&email=${canary}` })
  await app.inject({ url: `/?view=${canary}%20x` })
  await app.inject({ url: `/${canary}` })
  // Causes a database error whose detail contains the row.
  await test.asOwner('alter table contact_messages add constraint odd check (false) not valid')
  const fault = await post('/rest/v1/contact_messages', JSON.stringify(message({ name: canary })))
  expect([fault.statusCode, fault.body.includes(canary)]).toEqual([400, false])
  await test.asOwner('alter table contact_messages rename to moved')
  expect((await post('/rest/v1/contact_messages', JSON.stringify(message({ name: canary })))).statusCode).toBe(404)

  const lines = running.log().trim().split('\n')
  expect(lines.length).toBeGreaterThan(10)
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), time: expect.any(String) })
  expect(running.log()).not.toContain(canary)
  expect(running.log()).not.toContain('203.0.113.77')
  expect(running.log()).toContain('"view":"services"')
})
