import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { testDatabase } from '#server/lib/db/testing.ts'

const test = await testDatabase()
afterAll(() => test.close())
beforeEach(() => test.asOwner('delete from private.backups'))

const now = '2026-11-22T12:00:00Z'

interface Try {
  endedAt: string
  failure?: string
  everyHours?: number
}

/** Records an attempt at a backup as the server does, and sets the time of the attempt. */
async function note({ endedAt, failure, everyHours }: Try): Promise<string> {
  const id = randomUUID()
  const done = failure ? [null, null] : [endedAt, 1000]
  await test.database.transaction('backline_upkeep', {}, (tx) =>
    tx.query('select private.record_backup($1, $2, $3, $4, $5, $6, $7)', [
      id,
      '/backups/one.zip',
      ...done,
      false,
      everyHours ?? null,
      failure ?? null,
    ]),
  )
  await test.asOwner('update private.backups set created_at = $2 where id = $1', [id, endedAt])
  return id
}

const facts = async () => {
  const [row] = await test.asOwner(
    'select id, failure, every_hours, is_late, proven_at is not null as is_proven from private.backup_facts($1)',
    [now],
  )
  return row
}

it('reports neither a backup nor a backup delay before the first backup is made', async () => {
  expect(await facts()).toEqual({
    id: null,
    failure: null,
    every_hours: null,
    is_late: false,
    is_proven: false,
  })
})

it('reports a backup delay once two scheduled backups have been missed, even if no backup has ever succeeded', async () => {
  await note({ endedAt: '2026-11-20T11:00:00Z', everyHours: 24, failure: 'place' })
  expect(await facts()).toMatchObject({ id: null, failure: 'place', is_late: true })
  await note({ endedAt: '2026-11-20T13:00:00Z', everyHours: 24 })
  expect(await facts()).toMatchObject({ failure: null, is_late: false })
  await note({ endedAt: '2026-11-22T11:00:00Z', everyHours: 12, failure: 'full' })
  expect(await facts()).toMatchObject({ failure: 'full', every_hours: 12, is_late: true })
})

it('reports no backup delay if there are only manual backups', async () => {
  const id = await note({ endedAt: '2020-01-01T00:00:00Z' })
  expect(await facts()).toMatchObject({ id, every_hours: null, is_late: false })
})

it('records a verified restore only in the database that the backup came from', async () => {
  const id = await note({ endedAt: '2026-11-20T11:00:00Z' })
  const prove = (which: string) =>
    test.database.transaction('backline_upkeep', {}, async (tx) => {
      const { rows } = await tx.query('select private.record_backup_proof($1) as known', [which])
      return rows
    })
  expect(await prove(randomUUID())).toEqual([{ known: false }])
  expect(await facts()).toMatchObject({ is_proven: false })
  expect(await prove(id)).toEqual([{ known: true }])
  await note({ endedAt: '2026-11-21T11:00:00Z' })
  expect(await facts()).toMatchObject({ is_proven: true })
})

it('stores only the latest thousand backup attempts', async () => {
  await test.asOwner(
    "insert into private.backups (place, failure, created_at) select '/b', 'full', now() + n * interval '1 day' from generate_series(1, 1100) n",
  )
  await note({ endedAt: '2026-11-20T11:00:00Z' })
  expect(await test.asOwner('select count(*)::int as tries from private.backups')).toEqual([{ tries: 1000 }])
})
