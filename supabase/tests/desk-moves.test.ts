import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { deskMember, type TestDeskMember, testDatabase } from '#server/lib/db/testing.ts'
import { bookingMoves, bookingStatuses, messageMoves, messageStatuses } from '#shared/contract/desk.ts'
import { hintOf, move, storeRow, verdict } from './moving.ts'

const slot = (hour: number) => `[2030-01-07 ${hour}:00Z,2030-01-07 ${hour}:30Z)`

const test = await testDatabase()
afterAll(() => test.close())
const agent = await deskMember(test, 'agent')
await test.asOwner('update desk_settings set weekly_capacity = 200')

describe('the database', () => {
  let hour = 0
  const inState = (table: 'strategy_call_bookings' | 'contact_messages', status: string) => {
    const confirmed = `[2021-01-01 0:00Z,2021-01-01 0:30Z)`.replaceAll('01-01', dayOf(hour++))
    return storeRow(
      test,
      ['confirmed', 'completed', 'no-show'].includes(status) ? { status, confirmed } : { status },
      table,
    )
  }
  /** Each call is on a different day. */
  const dayOf = (count: number) => new Date(Date.UTC(2021, 0, 1 + count)).toISOString().slice(5, 10)

  const stored = async (table: string, id: string) =>
    (await test.asOwner(`select * from ${table} where id = $1`, [id]))[0] as Record<string, unknown>
  const logged = (id: string) =>
    test.asOwner('select actor, action, subject, details from audit_log where subject_id = $1 order by id', [id])

  const moveMessage = (who: TestDeskMember, id: string, expected: string, target: string) =>
    who.run('select move_message($1, $2, $3)', [id, expected, target])

  const pairs = [
    ...bookingStatuses.flatMap((from) =>
      bookingStatuses.map((to) => ['strategy_call_bookings', from, to, bookingMoves[from]] as const),
    ),
    ...messageStatuses.flatMap((from) =>
      messageStatuses.map((to) => ['contact_messages', from, to, messageMoves[from]] as const),
    ),
  ]
  it('allows exactly the status changes that the contract lists, whether by function or by direct update', async () => {
    for (const [table, from, to, targets] of pairs) {
      const isAllowed = (targets as readonly string[]).includes(to)
      const isBooking = table === 'strategy_call_bookings'
      const told = [table, from, to, isAllowed ? 'done' : 'not_allowed']
      const id = await inState(table, from)
      const was = (await stored(table, id)).confirmed
      const time = `2032-${dayOf(hour++)}T10:00:00Z`
      const call = to === 'confirmed' ? { call_start: time, anyway: true } : {}
      const byFunction = isBooking
        ? move(agent, id, from, to, {
            ...call,
            ...(from === 'confirmed' && { expected_time: `${String(was).slice(2, 21)}Z` }),
          })
        : moveMessage(agent, id, from, to)
      expect.soft([table, from, to, await hintOf(byFunction)]).toEqual(told)

      const other = await inState(table, from)
      const confirmed = to === 'confirmed' ? `, confirmed = '[2033-${dayOf(hour)},2033-${dayOf(hour++)}]'` : ''
      const byHand = test.database.transaction('service_role', {}, (tx) =>
        tx.query(`update ${table} set status = $2 ${confirmed} where id = $1`, [other, to]),
      )
      // Setting the same status is not a move.
      const same = from === to && from !== 'confirmed' ? 'done' : told[3]
      expect.soft([table, from, to, 'by hand', await hintOf(byHand)]).toEqual([table, from, to, 'by hand', same])

      if (!isAllowed) continue
      const now = await stored(table, id)
      expect(now.status).toBe(to)
      if (isBooking) {
        const kept = { completed: was, 'no-show': was, confirmed: expect.stringContaining(time.slice(0, 10)) }
        expect([from, to, now.confirmed]).toEqual([from, to, kept[to as 'completed'] ?? null])
      }
      expect([from, to, now.answered_at !== null]).toEqual([from, to, from === 'new' && to !== 'spam'])
      expect(await logged(id)).toEqual([
        // An agent who confirms a call becomes its host.
        ...(to === 'confirmed'
          ? [
              {
                actor: agent.id,
                action: 'booking_assigned',
                subject: table,
                details: { from: null, to: agent.id },
              },
            ]
          : []),
        {
          actor: agent.id,
          action: isBooking ? 'booking_moved' : 'message_moved',
          subject: table,
          details: {
            from,
            to,
            ...(now.confirmed ? { confirmed: now.confirmed } : {}),
            ...(was || ['new', 'spam?'].includes(from)
              ? {
                  was: {
                    ...(was ? { confirmed: was } : {}),
                    ...(['new', 'spam?'].includes(from)
                      ? { unanswered_since: expect.any(String), ...(isBooking && { due_hours: 24 }) }
                      : {}),
                  },
                }
              : {}),
          },
        },
      ])
    }
  }, 60_000)

  it('refuses a direct change to the time of a completed call, and ignores a direct change to its answer time', async () => {
    const id = await inState('strategy_call_bookings', 'completed')
    const byHand = (sql: string) =>
      hintOf(
        test.database.transaction('service_role', {}, (tx) =>
          tx.query(`update strategy_call_bookings set ${sql} where id = $1`, [id]),
        ),
      )
    expect(await byHand(`confirmed = '${slot(9)}'`)).toBe('not_allowed')
    expect(await byHand(`answered_at = '2020-01-01'`)).toBe('done')
    expect((await stored('strategy_call_bookings', id)).answered_at).toBeNull()
  })

  it('keeps the time of the first answer after a message is reopened', async () => {
    const id = await storeRow(test, {}, 'contact_messages')
    const at = async () => (await stored('contact_messages', id)).answered_at
    await moveMessage(agent, id, 'new', 'spam')
    await moveMessage(agent, id, 'spam', 'new')
    expect(await at()).toBeNull()
    await moveMessage(agent, id, 'new', 'answered')
    const first = await at()
    expect(first).not.toBeNull()
    await moveMessage(agent, id, 'answered', 'new')
    await moveMessage(agent, id, 'new', 'closed')
    expect(await at()).toEqual(first)
  })

  it('returns the current state and the member who set it if the caller expected a different state', async () => {
    const rival = await deskMember(test, 'owner')
    const id = await storeRow(test)
    expect(await verdict(move(agent, id, 'confirmed', 'completed'))).toMatchObject({
      hint: 'changed',
      details: { status: 'new', confirmed: null, by: null },
    })
    await move(rival, id, 'new', 'confirmed', { call_start: '2030-03-04T10:00:00Z', anyway: true })
    expect(await verdict(move(agent, id, 'new', 'cancelled'))).toMatchObject({
      hint: 'changed',
      details: {
        status: 'confirmed',
        confirmed: expect.stringContaining('2030-03-04 10:00'),
        by: rival.id,
      },
    })
    expect(await verdict(move(agent, randomUUID(), 'new', 'spam'))).toBe('PT404')
    const note = await storeRow(test, {}, 'contact_messages')
    await moveMessage(rival, note, 'new', 'answered')
    expect(await verdict(moveMessage(agent, note, 'new', 'closed'))).toMatchObject({
      hint: 'changed',
      details: { status: 'answered', by: rival.id },
    })
  })
})
