import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openDestination } from './destination.ts'
import { startLateBackupCheck } from './schedule.ts'
import { scheduledForTest as scheduled } from './schedule-testing.ts'
import { folderForTest } from './testing.ts'

const files = (folder: string) => readdirSync(folder).sort()

it('[G3] leaves no file behind when a backup fails, reports the cause, and tries again after an hour', async () => {
  const folder = folderForTest()
  const place = openDestination(folder, { access: null, draftFolder: folder })
  let room = 2000
  const small: typeof place = {
    ...place,
    // A disk that is full after `room` bytes.
    keep: (name, fill) =>
      place.keep(name, (sink) => {
        const write = sink._write.bind(sink)
        sink._write = (chunk, encoding, done) => {
          room -= chunk.length
          if (room > 0) return write(chunk, encoding, done)
          return done(Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' }))
        }
        return fill(sink)
      }),
  }
  const { look, later, facts, lines } = await scheduled(folder, { place: small })
  await look()
  expect(files(folder)).toEqual([])
  expect(await facts()).toMatchObject({ failure: 'full', id: null })
  expect(lines.join('')).toContain('The disk is full: no backup was written to')
  room = 1e9
  await look()
  expect(files(folder)).toEqual([])
  await later(1.1)
  await look()
  expect(files(folder)).toHaveLength(1)
  expect(await facts()).toMatchObject({ failure: null })
})

it('writes a backup on only one of several servers that share a database', async () => {
  const folder = folderForTest()
  const { look } = await scheduled(folder)
  await Promise.all([look(), look(), look()])
  expect(files(folder)).toHaveLength(1)
})

it('notifies the team of a late backup, but first gives a newly started server time to write one', async () => {
  const { look, later, schedule, source } = await scheduled(folderForTest())
  const letters = async () => {
    const [row] = await source.asOwner("select count(*)::int as n from outbox where kind = 'team-backup'")
    return row?.n
  }
  await look()
  await later(49)
  await source.asOwner("update private.backups set snapshot_at = snapshot_at - interval '49 hours'")
  let asked = 0
  const alone: typeof schedule.database.alone = (...who) => {
    asked += 1
    return schedule.database.alone(...who)
  }
  const patient = startLateBackupCheck({ ...schedule, database: { ...schedule.database, alone } }, 10)
  const watching = startLateBackupCheck(schedule, 10, 0)
  await expect.poll(letters).toBeGreaterThan(0)
  await Promise.all([patient.stop(), watching.stop()])
  expect(asked).toBe(0)
})
