import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { type DeskPerson, deskPerson, type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { webhookEvents } from '#shared/contract/outbox.ts'
import { booking, insertion, message } from './visitor-rows.ts'

interface Told {
  kind: string
  state: string
  data: Record<string, unknown>
  waits: boolean
}

const begun = '2021-03-01T10:00:00.000Z'

describe.each(inject('servers'))('programs hear of what the desk does, on %s', (server) => {
  let test: TestDatabase
  let owner: DeskPerson
  let agent: DeskPerson
  beforeAll(async () => {
    test = await testDatabase(server)
    owner = await deskPerson(test, 'owner')
    agent = await deskPerson(test, 'agent')
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    await test.asOwner('truncate webhooks, outbox, strategy_call_bookings, contact_messages cascade')
    await test.asOwner(
      "insert into webhooks (url, events, sealed_secret) values ('https://example.com/', $1, 's')",
      [webhookEvents],
    )
  })

  async function add(table: 'strategy_call_bookings' | 'contact_messages'): Promise<string> {
    const id = randomUUID()
    await test.asOwner(...insertion(table, table === 'contact_messages' ? message({ id }) : booking({ id })))
    await send()
    return id
  }
  const send = () =>
    test.asOwner("update outbox set state = 'sent', settled_at = now() where state = 'waiting'")
  const told = () =>
    test.asOwner<Told>(
      `select kind, state, facts -> 'data' as data, due_at > now() + interval '10 seconds' as waits
       from outbox where channel = 'webhook' and state <> 'sent' order by created_at, kind`,
    )
  const kinds = async () =>
    (await told()).map(({ kind, state }) => (state === 'waiting' ? kind : `${kind} ${state}`))
  const move = (id: string, from: string, to: string, start: string | null = null) =>
    owner.run('select move_booking($1, $2, $3, call_start => $4, anyway => true)', [id, from, to, start])
  const give = (table: string, id: string, to: string | null) =>
    owner.run(`update ${table} set assigned_to = $2 where id = $1`, [id, to])
  const who = ({ id }: DeskPerson) => ({ id, name: null })

  it('a call that was held or missed, unless that is taken back', async () => {
    const id = await add('strategy_call_bookings')
    await move(id, 'new', 'confirmed', begun)
    await send()
    await move(id, 'confirmed', 'held')
    await owner.run("select undo_booking_move($1, 'held')", [id])
    expect(await kinds()).toEqual(['booking.held dropped'])
    await move(id, 'confirmed', 'held')
    await send()
    await move(id, 'held', 'no-show')
    const [, missed] = await told()
    expect(missed).toMatchObject({
      kind: 'booking.no-show',
      waits: true,
      data: { id, status: 'no-show', confirmed_start: begun },
    })
    expect(missed?.data).not.toHaveProperty('previous_start')
  })

  it('a message that is answered, unless that is taken back', async () => {
    const id = await add('contact_messages')
    await owner.run("select move_message($1, 'new', 'answered')", [id])
    expect(await told()).toMatchObject([
      { kind: 'message.answered', waits: true, data: { status: 'answered' } },
    ])
    await owner.run("select undo_message_move($1, 'answered')", [id])
    expect(await kinds()).toEqual(['message.answered dropped'])
  })

  it.each([
    ['strategy_call_bookings', 'booking.assigned'],
    ['contact_messages', 'message.assigned'],
  ] as const)('%s given to somebody: who has it, and who had it', async (table, kind) => {
    const id = await add(table)
    await give(table, id, agent.id)
    await give(table, id, null)
    expect(await kinds()).toEqual([`${kind} dropped`])
    await give(table, id, agent.id)
    await send()
    await give(table, id, owner.id)
    expect((await told()).at(-1)).toMatchObject({
      kind,
      waits: true,
      data: { id, assigned_to: who(owner), previous_assigned_to: who(agent) },
    })
    await test.asOwner(`update ${table} set assigned_to = null where id = $1`, [id])
    expect(await kinds()).toEqual([`${kind} dropped`, kind])
  })

  it('a confirmed call that is passed on', async () => {
    const id = await add('strategy_call_bookings')
    await move(id, 'new', 'confirmed', begun)
    expect(await kinds()).toEqual(['booking.assigned', 'booking.confirmed'])
    await send()
    await owner.run('select pass_call($1, $2, $3, true)', [id, owner.id, agent.id])
    expect(await told()).toMatchObject([
      {
        kind: 'booking.assigned',
        data: { host: who(agent), assigned_to: who(agent), previous_assigned_to: who(owner) },
      },
    ])
  })
})
