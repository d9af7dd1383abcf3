import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openFolder } from '#server/lib/db/embedded/testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { restoreBackup } from './service.ts'
import { backUp, expectRestored, filledDatabase, placeForTest, restoreInto } from './testing.ts'

it('a restored backup has the same rows with the same checksums, and a server starts on it', async () => {
  await expectRestored('embedded', 'embedded')
})

it('a restore fills a database that has only rows of the schema, as after a failed restore', async () => {
  const { place, folder } = await placeForTest()
  await backUp(await filledDatabase('embedded'), place)
  const target = await testDatabase('embedded')
  onTestFinished(() => target.close())
  await restoreInto(target, join(folder, 'one.zip'))
  expect(await target.asOwner('select count(*)::int as n from strategy_call_bookings')).toEqual([{ n: 2 }])
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
