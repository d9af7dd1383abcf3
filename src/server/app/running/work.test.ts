import { afterAll, expect, it } from 'vitest'
import { readConfig } from '#server/app/config/config.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { requireBackupRights } from './work.ts'

const test = await testDatabase()
afterAll(() => test.close())

it('gives a reason and refuses to start the server if backups are configured but no database user can write them', async () => {
  const check = (settings: Record<string, string>) =>
    requireBackupRights({ config: readConfig({ DATABASE_URL: test.url, ...settings }) })
  await check({})
  await check({ BACKUP_TO: '/backups', MIGRATION_URL: test.ownerUrl })
  await expect(check({ BACKUP_TO: '/backups' })).rejects.toThrow(
    /^BACKUP_TO is set, but no database user can write backups\. Only \w+, who owns .* set MIGRATION_URL/,
  )
})
