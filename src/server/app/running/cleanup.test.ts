import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startAuthCleanup } from '#server/features/auth-sessions/session-jobs.ts'
import { startCleanup } from '#server/features/interactions/cleanup.ts'
import { startOutbox } from '#server/features/outbox/service.ts'
import { defaultAuthSettings } from '#server/lib/auth/context.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { createLog } from '#server/lib/log.ts'
import { confirmDay } from '#server/lib/time/repeat.ts'

const day = 86_400_000
const noon = Date.parse('2027-03-10T12:00:00Z')

describe('the cleanup jobs', () => {
  let test: TestDatabase
  let lines: string[] = []
  beforeAll(async () => {
    test = await testDatabase()
    const rows = `insert into user_interactions (created_at, session_id, event_type)
      select at, gen_random_uuid(), 'page_view' from unnest($1::timestamptz[]) at`
    await test.asOwner("select private.maintain_interactions('2026-12-01', 395)")
    await test.asOwner(rows, [['2026-12-05T12:00:00Z', '2027-01-20T12:00:00Z', '2027-03-09T12:00:00Z']])
    await test.asOwner(...insertion('strategy_call_bookings', booking({ created_at: '2027-02-01T12:00:00Z' })))
    await test.asOwner('delete from outbox')
    await test.asOwner(
      "insert into outbox (channel, kind, recipient, state, settled_at) values ('letter', 'team-digest', 'a@b.example', 'sent', '2027-02-01')",
    )
    await test.asOwner("insert into auth.users (id, email) values (gen_random_uuid(), 'a@b.example')")
    await test.asOwner(
      "insert into auth.sessions (id, user_id, created_at, not_after) select gen_random_uuid(), id, '2027-03-01', '2027-04-01' from auth.users",
    )
    await test.asOwner("insert into private.throttles (name, key, hits, until) values ('a', 'b', 9, '2027-03-20')")
    await test.asOwner("insert into private.rate_limit_salts (day) values ('2027-03-10')")
    await test.asOwner('update desk_settings set keep_people_days = 90')
  })
  afterAll(() => test.close())
  beforeEach(() => {
    lines = []
  })

  /** Runs the cleanup jobs in a process whose clock is set to this time. */
  async function processAt(time: number) {
    const log = createLog({ write: (line) => void lines.push(line) })
    const means = { database: test.database, log, ownClock: () => time }
    const send = () => expect.unreachable()
    const jobs = [
      startCleanup({ ...means, keepDays: 60 }),
      startAuthCleanup({ ...means, settings: defaultAuthSettings }),
      startOutbox({ ...means, clock: () => noon, senders: { letter: send, webhook: send } }),
    ]
    await Promise.all(jobs.map((job) => job.stop()))
  }
  const tables = [
    'user_interactions',
    'strategy_call_bookings',
    "outbox where kind = 'team-digest'",
    'auth.sessions',
    'private.throttles',
    'private.rate_limit_salts',
  ]
  const counts = async () => {
    const sums = tables.map((table) => `(select count(*)::int from ${table})`)
    const [row] = await test.asOwner<{ counts: number[] }>(`select array[${sums.join()}] as counts`)
    return row?.counts
  }
  const months = async () =>
    (
      await test.asOwner<{ name: string }>(
        "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'user_interactions'::regclass",
      )
    ).length
  const everything = [3, 1, 1, 1, 1, 1]

  it("[P4] remove nothing, and log the clock skew, if the process's clock is 800 days ahead of the database's clock", async () => {
    await test.setClock(Date.parse('2027-01-30T12:00:00Z'))
    const before = await months()
    await processAt(Date.parse('2027-01-30T12:00:00Z') + 800 * day)
    expect(await counts()).toEqual(everything)
    expect(await months()).toBe(before)
    const said = lines.filter((line) => line.includes('cleanup skipped: clock skew'))
    expect(said).toHaveLength(5)
    expect(said[0]).toContain(`"seconds_ahead":${800 * 86_400}`)
    await processAt(Date.parse('2027-01-30T12:00:00Z') - 61_000)
    expect(lines.filter((line) => line.includes('cleanup skipped: clock skew'))).toHaveLength(10)
  })

  it("remove nothing after a jump in the database's date until an operator confirms the date", async () => {
    await test.setClock(noon)
    await test.asOwner("update private.last_cleanup set day = '2027-03-02'")
    await processAt(noon)
    expect(await counts()).toEqual(everything)
    expect(lines.join('')).toContain('npm run auth -- confirm-date 2027-03-10')
    expect(await confirmDay(test.database, '2029-03-10')).toBe('2027-03-10')
    await processAt(noon)
    expect(await counts()).toEqual(everything)
    expect(await confirmDay(test.database, '2027-03-10')).toBe('2027-03-10')
    await processAt(noon)
    expect(await counts()).toEqual([2, 1, 1, 0, 1, 1])
  })

  it('run as usual if at most a week has passed since the last run', async () => {
    for (const days of [7, 14, 21]) {
      await test.asOwner(
        `create or replace function private.moment() returns timestamptz language sql stable
         as $$ select '${new Date(noon + days * day).toISOString()}'::timestamptz $$`,
      )
      await processAt(noon + days * day)
    }
    expect(await counts()).toEqual([1, 1, 1, 0, 0, 0])
    await test.setClock(noon + 82 * day)
    await processAt(noon + 82 * day)
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0])
    expect(lines.join('')).not.toContain('cleanup skipped')
  })
})
