import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { booking, insertion, message } from '#server/lib/db/rows-testing.ts'
import { deskMember, type TestDeskMember, testDatabase } from '#server/lib/db/testing.ts'
import { mineSchema } from '#shared/contract/mine.ts'
import { move } from './moving.ts'

const test = await testDatabase()
afterAll(() => test.close())
const agent = await deskMember(test, 'agent')
const owner = await deskMember(test, 'owner')
let [me, other] = [agent, owner]
beforeEach(async () => {
  ;[me, other] = [await deskMember(test, 'agent'), await deskMember(test, 'agent')]
})

async function mineOf(who: TestDeskMember) {
  const [row] = await who.run<{ mine: unknown }>('select desk_mine() as mine')
  return v.parse(v.strictObject(mineSchema.entries), row?.mine)
}
const news = async (who = me) => (await mineOf(who)).news.map(({ kind, what, id, by }) => ({ kind, what, id, by }))
const record = (id: string, by = agent) => ({ kind: 'record', what: 'booking', id, by: by.id })

async function stored(change: object = {}, table = 'strategy_call_bookings'): Promise<string> {
  const id = randomUUID()
  const row = table === 'contact_messages' ? message : booking
  await test.asOwner(...insertion(table, row({ id, ...change })))
  return id
}
const assign = (who: TestDeskMember, id: string, to: string, table = 'strategy_call_bookings') =>
  who.run(`update ${table} set assigned_to = $2 where id = $1`, [id, to])
const confirm = (id: string, host: string) =>
  move(agent, id, 'new', 'confirmed', { call_start: '2032-01-05T10:00Z', anyway: true, host })
const completed = (day: string, change: object = {}) =>
  stored({ status: 'completed', confirmed: `[${day}T10:00Z,${day}T10:30Z)`, ...change })
const step = (by: string, on = '2027-03-10') => ({ next_step: 'Send the offer', next_step_on: on, next_step_by: by })
const hoursAhead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

it('lists due answers by deadline, own open follow-ups by day, and confirmed calls, without those of other members', async () => {
  const mine = { assigned_to: me.id }
  const late = await stored({ ...mine, created_at: hoursAhead(-30) })
  const soon = await stored(mine)
  const asked = await stored({ ...mine, created_at: hoursAhead(-1) }, 'contact_messages')
  // An offer is open, so the visitor has the turn.
  await stored({ ...mine, unanswered_since: hoursAhead(1) })
  await stored({ assigned_to: agent.id })
  const earlier_calls = { '2021-01-04T10:00:00.000Z': { ...step(me.id, '2021-02-01'), is_done: false } }
  const first = await completed('2021-06-01', { earlier_calls, ...step(agent.id, '2021-01-01') })
  const second = await completed('2021-06-02', step(me.id, '2027-12-01'))
  const confirmed = `[${hoursAhead(1)},${hoursAhead(1.5)})`
  const call = await stored({ ...mine, status: 'confirmed', confirmed })
  await stored({ assigned_to: agent.id, status: 'confirmed', confirmed })
  const { due, steps, calls, count } = await mineOf(me)
  expect(due.map(({ id }) => id)).toEqual([late, asked, soon])
  expect(steps.map(({ id, on }) => `${id} ${on}`)).toEqual([`${first} 2021-02-01`, `${second} 2027-12-01`])
  // Three answers and the follow-up that is due.
  expect([calls.map(({ id }) => id), count]).toEqual([[call], 4])
  expect((await mineOf(owner)).count).toBe(0)
})

it('tells the new assignee, and nobody about their own assignments, until the assignee opens the record', async () => {
  const [own, given, asked] = [await stored(), await stored(), await stored({}, 'contact_messages')]
  await assign(me, own, me.id)
  expect(await news()).toEqual([])
  await assign(agent, given, me.id)
  await assign(agent, asked, me.id, 'contact_messages')
  expect(await news()).toEqual([{ ...record(asked), what: 'message' }, record(given)])
  await agent.run('select read_booking($1)', [given])
  await me.run('select read_message($1)', [asked])
  expect(await news()).toEqual([record(given)])
  await assign(owner, given, other.id)
  expect([await news(), await news(other)]).toEqual([[], [record(given, owner)]])
})

it('tells a host about a call that a member confirms, reassigns or enters, and a colleague about assigned rows', async () => {
  const [call, row, entered] = [await stored(), await stored(), randomUUID()]
  await confirm(call, me.id)
  expect(await news()).toEqual([record(call)])
  await agent.run('select reassign_call($1, $2, $3, true)', [call, me.id, other.id])
  const typed = { name: 'Ada', company: 'Engines', phone: '1' }
  await agent.run('select add_booking($1, $2, $3, $4, anyway => true)', [entered, typed, hoursAhead(720), other.id])
  const rows = JSON.stringify([{ id: row, from: null, to: other.id }])
  await agent.run("select change_rows('bookings', 'assign', $1)", [rows])
  expect([await news(), await news(other)]).toEqual([[], [record(row), record(entered), record(call)]])
  // An undo tells nobody.
  const undone = await stored({ assigned_to: me.id })
  await confirm(undone, owner.id)
  await agent.run("select undo_booking_move($1, 'confirmed')", [undone])
  expect([(await mineOf(me)).due.length, await news(), await news(owner)]).toEqual([1, [], []])
})

it('tells the owner of a next step, also of a second one, until no step is left', async () => {
  const id = await completed('2021-07-01')
  const none = { next_step: null, next_step_on: null, next_step_by: null }
  const save = (becomes: object, seen: object) => agent.run('select save_outcome($1, $2, $3)', [id, seen, becomes])
  const told = [{ ...record(id), kind: 'step' }]
  await save(step(agent.id), none)
  await save({ next_step_by: me.id }, { next_step_by: agent.id })
  expect([await news(agent), await news()]).toEqual([[], told])
  await me.run('select read_booking($1)', [id])
  // The first step stays open while the next call is confirmed.
  await move(agent, id, 'completed', 'confirmed', { anyway: true, call_start: '2021-07-08T10:00:00Z' })
  await move(agent, id, 'confirmed', 'completed')
  expect(await news()).toEqual([])
  await save(step(me.id), none)
  expect(await news()).toEqual(told)
  await save(none, step(me.id))
  expect(await news()).toEqual(told)
  await agent.run("select finish_step($1, '2021-07-01T10:00:00.000Z', true)", [id])
  expect(await news()).toEqual([])
})

it('tells owners when the mailbox has not been read for ten minutes', async () => {
  const fails = async (minutes: number, who: TestDeskMember) => {
    await test.asOwner(
      `insert into private.team_mailbox as m (host, port, username, makes_messages, uid_validity, first_uid_validity,
         last_uid, fault, failing_since)
       values ('mail.example.com', 993, 'team', false, 1, 1, 0, 'refused', now() - make_interval(mins => $1))
       on conflict (is_only) do update set failing_since = excluded.failing_since`,
      [minutes],
    )
    return (await mineOf(who)).mailbox_unread_since !== null
  }
  expect([await fails(9, owner), await fails(11, owner), await fails(11, agent)]).toEqual([false, true, false])
})
