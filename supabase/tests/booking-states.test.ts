import { readFileSync } from 'node:fs'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { timeStates } from '#shared/contract/booking-state.ts'
import { type EventName, eventsForTest } from './booking-events.ts'

const world = await eventsForTest()
afterAll(world.close)
beforeEach(() => test.asOwner('delete from strategy_call_bookings'))
const { test, arrives, events, rowOf, stateOf, available, passes, one } = world

/** The rows of the table in the architecture page. */
const page = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8')
const table = page.slice(page.indexOf('State | Event')).split('\n\n')[0] ?? ''
const rows = table
  .split('\n')
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([state = '', event = '', next = '', turn = '', emails = '', hold = '']) => ({
    state,
    event,
    next,
    turn,
    emails,
    hold,
  }))

const after = async (id: string, ...steps: EventName[]) => {
  for (const step of steps)
    expect([step, await events[step](id)]).toEqual([step, expect.stringMatching(/^(done|)$/)])
  return id
}
const chosen = async () => arrives({ picked: true, preferred_time: await available() })

/** How a booking gets into a state. */
const makers: Record<string, () => Promise<string>> = {
  requested: () => arrives(),
  suspected: () => arrives({ budget_note: 'cheap' }),
  answered: async () => after(await arrives(), 'member replies'),
  available: chosen,
  held: async () => after(await chosen(), 'visitor proves the mailbox'),
  'answered and held': async () => after((await makers.held?.()) ?? '', 'member replies'),
  'given up': async () => after((await makers['answered and held']?.()) ?? '', 'the hold ends'),
  taken: async () => after((await makers.held?.()) ?? '', 'member confirms another call there'),
  none: async () => after(await arrives({ preferred_time: await world.slot(1) }), 'the time passes'),
  offered: async () => after(await arrives(), 'member offers'),
  'offered yesterday': async () => {
    const id = await after(await arrives(), 'member offers')
    await passes(1)
    return id
  },
  confirmed: async () => after(await arrives(), 'member confirms'),
  proposed: async () => after((await makers.confirmed?.()) ?? '', 'visitor proposes'),
  begun: async () => after((await makers.confirmed?.()) ?? '', 'the call begins'),
  completed: async () => after((await makers.begun?.()) ?? '', 'member marks completed'),
  'no-show': async () => after((await makers.begun?.()) ?? '', 'member marks no-show'),
  cancelled: async () => after(await arrives(), 'member cancels'),
  spam: async () => after(await arrives(), 'member marks spam'),
}

const holdOf = async (id: string) => {
  const holds = await test.asOwner<{ kind: string }>(
    `select distinct case when is_offered then 'offered' when until < lower(slot) then 'limited' else 'until answered' end as kind
     from private.call_holds where booking = $1 order by 1 desc`,
    [id],
  )
  return holds.map(({ kind }) => kind).join(', ')
}
const emailsOf = async (id: string) =>
  test.asOwner<{ id: string; kind: string }>(
    "select id::text, kind from outbox where booking_id = $1 and channel = 'letter' and state = 'waiting'",
    [id],
  )

describe('each row of the table of states', () => {
  it.each(rows)(
    'leads from $state by "$event" to $next',
    async ({ state, event, next, turn, emails, hold }) => {
      const id = (await makers[state]?.()) ?? ''
      const sent = new Set((await emailsOf(id)).map((email) => email.id))
      const began = await one<Date>('clock_timestamp()')
      await after(id, event as EventName)
      const [now, is] = [await rowOf(id), await stateOf(id)]
      const written = (await emailsOf(id)).filter((email) => !sent.has(email.id)).map(({ kind }) => kind)
      const [whose, since] = turn.split(', ')
      expect({
        next: is.time ?? now.status,
        turn: is.turn,
        emails: [...new Set(written)].toSorted().join(', '),
        hold: await holdOf(id),
      }).toEqual({ next, turn: whose, emails, hold })
      const { unanswered_since: unanswered } = now
      if (since === 'kept') expect(unanswered?.getTime()).toBeLessThan(began.getTime())
      if (since === 'now') expect(unanswered?.getTime()).toBeGreaterThanOrEqual(began.getTime())
      if (since === undefined && is.offered.length === 0) expect(unanswered).toBeNull()
      expect(is.turn === 'team').toBe(now.due_at !== null && is.until !== null && since !== undefined)
    },
  )

  it('names every state of the contract', () => {
    expect(timeStates.filter((name) => !rows.some(({ next }) => next === name))).toEqual([])
  })
})
