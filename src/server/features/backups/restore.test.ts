import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openFolder } from '#server/lib/db/embedded/testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { restoreBackup } from './service.ts'
import { backUp, destinationForTest, expectRestored, filledDatabase, restoreInto } from './testing.ts'

it('restores every row of a backup unchanged, and starts a server on the restored database', async () => {
  await expectRestored('embedded', 'embedded')
})

it('restores a backup into a database that contains only the rows that its migrations insert', async () => {
  const { place, folder } = await destinationForTest()
  await backUp(await filledDatabase('embedded'), place)
  const target = await testDatabase('embedded')
  onTestFinished(() => target.close())
  await restoreInto(target, join(folder, 'one.zip'))
  expect(await target.asOwner('select count(*)::int as n from strategy_call_bookings')).toEqual([{ n: 2 }])
})

it('leaves no files in the data folder after a refused restore', async () => {
  const { place, folder } = await destinationForTest()
  await backUp(await filledDatabase('embedded'), place, 'one.zip', null)
  const dataDir = openFolder()
  const refused = restoreBackup(join(folder, 'one.zip'), {
    options: { dataDir, owner: 'a test', log: () => {} },
    configuredKey: null,
    passphrase: null,
    withoutKey: false,
    sendsWaiting: false,
  })
  await expect(refused).rejects.toThrow('The key that encrypted this backup')
  expect(readdirSync(dataDir)).toEqual([])
})
