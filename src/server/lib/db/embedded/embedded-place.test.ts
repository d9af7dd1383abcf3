import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { openFolder } from './server-process.ts'

const dataDir = openFolder()
afterAll(() => rmSync(dataDir, { recursive: true }))

it('names the way from the data of another major version of PostgreSQL', async () => {
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
  await expect(openDatabase({ dataDir, owner: 'a test', log: () => {} })).rejects.toThrow(
    /was written by PostgreSQL 17, but this program brings PostgreSQL 18\. Write a backup .*npm run backup.*npm run restore/,
  )
})
