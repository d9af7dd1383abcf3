import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openOwnerBeside } from '#server/lib/db/owner-session.ts'
import { createLog } from '#server/lib/log.ts'
import { placeAt } from './place.ts'
import { backUpWhenDue, type Schedule, startBackups, watchBackups } from './schedule.ts'
import { emptyForTest, filledDatabase, folderForTest, optionsFor, restoreInto } from './testing.ts'

/** A server's schedule on a database of its own. */
async function scheduled(to: string, change: Partial<Schedule> = {}) {
  const source = await filledDatabase('embedded')
  const lines: string[] = []
  const schedule: Schedule = {
    database: source.database,
    log: createLog({ write: (line) => void lines.push(line) }),
    openOwner: () => openOwnerBeside(optionsFor(source)),
    place: placeAt(to, { access: null, draftFolder: to }),
    everyHours: 24,
    keep: 2,
    means: async () => ({ key: source.key, passphrase: null }),
    ...change,
  }
  /** As if so many hours went by. */
  const later = (hours: number) =>
    source.asOwner("update private.backups set created_at = created_at - $1 * interval '1 hour'", [hours])
  const facts = async () => (await source.asOwner('select * from private.backup_facts()'))[0]
  return { source, lines, schedule, look: () => backUpWhenDue(schedule), later, facts }
}

const files = (folder: string) => readdirSync(folder).sort()

it('writes one when it is due, removes the oldest of its own, and remembers all of them', {
  timeout: 30_000,
}, async () => {
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
    // Names have seconds.
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
  const target = await emptyForTest('embedded')
  await restoreInto(target, newest, { passphrase: null, configuredKey: source.key })
  expect(await target.asOwner('select count(*)::int as n from strategy_call_bookings')).toEqual([{ n: 2 }])
})

it('leaves no file where it fails, says why, and tries again after an hour', {
  timeout: 30_000,
}, async () => {
  const folder = folderForTest()
  const place = placeAt(folder, { access: null, draftFolder: folder })
  let room = 2000
  const small: typeof place = {
    ...place,
    // A disk that is full after so many bytes.
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
  expect(lines.join('')).toContain('The disk is full: no backup was left at')
  room = 1e9
  await look()
  expect(files(folder)).toEqual([])
  await later(1.1)
  await look()
  expect(files(folder)).toHaveLength(1)
  expect(await facts()).toMatchObject({ failure: null })
})

it('is written by one of several servers on one database', { timeout: 30_000 }, async () => {
  const folder = folderForTest()
  const { look } = await scheduled(folder)
  await Promise.all([look(), look(), look()])
  expect(files(folder)).toHaveLength(1)
})

it('is told to the team when it is late, once the server has had the time to write one', {
  timeout: 30_000,
}, async () => {
  const { look, later, schedule, source } = await scheduled(folderForTest())
  const letters = async () => {
    const [row] = await source.asOwner("select count(*)::int as n from outbox where kind = 'team-backup'")
    return row?.n
  }
  await look()
  await later(49)
  await source.asOwner("update private.backups set snapshot_at = snapshot_at - interval '49 hours'")
  const patient = watchBackups(schedule, 10)
  await sleep(200)
  await patient.stop()
  expect(await letters()).toBe(0)
  const watching = watchBackups(schedule, 10, 50)
  await expect.poll(letters).toBeGreaterThan(0)
  await watching.stop()
})

it('is given up when the server ends, and leaves nothing', { timeout: 30_000 }, async () => {
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
  // It is due again at the next start, and not in an hour.
  expect(await source.asOwner('select count(*)::int as tries from private.backups')).toEqual([{ tries: 0 }])
  expect(existsSync(folder)).toBe(true)
})
