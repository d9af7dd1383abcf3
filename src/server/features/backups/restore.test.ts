import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openFolder } from '#server/lib/db/embedded/testing.ts'
import { restoreBackup } from './service.ts'
import { backUp, expectRestored, filledDatabase, placeForTest } from './testing.ts'

it('a restored backup has the same rows with the same checksums, and a server starts on it', async () => {
  await expectRestored('embedded', 'embedded')
})

it('a restore that is refused leaves nothing in the data folder', async () => {
  const { place, folder } = await placeForTest()
  await backUp(await filledDatabase('embedded'), place, 'one.zip', null)
  const dataDir = openFolder()
  const refused = restoreBackup(join(folder, 'one.zip'), {
    options: { dataDir, owner: 'a test', log: () => {} },
    configuredKey: null,
    passphrase: null,
    withoutKey: false,
    sendsWaiting: false,
  })
  await expect(refused).rejects.toThrow('The key of this backup')
  expect(readdirSync(dataDir)).toEqual([])
})
