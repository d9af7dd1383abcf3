import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ownData } from '#content/own-data.ts'
import { launchServer, ready } from '#rehearsals/launching.ts'
import { scrapeAt } from '#server/app/running/metrics-testing.ts'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { siteForTest } from '#server/features/pages/testing.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { openSink } from '#server/lib/mail/testing.ts'

/** The whole way of a link, as an operator's server has it: its letters, its log, its metrics. */
const token = 'a-token-of-the-operator'
const test = await testDatabase()
const site = siteForTest()
writePacksForTest(join(site.folder, '../packs'))
const sink = await openSink()
const launched = launchServer(
  {
    DATABASE_URL: test.url,
    DATA_DIR: join(site.folder, '../data'),
    SMTP_URL: `smtp://127.0.0.1:${sink.port}?tls=off`,
    METRICS_TOKEN: token,
  },
  site.folder,
  { fixed: {} },
)
afterAll(async () => {
  await launched.end()
  await sink.close()
  await test.close()
  site.remove()
})

it('tells nobody else of an address or a key, and lets a client ask ten times in an hour', async () => {
  const email = 'pia.canary@example.com'
  const server = await ready(launched)
  const post = (path: string, fields: Record<string, string>) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(fields),
    })
  await test.asOwner(...insertion('strategy_call_bookings', booking({ email })))

  for (const asked of ['nobody.canary@example.com', email]) {
    expect((await post('/your-data', { email: asked })).status).toBe(200)
  }
  const letters = () => sink.received.filter(({ mail }) => mail.text?.includes('/your-data?key='))
  await expect.poll(() => letters().length).toBe(1)
  const [letter] = letters()
  expect(letter?.to).toEqual([email])
  const link = /http\S+\/your-data\?key=\S+/.exec(letter?.mail.text ?? '')?.[0] ?? ''
  const key = new URL(link).searchParams.get('key') ?? ''
  expect(link.startsWith(server.url)).toBe(true)
  expect((await fetch(link)).status).toBe(200)
  expect(await (await post('/your-data/open', { key })).text()).toContain(email)
  expect(((await (await post('/your-data/file', { key })).json()) as { email: string }).email).toBe(email)
  const gone = await post('/your-data/erase', { key, sure: 'yes' })
  expect([gone.status, (await gone.text()).includes(ownData.erased.title)]).toEqual([200, true])
  expect(await test.asOwner('select 1 from strategy_call_bookings')).toEqual([])

  for (let asked = 2; asked < 10; asked++) {
    expect((await post('/your-data', { email: `someone.${asked}@example.com` })).status).toBe(200)
  }
  const refused = await post('/your-data', { email })
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])

  const metrics = (await scrapeAt(`${server.url}/metrics`, token)).text
  await server.end()
  const { out, err } = server.written
  expect(out + err).toContain('/your-data/open')
  for (const told of [out + err, metrics]) {
    expect(told).not.toContain(key)
    expect(told.toLowerCase()).not.toContain('canary')
  }
})
