import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { deskMember, type TestDeskMember, testDatabase } from '#server/lib/db/testing.ts'
import { sendRow, storeRow } from './moving.ts'

const hour = 3_600_000
const team = ['desk@backline.example', 'second@backline.example']

const test = await testDatabase()
afterAll(() => test.close())
const agent = await deskMember(test, 'agent')
await test.asOwner('update desk_settings set answer_mailboxes = $1, weekly_capacity = 200', [team])

describe('the server', () => {
  beforeEach(() => test.asOwner('delete from outbox'))

  /** Returns the waiting emails as `kind > recipient`. */
  async function caused(): Promise<string[]> {
    const rows = await test.asOwner<{ said: string }>(
      `select kind || ' > ' || coalesce(recipient, 'visitor') as said from outbox order by 1`,
    )
    return rows.map(({ said }) => said)
  }
  const toTeam = (kind: string) => team.map((mailbox) => `${kind} > ${mailbox}`)

  const arrives = (change = {}, table?: 'contact_messages') => sendRow(test, change, table)
  let day = 0
  /** Returns a time at which there is no other call. */
  const freeTime = () => new Date(Date.UTC(2031, 0, 1 + day++, 10)).toISOString()
  const confirm = (id: string, start = freeTime(), expected = 'new', seen: string | null = null) =>
    agent.run('select move_booking($1, $2, $3, $4, null, true, $5)', [id, expected, 'confirmed', start, seen])
  const move = (id: string, expected: string, target: string) =>
    agent.run('select move_booking($1, $2, $3)', [id, expected, target])
  const hostOf = ({ id }: TestDeskMember) => `${id}@desk.example`
  const forget = () => test.asOwner('delete from outbox')

  it('queues a receipt for a booking or message, and an email to each mailbox of the team', async () => {
    await arrives()
    expect(await caused()).toEqual(['request-received > visitor', ...toTeam('team-booking')])
    await forget()
    await arrives({}, 'contact_messages')
    expect(await caused()).toEqual(['message-received > visitor', ...toTeam('team-message')])
  })

  it('queues no email about a booking whose transaction is rolled back', async () => {
    const work = test.database.transaction('anon', {}, async (tx) => {
      await tx.query(...insertion('strategy_call_bookings', booking()))
      throw new Error('power failure')
    })
    await expect(work).rejects.toThrow('power')
    expect(await caused()).toEqual([])
  })

  it('queues emails about a suspected spam row only once, when a member marks the row as genuine', async () => {
    const id = await arrives({ fill_seconds: 0.2 })
    const note = await arrives({ fill_seconds: 0.2 }, 'contact_messages')
    expect(await caused()).toEqual([])
    await move(id, 'spam?', 'new')
    await agent.run('select move_message($1, $2, $3)', [note, 'spam?', 'new'])
    const both = [
      'message-received > visitor',
      'request-received > visitor',
      ...toTeam('team-booking'),
      ...toTeam('team-message'),
    ]
    expect(await caused()).toEqual(both)
    await move(id, 'new', 'spam')
    await move(id, 'spam', 'new')
    expect(await caused()).toEqual(both)
  })

  it('queues no emails for restored rows', async () => {
    const old = { created_at: new Date(Date.now() - hour) }
    await storeRow(test, old)
    await storeRow(test, old, 'contact_messages')
    expect(await caused()).toEqual([])
  })

  it('increments the sequence number in emails to the visitor and the host each time a call is confirmed, moved or cancelled', async () => {
    const id = await arrives()
    await forget()
    const first = freeTime()
    await confirm(id, first)
    await confirm(id, freeTime(), 'confirmed', first)
    await move(id, 'confirmed', 'cancelled')
    const rows = await test.asOwner<{ said: string }>(
      `select concat_ws(' ', facts ->> 'sequence', kind, facts ->> 'status', facts ->> 'starts' is not null) as said
       from outbox where recipient is null or recipient = $1 order by 1`,
      [hostOf(agent)],
    )
    expect(rows.map(({ said }) => said)).toEqual([
      '1 call confirmed t',
      '1 team-call confirmed t',
      '2 call confirmed t',
      '2 team-call confirmed t',
      '3 call cancelled f',
      '3 team-call cancelled f',
    ])
  })

  it("delays emails about members' changes until the undo window ends, but sends those about visitors' changes at once", async () => {
    const id = await arrives()
    const other = await arrives()
    await forget()
    await confirm(id)
    await test.asOwner(`update strategy_call_bookings set status = 'cancelled' where id = $1`, [other])
    const waits = await test.asOwner(
      `select booking_id, due_at - created_at >= interval '15 seconds' as waits from outbox
       where kind = 'call' order by waits`,
    )
    expect(waits).toEqual([
      { booking_id: other, waits: false },
      { booking_id: id, waits: true },
    ])
  })

  it('emails the new host, the previous host and the visitor about a reassigned call', async () => {
    const id = await arrives()
    await confirm(id)
    const host = `team-call > ${hostOf(agent)}`
    await forget()
    const give = (to: string | null) =>
      agent.run('update strategy_call_bookings set assigned_to = $1 where id = $2', [to, id])
    await give(null)
    expect(await caused()).toEqual(['call > visitor', host, ...toTeam('team-call')].toSorted())
    await forget()
    await give(agent.id)
    expect(await caused()).toEqual(['call > visitor', host, ...toTeam('team-call')].toSorted())
    await forget()
    await confirm(id, freeTime(), 'confirmed', await startOf(id))
    expect(await caused()).toEqual(['call > visitor', host])
  })

  it("invites the member who confirms an unassigned call, but not the team's mailboxes", async () => {
    const owner = await deskMember(test, 'owner')
    const id = await arrives()
    await forget()
    await confirm(id)
    expect(await caused()).toEqual(['call > visitor', `team-call > ${hostOf(agent)}`])
    // Without a host, the call belongs to the team.
    await agent.run('update strategy_call_bookings set assigned_to = null where id = $1', [id])
    await forget()
    await owner.run('select move_booking($1, $2, $2, $3, null, true, $4)', [
      id,
      'confirmed',
      freeTime(),
      await startOf(id),
    ])
    const hosts = [`team-call > ${hostOf(owner)}`, ...toTeam('team-call')]
    expect(await caused()).toEqual(['call > visitor', ...hosts.toSorted()])
    await test.asOwner('delete from staff_members where id = $1', [owner.id])
  })
  const startOf = async (id: string) => {
    const [row] = await test.asOwner<{ starts: Date }>(
      'select lower(confirmed) as starts from strategy_call_bookings where id = $1',
      [id],
    )
    return (row?.starts ?? new Date(0)).toISOString()
  }

  it('emails the active owners if no team mailboxes are set', async () => {
    const owner = await deskMember(test, 'owner')
    const left = await deskMember(test, 'owner')
    await test.asOwner('update staff_members set disabled_at = now() where id = $1', [left.id])
    await test.asOwner(`update desk_settings set answer_mailboxes = '{}'`)
    await arrives()
    expect(await caused()).toEqual(['request-received > visitor', `team-booking > ${owner.id}@desk.example`])
    await test.asOwner('update desk_settings set answer_mailboxes = $1', [team])
  })

  it('deletes emails together with their booking or message', async () => {
    const id = await arrives()
    const note = await arrives({}, 'contact_messages')
    await test.asOwner('delete from strategy_call_bookings where id = $1', [id])
    await test.asOwner('delete from contact_messages where id = $1', [note])
    expect(await caused()).toEqual([])
  })
})
