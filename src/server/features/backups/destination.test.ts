import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { draftPath, writeDraft } from './destination.ts'
import { folderForTest } from './testing.ts'

it('aborts a backup before querying the database if the backup file cannot be created', async () => {
  const path = draftPath(folderForTest(), 'a.zip')
  writeFileSync(path, '')
  const fill = () => new Promise<never>(() => {})
  await expect(writeDraft(path, fill)).rejects.toMatchObject({ code: 'EEXIST', syscall: 'open' })
})
