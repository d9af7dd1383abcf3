import { afterAll, describe, expect, it } from 'vitest'
import { deskMember, testDatabase } from '#server/lib/db/testing.ts'
import { storeRow } from './moving.ts'

const day = 86_400_000

const test = await testDatabase()
afterAll(() => test.close())
const agent = await deskMember(test, 'agent')

describe("an answer's due time", () => {
  const asked = new Date(Date.UTC(2026, 9, 24, 22))
  const due = new Date(asked.getTime() + day)
  const arrived = (table: 'strategy_call_bookings' | 'contact_messages', change = {}) =>
    storeRow(test, { created_at: asked, ...change }, table)
  const dueOf = async (table: string, id: string) =>
    (await agent.run<{ due_at: Date | null }>(`select due_at from ${table} where id = $1`, [id]))[0]?.due_at
  const inMessages = (id: string) => dueOf('contact_messages', id)
  const inBookings = (id: string) => dueOf('strategy_call_bookings', id)
  const move = (id: string, from: string, to: string, start: string | null = null) =>
    agent.run('select move_booking($1, $2, $3, $4, null, true)', [id, from, to, start])

  it('is set when a message arrives, is cleared when the team answers, and starts again when the message is reopened', async () => {
    const note = await arrived('contact_messages')
    expect(await inMessages(note)).toEqual(due)
    await agent.run(`select move_message($1, 'new', 'answered')`, [note])
    expect(await inMessages(note)).toBeNull()
    await agent.run(`select move_message($1, 'answered', 'new')`, [note])
    expect((await inMessages(note))?.getTime()).toBeGreaterThanOrEqual(due.getTime())
  })

  it('is not set for suspected spam until a member marks it as genuine', async () => {
    const id = await arrived('strategy_call_bookings', { status: 'spam?' })
    expect(await inBookings(id)).toBeNull()
    await move(id, 'spam?', 'new')
    expect(await inBookings(id)).toEqual(due)
    expect(await inMessages(await arrived('contact_messages', { status: 'spam' }))).toBeNull()
  })

  it('stays as promised when an owner changes the hours, and uses the new hours for new rows', async () => {
    const tables = ['contact_messages', 'strategy_call_bookings'] as const
    const before = await Promise.all(tables.map((table) => arrived(table)))
    await test.asOwner('update desk_settings set answer_hours = 6')
    const after = await Promise.all(tables.map((table) => arrived(table)))
    const soon = new Date(asked.getTime() + day / 4)
    for (const [index, table] of tables.entries()) {
      expect(await dueOf(table, before[index] ?? '')).toEqual(due)
      expect(await dueOf(table, after[index] ?? '')).toEqual(soon)
    }
    // A sixth of the time before.
    await test.asOwner("update desk_settings set answer_mailboxes = '{team@example.com}'")
    const warnedAt = async (hours: number) => {
      await test.asOwner('select private.plan_letters($1)', [new Date(asked.getTime() + hours * 3_600_000)])
      const [row] = await test.asOwner<{ ids: string[] }>(
        "select array_agg(coalesce(booking_id, message_id)) as ids from outbox where kind = 'team-risk'",
      )
      return new Set(row?.ids)
    }
    expect(await warnedAt(4.9)).toEqual(new Set())
    expect(await warnedAt(5)).toEqual(new Set(after))
  })
})
