import { afterAll, describe, expect, it } from 'vitest'
import { deskMember, type TestDeskMember, testDatabase } from '#server/lib/db/testing.ts'
import { move, storeRow, verdict } from './moving.ts'

const step = { next_step: 'Send the offer', next_step_on: '2027-03-10' }
const noStep = { next_step: null, next_step_on: null, next_step_by: null }
const nothing = { outcome: null, outcome_value: null, ...noStep }

const test = await testDatabase()
afterAll(() => test.close())
const agent = await deskMember(test, 'agent')
const other = await deskMember(test, 'agent')
const viewer = await deskMember(test, 'viewer')

describe('the desk', () => {
  const held = (day: string, change: object = {}) =>
    storeRow(test, { status: 'completed', confirmed: `[${day}T10:00Z,${day}T10:30Z)`, ...change })
  const save = (who: TestDeskMember, id: string, becomes: object, seen: object = nothing) =>
    verdict(who.run('select save_outcome($1, $2, $3)', [id, seen, becomes]))
  const followed = `list_bookings('{"view": "follow-up", "sort": "follow_up_on"}') -> 'rows'`
  const listed = async () => (await viewer.run(`select ${followed} as rows`))[0]?.rows

  it('lets owners and agents save and undo an outcome that nobody else has changed', async () => {
    const id = await held('2021-03-08')
    const won = { outcome: 'won', outcome_value: 1200.5 }
    expect(await save(agent, id, won)).toBe('done')
    const spaced = { ...step, next_step: '  Send the offer ', next_step_by: other.id }
    expect(await save(other, id, spaced, noStep)).toBe('done')
    const all = { ...won, ...step, next_step_by: other.id }
    expect(await listed()).toMatchObject([{ id, ...all }])
    const details = { status: 'completed', what: 'outcome', by: other.id }
    const stale = await save(agent, id, { outcome: 'lost' }, { outcome: null })
    expect(stale).toMatchObject({ hint: 'changed', details })
    expect([await save(agent, id, nothing, all), await listed()]).toEqual(['done', []])
    const log = await test.asOwner<{ details: object }>(
      "select details from audit_log where subject_id = $1 and action = 'booking_outcome' order by id",
      [id],
    )
    const value = { outcome: 'won', value: 1200.5, currency: 'EUR' }
    const steps = { ...value, step_on: '2027-03-10', step_by: other.id }
    expect(log.map(({ details }) => details)).toEqual([value, steps, {}])
  })

  it('refuses an outcome that has invalid values, is sent by a viewer, or belongs to a call that is not completed', async () => {
    const id = await held('2021-03-09')
    expect(await save(viewer, id, { outcome: 'won' })).toBe('42501')
    expect(await save(agent, id, { outcome: 'won' }, {})).toBe('22023')
    const mine = { ...step, next_step_by: agent.id }
    const steps = [
      step,
      { ...mine, next_step_on: null },
      { ...mine, next_step: ' ' },
      { ...mine, next_step_on: 'infinity' },
    ]
    for (const wrong of [{ outcome: 'perhaps' }, { outcome_value: -1 }, { outcome_value: 'NaN' }, ...steps])
      expect(await save(agent, id, wrong), JSON.stringify(wrong)).toBe('23514')
    expect(await save(agent, id, { ...step, next_step_by: viewer.id })).toMatchObject({ hint: 'not_staff' })
    await move(agent, id, 'completed', 'no-show')
    expect(await save(agent, id, { outcome: 'won' })).toMatchObject({
      details: { what: 'moved', by: agent.id },
    })
  })

  it("lists a call's follow-up and exports its outcome only while the call is marked as completed", async () => {
    const [late, soon] = [await held('2021-03-10'), await held('2021-03-11')]
    await save(agent, late, { ...step, next_step_on: '2027-04-02', next_step_by: agent.id })
    await save(agent, soon, { ...step, next_step: '=1+1', next_step_by: agent.id })
    const told = async () => [
      await listed(),
      await viewer.run("select booking_counts() -> 'follow-up' as count"),
      await agent.run('select next_step, next_step_by from export_bookings() where id = $1', [soon]),
    ]
    const mine = [
      [{ id: soon }, { id: late }],
      [{ count: 2 }],
      [{ next_step: "'=1+1", next_step_by: `${agent.id}@desk.example` }],
    ]
    expect(await told()).toMatchObject(mine)
    await move(agent, soon, 'completed', 'no-show')
    expect(await told()).toMatchObject([[{ id: late }], [{ count: 1 }], [{ next_step: null, next_step_by: null }]])
    await agent.run("select undo_booking_move($1, 'no-show')", [soon])
    expect(await told()).toMatchObject(mine)
  })

  it('counts outcomes by source, campaign and week, and assigns each outcome to the day of its call', async () => {
    const won = { outcome: 'won', source: 'letter', campaign: 'spring' }
    await held('2028-02-29', { ...won, outcome_value: 100.25 })
    await held('2028-03-01', { ...won, outcome_value: 50, campaign: null })
    await held('2028-03-02', { outcome: 'lost', outcome_value: 900, source: 'direct' })
    await held('2028-03-13', { source: 'letter' })
    await held('2028-03-14', { ...won, status: 'no-show', outcome_value: 7 })
    await held('2028-03-15', won)
    await test.asOwner("update desk_settings set currency = 'ZAR'")
    const [row] = await test.asOwner("select private.insight_outcomes('2028-02-29', '2028-03-14') as found")
    const none = { won: 0, value: 0 }
    expect(row?.found).toEqual({
      currency: 'ZAR',
      outcomes: [
        { kind: 'campaign', name: 'spring', completed: 1, won: 1, value: 100.25 },
        { kind: 'source', name: 'letter', completed: 3, won: 2, value: 150.25 },
        { kind: 'source', name: 'direct', completed: 1, ...none },
        { kind: 'week', name: '2028-02-28', completed: 3, won: 2, value: 150.25 },
        { kind: 'week', name: '2028-03-13', completed: 1, ...none },
        { kind: 'week', name: '2028-03-06', completed: 0, ...none },
      ],
    })
  })

  let calls = 0
  const nextTime = () => ({
    anyway: true,
    call_start: `2021-06-01T${String(calls++).padStart(2, '0')}:00:00Z`,
  })
  const again = (id: string, change: object = nextTime()) =>
    move(agent, id, 'completed', 'confirmed', { anyway: true, ...change })
  const stored = async (id: string) =>
    (
      await agent.run<Record<string, unknown>>(
        `select outcome, outcome_value, next_step, next_step_on, next_step_by, earlier_calls from strategy_call_bookings
         where id = $1`,
        [id],
      )
    )[0]
  const list = async (wanted: object) => {
    const [row] = await viewer.run<{ page: { rows: { id: string }[] }; count: number }>(
      `select list_bookings($1) as page, booking_counts($2) -> 'follow-up' as count`,
      [{ view: 'follow-up', sort: 'follow_up_on', ...wanted }, wanted],
    )
    return { ids: row?.page.rows.map(({ id }) => id), count: row?.count }
  }

  it("starts a booking's second call without an outcome, and keeps the first call's outcome and open next step", async () => {
    const [agent, other] = [await deskMember(test, 'agent'), await deskMember(test, 'agent')]
    const mine = { ...step, next_step_by: other.id }
    const id = await held('2021-05-03', {
      outcome: 'won',
      outcome_value: 900,
      ...mine,
      assigned_to: agent.id,
    })
    await again(id)
    const first = { outcome: 'won', outcome_value: 900, ...mine, assigned_to: agent.id }
    const began = '2021-05-03T10:00:00.000Z'
    expect(await stored(id)).toEqual({ ...nothing, earlier_calls: { [began]: { ...first, is_done: false } } })
    expect(await list({ step_by: other.id })).toEqual({ ids: [id], count: 1 })

    await move(agent, id, 'confirmed', 'completed')
    await save(agent, id, { ...step, next_step_on: '2027-01-05', next_step_by: agent.id })
    expect(await list({ step_by: agent.id })).toEqual({ ids: [id], count: 1 })
    expect(await list({ step_by: other.id })).toEqual({ ids: [id], count: 1 })
    const steps = "select private.digest_counts('2027-04-01T12:00Z') -> 'steps' as steps"
    const due = async () => ((await test.asOwner<{ steps: { id: string }[] }>(steps))[0]?.steps ?? []).length
    const before = await due()

    const finish = (who: TestDeskMember, call: string, isDone: boolean) =>
      verdict(who.run('select finish_step($1, $2, $3)', [id, call, isDone]))
    expect(await finish(viewer, began, true)).toBe('42501')
    expect(await finish(agent, '2021-05-04T10:00:00.000Z', true)).toBe('done')
    expect(await list({ step_by: other.id })).toEqual({ ids: [id], count: 1 })
    expect([await finish(agent, began, true), await finish(other, began, true)]).toEqual(['done', 'done'])
    expect([await list({ step_by: other.id }), before - (await due())]).toEqual([{ ids: [], count: 0 }, 1])
    expect(await finish(agent, began, false)).toBe('done')
    expect(await list({ step_by: other.id })).toEqual({ ids: [id], count: 1 })
  })

  it('refuses an outcome that a member wrote before the call was confirmed for another time', async () => {
    const id = await held('2021-05-04')
    const seen = { outcome: null, call_at: '2021-05-04T10:00:00Z' }
    await again(id)
    await move(agent, id, 'confirmed', 'completed')
    expect(await save(agent, id, { outcome: 'won' }, seen)).toMatchObject({ hint: 'changed' })
  })

  it('keeps an outcome if the call is confirmed again for the same time, even if it had a different time in between', async () => {
    const id = await held('2021-05-05', { outcome: 'later', ...step, next_step_by: agent.id })
    const first = await stored(id)
    const time = { anyway: true, call_start: '2021-05-05T10:00:00Z' }
    await again(id, time)
    await move(agent, id, 'confirmed', 'completed')
    expect(await stored(id)).toEqual(first)
    const other = nextTime()
    await again(id, other)
    await move(agent, id, 'confirmed', 'completed')
    await again(id, time)
    expect(await stored(id)).toMatchObject({
      outcome: 'later',
      earlier_calls: { [other.call_start.replace('Z', '.000Z')]: {} },
    })
  })

  it('drops the outcome of a no-show when the call gets a new time', async () => {
    const id = await held('2021-05-06', { outcome: 'won' })
    await move(agent, id, 'completed', 'no-show')
    await move(agent, id, 'no-show', 'confirmed', nextTime())
    expect(await stored(id)).toEqual({ ...nothing, earlier_calls: null })
  })

  it("counts and exports the outcome of a visitor's first call even if a second call follows", async () => {
    const won = { outcome: 'won', outcome_value: 70, source: 'letter', campaign: 'twice' }
    const id = await held('2021-05-10', { ...won, email: 'twice@company.example' })
    const counted = async () =>
      (
        await test.asOwner<{ found: object }>(
          `select jsonb_path_query_array(private.insight_outcomes('2021-05-10', '2021-05-10') -> 'outcomes',
             '$[*] ? (@.kind == "campaign")') as found`,
        )
      )[0]?.found
    const first = [{ kind: 'campaign', name: 'twice', completed: 1, won: 1, value: 70 }]
    expect(await counted()).toEqual(first)
    await again(id)
    expect(await counted()).toEqual(first)
    await move(agent, id, 'confirmed', 'cancelled')
    expect(await counted()).toEqual(first)
    const [origin] = await viewer.run(
      `select jsonb_path_query_first(insights(day, day, 'all') -> 'campaigns', '$[*] ? (@.campaign == "twice")') as found
       from (select (now() at time zone 'UTC')::date as day) _`,
    )
    expect(origin?.found).toMatchObject({ bookings: 1, confirmed: 1, completed: 1 })
    const [file] = await agent.run<{ earlier_calls: string }>(
      'select earlier_calls from export_bookings() where id = $1',
      [id],
    )
    expect(JSON.parse(file?.earlier_calls ?? '')).toMatchObject({
      '2021-05-10T10:00:00.000Z': { outcome: 'won' },
    })
    const [person] = await test.asOwner<{ bookings: object }>(
      "select private.person_data('twice@company.example') -> 'bookings' as bookings",
    )
    expect(person?.bookings).toMatchObject([{ earlier_calls: { '2021-05-10T10:00:00.000Z': { outcome: 'won' } } }])
  })

  it('filters any view by the owner of a next step, who need not be the host', async () => {
    const id = await held('2021-05-11', { assigned_to: agent.id, ...step, next_step_by: other.id })
    const ids = async (step_by: string) => (await list({ view: 'all', step_by })).ids ?? []
    expect([(await ids(other.id)).includes(id), (await ids(agent.id)).includes(id)]).toEqual([true, false])
  })
})
