import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { everyDay, hostForTest } from '#server/lib/db/rows-testing.ts'
import { deskMember, type TestDeskMember, testDatabase } from '#server/lib/db/testing.ts'
import { hintOf, sendRow, storeRow } from './moving.ts'

const test = await testDatabase()
afterAll(() => test.close())
const agent = await deskMember(test, 'agent')

describe('undo', () => {
  const arrived = (table: 'strategy_call_bookings' | 'contact_messages', change = {}) => storeRow(test, change, table)
  const move = (id: string, from: string, to: string, start: string | null = null) =>
    agent.run('select move_booking($1, $2, $3, $4, null, true)', [id, from, to, start])

  it('restores the complete row, including an open proposal and the requested time', async () => {
    const whole = async (table: string, id: string) => {
      const [row] = await test.asOwner<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) - '{updated_at,call_sequence,call_changed_at}'::text[] as row from ${table} t where id = $1`,
        [id],
      )
      return row?.row
    }
    const undo = (who: TestDeskMember, kind: string, id: string, expected: string) =>
      hintOf(who.run(`select undo_${kind}_move($1, $2)`, [id, expected]))

    for (const [from, to] of [
      ['new', 'answered'],
      ['new', 'closed'],
      ['new', 'spam'],
      ['spam?', 'spam'],
    ]) {
      const note = await arrived('contact_messages', { status: from })
      const before = await whole('contact_messages', note)
      await agent.run('select move_message($1, $2, $3)', [note, from, to])
      expect([from, to, await undo(agent, 'message', note, String(to))]).toEqual([from, to, 'done'])
      expect(await whole('contact_messages', note)).toEqual(before)
    }

    const request = await arrived('strategy_call_bookings')
    const asRequest = await whole('strategy_call_bookings', request)
    await move(request, 'new', 'cancelled')
    expect(await undo(agent, 'booking', request, 'cancelled')).toBe('done')
    expect(await whole('strategy_call_bookings', request)).toEqual(asRequest)

    await move(request, 'new', 'confirmed', '2027-03-09T10:00:00Z')
    await test.asOwner(
      `select private.propose_time($1, 'confirmed', '2027-03-09T10:00:00Z', '2027-03-10T10:00:00Z', now())`,
      [request],
    )
    const asCall = await whole('strategy_call_bookings', request)
    expect(asCall?.due_at).not.toBeNull()
    await move(request, 'confirmed', 'cancelled')
    expect(await whole('strategy_call_bookings', request)).toMatchObject({
      confirmed: null,
      proposed_time: null,
    })
    expect(await undo(agent, 'booking', request, 'cancelled')).toBe('done')
    expect(await whole('strategy_call_bookings', request)).toEqual(asCall)
  })

  it('reverses the last change only for the member who made it, and never reverses a change to the status "new"', async () => {
    const note = await arrived('contact_messages')
    const undo = async (who: TestDeskMember, expected: string) =>
      hintOf(who.run('select undo_message_move($1, $2)', [note, expected]))
    expect(await undo(agent, 'new')).toBe('changed')
    await agent.run(`select move_message($1, 'new', 'answered')`, [note])
    const other = await deskMember(test, 'agent')
    expect(await undo(other, 'answered')).toBe('changed')
    await other.run(`select move_message($1, 'answered', 'closed')`, [note])
    expect(await undo(agent, 'answered')).toBe('changed')
    expect(await undo(agent, 'closed')).toBe('changed')
    expect(await undo(other, 'closed')).toBe('done')
    // A confirmation can be undone until its email is sent.
    const id = await arrived('strategy_call_bookings')
    await move(id, 'new', 'confirmed', '2027-03-12T10:00:00Z')
    const undoCall = () => hintOf(agent.run(`select undo_booking_move($1, 'confirmed')`, [id]))
    await test.asOwner("update outbox set attempts = 1 where booking_id = $1 and kind = 'call'", [id])
    expect(await undoCall()).toBe('not_allowed')
    await test.asOwner("update outbox set attempts = 0 where booking_id = $1 and kind = 'call'", [id])
    expect(await undoCall()).toBe('done')
  })

  it('restores the hold on the selected slot, unless another request now holds that slot', async () => {
    await hostForTest(test, { hours: everyDay })
    const [noon] = await test.asOwner<{ at: string }>(
      `select (date_trunc('day', now(), 'UTC') + interval '60 hours')::text as at`,
    )
    let sent = 0
    const pick = async () => {
      const id = await sendRow(test, { preferred_time: noon?.at, picked: true, email: `v${++sent}@example.com` })
      await test.asOwner('select private.confirm_mailbox($1)', [id])
      return id
    }
    const undo = (id: string) => agent.run(`select undo_booking_move($1, 'cancelled')`, [id])
    const holders = async () =>
      (await test.asOwner<{ booking: string }>('select booking from private.call_holds')).map((hold) => hold.booking)
    const first = await pick()
    expect(await holders()).toEqual([first])
    await move(first, 'new', 'cancelled')
    expect(await holders()).toEqual([])
    await undo(first)
    expect(await holders()).toEqual([first])
    await move(first, 'new', 'cancelled')
    const second = await pick()
    await undo(first)
    expect(await holders()).toEqual([second])
  })

  it.each(['bookings', 'messages'])(
    'reverses a bulk change of %s, except in rows that another member has changed',
    async (list) => {
      const table = list === 'bookings' ? 'strategy_call_bookings' : 'contact_messages'
      await test.asOwner(`truncate ${table} cascade`)
      const states = ['new', 'spam?', 'new', 'spam']
      const made = await Promise.all(states.map((status) => arrived(table, { status })))
      const change = async (who: TestDeskMember, act: string, rows: object[]) => {
        const values = [list, act, JSON.stringify(rows)]
        return (await who.run<{ ids: string[] }>('select change_rows($1, $2, $3) as ids', values))[0]?.ids
      }
      const values = async (column: string) => {
        const rows = await test.asOwner(`select id, ${column} as value from ${table}`)
        return made.map((id) => rows.find((row) => row.id === id)?.value)
      }
      const rival = await deskMember(test, 'owner')
      await change(rival, 'move', [{ id: made[2], from: 'new', to: 'spam' }])
      const moves = made.map((id, at) => ({ id, from: at === 1 ? 'spam?' : 'new', to: 'spam' }))
      const first = made.slice(0, 2).toSorted()
      expect(await change(agent, 'move', [...moves, { ...moves[0], id: randomUUID() }])).toEqual(first)
      expect(
        await change(
          agent,
          'undo',
          made.map((id) => ({ id, from: 'spam' })),
        ),
      ).toEqual(first)
      expect(await values('status')).toEqual(['new', 'spam?', 'spam', 'spam'])

      await change(agent, 'assign', [{ id: made[1], from: null, to: rival.id }])
      const given = made.slice(0, 2).map((id) => ({ id, from: null, to: agent.id }))
      expect(await change(agent, 'assign', given)).toEqual(made.slice(0, 1))
      await change(agent, 'assign', [{ id: made[0], from: agent.id, to: null }])
      expect(await values('assigned_to')).toEqual([null, rival.id, null, null])
      expect(await hintOf(change(agent, 'move', Array(501).fill(moves[0])))).toBe('22023')
      // Confirmed calls can only be reassigned one at a time.
      const confirmed = list === 'bookings' ? '[2031-01-01,2031-01-02)' : '[2031-01-02,2031-01-03)'
      const call = await arrived('strategy_call_bookings', { status: 'confirmed', confirmed })
      expect(await change(agent, 'assign', [{ id: call, from: null, to: agent.id }])).toEqual([])

      const exported = await agent.run(`select id from export_${list}(ids => $1) order by id`, [first])
      expect(exported.map(({ id }) => id)).toEqual(first)
      const [logged] = await test.asOwner('select details from audit_log order by id desc limit 1')
      expect(logged?.details).toEqual({ rows: 2, from: null, to: null })
    },
  )

  it('logs a bulk change as one entry with its rows, which counts as one on a page and stays undoable', async () => {
    await test.asOwner('truncate contact_messages cascade')
    const owner = await deskMember(test, 'owner')
    const made = await Promise.all([1, 2, 3].map(() => arrived('contact_messages')))
    const change = (act: string, from: string, to: string) =>
      owner.run(`select change_rows('messages', $1, $2)`, [act, JSON.stringify(made.map((id) => ({ id, from, to })))])
    await owner.run('select read_message($1)', [made[0]])
    await change('move', 'new', 'spam')
    await change('undo', 'spam', 'new')
    expect(await test.asOwner(`select from contact_messages where status = 'new'`)).toHaveLength(3)
    const log = (most: number, before: unknown = null, readings = false) =>
      owner.run<{ at: string; action: string; entries: { subject_id: string; details: object }[] | null }>(
        'select at::text, action, entries from read_audit_log(before => $1, most => $2, who => $3, readings => $4)',
        [before, most, owner.id, readings],
      )
    expect((await log(9)).map(({ action, entries }) => [action, entries?.length])).toEqual([
      ['message_moved', 3],
      ['message_moved', 3],
    ])
    const [newest] = await log(1)
    const [older, ...rest] = await log(1, newest?.at)
    expect(rest).toEqual([])
    expect(older?.entries?.map(({ subject_id }) => subject_id).toSorted()).toEqual(made.toSorted())
    expect(older?.entries?.[0]?.details).toMatchObject({ from: 'new', to: 'spam' })
    expect((await log(9, null, true)).map(({ action }) => action)).toContain('message_read')
  })
})
