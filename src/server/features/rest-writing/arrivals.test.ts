import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { booking, message } from '#server/lib/db/visitor-rows.ts'
import { restForTest } from './testing.ts'

const rest = await restForTest()
afterAll(() => rest.close())

const sent = (change: object = {}) =>
  booking({ id: randomUUID(), email: `${randomUUID()}@v.example`, ...change })
const post = (row: object, table = 'strategy_call_bookings', more = {}) =>
  rest.post(table, row, { prefer: 'return=minimal', ...more })

describe('bookings that come together', () => {
  it('share a commit, and each has its own letter in it', async () => {
    const rows = Array.from({ length: 40 }, () => sent())
    const answers = await Promise.all(rows.map((row) => post(row)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    const stored = await rest.asOwner<{ id: string; commit: string; letters: number; theirs: string }>(
      `select b.id, b.xmin::text as commit, count(o.*)::int as letters, min(o.xmin::text) as theirs
       from strategy_call_bookings b left join outbox o on o.booking_id = b.id and o.kind = 'request-received'
       where b.id = any ($1) group by b.id, b.xmin`,
      [rows.map(({ id }) => id)],
    )
    expect(stored).toHaveLength(40)
    for (const { letters, theirs, commit } of stored) expect([letters, theirs]).toEqual([1, commit])
    expect(new Set(stored.map(({ commit }) => commit)).size).toBeLessThan(20)
  })

  it('do not suffer from one that is refused, and each sender has an answer of their own', async () => {
    await rest.asOwner(
      "alter table strategy_call_bookings add constraint strategy_call_bookings_name_odd check (name <> 'Odd')",
    )
    const twice = sent()
    expect((await post(twice)).statusCode).toBe(201)
    const rows = Array.from({ length: 20 }, () => sent())
    const wanted = [...rows.slice(0, 7), twice, ...rows.slice(7), sent({ name: 'Odd' })]
    const answers = await Promise.all(wanted.map((row) => post(row)))
    const codes = answers.map((answer) => answer.statusCode)
    expect(codes).toEqual(wanted.map((row) => (row === twice ? 409 : row.name === 'Odd' ? 400 : 201)))
    expect(answers[7]?.json()).toMatchObject({ code: '23505' })
    expect(answers.at(-1)?.json()).toMatchObject({ code: '23514' })
    const letters = await rest.asOwner(
      "select from outbox where kind = 'request-received' and booking_id = any ($1)",
      [rows.map(({ id }) => id)],
    )
    expect(letters).toHaveLength(20)
    await rest.asOwner('alter table strategy_call_bookings drop constraint strategy_call_bookings_name_odd')
  })

  it('are all or none within one request, whatever others send', async () => {
    const taken = sent()
    await post(taken)
    const [whole, broken] = [
      [sent(), sent()],
      [sent(), taken],
    ]
    const answers = await Promise.all([post(whole), post(broken), post(sent())])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 409, 201])
    const found = await rest.asOwner('select from strategy_call_bookings where id = any ($1)', [
      [...whole, broken[0]].map((row) => row?.id),
    ])
    expect(found).toHaveLength(2)
  })

  it('of one mailbox line up as if they had come one after the other', async () => {
    const email = `${randomUUID()}@v.example`
    await Promise.all(Array.from({ length: 6 }, () => post(sent({ email }))))
    const due = await rest.asOwner<{ waits: boolean; minutes: number }>(
      `select o.facts ? 'waits' as waits, round(extract(epoch from o.due_at - b.created_at) / 60)::int as minutes
       from outbox o join strategy_call_bookings b on b.id = o.booking_id
       where b.email = $1 and o.recipient is null order by o.due_at`,
      [email],
    )
    expect(due.map(({ waits }) => waits)).toEqual([false, true, true, true, true, true])
    expect(due.map(({ minutes }) => minutes)).toEqual([0, 60, 61, 62, 63, 64])
  })

  it('and messages beside them, with columns that differ', async () => {
    const { message: _, ...short } = sent()
    const { id: __, ...nameless } = sent()
    const letter = message({ id: randomUUID() })
    const answers = await Promise.all([
      post(short),
      post(nameless),
      post(sent({ phone: '+1' })),
      post(letter, 'contact_messages'),
      post(sent(), 'strategy_call_bookings', { prefer: 'return=headers-only' }),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201])
    expect(answers[4]?.headers.location).toMatch(/^\/strategy_call_bookings\?id=eq\./)
    expect(
      await rest.asOwner('select message from strategy_call_bookings where id = $1', [short.id]),
    ).toEqual([{ message: null }])
  })
})
