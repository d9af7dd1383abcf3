import { brotliDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/lib/db/database.ts'
import { type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { pageRoutes } from './routes.ts'
import { loadSite } from './service.ts'
import { siteForTest } from './testing.ts'

const { folder, remove } = siteForTest()
let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(async () => {
  await test.close()
  remove()
})

let now = Date.now()
async function serverOn(database: Database) {
  const site = await loadSite(folder, {
    publicUrl: 'https://site.example',
    publishableKey: 'sb_publishable_test',
    supabaseUrl: null,
    signInServices: [],
  })
  const app = fastify()
  await app.register(pageRoutes, { site: async () => site, database, clock: () => now })
  return (headers: Record<string, string> = {}) => app.inject({ url: '/', headers })
}
const owners = (hold: number) => test.asOwner('update desk_settings set weekly_capacity = $1', [hold])

it('updates the weekly capacity in the pages of all servers when the desk setting changes', async () => {
  const servers = [await serverOn(test.database), await serverOn(test.database)]
  const packed = { 'accept-encoding': 'br' }
  for (const [hold, claim] of [
    [5, 'Only 5 slots a week.'],
    [12, 'Only 12 slots a week.'],
    [1, 'Only 1 slot a week.'],
    [0, 'No slots at the moment.'],
  ] as const) {
    const before = await Promise.all(servers.map((get) => get(packed)))
    await owners(hold)
    now += 5000
    for (const [index, get] of servers.entries()) {
      const page = await get()
      expect(page.body).toContain(`<p>${claim}</p>`)
      if (hold !== 5) expect(page.body).toContain(`<div id="root" data-slots="${hold}">`)
      const renewed = await get({ ...packed, 'if-none-match': String(before[index]?.headers.etag) })
      expect(renewed.statusCode).toBe(hold === 5 ? 304 : 200)
      if (hold !== 5) expect(brotliDecompressSync(renewed.rawPayload).toString()).toBe(page.body)
    }
  }
})

it('serves pages immediately, with the last known weekly capacity, if the database is down', async () => {
  let each = test.database.alone('backline_upkeep', {})
  const get = await serverOn({ ...test.database, alone: () => each })
  await owners(12)
  expect((await get()).body).toContain('Only 12 slots a week.')
  const never = new Promise<never>(() => {})
  for (const query of [() => Promise.reject(new Error('away')), () => never]) {
    each = { ...each, query }
    now += 5000
    expect((await get()).body).toContain('Only 12 slots a week.')
  }
})
