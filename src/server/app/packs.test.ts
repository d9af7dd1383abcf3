import { afterAll, beforeEach, expect, it } from 'vitest'
import { packBytes } from '#server/features/packs/testing.ts'
import type { Database } from '#server/lib/db/database.ts'
import { appForTest } from './testing.ts'

const address = '/packs/qa-checklist.zip'
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const oneDay = 24 * 3600 * 1000
// Each test has a day of its own, since counts of the one before may still be on their way.
let now = Date.UTC(2026, 10, 20, 23, 59)
const clock = () => now

const main = await appForTest(undefined, { clock })
const { app, test } = main
afterAll(() => main.close())
beforeEach(() => {
  now += oneDay
})

const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: address, headers: { ...browser, ...headers } })

const counted = () =>
  test.asOwner(
    'select pack, visitor, downloads::int from private.pack_downloads where day = $1 order by visitor',
    [new Date(now).toISOString().slice(0, 10)],
  )

/** Counts go to the database a second later. */
const eventually = (expected: unknown) => expect.poll(counted, { timeout: 5000 }).toEqual(expected)

const line = (downloads: number, visitor = 'person') => ({
  pack: 'qa-checklist',
  visitor,
  downloads,
})

it('sends the whole pack under a name people recognise, with the headers of every answer', async () => {
  const { statusCode, headers, rawPayload } = await get()
  expect(statusCode).toBe(200)
  expect(rawPayload.equals(packBytes)).toBe(true)
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(packBytes.length),
    'content-disposition': 'attachment; filename="Backline-QA-Checklist.zip"',
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
  })
  expect(headers.etag).toMatch(/^"[\w-]{22}"$/)
  expect(headers).not.toHaveProperty('last-modified')
  await eventually([line(1)])
})

it('answers HEAD with the same headers and nothing else', async () => {
  const { statusCode, headers, rawPayload } = await get({}, 'HEAD')
  expect([statusCode, rawPayload.length]).toEqual([200, 0])
  expect(headers['content-length']).toBe(String(packBytes.length))
  expect(headers['content-disposition']).toContain('attachment')
})

it('answers 304 to who has it already', async () => {
  const { headers } = await get({}, 'HEAD')
  const again = await get({ 'if-none-match': `"other", W/${headers.etag}` })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  expect(again.headers.etag).toBe(headers.etag)
})

it.each([
  ['bytes=0-99', 0, 99],
  ['bytes=4000-', 4000, 4095],
  ['bytes=-10', 4086, 4095],
  ['bytes=4090-9999', 4090, 4095],
])('sends the range %s', async (range, first, last) => {
  const { statusCode, headers, rawPayload } = await get({ range })
  expect(statusCode).toBe(206)
  expect(headers['content-range']).toBe(`bytes ${first}-${last}/4096`)
  expect(headers['content-length']).toBe(String(last - first + 1))
  expect(rawPayload.equals(packBytes.subarray(first, last + 1))).toBe(true)
})

it('answers 416 with the size to a range beyond the end', async () => {
  const { statusCode, headers } = await get({ range: 'bytes=4096-' })
  expect([statusCode, headers['content-range']]).toEqual([416, 'bytes */4096'])
})

it.each(['lines=1-2', 'bytes=0-1,4-5'])('sends everything for the range %s', async (range) => {
  const { statusCode, rawPayload } = await get({ range })
  expect([statusCode, rawPayload.length]).toEqual([200, packBytes.length])
})

it('goes on with a download only when the pack is still the same', async () => {
  const { headers } = await get({}, 'HEAD')
  const same = await get({ range: 'bytes=100-', 'if-range': String(headers.etag) })
  expect(same.statusCode).toBe(206)
  for (const other of ['"other"', `W/${headers.etag}`, 'Fri, 20 Nov 2026 09:00:00 GMT']) {
    const changed = await get({ range: 'bytes=100-', 'if-range': other })
    expect([changed.statusCode, changed.rawPayload.length], other).toEqual([200, packBytes.length])
  }
})

it.each([
  '/packs/other.zip',
  '/packs/packs.json',
  '/packs/',
  '/packs/..%2fpacks.json',
  '/packs/qa-checklist',
])('has no %s and says so with our page', async (url) => {
  const { statusCode, headers, body } = await app.inject({ url })
  expect(statusCode).toBe(404)
  expect(headers['content-type']).toContain('text/html')
  expect(body).toContain('<h1>not-found</h1>')
})

it('counts beginnings: not headers, not what is there already, not the rest of a download', async () => {
  const { headers } = await get({}, 'HEAD')
  await get({ 'if-none-match': String(headers.etag) })
  await get({ range: 'bytes=100-' })
  await get({ range: 'bytes=9999-' })
  await get({ range: 'bytes=0-99' })
  await Promise.all(Array.from({ length: 20 }, () => get()))
  await eventually([line(21)])
})

it('counts programs apart', async () => {
  await get({ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' })
  await get()
  await eventually([line(1, 'bot'), line(1)])
})

it('keeps what the database did not take, and neither delays nor fails a download for it', async () => {
  let isDown = true
  let giveUp = () => {}
  const givenUp = new Promise<void>((resolve) => {
    giveUp = resolve
  })
  const flaky: Database = {
    ...test.database,
    async transaction(...args) {
      if (!isDown) return test.database.transaction(...args)
      await givenUp
      throw new Error('the database is away')
    },
  }
  const other = await appForTest(undefined, { database: flaky, clock })
  // Both are answered while the database has not answered at all.
  for (const _ of [1, 2]) {
    expect((await other.app.inject({ url: address, headers: browser })).statusCode).toBe(200)
  }
  giveUp()
  await expect.poll(() => other.log(), { timeout: 5000 }).toContain('downloads are not counted yet')
  await other.app.inject({ url: address, headers: browser })
  isDown = false
  await eventually([line(3)])
  await other.close()
})

it('counts what was taken just before an orderly stop', async () => {
  const other = await appForTest(undefined, { database: test.database, clock })
  await other.app.inject({ url: address, headers: browser })
  await other.app.close()
  expect(await counted()).toEqual([line(1)])
  await other.close()
})
