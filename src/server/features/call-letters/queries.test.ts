import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { LetterData } from '#letters/types.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { readLetterData } from './service.ts'
import { emailsForTest, kindsAndReaders, teamMailbox } from './testing.ts'

const hour = 3_600_000
const day = 24 * hour
const office = await emailsForTest()
afterAll(() => office.close())
const { test, place, ask, move, deliver } = office

let calls = 0
const freeTime = () => Date.UTC(2031, 0, 1 + calls++, 10)

async function asked() {
  const id = await ask()
  await deliver()
  return id
}

beforeEach(() => test.asOwner('delete from strategy_call_bookings'))
const visitor = 'ada@example.com'

const plan = () => test.asOwner('select private.plan_letters($1)', [new Date(place.now)])
const kindsAt = async (now: number) => {
  place.now = now
  await plan()
  return kindsAndReaders(await deliver())
}
const received = async (now: number, change: Record<string, unknown> = {}) => {
  const id = await asked()
  const named = Object.entries({ created_at: new Date(now), unanswered_since: new Date(now), ...change })
  const set = named.map(([name], index) => `${name} = $${index + 2}`).join(', ')
  await test.asOwner(`update strategy_call_bookings set ${set} where id = $1`, [id, ...named.map(([, to]) => to)])
  return id
}
// A Wednesday; the team works from nine to five, UTC.
const wednesday = Date.UTC(2026, 11, 2)

it('drops a waiting reminder when the call is cancelled or moved', async () => {
  const starts = [freeTime(), freeTime(), freeTime()]
  const ids = []
  for (const start of starts) {
    const id = await asked()
    await move(id, 'confirmed', start)
    ids.push(id)
  }
  await deliver()
  for (const start of starts) {
    place.now = start - 30 * 60_000
    await plan()
  }
  await move(ids[0] ?? '', 'cancelled')
  await move(ids[1] ?? '', 'confirmed', freeTime())
  place.now = (starts[2] ?? 0) - 30 * 60_000
  expect(kindsAndReaders(await deliver()).filter((one) => one.startsWith('reminder'))).toEqual([
    `reminder-hour > ${visitor}`,
  ])
  place.now = Date.UTC(2026, 11, 1, 9)
})

it('warns the team once, four hours before an answer is due, unless the visitor was answered earlier', async () => {
  await received(wednesday + 18 * hour)
  const answered = await received(wednesday + 18 * hour)
  await move(answered, 'cancelled')
  await deliver()
  const night = wednesday + day
  expect(await kindsAt(night + 13 * hour)).toEqual([`team-digest > ${teamMailbox}`])
  expect(await kindsAt(night + 14 * hour)).toEqual([`team-risk > ${teamMailbox}`])
  expect(await kindsAt(night + 15 * hour)).toEqual([])
})

it('warns the team about an unanswered proposal in the same way as about an unanswered booking', async () => {
  const id = await asked()
  await move(id, 'confirmed', freeTime())
  await deliver()
  const propose = (at: number) =>
    // PostgreSQL stores microseconds.
    test.asOwner(
      `update strategy_call_bookings set proposed_time = $1, unanswered_since = $2::timestamptz - interval '5 microseconds'
       where id = $3`,
      [new Date(freeTime()), new Date(at), id],
    )
  // At night, when no digest is due.
  const night = wednesday + 2 * day + 2 * hour
  await propose(night - 19 * hour)
  expect(await kindsAt(night)).toEqual([])
  expect(await kindsAt(night + hour)).toEqual([`team-risk > ${teamMailbox}`])
  expect(await kindsAt(night + hour)).toEqual([])
  await propose(night - 18 * hour)
  expect(await kindsAt(night + 3 * hour)).toEqual([`team-risk > ${teamMailbox}`])
})

it('sends the daily digest to the team once per workday, during working hours, and only if it is enabled', async () => {
  await received(wednesday - 3 * day)
  const at = (days: number, hours: number) => kindsAt(wednesday + days * day + hours * hour)
  const digest = [`team-digest > ${teamMailbox}`]
  expect(await at(7, 8.9)).toEqual([])
  expect(await at(7, 9)).toEqual(digest)
  expect(await at(7, 12)).toEqual([])
  expect(await at(8, 17)).toEqual([])
  expect(await at(10, 10)).toEqual([])
  await test.asOwner(`insert into days_off (day) values ('2026-12-14')`)
  expect(await at(12, 10)).toEqual([])
  expect(await at(13, 10)).toEqual(digest)
  await test.asOwner('update desk_settings set daily_digest = false')
  expect(await at(14, 10)).toEqual([])
  await test.asOwner('update desk_settings set daily_digest = true')
})

it('sends no daily digest to the team if there is nothing to report', async () => {
  expect(await kindsAt(wednesday + 21 * day + 10 * hour)).toEqual([])
})

it('lists due follow-ups in the daily digest, even if there is nothing else to report', async () => {
  for (const next_step_on of ['2026-12-27', '2026-12-29']) {
    const call = { status: 'completed', confirmed: '[2026-11-01T10:00Z,2026-11-01T10:30Z)', next_step_on }
    const row = booking({ ...call, next_step: 'Send the offer', next_step_by: randomUUID() })
    await test.asOwner(...insertion('strategy_call_bookings', row))
  }
  expect(await kindsAt(wednesday + 26 * day + 9 * hour)).toEqual([`team-digest > ${teamMailbox}`])
  const [row] = await test.asOwner<{ id: string }>(
    "select id from outbox where kind = 'team-digest' order by created_at desc limit 1",
  )
  const steps = [{ step: 'Send the offer', at: wednesday + 25 * day, host: '' }]
  expect(await readLetterData(office.options, row?.id ?? '')).toMatchObject({ waiting: [], steps })
})

it('lists due answers, today’s calls and the weekly capacity in the daily digest', async () => {
  const now = wednesday + 28 * day
  const waits = await received(now - 5 * hour)
  await ask({ fill_seconds: 0.2 })
  const id = await asked()
  await move(id, 'confirmed', now + 11 * hour)
  const wishes = await asked()
  await move(wishes, 'confirmed', now + 4 * day)
  await test.asOwner('update strategy_call_bookings set proposed_time = $1, unanswered_since = $2 where id = $3', [
    new Date(now + 5 * day),
    new Date(now - 7 * hour),
    wishes,
  ])
  // The visitor of a confirmed call has answered by email.
  await test.asOwner('update strategy_call_bookings set unanswered_since = $1 where id = $2', [
    new Date(now - 4 * hour),
    id,
  ])
  await deliver()
  place.now = now + 9 * hour
  await plan()
  const [row] = await test.asOwner<{ id: string }>(
    `select id from outbox where kind = 'team-digest' and state = 'waiting'`,
  )
  const data = (await readLetterData(office.options, row?.id ?? '')) as LetterData
  expect(data).toMatchObject({
    kind: 'team-digest',
    waiting: [
      { what: 'wish', id: wishes, at: now + 17 * hour },
      { what: 'booking', id: waits, at: now + 19 * hour },
      { what: 'booking', id, at: now + 20 * hour },
    ],
    waitingInAll: 3,
    calls: [{ id, at: now + 11 * hour }],
    suspects: 1,
    taken: 2,
    capacity: 200,
  })
})

it('tells the team in an email how many visits a browser error affected', async () => {
  const now = wednesday + 35 * day + 2 * hour
  const fault = { code: 'crashed', place: 'contact', cause: 'TypeError contact-a.js:1:2', release: 'r1' }
  await test.asOwner(
    `insert into user_interactions (created_at, session_id, event_type, event_data)
     select $1::timestamptz, gen_random_uuid(), 'error', $2 from generate_series(1, 7)`,
    [new Date(now - 10 * 60_000), fault],
  )
  place.now = now
  await test.asOwner('select private.plan_fault_letter($1)', [new Date(now)])
  const [row] = await test.asOwner<{ id: string }>("select id from outbox where kind = 'team-fault'")
  expect(await readLetterData(office.options, row?.id ?? '')).toMatchObject({
    kind: 'team-fault',
    to: teamMailbox,
    fault: { ...fault, visits: 7, of: 7, usual: 0, since: now - 10 * 60_000 },
  })
  expect(kindsAndReaders(await deliver())).toEqual([`team-fault > ${teamMailbox}`])
})

it('notifies a host of an unreadable calendar, even if the reason is unknown to this release', async () => {
  const since = new Date(wednesday - day)
  const facts = { name: 'Family', place: 'calendar.example', code: 'forbidden', since: since.toISOString() }
  for (const code of ['forbidden', 'of-a-later-release']) {
    await test.asOwner(
      "insert into outbox (channel, kind, recipient, facts, due_at) values ('letter', 'team-calendar', 'host@desk.example', $1, $2)",
      [{ ...facts, code }, new Date(wednesday)],
    )
    const [row] = await test.asOwner<{ id: string }>(
      "select id from outbox where kind = 'team-calendar' and state = 'waiting'",
    )
    expect(await readLetterData(office.options, row?.id ?? '')).toMatchObject({
      kind: 'team-calendar',
      to: 'host@desk.example',
      calendar: { name: 'Family', fault: code === 'forbidden' ? code : null, since: since.getTime() },
    })
    expect(kindsAndReaders(await deliver())).toEqual(['team-calendar > host@desk.example'])
  }
})

it('lists the first unreadable entries of a calendar in the email to the host', async () => {
  const first = [
    { why: 'rule', on: '2026-11-30' },
    { why: 'start', on: null },
  ]
  const facts = { name: 'Family', place: 'calendar.example', unread: { entries: 212, unread: 2, first } }
  await test.asOwner(
    "insert into outbox (channel, kind, recipient, facts, due_at) values ('letter', 'team-calendar', 'host@desk.example', $1, $2)",
    [facts, new Date(wednesday)],
  )
  const [letter] = await deliver()
  expect(letter?.subject).toBe('Some entries in your calendar could not be read: Family')
  expect(letter?.text).toContain('2 of 212 entries could not be read.')
  expect(letter?.text).toMatch(/On Monday 30 November 2026\W+The recurrence rule is invalid/)
  expect(letter?.text).toMatch(/Without a date\W+The start is missing/)
})
