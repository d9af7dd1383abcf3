import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { isDatabaseError } from '#server/lib/db/database.ts'
import { hostForTest } from '#server/lib/db/rows-testing.ts'
import { deskMember, testDatabase } from '#server/lib/db/testing.ts'
import { explainedRefusalSchema } from '#shared/contract/desk-records.ts'
import { weekOfCallsSchema } from '#shared/contract/desk-week.ts'
import { callsOutsideHoursSchema } from '#shared/contract/hosts.ts'
import { testEach } from '#shared/lib/testing.ts'
import { storeRow } from './moving.ts'

const hour = 3_600_000

const test = await testDatabase()
afterAll(() => test.close())
const agent = await deskMember(test, 'agent')

describe('the database', () => {
  beforeEach(async () => {
    await test.asOwner('delete from strategy_call_bookings')
    await test.asOwner('delete from days_off')
    await set("time_zone = 'UTC', weekly_capacity = 5, opens = '9:00', closes = '17:00', work_days = '{1,2,3,4,5}'")
  })

  const set = (change: string) => test.asOwner(`update desk_settings set ${change}`)
  const book = (change = {}) => storeRow(test, change)

  /** Confirms a booking, or a new one if there is no `id`. Returns null, or the error's hint and details. */
  async function confirm(call_start: string, { anyway = false, minutes = 30, id = '' } = {}) {
    try {
      await agent.run(
        `select move_booking($1, 'new', 'confirmed', call_start => $2, anyway => $3, call_minutes => $4)`,
        [id || (await book()), call_start, anyway, minutes],
      )
      return null
    } catch (error) {
      if (!isDatabaseError(error) || error.code !== 'PT409') throw error
      const { hint, details } = v.parse(explainedRefusalSchema, { hint: error.hint, details: error.detail })
      return { hint, ...details }
    }
  }
  const halfHour = (at: string) => `[${at},${at.replace(':00Z', ':30Z')})`
  const week = async (day: string | null) => {
    const [row] = await agent.run<{ week: unknown }>('select week_of_calls($1) as week', [day])
    return v.parse(weekOfCallsSchema, row?.week)
  }

  it('lists calls that conflict with a day off, changed hours or a pause', async () => {
    const host = await hostForTest(test)
    const times = ['2031-01-07 10:00Z', '2031-01-08 10:00Z', '2031-01-08 15:00Z']
    const [first, second, third] = await Promise.all(
      times.map((at) => book({ status: 'confirmed', assigned_to: host, confirmed: halfHour(at) })),
    )
    // These calls do not conflict: a past call, a request, a cancelled call, and a call of a member who is not a host.
    await book({ status: 'confirmed', assigned_to: host, confirmed: halfHour('2020-01-01 03:00Z') })
    await book({ preferred_time: '2031-01-08 03:00Z' })
    await book({ status: 'cancelled', confirmed: halfHour('2031-01-08 03:00Z') })
    const other = await book({
      status: 'confirmed',
      assigned_to: agent.id,
      confirmed: halfHour('2031-01-08 11:00Z'),
    })
    const outside = async () => {
      const [row] = await agent.run<{ calls: unknown }>('select calls_outside() as calls')
      return v.parse(callsOutsideHoursSchema, row?.calls).map(({ id, reasons }) => [id, ...reasons])
    }
    expect(await outside()).toEqual([])
    await test.asOwner("insert into days_off (day) values ('2031-01-07')")
    expect(await outside()).toEqual([[first, 'day_off']])
    await test.asOwner("update private.host_hours set closes = '12:00' where host = $1", [host])
    expect(await outside()).toEqual([
      [first, 'day_off'],
      [third, 'outside_hours'],
    ])
    await test.asOwner("insert into private.host_dates (host, day) values ($1, '2031-01-08')", [host])
    expect(await outside()).toEqual([
      [first, 'day_off'],
      [second, 'outside_hours'],
      [third, 'outside_hours'],
    ])
    await test.asOwner('update private.hosts set takes_calls = false where id = $1', [host])
    expect(await outside()).toEqual([
      [first, 'takes_no_calls', 'day_off'],
      [second, 'takes_no_calls'],
      [third, 'takes_no_calls'],
    ])
    await set("opens = '12:00'")
    expect(await outside()).toContainEqual([other, 'outside_hours'])
  })

  it('refuses overlapping calls even with an override, and names the other call', async () => {
    const first = await book()
    expect(await confirm('2030-01-07T10:00:00Z', { id: first })).toBeNull()
    for (const [time, minutes] of [
      ['2030-01-07T10:00:00Z', 30],
      ['2030-01-07T09:45:00Z', 16],
      ['2030-01-07T10:29:00Z', 15],
      ['2030-01-07T09:00:00Z', 120],
    ] as const) {
      expect(await confirm(time, { minutes, anyway: true })).toEqual({
        hint: 'overlap',
        booking: first,
        confirmed: '["2030-01-07 10:00:00+00","2030-01-07 10:30:00+00")',
      })
    }
    expect(await confirm('2030-01-07T09:30:00Z')).toBeNull()
    expect(await confirm('2030-01-07T10:30:00Z')).toBeNull()
    // A call's new time may overlap its old time.
    await agent.run(
      `select move_booking($1, 'confirmed', 'confirmed', call_start => '2030-01-07T10:10Z', call_minutes => 20,
         expected_time => '2030-01-07T10:00Z')`,
      [first],
    )
  })

  it('counts confirmed and completed calls and no-shows toward the weekly capacity', async () => {
    const states = ['confirmed', 'completed', 'no-show', 'confirmed', 'cancelled', 'spam']
    for (const [index, status] of states.entries())
      await book({ status, confirmed: `[2030-01-08 1${index}:00Z,2030-01-08 1${index}:30Z)` })
    await book({ status: 'confirmed', confirmed: '[2030-01-06 23:30Z,2030-01-07 0:00Z)' })
    await book({ status: 'confirmed', confirmed: '[2030-01-14 0:00Z,2030-01-14 0:30Z)' })
    const fifth = await book()
    expect(await confirm('2030-01-11T10:00:00Z', { id: fifth })).toBeNull()
    expect(await week('2030-01-13')).toMatchObject({ monday: '2030-01-07', capacity: 5, taken: 5 })
    const full = { hint: 'week_full', warnings: ['week_full'], capacity: 5, taken: 5 }
    expect(await confirm('2030-01-10T10:00:00Z')).toEqual(full)
    expect(await confirm('2030-01-16T10:00:00Z')).toBeNull()
    // The old time of a moved call does not count toward the weekly capacity.
    await agent.run(
      `select move_booking($1, 'confirmed', 'confirmed', call_start => '2030-01-10T10:00Z',
         expected_time => '2030-01-11T10:00Z')`,
      [fifth],
    )
    expect(await confirm('2030-01-11T12:00:00Z', { anyway: true })).toBeNull()
    expect(await week('2030-01-07')).toMatchObject({ taken: 6 })
  })

  it("warns about a call outside the host's working hours, based on the host's time zone", async () => {
    await set("time_zone = 'Asia/Kolkata'")
    const outside = { hint: 'outside_hours', warnings: ['outside_hours'] }
    // 9:00 in the host's zone is 3:30 in UTC.
    expect(await confirm('2030-01-07T03:29:00Z')).toMatchObject(outside)
    expect(await confirm('2030-01-07T03:30:00Z')).toBeNull()
    expect(await confirm('2030-01-07T11:00:00Z')).toBeNull()
    expect(await confirm('2030-01-08T11:01:00Z')).toMatchObject(outside)
    // A time that is Monday in the host's zone but Sunday in UTC, and a time that is Saturday in the zone but Friday in
    // UTC.
    expect(await confirm('2030-01-11T20:00:00Z')).toMatchObject({ ...outside, taken: 2 })
    await set("opens = '0:00', closes = '24:00'")
    expect(await confirm('2030-01-06T20:00:00Z')).toBeNull()
    expect(await confirm('2030-01-11T20:00:00Z')).toMatchObject(outside)
    expect(await confirm('2030-01-08T18:00:00Z')).toBeNull()
    // A call that lasts past midnight in the host's zone.
    expect(await confirm('2030-01-08T18:15:00Z', { minutes: 30 })).toMatchObject({ hint: 'overlap' })
    expect(await confirm('2030-01-09T18:15:00Z')).toMatchObject(outside)
  })

  it('returns all warnings about a time, including those about days off and past times', async () => {
    await test.asOwner(`insert into days_off (day, note) values ('2030-01-08', 'Inventory'), ('2030-02-01', null)`)
    expect(await confirm('2030-01-08T10:00:00Z')).toMatchObject({ hint: 'day_off', warnings: ['day_off'] })
    await set('weekly_capacity = 0')
    await test.asOwner(`insert into days_off (day) values ('2020-02-01')`)
    expect(await confirm('2020-02-01T20:00:00Z')).toEqual({
      hint: 'past',
      warnings: ['past', 'day_off', 'outside_hours', 'week_full'],
      capacity: 0,
      taken: 0,
    })
    expect(await confirm('2020-02-01T20:00:00Z', { anyway: true })).toBeNull()
    expect((await week('2030-01-08')).days_off).toEqual([{ day: '2030-01-08', note: 'Inventory' }])
  })

  it(
    'counts calls from Monday to Sunday, even in weeks in which the clocks change',
    testEach(
      [
        ['Europe/Berlin', '2030-03-31', '2030-03-25', '2030-03-24T23:00:00+00:00', '2030-03-31T22:00:00+00:00', 167],
        ['Europe/Berlin', '2030-10-27', '2030-10-21', '2030-10-20T22:00:00+00:00', '2030-10-27T23:00:00+00:00', 169],
        ['America/New_York', '2030-03-10', '2030-03-04', '2030-03-04T05:00:00+00:00', '2030-03-11T04:00:00+00:00', 167],
        ['Asia/Kolkata', '2030-01-01', '2029-12-31', '2029-12-30T18:30:00+00:00', '2030-01-06T18:30:00+00:00', 168],
      ],
      async (zone, day, monday, from, until, hours) => {
        await set(`time_zone = '${zone}'`)
        const told = await week(day)
        expect(told).toMatchObject({
          monday,
          time_zone: zone,
          opens: '09:00:00',
          closes: '17:00:00',
          work_days: [1, 2, 3, 4, 5],
        })
        expect([Date.parse(told.from), Date.parse(told.until)]).toEqual([Date.parse(from), Date.parse(until)])
        expect((Date.parse(told.until) - Date.parse(told.from)) / hour).toBe(hours)
        // The week includes its last minutes and excludes the first minutes of the next week.
        const at = (minutes: number) => new Date(Date.parse(until) + minutes * 60_000).toISOString()
        expect(await confirm(at(-5), { anyway: true, minutes: 5 })).toBeNull()
        expect(await confirm(at(0), { anyway: true, minutes: 5 })).toBeNull()
        expect(await week(day)).toMatchObject({ taken: 1 })
      },
    ),
  )

  it('allows calls from 9:00 local time both before and after the clocks change', async () => {
    await set("time_zone = 'Europe/Berlin', work_days = '{1,2,3,4,5,6,7}'")
    expect(await confirm('2030-03-30T08:00:00Z')).toBeNull()
    expect(await confirm('2030-03-31T06:59:00Z')).toMatchObject({ hint: 'outside_hours' })
    expect(await confirm('2030-03-31T07:00:00Z')).toBeNull()
  })
})
