import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { booking, insertion } from '#server/lib/db/visitor-rows.ts'
import {
  backUp,
  contentsOf,
  emptyForTest,
  filledDatabase,
  folderForTest,
  optionsFor,
  placeForTest,
  restoreInto,
} from './testing.ts'

it('a restored backup has the same rows with the same checksums, and a server starts on it', async () => {
  const source = await filledDatabase('embedded')
  const { place, folder } = await placeForTest()
  const made = await backUp(source, place)
  expect(made.bytes).toBeGreaterThan(1000)
  const target = await emptyForTest('embedded')
  const dataDir = folderForTest()
  const restored = await restoreInto(target, join(folder, 'one.zip'), { dataDir, sendsWaiting: true })
  expect(restored.key).toBe('backup')
  expect(readFileSync(join(dataDir, 'encryption.key'), 'utf8').trim()).toBe(source.key.toString('base64'))
  expect(await contentsOf(target)).toEqual(await contentsOf(source))
  // Months came before their rows, and what is generated is there again.
  const rows = 'select count(*)::int as n from user_interactions_2026_01'
  expect(await target.asOwner(rows)).toEqual(await source.asOwner(rows))
  const found = "select id from strategy_call_bookings where search like '%ada lovelace%' order by id"
  expect(await target.asOwner(found)).toEqual(await source.asOwner(found))
  expect(await target.asOwner(found)).toHaveLength(2)

  const database = await openDatabase(optionsFor(target))
  await database.transaction('anon', {}, (tx) => tx.query(...insertion('strategy_call_bookings', booking())))
  expect(await target.asOwner("select count(*)::int as n from outbox where state = 'waiting'")).not.toEqual([
    { n: 0 },
  ])
  await database.close()
})
