import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { booking, hostForTest, insertion, message } from '#server/lib/db/rows-testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { createLog } from '#server/lib/log.ts'
import { startCleanup } from './cleanup.ts'
import { openInteractions } from './service.ts'

const day = 86_400_000

const test = await testDatabase()

describe('cleanup job', () => {
  let now = Date.parse('2027-01-31T12:00:00Z')
  const lines: string[] = []

  afterAll(() => test.close())

  const log = createLog({ write: (line) => void lines.push(line) })
  /** Starts the job and waits for its first run. The database's clock and this process's clock agree. */
  const run = async (keepDays = 395) => {
    await test.setClock(now)
    await startCleanup({ database: test.database, ownClock: () => now, keepDays, log }).stop()
  }

  const add = (created_at: string, event_type: string, data: object, more: object = {}) => {
    const row = { created_at, session_id: session(1), event_type, event_data: data, is_bot: false, ...more }
    const names = Object.keys(row)
    return test.asOwner(
      `insert into user_interactions (${names.join()}) values (${names.map((_, at) => `$${at + 1}`).join()})`,
      Object.values(row),
    )
  }
  const session = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
  const months = async () =>
    (
      await test.asOwner<{ name: string }>(
        `select inhrelid::regclass::text as name from pg_inherits
         where inhparent = 'user_interactions'::regclass order by 1`,
      )
    ).map(({ name }) => name.replace('user_interactions_', ''))
  const days = (type: string) =>
    test.asOwner(
      `select day::text, subject, visitor, events::int, sessions::int, p75::float
       from interaction_days where event_type = $1 order by day, subject, visitor`,
      [type],
    )
  const rows = async () =>
    (await test.asOwner<{ count: number }>('select count(*)::int as count from user_interactions'))[0]?.count

  it('creates partitions for the coming months, and moves rows from the default partition into them', async () => {
    await add('2027-01-30T23:59:59Z', 'page_view', { view: 'home' })
    await add('2027-01-30T10:00:00Z', 'page_view', { view: 'home' }, { session_id: session(2) })
    await add('2027-01-30T11:00:00Z', 'page_view', { view: 'home' }, { is_bot: true })
    await add('2027-01-30T11:00:00Z', 'page_view', { view: 'about', team: true })
    for (const seconds of [100, 200, 300, 900]) {
      await add('2027-01-30T12:00:00Z', 'engagement', { action: 'page_time_spent', seconds, view: 'home' })
    }
    await add('2027-01-31T00:00:00Z', 'page_view', { view: 'home' }, { visitor_key: '-42' })
    const before = await test.asOwner('select * from user_interactions order by id')
    await run()
    expect(await months()).toEqual(['2027_01', '2027_02', '2027_03', 'other'])
    const moved = await test.asOwner('select * from user_interactions_2027_01 order by id')
    expect(moved).toHaveLength(9)
    expect(moved).toEqual(before)
  })

  it('counts the interactions of each finished day once', async () => {
    const counted = [
      { day: '2027-01-30', subject: 'about', visitor: 'team', events: 1, sessions: 1, p75: null },
      { day: '2027-01-30', subject: 'home', visitor: 'bot', events: 1, sessions: 1, p75: null },
      { day: '2027-01-30', subject: 'home', visitor: 'person', events: 2, sessions: 2, p75: null },
    ]
    expect(await days('page_view')).toEqual(counted)
    expect(await days('engagement')).toEqual([
      { day: '2027-01-30', subject: 'page_time_spent', visitor: 'person', events: 4, sessions: 1, p75: 300 },
    ])
    expect(await days('*')).toMatchObject([
      { visitor: 'bot', events: 1 },
      { visitor: 'person', events: 6, sessions: 2 },
      { visitor: 'team', events: 1 },
    ])
    await run()
    expect(await days('page_view')).toEqual(counted)
  })

  it('counts the hundred most frequent subjects of an interaction type separately, and all others together', async () => {
    now = Date.parse('2027-02-02T12:00:00Z')
    await test.asOwner(
      `insert into user_interactions (created_at, session_id, event_type, event_data)
       select '2027-02-01T09:00:00Z', gen_random_uuid(), 'custom_event', jsonb_build_object('name', 'n' || n)
       from generate_series(1, 150) n`,
    )
    await run()
    const counted = await days('custom_event')
    expect(counted).toHaveLength(101)
    expect(counted).toContainEqual(expect.objectContaining({ subject: '(other)', events: 50 }))
  })

  it('[P4] deletes interactions after their retention time, but keeps the daily counts', async () => {
    const later = async (days: number) => {
      now = Date.parse('2027-01-31T12:00:00Z') + days * day
      await run()
      return rows()
    }
    expect(await later(394)).toBe(159)
    expect(await later(395)).toBe(151)
    expect(await later(396)).toBe(150)
    expect(await months()).not.toContain('2027_01')
    expect(await later(430)).toBe(0)
    expect((await months()).filter((month) => month < '2027_04')).toEqual(['2027_03'])
    expect(await days('page_view')).toHaveLength(4)
    expect(await days('custom_event')).toHaveLength(101)
  })

  it('[P4] follows the retention times that an owner sets for interactions, bookings and messages', async () => {
    const settings = (columns: string) => test.asOwner(`update desk_settings set ${columns}`)
    const send = (created_at: string, confirmed?: string) =>
      test.asOwner(
        ...insertion(
          'strategy_call_bookings',
          booking({ created_at, ...(confirmed && { confirmed, status: 'confirmed' }) }),
        ),
      )
    const write = (created_at: string) => test.asOwner(...insertion('contact_messages', message({ created_at })))
    const kept = async () => {
      const of = async (table: string) =>
        (await test.asOwner<{ day: string }>(`select created_at::date::text as day from ${table} order by 1`)).map(
          ({ day }) => day,
        )
      return [await of('strategy_call_bookings'), await of('contact_messages')]
    }
    now = Date.parse('2028-06-01T12:00:00Z')
    for (const at of ['2026-01-01', '2028-05-01', '2028-05-31']) {
      await send(`${at}T12:00:00Z`)
      await write(`${at}T12:00:00Z`)
    }
    // The booking is old, but it is kept because its call is next week.
    await send('2028-03-01T12:00:00Z', '[2028-06-08T12:00:00Z, 2028-06-08T12:30:00Z)')
    await add('2028-04-20T12:00:00Z', 'search', {})
    await run()
    expect(await kept()).toEqual([
      ['2026-01-01', '2028-03-01', '2028-05-01', '2028-05-31'],
      ['2026-01-01', '2028-05-01', '2028-05-31'],
    ])
    expect(await rows()).toBe(1)

    await settings('keep_people_days = 30, keep_interaction_days = 30')
    await run()
    expect(await kept()).toEqual([['2028-03-01', '2028-05-31'], ['2028-05-31']])
    expect(await rows()).toBe(0)
    expect(
      await test.asOwner("select actor, subject_id, details from audit_log where action = 'people_pruned'"),
    ).toEqual([{ actor: null, subject_id: null, details: { bookings: 2, messages: 2 } }])
    now = Date.parse('2028-08-01T12:00:00Z')
    await run()
    expect(await kept()).toEqual([[], []])
    await settings('keep_people_days = null, keep_interaction_days = null')
  })

  it('deletes expired holds, but keeps their requests', async () => {
    const host = await hostForTest(test)
    now = Date.parse('2028-08-10T12:00:00Z')
    const hold = async (days: number, until: string) => {
      const id = randomUUID()
      const start = new Date(now + days * day)
      await test.asOwner(...insertion('strategy_call_bookings', booking({ id, created_at: '2028-08-09T12:00:00Z' })))
      await test.asOwner(
        `insert into private.call_holds (booking, host, slot, until)
         values ($1, $2, tstzrange($3, $3::timestamptz + interval '30 minutes'), $4)`,
        [id, host, start, until],
      )
      return id
    }
    await hold(1, '2028-08-10T11:59:59Z')
    await hold(2, '2028-08-10T12:00:00Z')
    const held = await hold(3, '2028-08-10T12:00:01Z')
    await run()
    expect(await test.asOwner('select booking from private.call_holds')).toEqual([{ booking: held }])
    expect(await test.asOwner('select from strategy_call_bookings')).toHaveLength(3)
  })

  it('counts interactions day by day within its time limit, and deletes only counted interactions', async () => {
    await test.asOwner('begin')
    for (const at of ['2031-05-03', '2031-06-04', '2031-06-05']) {
      await add(`${at}T12:00:00Z`, 'page_view', { view: 'home' })
    }
    const runs: unknown[] = []
    for (let run = 0; run < 4; run++) {
      const [row] = await test.asOwner<{ done: object }>(
        "select private.maintain_interactions('2032-01-01', 1, '0 seconds') as done",
      )
      runs.push(row?.done)
    }
    await test.asOwner('rollback')
    expect(runs).toMatchObject([
      { days_counted: 1, rows_pruned: 1 },
      { days_counted: 1, rows_pruned: 1 },
      { days_counted: 1, rows_pruned: 1 },
      { days_counted: 0, rows_pruned: 0 },
    ])
  })

  it('lets visitors store interactions during the cleanup', async () => {
    const interactions = openInteractions(test.database, () => now)
    const one = { session_id: session(5), event_type: 'search' as const }
    const store = () => interactions.store([one], { agent: '', address: '' })
    await Promise.all([run(10_000), store(), run(10_000), store()])
    const found = await test.asOwner('select id from user_interactions where session_id = $1', [session(5)])
    expect(found).toHaveLength(2)
  })

  it('runs repeatedly at the given interval', async () => {
    const set = async (time: string) => {
      now = Date.parse(time)
      await test.setClock(now)
    }
    await set('2029-06-15T12:00:00Z')
    const silent = createLog({ write: () => {} })
    const upkeep = startCleanup({ database: test.database, ownClock: () => now, keepDays: 10_000, log: silent }, 20)
    await expect.poll(months).toContain('2029_08')
    await set('2029-09-15T12:00:00Z')
    await expect.poll(months).toContain('2029_11')
    await upkeep.stop()
  })

  it('logs each run without personal data', () => {
    expect(lines.join('')).toContain('"days_counted"')
    expect(lines.join('')).not.toContain('job failed')
  })
})
