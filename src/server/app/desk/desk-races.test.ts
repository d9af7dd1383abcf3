import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { authAppForTest } from '#server/app/testing.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { bookingLock, race, turnsLock } from '#server/lib/db/testing.ts'
import { explainedRefusalSchema } from '#shared/contract/desk-records.ts'

/** Two agents make the same change at the same time, each with their own client. */
const site = await authAppForTest()
afterAll(() => site.close())

const pair = [await site.member('agent'), await site.member('agent')]
beforeEach(() => site.test.asOwner('delete from strategy_call_bookings'))

async function book(count: number): Promise<string[]> {
  const [first, ...others] = Array.from({ length: count }, () => randomUUID())
  await site.test.asOwner(...insertion('strategy_call_bookings', booking({ id: first })))
  await site.test.asOwner(
    `insert into strategy_call_bookings (id, name, email, company, phone, current_challenges, team_size, preferred_time)
     select unnest($2::uuid[]), name, email, company, phone, current_challenges, team_size, preferred_time
     from strategy_call_bookings where id = $1`,
    [first, others],
  )
  return [first ?? '', ...others]
}

interface Wish {
  booking: string
  call_start: string
  anyway?: boolean
  host?: string
}

/**
 * Both agents confirm at the same time, and only the first succeeds. Returns the error that the other agent receives.
 */
async function confirmBoth(lock: string, wishes: readonly [Wish, Wish]) {
  const confirm = (which: 0 | 1) => async () =>
    pair[which]?.strong.rpc('move_booking', { expected: 'new', target: 'confirmed', ...wishes[which] })
  const [won, lost] = await race(site.test, lock, confirm(0), confirm(1))
  expect([won?.error, lost?.status, lost?.error?.code]).toEqual([null, 409, 'PT409'])
  return v.parse(explainedRefusalSchema, lost?.error)
}

const time = '2031-01-06T10:00:00.000Z'
const later = '2031-01-06T14:00:00.000Z'
const latest = '2031-01-06T16:00:00.000Z'
const slot = expect.stringContaining('2031-01-06 10:00')
const confirmed = async () =>
  (
    await site.test.asOwner<{ count: number }>(
      `select count(*)::int as count from strategy_call_bookings where status = 'confirmed'`,
    )
  )[0]?.count

describe('two members who act at the same time', () => {
  it('cannot both confirm a booking: the second member sees who confirmed it first', async () => {
    const [booking = ''] = await book(1)
    const wish = { booking, call_start: time, anyway: true }
    expect(await confirmBoth(bookingLock(booking), [wish, wish])).toMatchObject({
      hint: 'changed',
      details: { status: 'confirmed', confirmed: slot, by: pair[0]?.id },
    })
    // The call stays assigned to the agent who confirmed first.
    const hosts = await site.test.asOwner('select assigned_to from strategy_call_bookings where id = $1', [booking])
    expect(hosts).toEqual([{ assigned_to: pair[0]?.id }])
    expect(await confirmed()).toBe(1)
  })

  it('cannot both confirm a call with the same host at the same time: the second person sees which call was confirmed first', async () => {
    const [one = '', other = ''] = await book(2)
    const host = pair[0]?.id ?? ''
    const wish = (booking: string) => ({ booking, call_start: time, anyway: true, host })
    expect(await confirmBoth(turnsLock, [wish(one), wish(other)])).toMatchObject({
      hint: 'overlap',
      details: { booking: one, confirmed: slot },
    })
    expect(await confirmed()).toBe(1)
  })

  it.each([
    ['the agent', true],
    ['the visitor', false],
  ])(
    'cannot both succeed if one accepts a proposal and the other replaces it (%s acts first)',
    async (_, isAgentFirst) => {
      const [booking = ''] = await book(1)
      const call = { booking, target: 'confirmed', anyway: true }
      await pair[0]?.strong.rpc('move_booking', { ...call, expected: 'new', call_start: time })
      // Proposes a time as the call's page does, on another connection and with that page's role.
      const propose = async (wish: string) => {
        const { rows } = await site.test.database.transaction('backline_call_page', {}, (tx) =>
          tx.query<{ said: string }>(
            `select private.propose_time($1, 'confirmed', $2, $3, $2::timestamptz - interval '1 day') as said`,
            [booking, time, wish],
          ),
        )
        return rows[0]?.said
      }
      await propose(later)
      const accept = async () => {
        const answer = await pair[1]?.strong.rpc('move_booking', {
          ...call,
          expected: 'confirmed',
          call_start: later,
          expected_time: time,
          expected_proposal: later,
        })
        return answer?.error?.hint
      }
      const wishOtherwise = () => propose(latest)
      const lock = bookingLock(booking)
      const [hint, said] = isAgentFirst
        ? await race(site.test, lock, accept, wishOtherwise)
        : (await race(site.test, lock, wishOtherwise, accept)).toReversed()
      const [row] = await site.test.asOwner<{ proposed_time: Date | null; call_at: Date }>(
        'select proposed_time, call_at from strategy_call_bookings where id = $1',
        [booking],
      )
      expect({
        hint,
        said,
        proposed: row?.proposed_time?.toISOString(),
        call: row?.call_at.toISOString(),
      }).toEqual(
        isAgentFirst
          ? { hint: undefined, said: 'changed', proposed: undefined, call: later }
          : { hint: 'proposal_changed', said: 'done', proposed: latest, call: time },
      )
    },
  )

  it('can confirm only one call if the weekly capacity is one', async () => {
    await site.test.asOwner('update desk_settings set weekly_capacity = 1')
    const [one = '', other = ''] = await book(2)
    const told = await confirmBoth(turnsLock, [
      { booking: one, call_start: time },
      { booking: other, call_start: later },
    ])
    expect(told).toEqual({ hint: 'week_full', details: { warnings: ['week_full'], capacity: 1, taken: 1 } })
    expect(await confirmed()).toBe(1)
  })
})
