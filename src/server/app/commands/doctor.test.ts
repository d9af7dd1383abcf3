import { randomBytes } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#server/lib/db/testing.ts'
import { command } from './command-testing.ts'
import { runDoctor } from './doctor.ts'

const test = await testDatabase()
afterAll(() => test.close())

it('prints the findings of the doctor command, with a fix for each problem, and exits with 1 if there is a problem', async () => {
  const settings = {
    DATABASE_URL: test.url,
    MIGRATION_URL: test.ownerUrl,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PORT: '0',
  }
  const { code, says } = await command(runDoctor, [], settings)
  expect(code).toBe(1)
  expect(says).toContain(
    '✗ Address: No public address is set, so links in emails work only on this machine.\n      Set PUBLIC_URL',
  )
  expect(says).toContain('✓ Clocks: The server and the database agree on the time.')
  expect(says).toMatch(/\n\d+ to fix\.\n$/)
  expect((await command(runDoctor, ['now'], settings)).says).toContain('Usage: npm run doctor')
})
