import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { siteForTest } from '#server/features/pages/testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { program } from '#server/lib/test-door.ts'

const demoProgram = await program(new URL(import.meta.resolve('#server/app/demo.ts')))
const test = await testDatabase()
const site = siteForTest()
const data = join(site.folder, '../data')
writePacksForTest(join(site.folder, '../packs'))

/** The command as a process of its own; ends when `until` was written, or by itself. */
async function demo(until: RegExp) {
  const environment = { PORT: '0', DATABASE_URL: test.url, MIGRATION_URL: test.ownerUrl, DATA_DIR: data }
  const script = `const { runDemo } = await import(${JSON.stringify(pathToFileURL(demoProgram).href)})
    await runDemo(${JSON.stringify(environment)}, ${JSON.stringify(site.folder)})`
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = { out: '', err: '' }
  child.stderr?.on('data', (chunk) => (written.err += chunk))
  child.stdout?.on('data', (chunk) => {
    written.out += chunk
    if (until.test(written.out)) child.kill('SIGTERM')
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return { ...written, code }
}

let first: Awaited<ReturnType<typeof demo>>
beforeAll(async () => {
  first = await demo(/The desk is at .*\n/)
})
afterAll(async () => {
  await test.close()
  site.remove()
})

const one = async <Row>(sql: string, values: unknown[] = []) =>
  (await test.asOwner<Row>(sql, values))[0] as Row

it('fills what is empty, serves it, and says how to come in', async () => {
  expect([first.code, first.out]).toEqual([
    0,
    expect.stringMatching(
      /^Made up a quarter in the database: 140 bookings, \d+ messages, \d+ interactions\.\nBackline is at .*\n.*\n.*owner\?token=.*\nThe desk is at http:\/\/127\.0\.0\.1:\d+\/desk\/\n$/,
    ),
  ])
})

it('is refused where somebody is already, and leaves that as it is', async () => {
  const count = () =>
    one('select (select count(*) from user_interactions) as i, (select count(*) from audit_log) as l')
  const before = await count()
  const { code, out, err } = await demo(/never/)
  expect([code, out, err]).toEqual([
    1,
    '',
    expect.stringMatching(/^There are people, bookings or visits .*\n.*\n$/),
  ])
  expect(await count()).toEqual(before)
})
