import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { emptyDatabase } from '#server/lib/db/testing.ts'

const test = await emptyDatabase()
const folder = mkdtempSync(join(tmpdir(), 'backline-demo-'))
afterAll(async () => {
  await test.close()
  rmSync(folder, { recursive: true })
})

/** Runs `npm run demo`, and stops the command once the server responds. */
async function demo() {
  const env = { PORT: '0', DATABASE_URL: test.url, MIGRATION_URL: test.ownerUrl, DATA_DIR: folder }
  const child = spawn(process.execPath, ['dist/demo/main.js'], { env })
  const written = { out: '', err: '' }
  child.stderr.on('data', (chunk) => (written.err += chunk))
  child.stdout.on('data', (chunk) => {
    written.out += chunk
    if (/The desk is at .*\n/.test(written.out)) child.kill('SIGTERM')
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return { ...written, code }
}

it('fills an empty database with sample data and serves the site, but refuses a database that already contains data', async () => {
  const first = await demo()
  expect(first.out).toMatch(
    /^Created a quarter of sample data in the database: 140 bookings, \d+ messages, \d+ interactions\.\nBackline is at .*\n.*\n.*owner\?token=.*\nThe desk is at http:\/\/127\.0\.0\.1:\d+\/desk\/\n$/,
  )
  expect(first.code).toBe(0)
  const rows = () => test.asOwner('select (select count(*) from user_interactions), (select count(*) from audit_log)')
  const before = await rows()
  expect(await demo()).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^This database already contains .*\n.*\n$/),
  })
  expect(await rows()).toEqual(before)
})
