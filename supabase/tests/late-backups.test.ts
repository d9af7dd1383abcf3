import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { testDatabase } from '#server/lib/db/testing.ts'

const test = await testDatabase()
const team = ['desk@backline.example', 'second@backline.example']
await test.asOwner('update desk_settings set answer_mailboxes = $1', [team])
afterAll(() => test.close())
beforeEach(() => test.asOwner('delete from private.backups; delete from outbox'))

const upkeep = <Row extends Record<string, unknown>>(statement: string, values: unknown[]) =>
  test.database.transaction('backline_upkeep', {}, async (tx) => (await tx.query<Row>(statement, values)).rows)

/** Records a scheduled attempt that ended at the given time, as the server does. */
async function tried(endedAt: string, failure: string | null = null): Promise<void> {
  const id = randomUUID()
  const made = failure ? [null, null] : [endedAt, 1000]
  await upkeep('select private.record_backup($1, $2, $3, $4, $5, $6, $7)', [id, '/b', ...made, false, 24, failure])
  await test.asOwner('update private.backups set created_at = $2 where id = $1', [id, endedAt])
}
const look = async (at: string) =>
  (await upkeep<{ count: number }>('select private.plan_backup_letter($1) as count', [at]))[0]?.count
const letters = () => test.asOwner('select recipient, state, facts from outbox order by created_at, recipient')

it('sends the team one email whenever backups become late, and names the last failure in the email', async () => {
  await tried('2026-11-20T12:00:00Z')
  expect(await look('2026-11-22T11:59:00Z')).toBe(0)
  await tried('2026-11-22T11:00:00Z', 'place')
  expect(await look('2026-11-22T12:01:00Z')).toBe(2)
  const facts = { snapshot_at: '2026-11-20T12:00:00+00:00', every_hours: 24, failure: 'place' }
  expect(await letters()).toEqual(team.map((recipient) => ({ recipient, state: 'waiting', facts })))
  expect(await look('2026-11-22T12:02:00Z')).toBe(0)
  expect(await look('2026-12-22T12:00:00Z')).toBe(0)

  await tried('2026-12-22T13:00:00Z')
  expect(await look('2026-12-24T12:59:00Z')).toBe(0)
  expect(await look('2026-12-24T13:01:00Z')).toBe(2)
})

it('emails the team if no scheduled backup has ever succeeded, but not if no backup is scheduled', async () => {
  expect(await look('2026-11-22T12:00:00Z')).toBe(0)
  await tried('2026-11-20T11:00:00Z', 'full')
  expect(await look('2026-11-22T12:00:00Z')).toBe(2)
  expect((await letters())[0]).toMatchObject({
    facts: { snapshot_at: null, every_hours: 24, failure: 'full' },
  })
  await test.asOwner('delete from private.backups; delete from outbox')
  await tried('2026-11-20T11:00:00Z')
  await test.asOwner('update private.backups set every_hours = null')
  expect(await look('2026-12-22T12:00:00Z')).toBe(0)
})

it('drops the email about late backups once a backup succeeds', async () => {
  await tried('2026-11-20T11:00:00Z')
  await look('2026-11-22T12:00:00Z')
  await tried('2026-11-22T13:00:00Z', 'full')
  expect((await letters()).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
  await tried('2026-11-22T14:00:00Z')
  expect((await letters()).map(({ state }) => state)).toEqual(['dropped', 'dropped'])
})
