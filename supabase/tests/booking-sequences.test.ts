import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, expect, it } from 'vitest'
import { letterData } from '#server/features/call-letters/letter-data.ts'
import { findLetter } from '#server/features/call-letters/queries.ts'
import { findCall } from '#server/features/visitor-call/queries.ts'
import { type BookingState, bookingStateSchema } from '#shared/contract/booking-state.ts'
import { type BookingListRow, bookingListRowSchema } from '#shared/contract/desk-rows.ts'
import { propertyRuns } from '#shared/lib/testing.ts'
import { type EventName, openBookingEvents } from './booking-events.ts'

const world = await openBookingEvents()
afterAll(world.close)
const { test, agent, arrives, events, available, passes } = world

type SequenceStep = { event: EventName | 'hours pass'; booking: number; by: number }
const names = Object.keys(events) as EventName[]
const step: fc.Arbitrary<SequenceStep> = fc.record({
  event: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.constant('hours pass' as const) },
  ),
  booking: fc.nat(1),
  by: fc.constantFrom(0.25, 3, 11, 25),
})

/** Checks that a booking is consistent after a step. */
async function check(id: string) {
  const now = new Date()
  const [record] = await agent.run<{ state: unknown }>("select read_booking($1) -> 'booking' -> 'state' as state", [id])
  const [list] = await agent.run<{ row: unknown }>("select list_bookings($1) #> '{rows,0}' as row", [
    { view: 'any', ids: [id] },
  ])
  const state = v.parse(bookingStateSchema, record?.state)
  const row = v.parse(bookingListRowSchema, list?.row)
  const page = await test.database.transaction('backline_call_page', {}, (tx) => findCall(tx, id, now, () => {}))
  expect(row.state.time).toBe(state.time)
  expect(row.state.turn).toBe(state.turn)
  expect(row.state.until).toBe(state.until)
  expect(row.state.team_may).toEqual(state.team_may)
  if (row.status === 'spam') return expect(page).toBeNull()
  expect(page?.state.time).toBe(state.time)
  if (row.status !== 'spam?') expect([page?.state.turn, page?.state.until]).toEqual([state.turn, state.until])
  checkTurn(row, state)
  await checkTime(id, row, state, page?.times ?? [])
  await checkEmails(id, row, state)
}

/** A request that waits for the team has a due time; a request that waits for the visitor has none. */
function checkTurn(row: BookingListRow, { turn, until, offered }: BookingState) {
  if (row.status === 'new') expect(turn).not.toBe('nobody')
  if (turn === 'team') expect([row.due_at !== null, until !== null]).toEqual([true, true])
  if (turn === 'team') expect(Date.parse(until ?? '')).toBe(Math.floor(Date.parse(row.due_at ?? '')))
  if (turn === 'nobody') expect(row.status === 'spam?' || row.due_at === null).toBe(true)
  if (turn === 'visitor' && row.due_at !== null)
    expect(offered.length > 0 || row.remind_at === row.unanswered_since).toBe(true)
}

/** The visitor can choose any available slot, and no calls overlap. */
async function checkTime(id: string, row: BookingListRow, state: BookingState, times: readonly number[]) {
  const [facts] = await test.asOwner<{ free: boolean; overlaps: number; unproven: number }>(
    `select
       private.available_host(b.preferred_time, now(), 30, b.id) is not null as free,
       (select count(*)::int from strategy_call_bookings c join strategy_call_bookings d
         on c.assigned_to = d.assigned_to and c.confirmed && d.confirmed and c.id < d.id
         where c.status = 'confirmed' and d.status = 'confirmed') as overlaps,
       (select count(*)::int from private.call_holds h join strategy_call_bookings c on c.id = h.booking
         where not h.is_offered and c.mailbox is null) as unproven
     from strategy_call_bookings b where b.id = $1`,
    [id],
  )
  expect(facts).toMatchObject({ overlaps: 0, unproven: 0 })
  if (state.time === 'taken') expect(facts?.free).toBe(false)
  if (state.time === 'available') expect([facts?.free, state.visitor_may.includes('hold')]).toEqual([true, true])
  if (state.time === 'requested' && facts?.free && state.move_limit === null)
    expect(times).toContain(Date.parse(row.call_at))
  const [{ holds } = { holds: 0 }] = await test.asOwner<{ holds: number }>(
    'select count(*)::int as holds from private.call_holds where booking = $1 and not is_offered and until > now()',
    [id],
  )
  if (state.time === 'held') expect(holds).toBe(1)
  if (!['held', 'offered', 'none'].includes(state.time ?? '')) expect(holds).toBe(0)
}

const house = {
  siteUrl: () => 'https://site.example',
  organizer: 'hello@backline.example',
  answersTo: () => 'partners@backline.example',
  callLink: async () => 'https://site.example/',
}

/** Checks that the visitor's next emails would be correct if they were sent now. */
async function checkEmails(id: string, row: BookingListRow, state: BookingState) {
  const waiting = await test.asOwner<{ id: string }>(
    "select id from outbox where booking_id = $1 and recipient is null and channel = 'letter' and state = 'waiting'",
    [id],
  )
  for (const one of waiting) {
    const data = await test.database.transaction('backline_outbox', {}, async (tx) => {
      const letter = await findLetter(tx, one.id, Date.now())
      return letter && letterData({ row: letter, house, now: Date.now(), readDigest: () => Promise.reject() })
    })
    if (!data || !('kind' in data)) continue
    if (data.kind === 'request-received') expect(data.picked === 'held').toBe(state.time === 'held')
    if (data.kind === 'call-confirmed' || data.kind === 'call-moved' || data.kind === 'call-reassigned')
      expect([row.status, data.call.starts]).toEqual(['confirmed', Date.parse(row.call_at)])
    if (data.kind === 'call-cancelled') expect(['cancelled', 'new']).toContain(row.status)
    if (data.kind === 'times-offered')
      expect(data.times.map(({ starts }) => starts)).toEqual(state.offered.map(({ start }) => Date.parse(start)))
    if (data.kind === 'time-taken') expect([state.time, state.turn]).toEqual(['taken', 'team'])
  }
}

it('shows the same booking state on the call page, in the record, in the list and in emails after random events', {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      fc.boolean(),
      async (steps, isChosen, isAutomatic) => {
        await test.asOwner('delete from strategy_call_bookings')
        await test.asOwner('update desk_settings set confirm_at_once = $1', [isAutomatic])
        const chosen = isChosen ? { picked: true, preferred_time: await available() } : {}
        const ids = [await arrives(chosen), await arrives(chosen)]
        for (const { event, booking, by } of steps) {
          const id = ids[booking] ?? ''
          if (event === 'hours pass') await passes(by)
          else await events[event](id)
          for (const one of ids) await check(one)
        }
      },
    ),
    propertyRuns(2000, 40),
  )
})
