import { join } from 'node:path'
import { Writable } from 'node:stream'
import { loadPacks } from '#server/features/packs/service.ts'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { loadSite } from '#server/features/pages/service.ts'
import { siteForTest } from '#server/features/pages/testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { createLog } from '#server/lib/log.ts'
import { buildApp, type Context } from './app.ts'

export const publishableKey = 'sb_publishable_test'

/** The whole server in this process, on a database and a site of its own, with its log as text. */
export async function appForTest(publicUrl = 'http://127.0.0.1:3000', change: Partial<Context> = {}) {
  const test = await testDatabase()
  const files = siteForTest()
  const packs = join(files.folder, '../packs')
  writePacksForTest(packs)
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const site = loadSite(files.folder, { publicUrl, publishableKey })
  const app = await buildApp({
    config: { publishableKey, trustProxy: false, databaseUrl: null, rateLimit: false },
    database: test.database,
    clock: Date.now,
    log: createLog(stream),
    site: () => site,
    packs: await loadPacks(packs),
    publicUrl: () => publicUrl,
    secure: publicUrl.startsWith('https:'),
    ...change,
  })
  return {
    app,
    test,
    log: () => lines.join(''),
    async close() {
      await app.close()
      await test.close()
      files.remove()
    },
  }
}
