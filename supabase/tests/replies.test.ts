import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { everyDay, hostForTest } from '#server/lib/db/rows-testing.ts'
import { deskMember, race, type TestDeskMember, testDatabase } from '#server/lib/db/testing.ts'
import { hintOf, storeRow } from './moving.ts'

const test = await testDatabase()
afterAll(() => test.close())
const agent = await deskMember(test, 'agent')
const colleague = await deskMember(test, 'owner')

describe('the desk', () => {
  const arrived = (kind: 'booking' | 'message', change = {}) =>
    storeRow(test, change, kind === 'message' ? 'contact_messages' : 'strategy_call_bookings')
  const send = (
    who: TestDeskMember,
    about: { booking?: string; message?: string },
    { reply = randomUUID(), body = 'Six weeks are enough.', seen = null as string | null } = {},
  ) => hintOf(who.run('select send_reply($1, $2, $3, $4, $5)', [reply, body, about.booking, about.message, seen]))
  const undo = (who: TestDeskMember, reply: string) => hintOf(who.run('select undo_reply($1)', [reply]))
  const stands = async (id: string) =>
    (
      await test.asOwner<{ status: string; answered: boolean; due: boolean; letters: string[] }>(
        `select r.status, r.answered_at is not null as answered, r.due_at is not null as due,
           array(select o.state from outbox o where o.kind = 'reply' and $1 in (o.booking_id, o.message_id)) as letters
         from (
           select id, status, answered_at, due_at from contact_messages
           union all select id, status, answered_at, due_at from strategy_call_bookings
         ) r where r.id = $1`,
        [id],
      )
    )[0]
  const owed = { status: 'new', answered: false, due: true, letters: [] }

  it.each(['booking', 'message'] as const)(
    'counts a %s as answered after its first reply, and as unanswered if that reply is undone',
    async (kind) => {
      const id = await arrived(kind)
      const reply = randomUUID()
      expect(await send(agent, { [kind]: id }, { reply })).toBe('done')
      const answered = { answered: true, due: false, letters: ['waiting'] }
      expect(await stands(id)).toEqual({ ...answered, status: kind === 'message' ? 'answered' : 'new' })
      // A request that is repeated after a connection error adds no second reply.
      expect(await send(agent, { [kind]: id }, { reply })).toBe('done')
      expect((await stands(id))?.letters).toEqual(['waiting'])
      expect(await undo(colleague, reply)).toBe('PT404')
      expect(await undo(agent, reply)).toBe('done')
      expect(await stands(id)).toEqual(owed)
    },
  )

  it('refuses to undo a reply that is being sent, and keeps a closed message closed when its reply is undone', async () => {
    const late = await arrived('message')
    const first = randomUUID()
    await send(agent, { message: late }, { reply: first })
    await test.asOwner("update outbox set attempts = 1 where message_id = $1 and kind = 'reply'", [late])
    expect(await undo(agent, first)).toBe('not_allowed')

    const closed = await arrived('message')
    const other = randomUUID()
    await send(agent, { message: closed }, { reply: other })
    await colleague.run("select move_message($1, 'answered', 'closed')", [closed])
    expect(await undo(agent, other)).toBe('done')
    expect(await stands(closed)).toEqual({ status: 'closed', answered: true, due: false, letters: [] })
  })

  it.each(['booking', 'message'] as const)(
    "keeps a %s marked as answered while another member's reply remains, and reopens it when the last reply is undone",
    async (kind) => {
      const id = await arrived(kind)
      const [first, second] = [randomUUID(), randomUUID()]
      await send(agent, { [kind]: id }, { reply: first })
      await send(colleague, { [kind]: id }, { reply: second, seen: first })
      expect(await undo(agent, first)).toBe('done')
      const answered = { answered: true, due: false, letters: ['waiting'] }
      expect(await stands(id)).toEqual({ ...answered, status: kind === 'message' ? 'answered' : 'new' })
      expect(await undo(colleague, second)).toBe('done')
      expect(await stands(id)).toEqual(owed)
    },
  )

  it("keeps a booking marked as answered while another member's offer remains, and reopens it when the offer is withdrawn", async () => {
    await hostForTest(test, { hours: everyDay })
    const preferred_time = new Date(Math.ceil(Date.now() / 900_000) * 900_000 + 86_400_000)
    const id = await arrived('booking', { preferred_time })
    const reply = randomUUID()
    await send(agent, { booking: id }, { reply })
    const later = [1, 2].map((hours) => new Date(preferred_time.getTime() + hours * 3_600_000))
    await colleague.run("select offer_times($1, 'new', $2, $3)", [id, preferred_time, later])
    expect(await undo(agent, reply)).toBe('done')
    expect(await stands(id)).toMatchObject({ status: 'new', answered: true })
    await colleague.run('select withdraw_offer($1)', [id])
    expect(await stands(id)).toEqual(owed)
  })

  it("reopens a message when both a reply and another member's later closure are undone", async () => {
    const id = await arrived('message')
    const reply = randomUUID()
    await send(agent, { message: id }, { reply })
    await colleague.run("select move_message($1, 'answered', 'closed')", [id])
    await undo(agent, reply)
    await colleague.run("select undo_message_move($1, 'closed')", [id])
    expect(await stands(id)).toEqual(owed)
  })

  it('reopens a booking only after both a reply and a later cancellation by another member are undone', async () => {
    const id = await arrived('booking')
    const reply = randomUUID()
    await send(agent, { booking: id }, { reply })
    await colleague.run("select move_booking($1, 'new', 'cancelled')", [id])
    await undo(agent, reply)
    expect(await stands(id)).toMatchObject({ status: 'cancelled', answered: true })
    await colleague.run("select undo_booking_move($1, 'cancelled')", [id])
    expect(await stands(id)).toMatchObject({ status: 'new', answered: false, due: true })
  })

  it('restores the status of a reopened message when a reply is undone, even if the message was answered before', async () => {
    const id = await arrived('message')
    await agent.run("select move_message($1, 'new', 'answered')", [id])
    await agent.run("select move_message($1, 'answered', 'new')", [id])
    const reply = randomUUID()
    await send(agent, { message: id }, { reply })
    await undo(agent, reply)
    expect(await stands(id)).toMatchObject({ status: 'new', answered: true })
  })

  it('leaves a message marked as answered if one member undoes a reply while another member sends one', async () => {
    const id = await arrived('message')
    const first = randomUUID()
    await send(agent, { message: id }, { reply: first })
    const [sent, undone] = await race(
      test,
      `select from contact_messages where id = '${id}' for update`,
      () => send(colleague, { message: id }, { seen: first }),
      () => undo(agent, first),
    )
    expect([sent, undone]).toEqual(['done', 'done'])
    expect(await stands(id)).toMatchObject({ status: 'answered', answered: true, due: false })
  })

  it('refuses a reply to spam, a reply to an outdated thread, and more than ten replies in a day', async () => {
    const id = await arrived('message')
    const first = randomUUID()
    await send(agent, { message: id }, { reply: first })
    expect(await send(colleague, { message: id })).toBe('replied')
    expect(await send(colleague, { message: id }, { seen: first })).toBe('done')
    expect(await send(agent, { booking: await arrived('booking') }, { seen: first })).toBe('replied')
    for (const status of ['spam', 'spam?']) {
      expect(await send(agent, { message: await arrived('message', { status }) })).toBe('not_allowed')
    }
    await test.asOwner(
      `insert into private.replies (id, author, message_id, body)
       select gen_random_uuid(), $2, $1, 'again' from generate_series(1, 8)`,
      [id, agent.id],
    )
    const [last] = await test.asOwner<{ id: string }>(
      'select id from private.replies where message_id = $1 order by created_at desc, id limit 1',
      [id],
    )
    const eleventh = agent.run(`select send_reply(gen_random_uuid(), 'x', null, $1, $2)`, [id, last?.id])
    await expect(eleventh).rejects.toMatchObject({ hint: 'too_many' })
    expect(await send(agent, { booking: randomUUID() })).toBe('PT404')
  })

  it('refuses replies with an unfilled field, and templates with an unknown field', async () => {
    const id = await arrived('message')
    expect(await send(agent, { message: id }, { body: 'Hello {name}' })).toBe('23514')
    const save = (body: string) =>
      hintOf(
        colleague.run('insert into reply_templates (name, body) values ($1, $2)', [randomUUID().slice(0, 8), body]),
      )
    expect(await save('Hello {nmae}')).toBe('23514')
    expect(await save('Hello {name}, {company}, {time}: {link}')).toBe('done')
  })

  it("includes replies in the visitor's data, and deletes them together with the booking", async () => {
    const email = `${randomUUID()}@example.com`
    const id = await arrived('booking', { email })
    await send(agent, { booking: id })
    const [taken] = await colleague.run<{ person: { replies: { body: string }[] } }>(
      'select export_person($1) as person',
      [email],
    )
    expect(taken?.person.replies).toMatchObject([{ body: 'Six weeks are enough.' }])
    await colleague.run('select erase_person($1)', [email])
    expect(await test.asOwner('select from private.replies where booking_id = $1', [id])).toEqual([])
  })
})
