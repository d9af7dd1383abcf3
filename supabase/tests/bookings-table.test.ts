import { afterAll, describe, expect, it } from 'vitest'
import { type DatabaseError, isDatabaseError, type Role } from '#server/lib/db/database.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { refusalReasons } from '#shared/contract/form-rules.ts'
import { testEach } from '#shared/lib/testing.ts'

const minute = 60_000
const fromNow = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

const test = await testDatabase()
afterAll(() => test.close())

describe('the bookings table', () => {
  const insert = (role: Role, preferred_time: string) =>
    test.database.transaction(role, {}, (tx) =>
      tx.query(...insertion('strategy_call_bookings', booking({ preferred_time }))),
    )

  it(
    'refuses impossible times from a visitor, and returns the reason',
    testEach(
      [
        [fromNow(-6 * minute), refusalReasons.past],
        ['1999-12-31T23:59:59Z', refusalReasons.past],
        ['-infinity', refusalReasons.past],
        [fromNow(800 * 1440 * minute), refusalReasons.far],
        ['infinity', refusalReasons.far],
      ],
      async (time, reason) => {
        const error = await insert('anon', time).catch((thrown: unknown) => thrown as DatabaseError)
        expect(isDatabaseError(error)).toBe(true)
        expect(error).toMatchObject({
          code: '23514',
          constraint: 'strategy_call_bookings_preferred_time_check',
          table: 'strategy_call_bookings',
          message:
            'new row for relation "strategy_call_bookings" violates check constraint ' +
            '"strategy_call_bookings_preferred_time_check"',
          hint: `preferred_time ${reason}`,
        })
      },
    ),
  )

  it('lets a restore insert rows with past times, but not with infinite times', async () => {
    await insert('service_role', '2020-01-01T00:00:00Z')
    await expect(insert('service_role', 'infinity')).rejects.toMatchObject({ code: '23514' })
  })

  it('refuses overlapping confirmed calls', async () => {
    const call = (from: string, to: string, status = 'confirmed') =>
      test.asOwner(
        ...insertion(
          'strategy_call_bookings',
          booking({ status, confirmed: `[2030-01-07 ${from}Z,2030-01-07 ${to}Z)` }),
        ),
      )
    await call('10:00', '10:30')
    await call('10:30', '11:00')
    await call('10:00', '10:30', 'cancelled')
    await expect(call('10:15', '10:45')).rejects.toMatchObject({
      code: '23P01',
      constraint: 'strategy_call_bookings_confirmed_excl',
    })
    await expect(call('12:00', '12:00')).rejects.toMatchObject({
      constraint: 'strategy_call_bookings_confirmed_check',
    })
  })

  it('refuses a confirmed call without a time', async () => {
    await expect(
      test.asOwner(...insertion('strategy_call_bookings', booking({ status: 'confirmed' }))),
    ).rejects.toMatchObject({ constraint: 'strategy_call_bookings_status_check' })
  })

  it('updates `updated_at` whenever a row changes', async () => {
    const [row] = await test.asOwner<{ later: boolean }>(
      `update strategy_call_bookings set status = 'cancelled' where status = 'new' returning updated_at > created_at as later`,
    )
    expect(row).toEqual({ later: true })
  })
})
