import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { openKeys } from '#server/features/auth-keys/service.ts'
import { loadPacks } from '#server/features/packs/service.ts'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { loadSite } from '#server/features/pages/service.ts'
import { siteForTest } from '#server/features/pages/testing.ts'
import { type AuthSettings, defaultAuthSettings } from '#server/lib/auth/settings.ts'
import { openSecretBox } from '#server/lib/crypto/secret-box.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { createLog } from '#server/lib/log.ts'
import type { Letter } from '#server/lib/mail/letter.ts'
import { buildApp, type Context } from './app.ts'

export const publishableKey = 'sb_publishable_test'

/** The whole server in this process, on a database and a site of its own, with its log as text and its letters as data. */
export async function appForTest(
  address: string | (() => string) = 'http://127.0.0.1:3000',
  change: Partial<Context> = {},
  settings: Partial<AuthSettings> = {},
) {
  const publicUrl = typeof address === 'string' ? () => address : address
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
  const log = createLog(stream)
  const site = loadSite(files.folder, { publicUrl: publicUrl(), publishableKey })
  const { database } = test
  const { clock = Date.now } = change
  const letters: Letter[] = []
  const authSettings = { ...defaultAuthSettings, ...settings }
  const box = openSecretBox(randomBytes(32))
  const { algorithm, legacySecret, tokenSeconds } = authSettings
  const keys = await openKeys({
    database,
    clock,
    box,
    algorithm,
    issuer: () => `${publicUrl()}/auth/v1`,
    audience: 'authenticated',
    legacySecret,
    tokenSeconds,
  })
  const mailer = { post: (letter: Letter) => void letters.push(letter), close: async () => {} }
  const auth = { database, clock, log, settings: authSettings, keys, box, mailer, publicUrl }
  const app = await buildApp({
    config: { publishableKey, trustProxy: false, databaseUrl: null, rateLimit: false },
    database,
    clock,
    log,
    site: () => site,
    packs: await loadPacks(packs),
    auth,
    publicUrl,
    secure: publicUrl().startsWith('https:'),
    ...change,
  })
  return {
    app,
    test,
    auth,
    letters,
    log: () => lines.join(''),
    async close() {
      await app.close()
      await test.close()
      files.remove()
    },
  }
}
