import { afterAll, beforeEach, expect, it } from 'vitest'
import { brand } from '#content/brand.ts'
import { appForTest } from '#server/app/testing.ts'
import { packBytes } from '#server/features/packs/testing.ts'
import type { Database } from '#server/lib/db/database.ts'
import { attachment } from '#server/lib/http/headers.ts'
import { checkEachRow } from '#shared/lib/testing.ts'

const address = '/packs/qa-checklist.zip'
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const oneDay = 24 * 3600 * 1000
// Each test uses its own day, because counts from the previous test may be stored late.
let now = Date.UTC(2026, 10, 20, 23, 59)
const clock = () => now

const main = await appForTest(undefined, { clock })
const { app, test } = main
afterAll(() => main.close())
beforeEach(() => {
  now += oneDay
})

const getFrom =
  ({ app }: Pick<typeof main, 'app'>) =>
  (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url: address, headers: { ...browser, ...headers } })
const get = getFrom(main)

/** Starts another server on the same database. A server stores its counts after a second, or when it ends. */
const beside = (database = test.database) => appForTest(undefined, { database, clock })

const counted = () =>
  test.asOwner('select pack, visitor, downloads::int from private.pack_downloads where day = $1 order by visitor', [
    new Date(now).toISOString().slice(0, 10),
  ])

const line = (downloads: number, visitor = 'person') => ({
  pack: 'qa-checklist',
  visitor,
  downloads,
})

it('sends the complete pack as a download with a recognizable file name and cache headers', async () => {
  const { statusCode, headers, rawPayload } = await get()
  expect(statusCode).toBe(200)
  expect(rawPayload.equals(packBytes)).toBe(true)
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(packBytes.length),
    'content-disposition': attachment(`${brand.name}-QA-Checklist.zip`),
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
  })
  expect(headers.etag).toMatch(/^"[\w-]{22}"$/)
  expect(headers).not.toHaveProperty('last-modified')
  await expect.poll(counted).toEqual([line(1)])
})

it('sends only headers in response to a HEAD request, and 304 if the client already has the pack', async () => {
  const { headers, rawPayload } = await get({}, 'HEAD')
  expect([headers['content-length'], rawPayload.length]).toEqual([String(packBytes.length), 0])
  const again = await get({ 'if-none-match': `"other", W/${headers.etag}` })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  expect(again.headers.etag).toBe(headers.etag)
})

it('sends the requested range of a pack', async () => {
  const { statusCode, headers, rawPayload } = await get({ range: 'bytes=4090-9999' })
  expect([statusCode, headers['content-range'], headers['content-length']]).toEqual([206, 'bytes 4090-4095/4096', '6'])
  expect(rawPayload.equals(packBytes.subarray(4090))).toBe(true)
})

it("returns 416 with the pack's size if the requested range starts beyond the end of the pack", async () => {
  const { statusCode, headers } = await get({ range: 'bytes=4096-' })
  expect([statusCode, headers['content-range']]).toEqual([416, 'bytes */4096'])
})

it('resumes a download only if the pack has not changed', async () => {
  const { headers } = await get({}, 'HEAD')
  const same = await get({ range: 'bytes=100-', 'if-range': String(headers.etag) })
  expect(same.statusCode).toBe(206)
  for (const other of ['"other"', `W/${headers.etag}`, 'Fri, 20 Nov 2026 09:00:00 GMT']) {
    const changed = await get({ range: 'bytes=100-', 'if-range': other })
    expect([changed.statusCode, changed.rawPayload.length], other).toEqual([200, packBytes.length])
  }
})

it('responds to a request for an unknown pack with the not-found page', () =>
  checkEachRow(
    ['/packs/other.zip', '/packs/packs.json', '/packs/', '/packs/..%2fpacks.json', '/packs/qa-checklist'],
    async (url) => {
      const { statusCode, headers, body } = await app.inject({ url })
      expect(statusCode).toBe(404)
      expect(headers['content-type']).toContain('text/html')
      expect(body).toContain('<h1>not-found</h1>')
    },
  ))

it('counts a download only if a request includes the start of the pack, and counts bots separately', async () => {
  const other = await beside()
  const ask = getFrom(other)
  const { headers } = await ask({}, 'HEAD')
  await ask({ 'if-none-match': String(headers.etag) })
  await ask({ range: 'bytes=100-' })
  await ask({ range: 'bytes=9999-' })
  await ask({ range: 'bytes=0-99' })
  await Promise.all(Array.from({ length: 20 }, () => ask()))
  await ask({ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' })
  // A download just before an orderly shutdown also counts.
  await other.app.close()
  expect(await counted()).toEqual([line(1, 'bot'), line(21)])
  await other.close()
})

it('keeps download counts while the database is unavailable, and does not delay downloads', async () => {
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
      throw new Error('database unavailable')
    },
  }
  const other = await beside(flaky)
  // Both responses arrive before the database responds.
  for (const _ of [1, 2]) {
    expect((await other.app.inject({ url: address, headers: browser })).statusCode).toBe(200)
  }
  giveUp()
  await expect.poll(() => other.log()).toContain('storing download counts failed, will retry')
  await other.app.inject({ url: address, headers: browser })
  isDown = false
  await other.app.close()
  expect(await counted()).toEqual([line(3)])
  await other.close()
})
