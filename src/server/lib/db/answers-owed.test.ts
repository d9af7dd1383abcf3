import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { hintOf } from './moving.ts'
import { type DeskPerson, deskPerson, type TestDatabase, testDatabase } from './testing.ts'
import { booking, insertion, message } from './visitor-rows.ts'

const day = 86_400_000

describe.each(inject('servers'))('what is owed on %s', (server) => {
  let test: TestDatabase
  let agent: DeskPerson
  beforeAll(async () => {
    test = await testDatabase(server)
    agent = await deskPerson(test, 'agent')
  })
  afterAll(() => test.close())

  const asked = new Date(Date.UTC(2026, 9, 24, 22))
  const due = new Date(asked.getTime() + day)
  async function arrived(table: string, change: Record<string, unknown> = {}) {
    const id = randomUUID()
    const row = (table === 'contact_messages' ? message : booking)({ id, created_at: asked, ...change })
    await test.asOwner(...insertion(table, row))
    return id
  }
  const dueOf = async (table: string, id: string) =>
    (await agent.run<{ due_at: Date | null }>(`select due_at from ${table} where id = $1`, [id]))[0]?.due_at
  const inMessages = (id: string) => dueOf('contact_messages', id)
  const inBookings = (id: string) => dueOf('strategy_call_bookings', id)
  const move = (id: string, from: string, to: string, start: string | null = null) =>
    agent.run('select move_booking($1, $2, $3, $4, null, true)', [id, from, to, start])

  it('from when it came until it is answered, and not again when it is opened again', async () => {
    const note = await arrived('contact_messages')
    expect(await inMessages(note)).toEqual(due)
    await agent.run(`select move_message($1, 'new', 'answered')`, [note])
    expect(await inMessages(note)).toBeNull()
    await agent.run(`select move_message($1, 'answered', 'new')`, [note])
    expect(await inMessages(note)).toBeNull()

    const id = await arrived('strategy_call_bookings')
    expect(await inBookings(id)).toEqual(due)
    await move(id, 'new', 'cancelled')
    expect(await inBookings(id)).toBeNull()
    await move(id, 'cancelled', 'new')
    expect(await inBookings(id)).toBeNull()
  })

  it('again after an undo, which puts everything back: no answer, no end, the time that the visitor asked for', async () => {
    const whole = async (table: string, id: string) => {
      const [row] = await test.asOwner<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) - '{updated_at,call_sequence,call_changed_at}'::text[] as row from ${table} t where id = $1`,
        [id],
      )
      return row?.row
    }
    const undo = (who: DeskPerson, kind: string, id: string, expected: string) =>
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

  it('no less after an undo by somebody else, or of what was moved on: there is none', async () => {
    const note = await arrived('contact_messages')
    const undo = async (who: DeskPerson, expected: string) =>
      hintOf(who.run('select undo_message_move($1, $2)', [note, expected]))
    expect(await undo(agent, 'new')).toBe('changed')
    await agent.run(`select move_message($1, 'new', 'answered')`, [note])
    const other = await deskPerson(test, 'agent')
    expect(await undo(other, 'answered')).toBe('changed')
    await other.run(`select move_message($1, 'answered', 'closed')`, [note])
    expect(await undo(agent, 'answered')).toBe('changed')
    expect(await undo(agent, 'closed')).toBe('changed')
    expect(await undo(other, 'closed')).toBe('done')
    // A confirmation stands in calendars, and to 'new' nothing was ended.
    const id = await arrived('strategy_call_bookings')
    await move(id, 'new', 'confirmed', '2027-03-12T10:00:00Z')
    expect(await hintOf(agent.run(`select undo_booking_move($1, 'confirmed')`, [id]))).toBe('changed')
  })

  it('not to what looks like spam, until somebody has cleared it', async () => {
    const id = await arrived('strategy_call_bookings', { status: 'spam?' })
    expect(await inBookings(id)).toBeNull()
    await move(id, 'spam?', 'new')
    expect(await inBookings(id)).toEqual(due)
    expect(await inMessages(await arrived('contact_messages', { status: 'spam' }))).toBeNull()
  })

  it('to whoever asks for another time, from then on, whatever the answer', async () => {
    const wish = async (id: string, start: string) => {
      const at = new Date(Date.UTC(2026, 10, 3, 9))
      const other = new Date(Date.parse(start) + day)
      const said = await test.asOwner<{ said: string }>(
        `select private.propose_time($1, 'confirmed', $2, $3, $4) as said`,
        [id, start, other, at],
      )
      expect(said).toEqual([{ said: 'done' }])
      expect(await inBookings(id)).toEqual(new Date(at.getTime() + day))
      return other
    }
    const start = '2027-03-05T10:00:00Z'
    const id = await arrived('strategy_call_bookings')
    await move(id, 'new', 'confirmed', start)
    expect(await inBookings(id)).toBeNull()

    await agent.run('select decline_proposal($1, $2)', [id, await wish(id, start)])
    expect(await inBookings(id)).toBeNull()

    const other = (await wish(id, start)).toISOString()
    await agent.run(`select move_booking($1, 'confirmed', 'confirmed', $3, null, true, $2)`, [
      id,
      start,
      other,
    ])
    expect(await inBookings(id)).toBeNull()

    await wish(id, other)
    await move(id, 'confirmed', 'cancelled')
    expect(await inBookings(id)).toBeNull()
  })
})
