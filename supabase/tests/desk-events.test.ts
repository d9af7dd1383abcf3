import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { deskMember, type TestDeskMember, testDatabase } from '#server/lib/db/testing.ts'
import { webhookEvents } from '#shared/contract/outbox.ts'
import { storeRow } from './moving.ts'

const begun = '2021-03-01T10:00:00.000Z'

const test = await testDatabase()
afterAll(() => test.close())
const owner = await deskMember(test, 'owner')
const agent = await deskMember(test, 'agent')

describe("webhook events about members' changes", () => {
  beforeEach(async () => {
    await test.asOwner('truncate webhooks, outbox, strategy_call_bookings, contact_messages cascade')
    const hook = `insert into webhooks (url, events, sealed_secret) values ('https://example.com/', $1, 's')`
    await test.asOwner(hook, [webhookEvents])
  })

  /**
   * Returns the events that were queued since this function was last called, sorted by kind, and marks waiting
   * events as sent.
   */
  async function told() {
    const rows = await test.asOwner<{ kind: string; state: string; data: object; waits: boolean }>(
      `with seen as (
         update outbox set state = 'sent', settled_at = now() where state = 'waiting' and channel = 'webhook' returning id
       ), gone as (delete from outbox where state = 'dropped' returning id)
       select kind, state, facts -> 'data' as data, due_at > now() + interval '10 seconds' as waits
       from outbox where state in ('waiting', 'dropped') and channel = 'webhook' order by kind`,
    )
    return rows.map(({ kind, state, ...rest }) => ({
      kind: state === 'waiting' ? kind : `${kind} ${state}`,
      ...rest,
    }))
  }
  const move = (id: string, from: string, to: string, start: string | null = null) =>
    owner.run('select move_booking($1, $2, $3, call_start => $4, anyway => true)', [id, from, to, start])
  const who = ({ id }: TestDeskMember) => ({ id, name: null })

  it('report that a call was completed, reassigned or marked as a no-show, unless the member undoes that change', async () => {
    const id = await storeRow(test)
    await told()
    await move(id, 'new', 'confirmed', begun)
    expect(await told()).toMatchObject([{ kind: 'booking.assigned' }, { kind: 'booking.confirmed' }])
    await move(id, 'confirmed', 'completed')
    await owner.run("select undo_booking_move($1, 'completed')", [id])
    expect(await told()).toMatchObject([{ kind: 'booking.completed dropped' }])
    await move(id, 'confirmed', 'no-show')
    const [missed] = await told()
    const data = { id, status: 'no-show', confirmed_start: begun }
    expect(missed).toMatchObject({ kind: 'booking.no-show', waits: true, data })
    expect(missed?.data).not.toHaveProperty('previous_start')
    await move(id, 'no-show', 'confirmed', begun)
    await owner.run('select reassign_call($1, $2, $3, true)', [id, owner.id, agent.id])
    const passed = { host: who(agent), assigned_to: who(agent), previous_assigned_to: who(owner) }
    expect(await told()).toMatchObject([{ kind: 'booking.assigned', data: passed }])
  })

  it('include a recorded outcome unless the member undoes it', async () => {
    const id = await storeRow(test)
    await move(id, 'new', 'confirmed', begun)
    await move(id, 'confirmed', 'completed')
    await told()
    const save = (from: string | null, to: string | null) =>
      owner.run('select save_outcome($1, $2, $3)', [
        id,
        JSON.stringify({ outcome: from }),
        JSON.stringify({ outcome: to }),
      ])
    await save(null, 'won')
    await save('won', null)
    expect(await told()).toMatchObject([{ kind: 'booking.outcome dropped' }])
    await save(null, 'lost')
    expect(await told()).toMatchObject([{ kind: 'booking.outcome', waits: true, data: { outcome: 'lost' } }])
  })

  it('report the outcome of a call even if another call is confirmed immediately afterward', async () => {
    const id = await storeRow(test)
    await move(id, 'new', 'confirmed', begun)
    await move(id, 'confirmed', 'completed')
    await told()
    await owner.run(`select save_outcome($1, '{"outcome": null}', '{"outcome": "won"}')`, [id])
    await move(id, 'completed', 'confirmed', '2021-03-08T10:00:00Z')
    const data = { outcome: null }
    expect(await told()).toMatchObject([{ kind: 'booking.confirmed', data }, { kind: 'booking.outcome' }])
  })

  it('report that a message was answered or assigned, unless the change is undone or was made by the server', async () => {
    const id = await storeRow(test, {}, 'contact_messages')
    await told()
    const give = (to: string | null) =>
      owner.run('update contact_messages set assigned_to = $2 where id = $1', [id, to])
    await owner.run("select move_message($1, 'new', 'answered')", [id])
    await give(agent.id)
    await owner.run("select undo_message_move($1, 'answered')", [id])
    await give(null)
    expect(await told()).toMatchObject([{ kind: 'message.answered dropped' }, { kind: 'message.assigned dropped' }])
    await owner.run("select move_message($1, 'new', 'answered')", [id])
    await give(agent.id)
    expect(await told()).toMatchObject([
      { kind: 'message.answered', waits: true, data: { id, status: 'answered' } },
      {
        kind: 'message.assigned',
        waits: true,
        data: { assigned_to: who(agent), previous_assigned_to: null },
      },
    ])
    await test.asOwner('update contact_messages set assigned_to = null where id = $1', [id])
    expect(await told()).toEqual([])
  })
})
