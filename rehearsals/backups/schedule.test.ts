import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startBackups } from '#server/features/backups/schedule.ts'
import { scheduledForTest as scheduled } from '#server/features/backups/schedule-testing.ts'
import { emptyDatabaseForTest, folderForTest, restoreInto } from '#server/features/backups/testing.ts'

const files = (folder: string) => readdirSync(folder).sort()

it('writes a backup when it is due, removes the oldest scheduled backup, and records both events', async () => {
  const folder = folderForTest()
  writeFileSync(join(folder, 'by-hand.zip'), 'not ours to remove')
  const { source, look, later, facts } = await scheduled(folder)
  await look()
  expect(files(folder)).toHaveLength(2)
  await later(23)
  await look()
  expect(files(folder)).toHaveLength(2)
  for (const _ of [1, 2]) {
    await later(25)
    // File names contain the time only to the second.
    await sleep(1000)
    await look()
  }
  expect(files(folder)).toEqual([
    expect.stringMatching(/^backline-/),
    expect.stringMatching(/^backline-/),
    'by-hand.zip',
  ])
  expect(await source.asOwner('select count(*)::int as tries from private.backups')).toEqual([{ tries: 3 }])
  const newest = join(folder, files(folder)[1] ?? '')
  expect(await facts()).toMatchObject({
    place: newest,
    has_key: false,
    every_hours: 24,
    failure: null,
    is_late: false,
  })
  const target = await emptyDatabaseForTest('embedded')
  await restoreInto(target, newest, { passphrase: null, configuredKey: source.key })
  expect(await target.asOwner('select count(*)::int as n from strategy_call_bookings')).toEqual([{ n: 2 }])
})

it('aborts a backup if the server stops, and leaves no partial files', async () => {
  const folder = folderForTest()
  mkdirSync(join(folder, 'here'))
  const { schedule, source } = await scheduled(join(folder, 'here'))
  await source.asOwner(
    `insert into user_interactions (id, session_id, event_type) select gen_random_uuid(), gen_random_uuid(), 'page_view'
     from generate_series(1, 60000)`,
  )
  const job = startBackups(schedule)
  await expect.poll(() => files(join(folder, 'here')).length, { interval: 5 }).toBe(1)
  await job.stop()
  expect(files(join(folder, 'here'))).toEqual([])
  // The backup is due when the server next starts, not an hour later.
  expect(await source.asOwner('select count(*)::int as tries from private.backups')).toEqual([{ tries: 0 }])
  expect(existsSync(folder)).toBe(true)
})
