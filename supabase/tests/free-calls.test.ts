import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { callsLeftSchema } from '#shared/contract/desk-week.ts'
import { testEach } from '#shared/lib/testing.ts'

const test = await testDatabase()
afterAll(() => test.close())

describe('the function for remaining calls', () => {
  beforeEach(async () => {
    await test.asOwner('delete from strategy_call_bookings')
    await test.asOwner('delete from days_off')
    await set(
      `time_zone = 'UTC', weekly_capacity = 5, call_minutes = 30, opens = '9:00', closes = '17:00',
       work_days = '{1,2,3,4,5}'`,
    )
  })
  const set = (change: string) => test.asOwner(`update desk_settings set ${change}`)
  const off = (...days: string[]) => test.asOwner('insert into days_off (day) select unnest($1::date[])', [days])
  const call = (begins: string, status = 'confirmed') => {
    const at = new Date(begins)
    const confirmed = `[${at.toISOString()},${new Date(at.getTime() + 30 * 60_000).toISOString()})`
    return test.asOwner(...insertion('strategy_call_bookings', booking({ status, confirmed, preferred_time: at })))
  }
  const at = async (now: string) => {
    const [row] = await test.asOwner<{ calls: unknown }>('select private.remaining_calls($1) as calls', [now])
    return v.parse(callsLeftSchema, row?.calls)
  }

  // January 7, 2030, is a Monday.
  it(
    'returns the remaining calls for this week, or for next week if this week has no time left',
    testEach(
      [
        ['a Monday before work', '2030-01-07T08:00Z', 'this', 5],
        ['a Friday with time for three more', '2030-01-11T14:30Z', 'this', 3],
        ['a Friday with time for one more', '2030-01-11T15:30Z', 'this', 1],
        ['a Friday when the last start is less than an hour away', '2030-01-11T15:31Z', 'next', 5],
        ['a Friday after work', '2030-01-11T17:00Z', 'next', 5],
        ['a Sunday an hour before midnight', '2030-01-13T23:00Z', 'next', 5],
        ['a Sunday half an hour before midnight', '2030-01-13T23:30Z', 'next', 5],
        ['the Monday after it', '2030-01-14T00:00Z', 'this', 5],
      ],
      async (_name, now, week, left) => {
        expect(await at(now)).toEqual({
          capacity: 5,
          taken: 0,
          remaining_calls: week === 'this' ? left : 0,
          week,
          left,
        })
      },
    ),
  )

  it('subtracts the calls that are already booked in a week', async () => {
    await call('2030-01-07T09:00Z', 'completed')
    await call('2030-01-09T09:00Z')
    await call('2030-01-15T09:00Z')
    expect(await at('2030-01-08T12:00Z')).toMatchObject({
      taken: 2,
      remaining_calls: 3,
      week: 'this',
      left: 3,
    })
    expect(await at('2030-01-13T23:00Z')).toMatchObject({
      taken: 2,
      remaining_calls: 0,
      week: 'next',
      left: 4,
    })
  })

  it('returns 0 remaining calls for the current week if that week is full or overbooked', async () => {
    for (const hour of ['09', '10', '11']) await call(`2030-01-08T${hour}:00Z`)
    await set('weekly_capacity = 2')
    expect(await at('2030-01-08T12:00Z')).toMatchObject({
      capacity: 2,
      taken: 3,
      remaining_calls: 0,
      week: 'this',
      left: 0,
    })
    // Calls that fill the rest of Friday.
    await set('weekly_capacity = 20')
    await call('2030-01-11T16:30Z')
    await call('2030-01-11T15:45Z')
    expect(await at('2030-01-11T14:30Z')).toMatchObject({ remaining_calls: 0, week: 'this', left: 0 })
  })

  it('counts no calls on days off, and returns null as the week if every remaining day of this week and next week is a day off', async () => {
    await off('2030-01-10', '2030-01-11')
    expect(await at('2030-01-09T15:45Z')).toMatchObject({ remaining_calls: 0, week: 'next', left: 5 })
    await off('2030-01-14', '2030-01-15', '2030-01-16', '2030-01-17', '2030-01-18')
    expect(await at('2030-01-09T15:45Z')).toMatchObject({ remaining_calls: 0, week: null })
    await set("work_days = '{}'")
    expect(await at('2030-01-07T08:00Z')).toMatchObject({ remaining_calls: 0, week: null })
  })

  it("counts calls in the desk's time zone, even in weeks in which the clocks change", async () => {
    await set("time_zone = 'Europe/Berlin', work_days = '{7}', weekly_capacity = 50, opens = '0:00'")
    // March 31 has 23 hours, and October 27 has 25.
    expect(await at('2030-03-25T12:00Z')).toMatchObject({ week: 'this', left: 32 })
    expect(await at('2030-10-21T12:00Z')).toMatchObject({ week: 'this', left: 36 })
    await set("opens = '9:00'")
    expect(await at('2030-03-31T12:00Z')).toMatchObject({ week: 'this', left: 4 })
    expect(await at('2030-10-27T13:00Z')).toMatchObject({ week: 'this', left: 4 })
    // Sunday evening in Berlin, when it is still afternoon elsewhere.
    expect(await at('2030-03-31T22:30Z')).toMatchObject({ week: 'this', left: 16 })
    await set("time_zone = 'America/New_York'")
    expect(await at('2030-03-31T19:00Z')).toMatchObject({ week: 'this', left: 2 })
  })

  it('can be called by visitors', async () => {
    const told = await test.database.transaction('anon', {}, (tx) =>
      tx.query<{ calls: unknown }>('select remaining_calls_this_week() as calls'),
    )
    expect(v.parse(callsLeftSchema, told.rows[0]?.calls)).toEqual(await at(new Date().toISOString()))
  })
})
