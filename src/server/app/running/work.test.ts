import { afterAll, expect, it } from 'vitest'
import { readConfig } from '#server/app/config/config.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { requireBackupRights } from './work.ts'

const test = await testDatabase()
afterAll(() => test.close())

it('a start that could write no backup is refused where backups are asked for, and says what is missing', async () => {
  const check = (settings: Record<string, string>) =>
    requireBackupRights({ config: readConfig({ DATABASE_URL: test.url, ...settings }) })
  await check({})
  await check({ BACKUP_TO: '/backups', MIGRATION_URL: test.ownerUrl })
  await expect(check({ BACKUP_TO: '/backups' })).rejects.toThrow(
    /^BACKUP_TO asks for backups that nobody may write\. The tables belong to \w+, .* set MIGRATION_URL/,
  )
})
