import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { everyDay, hostForTest } from '#server/lib/db/rows-testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { storeRow } from './moving.ts'

const test = await testDatabase()
afterAll(() => test.close())

describe('the search for available times', () => {
  beforeEach(async () => {
    await test.asOwner('delete from strategy_call_bookings')
    await test.asOwner('delete from days_off')
    await test.asOwner('delete from private.hosts')
    await test.asOwner("update desk_settings set time_zone = 'UTC', weekly_capacity = 50, call_minutes = 30")
  })

  const now = '2030-01-06T00:00:00Z'
  /** Returns a day's start times, such as `09:15`. */
  async function starts(day: string, host: string | null = null, but: string | null = null) {
    const rows = await test.asOwner<{ at: string }>(
      `select distinct to_char(start at time zone 'UTC', 'HH24:MI') as at
       from private.available_starts($1::timestamptz, $1::timestamptz + interval '1 day', $2, 30, $4)
       where $3::uuid is null or host = $3 order by 1`,
      [`${day}T00:00:00Z`, now, host, but],
    )
    return rows.map(({ at }) => at)
  }
  function confirmed(host: string, starts: string, change = {}) {
    const ends = new Date(Date.parse(starts) + 30 * 60_000).toISOString()
    return storeRow(test, { status: 'confirmed', confirmed: `[${starts},${ends})`, assigned_to: host, ...change })
  }

  it("finds times on the quarter hour within a host's working hours", async () => {
    expect(await starts('2030-01-07')).toEqual([])
    await hostForTest(test, {
      hours: [
        [1, '09:05', '10:00'],
        [1, '13:00', '13:30'],
      ],
    })
    expect(await starts('2030-01-07')).toEqual(['09:15', '09:30', '13:00'])
    await hostForTest(test, { hours: [[1, '23:30', '24:00']] })
    expect(await starts('2030-01-07')).toEqual(['09:15', '09:30', '13:00', '23:30'])
    expect(await starts('2030-01-08')).toEqual([])
  })

  it('respects days off, and the hours that a host sets for a specific date', async () => {
    const hours = [[1, '09:00', '09:30']] as const
    await hostForTest(test, { hours, dates: [['2030-01-14', null, null]] })
    await hostForTest(test, { hours, dates: [['2030-01-21', '15:00', '15:30']] })
    expect(await starts('2030-01-14')).toEqual(['09:00'])
    expect(await starts('2030-01-21')).toEqual(['09:00', '15:00'])
    await test.asOwner("insert into days_off (day) values ('2030-01-21')")
    expect(await starts('2030-01-21')).toEqual([])
  })

  it("excludes busy times and existing calls, together with the host's breaks before and after them", async () => {
    const hours = [[1, '09:00', '12:00']] as const
    const busy = await hostForTest(test, {
      hours,
      break_before: 10,
      busy: [['2030-01-07T09:50:00Z', '2030-01-07T11:00:00Z']],
    })
    expect(await starts('2030-01-07', busy)).toEqual(['09:00', '09:15', '11:15', '11:30'])
    const calls = await hostForTest(test, { hours, break_after: 15 })
    const id = await confirmed(calls, '2030-01-07T10:00:00Z')
    expect(await starts('2030-01-07', calls)).toEqual(['09:00', '09:15', '10:45', '11:00', '11:15', '11:30'])
    expect(await starts('2030-01-07', calls, id)).toHaveLength(11)
  })

  it("respects the host's minimum notice and daily limit, and the weekly capacity", async () => {
    const host = await hostForTest(test, { notice_minutes: 24 * 60 + 600, daily_most: 1 })
    expect((await starts('2030-01-07', host))[0]).toBe('10:00')
    await confirmed(host, '2030-01-08T10:00:00Z', { status: 'completed' })
    expect(await starts('2030-01-08', host)).toEqual([])
    expect(await starts('2030-01-09', host)).toHaveLength(31)
    await test.asOwner('update desk_settings set weekly_capacity = 1')
    expect(await starts('2030-01-09', host)).toEqual([])
    expect(await starts('2030-01-14', host)).toHaveLength(31)
  })

  it('finds no times for viewers, disabled members and paused hosts', async () => {
    const host = await hostForTest(test)
    for (const change of ["staff_members set role = 'viewer'", 'staff_members set disabled_at = now()']) {
      await test.asOwner(`update ${change} where id = $1`, [host])
      expect(await starts('2030-01-07')).toEqual([])
      await test.asOwner("update staff_members set role = 'agent', disabled_at = null where id = $1", [host])
    }
    expect(await starts('2030-01-07')).toHaveLength(31)
    await test.asOwner('update private.hosts set takes_calls = false where id = $1', [host])
    expect(await starts('2030-01-07')).toEqual([])
  })

  it("finds times only on the requested days in the visitor's time zone, and only within the next 60 days", async () => {
    await hostForTest(test, { hours: everyDay })
    const ask = async (...values: unknown[]) => {
      const [row] = await test.database.transaction('anon', {}, async (tx) => {
        const { rows } = await tx.query<{ told: { times: string[]; from_day: string; until_day: string } }>(
          'select available_times($1, $2, $3) as told',
          values,
        )
        return rows
      })
      return row?.told ?? { times: [], from_day: '', until_day: '' }
    }
    const [{ day, last } = { day: '', last: '' }] = await test.asOwner<{ day: string; last: string }>(
      `select d::text as day, (d + 58)::text as last
       from (select (now() at time zone 'Pacific/Auckland')::date + 1 as d) _`,
    )
    const told = await ask(day, 2, 'Pacific/Auckland')
    expect(told).toMatchObject({
      zone: 'Pacific/Auckland',
      call_minutes: 30,
      from_day: day,
      confirms_at_once: false,
    })
    expect(told.times[0]).toMatch(/T\d\d:00:00.*Z$/)
    expect(told.times.length).toBeGreaterThan(180)
    const beyond = await ask(last, 31, 'UTC')
    expect(beyond.times.length).toBeLessThan(3 * 96)
    await expect(ask(null, 32, null)).rejects.toThrow('1 to 31 days')
    await expect(ask(null, 7, 'Nowhere/City')).rejects.toThrow('time zone "Nowhere/City" not recognized')
  })
})
