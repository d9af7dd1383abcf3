import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { insertion, message } from '#server/lib/db/rows-testing.ts'
import { openBookingEvents } from './booking-events.ts'
import { hintOf } from './moving.ts'

const world = await openBookingEvents()
afterAll(world.close)
const { test, agent, colleague, arrives, events, stateOf, rowOf, slot, one } = world

const messageArrives = async () => {
  const id = randomUUID()
  const row = message({ id, email: `${id}@example.com` })
  await test.database.transaction('anon', {}, (tx) => tx.query(...insertion('contact_messages', row)))
  return id
}
const reply = async (about: { booking?: string; message?: string }, days: number | null) => {
  const id = randomUUID()
  const seen = await one('(select s.id from private.last_said($1) s)', [about.booking ?? about.message])
  await agent.run('select send_reply($1, $2, $3, $4, $5, $6)', [id, 'Hello.', about.booking, about.message, seen, days])
  return id
}
const messageState = (id: string) =>
  one<object>('(select private.message_state(m, now()) from contact_messages m where m.id = $1)', [id])
const counts = async (list: 'booking' | 'message') =>
  (await agent.run<{ counts: { open: number; waiting: number } }>(`select ${list}_counts() as counts`))[0]?.counts
const wait = (id: string, days: number | null = null) =>
  hintOf(
    agent.run(
      'select wait_for_visitor(unanswered_since, message => id, remind_days => $2) from contact_messages where id = $1',
      [id, days],
    ),
  )
/** Moves the reminder of a message to the past. */
const remind = (id: string) =>
  test.asOwner(`
    begin; set local session_replication_role = replica;
    update contact_messages set unanswered_since = now() - interval '1 minute', remind_at = now() - interval '1 minute'
    where id = '${id}'; commit`)

it('shows a message under Waiting until its reminder, then as the team’s turn with the reason', async () => {
  const id = await messageArrives()
  await reply({ message: id }, 2)
  expect(await messageState(id)).toMatchObject({ turn: 'visitor', prompt: null, may_wait: false })
  expect(await counts('message')).toMatchObject({ open: 0, waiting: 1 })
  await remind(id)
  expect(await messageState(id)).toMatchObject({ turn: 'team', prompt: 'reminder', may_wait: true })
  expect(await counts('message')).toMatchObject({ open: 1, waiting: 0 })
  // The email about an answer that is almost due names a promise, and a reminder is none.
  await test.asOwner("select private.plan_letters(now() + interval '23 hours')")
  expect(await test.asOwner("select from outbox where kind = 'team-risk' and message_id = $1", [id])).toEqual([])
})

it('sets a reminder for the same time of day on the first working day after two, five or ten days', async () => {
  const reminder = async (days: number) => (await one<Date>('private.reminder_time($1)', [days])).getTime()
  const now = await one<Date>('now()')
  expect((await reminder(5)) - now.getTime()).toBeGreaterThan(4.9 * 86_400_000)
  expect(await hintOf(agent.run('select private.reminder_time(3)'))).toBe('42501')
  await expect(test.asOwner('select private.reminder_time(3)')).rejects.toThrow('2, 5 or 10')
})

it('restores the earlier turn or reminder when a reply is undone', async () => {
  const [booking, text] = [await arrives(), await messageArrives()]
  for (const about of [{ booking }, { message: text }]) {
    const table = about.booking ? 'strategy_call_bookings' : 'contact_messages'
    const turn = () =>
      one(`(select array[unanswered_since, remind_at] from ${table} where id = $1)`, [
        booking && about.booking ? booking : text,
      ])
    const before = await turn()
    const first = await reply(about, 5)
    const waiting = await turn()
    const second = await reply(about, 10)
    expect(await turn()).not.toEqual(waiting)
    await agent.run('select undo_reply($1)', [second])
    expect(await turn()).toEqual(waiting)
    await agent.run('select undo_reply($1)', [first])
    expect(await turn()).toEqual(before)
  }
})

it('keeps waiting after an offer has ended if the reminder is later', async () => {
  const offer = async (days: number | null, isNever: boolean) => {
    const id = await arrives()
    const times = [await slot(60), await slot(62)]
    const call = [id, (await rowOf(id)).call_at, times, days, isNever]
    await agent.run("select offer_times($1, 'new', $2, $3, $4, $5)", call)
    await events['the offer ends'](id)
    return (await stateOf(id)).turn
  }
  expect(await offer(null, false)).toBe('team')
  expect(await offer(10, false)).toBe('visitor')
  expect(await offer(null, true)).toBe('visitor')
})

it('ends the team’s turn without a reply, but not before the first answer, and only in the state that the member saw', async () => {
  const id = await messageArrives()
  expect(await wait(id)).toBe('not_allowed')
  await reply({ message: id }, 2)
  await remind(id)
  expect(await hintOf(agent.run('select wait_for_visitor(now(), message => $1)', [id]))).toBe('changed')
  expect(await wait(id, 10)).toBe('done')
  expect(await messageState(id)).toMatchObject({ turn: 'visitor' })
  expect(await hintOf(colleague.run('select undo_waiting(message => $1)', [id]))).toBe('changed')
  expect(await hintOf(agent.run('select undo_waiting(message => $1)', [id]))).toBe('done')
  expect(await messageState(id)).toMatchObject({ turn: 'team', prompt: 'reminder' })
  expect(await wait(id)).toBe('done')
  expect(await messageState(id)).toMatchObject({ turn: 'nobody' })
})
