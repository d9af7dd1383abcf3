import { readFileSync } from 'node:fs'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { timeStates } from '#shared/contract/booking-state.ts'
import { type EventName, openBookingEvents } from './booking-events.ts'
import { move } from './moving.ts'

const world = await openBookingEvents()
afterAll(world.close)
beforeEach(() => test.asOwner('delete from strategy_call_bookings'))
const { test, arrives, events, rowOf, stateOf, available, passes, slot, one } = world

/** Rows of the table in docs/architecture.md. */
const page = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8')
const table = page.slice(page.indexOf('State|Event')).split('\n\n')[0] ?? ''
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

const lead = async (id: string, ...steps: EventName[]) => {
  for (const step of steps) expect([step, await events[step](id)]).toEqual([step, expect.stringMatching(/^(done|)$/)])
  return id
}
const chosen = async () => arrives({ picked: true, preferred_time: await available() })

/** Functions that create a booking in each state. */
const makers: Record<string, () => Promise<string>> = {
  requested: () => arrives(),
  suspected: () => arrives({ budget_note: 'cheap' }),
  answered: async () => lead(await arrives(), 'member replies'),
  available: chosen,
  held: async () => lead(await chosen(), 'visitor proves the mailbox'),
  'answered and held': async () => lead((await makers.held?.()) ?? '', 'member replies'),
  'given up': async () => lead((await makers['answered and held']?.()) ?? '', 'the hold ends'),
  taken: async () => lead((await makers.held?.()) ?? '', 'member confirms another call there'),
  none: async () => lead(await arrives({ preferred_time: await slot(1) }), 'the time passes'),
  offered: async () => lead(await arrives(), 'member offers'),
  'offered yesterday': async () => {
    const id = await lead(await arrives(), 'member offers')
    await passes(1)
    return id
  },
  waiting: async () => lead(await arrives(), 'member replies and waits'),
  confirmed: async () => lead(await arrives(), 'member confirms'),
  proposed: async () => lead((await makers.confirmed?.()) ?? '', 'visitor proposes'),
  emailed: async () => lead((await makers.confirmed?.()) ?? '', 'visitor emails'),
  begun: async () => lead((await makers.confirmed?.()) ?? '', 'the call begins'),
  completed: async () => lead((await makers.begun?.()) ?? '', 'member marks completed'),
  'no-show': async () => lead((await makers.begun?.()) ?? '', 'member marks no-show'),
  cancelled: async () => lead(await arrives(), 'member cancels'),
  spam: async () => lead(await arrives(), 'member marks spam'),
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

describe('the state table in docs/architecture.md', () => {
  it.each(rows)(
    'shows correctly that $state becomes $next on "$event"',
    async ({ state, event, next, turn, emails, hold }) => {
      const id = (await makers[state]?.()) ?? ''
      const sent = new Set((await emailsOf(id)).map((email) => email.id))
      const began = await one<Date>('clock_timestamp()')
      await lead(id, event as EventName)
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
      if (since === undefined && is.offered.length === 0) expect(unanswered).toEqual(now.remind_at)
      expect(is.turn === 'team').toBe(now.due_at !== null && is.until !== null && since !== undefined)
    },
  )

  it('covers every state that the contract names', () => {
    expect(timeStates.filter((name) => !rows.some(({ next }) => next === name))).toEqual([])
  })
})

describe('a hold', () => {
  it('is lost when another call takes all offered slots, and is restored when that call’s confirmation is undone', async () => {
    const id = await arrives()
    const times = [await slot(50), await slot(51)]
    const { call_at } = await rowOf(id)
    await world.agent.run("select offer_times($1, 'new', $2, $3)", [id, call_at, times])
    const holds = await test.asOwner<{ host: string }>('select host from private.call_holds where booking = $1', [id])
    await test.asOwner("update outbox set state = 'sent', sent_as = kind, settled_at = now()")
    await test.asOwner('update private.call_holds set host = $2 where booking = $1', [id, holds[0]?.host])
    const other = await arrives()
    const call = { call_start: times[0], call_minutes: 120, anyway: true, host: holds[0]?.host }
    await move(world.agent, other, 'new', 'confirmed', call)
    expect((await emailsOf(id)).map(({ kind }) => kind)).toEqual(['time-taken'])
    expect(await stateOf(id)).toMatchObject({ time: 'requested', turn: 'team', why: { what: 'hold_lost' } })
    await lead(other, 'member undoes')
    expect(await emailsOf(id)).toEqual([])
    const { offered, turn } = await stateOf(id)
    expect([offered.map(({ start }) => start), turn]).toEqual([times, 'visitor'])
  })

  it('has no effect while its host takes no calls', async () => {
    const [held, offered] = [(await makers.held?.()) ?? '', (await makers.offered?.()) ?? '']
    await test.asOwner('update private.hosts set takes_calls = false')
    expect(await stateOf(held)).toMatchObject({ time: 'taken' })
    expect(await stateOf(offered)).toMatchObject({ time: 'requested', turn: 'team', offered: [] })
    await test.asOwner('update private.hosts set takes_calls = true')
    expect((await stateOf(held)).time).toBe('held')
  })
})

describe('the server', () => {
  it('refuses an offer for a past call', async () => {
    const id = await lead((await makers.confirmed?.()) ?? '', 'the call ends')
    expect(await events['member offers'](id)).toBe('changed')
    expect((await stateOf(id)).team_may).not.toContain('offer')
  })

  it('keeps the hold of a request whose answer is overdue', async () => {
    const id = (await makers.held?.()) ?? ''
    await passes(47)
    expect(await stateOf(id)).toMatchObject({ time: 'held', held_until: null, turn: 'team' })
  })

  it('does not automatically confirm a time that the visitor typed, even if that time is available', async () => {
    await test.asOwner('update desk_settings set confirm_at_once = true')
    const id = await chosen()
    const { call_at } = await rowOf(id)
    const target = await available(30)
    const said = await one('private.propose_time($1, $2, $3, $4, now())', [id, 'new', call_at, target])
    await lead(id, 'visitor proves the mailbox')
    await test.asOwner('update desk_settings set confirm_at_once = false')
    expect([said, (await rowOf(id)).status, (await stateOf(id)).time]).toEqual(['done', 'new', 'requested'])
  })

  it('lets an offer expire at the same local time on the next working day', async () => {
    await test.asOwner("update desk_settings set work_days = '{1,2,3,4,5}', time_zone = 'Europe/Berlin'")
    await test.asOwner("insert into days_off (day) values ('2026-12-07')")
    const ends = async (at: string) => (await one<Date>('private.next_work_day($1)', [at])).toISOString()
    expect(await ends('2026-12-01T15:00:00Z')).toBe('2026-12-02T15:00:00.000Z')
    // A Friday before a day off, and a weekend on which the clocks change.
    expect(await ends('2026-12-04T15:00:00Z')).toBe('2026-12-08T15:00:00.000Z')
    expect(await ends('2027-03-26T15:00:00Z')).toBe('2027-03-29T14:00:00.000Z')
    await test.asOwner('delete from days_off')
    await test.asOwner("update desk_settings set work_days = '{1,2,3,4,5,6,7}', time_zone = 'UTC'")
  })

  it('warns the team four hours before an answer is due, even if the visitor proposed a time after an earlier answer', async () => {
    const id = await lead(await arrives(), 'member replies', 'visitor proposes')
    await test.asOwner(
      "update strategy_call_bookings set unanswered_since = now() - interval '21 hours' where id = $1",
      [id],
    )
    await test.asOwner('select private.plan_letters(now())')
    expect((await emailsOf(id)).map(({ kind }) => kind)).toContain('team-risk')
    const [row] = await world.agent.run<{ open: number }>("select (booking_counts() ->> 'open')::int as open")
    expect(row?.open).toBe(1)
  })

  it('keeps the hours of a promise when they change in the settings, and uses the new hours for a new promise', async () => {
    const hours = async (id: string) => {
      const { unanswered_since: since, due_at: due } = await rowOf(id)
      return since && due && (due.getTime() - since.getTime()) / 3_600_000
    }
    const id = await arrives()
    await test.asOwner('update desk_settings set answer_hours = 6')
    for (const kept of [
      ['visitor proposes'],
      ['member replies', 'member undoes the reply'],
      ['member offers', 'member withdraws the offer'],
      ['member confirms', 'visitor proposes', 'member undoes'],
    ] satisfies EventName[][]) {
      await lead(id, ...kept)
      expect([kept, await hours(id)]).toEqual([kept, 24])
    }
    await lead(id, 'member replies', 'visitor proposes')
    expect(await hours(id)).toBe(6)
    await test.asOwner('update desk_settings set answer_hours = 24')
  })

  it('logs an offer that expired before the visitor chose a time', async () => {
    const id = await lead(await arrives(), 'member offers', 'the offer ends')
    const entries = await test.asOwner(
      'select action, actor from audit_log where subject_id = $1 order by id desc limit 1',
      [id],
    )
    expect(entries).toEqual([{ action: 'offer_ended', actor: null }])
    expect((await stateOf(id)).why).toMatchObject({ what: 'offer_ended', by: 'automatic' })
  })
})
