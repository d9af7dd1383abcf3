import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { callPage } from '#content/visitor-call.ts'
import { callsForTest, fieldsOf, southAfrican } from './testing.ts'

const calls = await callsForTest()
afterAll(calls.close)
const { test, time, agent, at, callOf, confirmedOf, stored, everything, lettersOf, logged, visit, post } = calls
beforeEach(async () => {
  time.ahead = 0
  await test.asOwner('delete from strategy_call_bookings')
})

const hour = 3_600_000
const { states } = callPage

describe('a proposal', () => {
  it('changes the time of a request, and notifies the team', async () => {
    const { id, token } = await callOf()
    const { body } = await visit(token)
    expect(fieldsOf(body, 'propose').time).toBe(southAfrican(at(30)))
    const answer = await post('propose', { ...fieldsOf(body, 'propose'), time: southAfrican(at(60)) })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/?call=${token}&done=time`])
    expect(await stored(id)).toMatchObject({
      status: 'new',
      preferred_time: new Date(at(60)),
      proposed_time: null,
    })
    const { body: after } = await visit(`${token}&done=time`)
    expect(after).toContain(callPage.propose.done)
    const [letter, ...others] = await lettersOf(id, 'team-proposal')
    expect([letter?.recipient, others]).toEqual(['team@example.com', []])
    const { from = '', proposed = '' } = letter?.facts ?? {}
    expect([Date.parse(from), Date.parse(proposed)]).toEqual([at(30), at(60)])
    expect(await logged(id)).toMatchObject([{ action: 'booking_proposed', actor: null, details: { by: 'visitor' } }])
  })

  it('does not move a confirmed call, and is reported to both the team and the host', async () => {
    const { id, token } = await confirmedOf({ assigned_to: agent.id })
    const { body } = await visit(token)
    const fields = { ...fieldsOf(body, 'propose'), time: southAfrican(at(60)) }
    expect((await post('propose', fields)).statusCode).toBe(303)
    expect(await stored(id)).toMatchObject({
      status: 'confirmed',
      call_at: new Date(at(30)),
      proposed_time: new Date(at(60)),
      call_sequence: 0,
    })
    const letters = await lettersOf(id, 'team-proposal')
    expect(letters.map(({ recipient }) => recipient).toSorted()).toEqual(
      [`${agent.id}@desk.example`, 'team@example.com'].toSorted(),
    )
    expect((await visit(token)).body).toContain(states.proposed.title)
    // A second click changes nothing.
    const before = await everything()
    expect((await post('propose', fields)).statusCode).toBe(303)
    expect(await everything()).toEqual(before)
  })

  it('is recorded once, even if several copies are sent at the same time', async () => {
    const { id, token } = await callOf()
    const { body } = await visit(token)
    const fields = { ...fieldsOf(body, 'propose'), time: southAfrican(at(60)) }
    const answers = await Promise.all([1, 2, 3].map(() => post('propose', fields)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303])
    expect(await logged(id)).toHaveLength(1)
  })

  it.each([
    ['an empty time', '', 'unreadable', ''],
    ['text', '"><b>', 'unreadable', ''],
    ['an invalid day', '2030-02-30T10:00', 'unreadable', '2030-02-30T10:00'],
    ['a past time', southAfrican(at(-1)), 'past', southAfrican(at(-1))],
    ['a time in three years', southAfrican(at(3 * 365 * 24)), 'far', southAfrican(at(3 * 365 * 24))],
    ['the year 9999', '9999-12-31T23:59', 'far', '9999-12-31T23:59'],
    ['the same time', southAfrican(at(30)), 'same', southAfrican(at(30))],
  ] as const)(
    'is refused with a reason, and changes nothing, if the visitor enters %s',
    async (_, typed, why, kept) => {
      const { token } = await callOf()
      const { body } = await visit(token)
      const before = await everything()
      const answer = await post('propose', { ...fieldsOf(body, 'propose'), time: typed })
      expect(answer.statusCode).toBe(422)
      expect(answer.body).toContain(`id="time-error">${callPage.propose.refused[why]}</p>`)
      expect(answer.body).toMatch(/<input id="time"[^>]* aria-invalid="true" aria-describedby="time-hint time-error"/)
      expect(fieldsOf(answer.body, 'propose').time).toBe(kept)
      expect(answer.body).not.toContain('<b>')
      expect(await everything()).toEqual(before)
    },
  )

  it('is refused if it is the sixth within a day', async () => {
    const { id, token } = await callOf()
    const propose = async (hours: number) => {
      const { body }: { body: string } = await visit(token)
      return post('propose', { ...fieldsOf(body, 'cancel'), time: southAfrican(at(hours)) })
    }
    for (const hours of [40, 41, 42, 43, 44]) expect((await propose(hours)).statusCode).toBe(303)
    const sixth = await propose(45)
    const [often = ''] = callPage.propose.refused.often.split(' Write to')
    expect([sixth.statusCode, sixth.body.includes(often)]).toEqual([429, true])
    expect(await stored(id)).toMatchObject({ preferred_time: new Date(at(44)) })
    time.ahead = 25 * hour
    expect((await propose(100)).statusCode).toBe(303)
  })

  it('uses the visitor’s time zone, even if the proposed time is in an hour that a clock change skips', async () => {
    const [zone, typed, instant] = ['America/New_York', '2027-03-14T02:30', '2027-03-14T07:30:00.000Z']
    time.ahead = Date.parse('2027-01-01T00:00:00Z') - Date.now()
    const { id, token } = await callOf({ time_zone: zone, preferred_time: '2027-02-01T10:00:00Z' })
    const { body } = await visit(token)
    expect((await post('propose', { ...fieldsOf(body, 'propose'), time: typed })).statusCode).toBe(303)
    const { preferred_time } = (await stored(id)) as { preferred_time: Date }
    expect(preferred_time.toISOString()).toBe(instant)
  })
})

describe('a visitor’s cancellation', () => {
  it.each([
    ['a request', callOf, 'call'],
    ['a confirmed call', confirmedOf, 'call,team-call'],
  ])('sets the status of %s to cancelled, and queues the emails for immediate delivery', async (_, make, kinds) => {
    const { id, token } = await make({})
    await test.asOwner('delete from outbox')
    const { body } = await visit(token)
    const fields = fieldsOf(body, 'cancel')
    const answer = await post('cancel', fields)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/?call=${token}`])
    expect(await stored(id)).toMatchObject({ status: 'cancelled', confirmed: null })
    const letters = await test.asOwner<{ kind: string }>(
      'select kind from outbox where booking_id = $1 and due_at <= now() order by kind',
      [id],
    )
    expect(letters.map(({ kind }) => kind).join(',')).toBe(kinds)
    expect(await logged(id)).toMatchObject([
      { action: 'booking_moved', actor: null, details: { to: 'cancelled', by: 'visitor' } },
    ])
    // A second click changes nothing.
    const before = await everything()
    expect((await post('cancel', fields)).statusCode).toBe(303)
    expect(await everything()).toEqual(before)
  })

  it('is refused once the call is over', async () => {
    const { id, token } = await confirmedOf()
    const { body } = await visit(token)
    time.ahead = 31 * hour
    const answer = await post('cancel', fieldsOf(body, 'cancel'))
    expect([answer.statusCode, answer.body.includes(states.over.title)]).toEqual([409, true])
    expect(await stored(id)).toMatchObject({ status: 'confirmed' })
  })
})
