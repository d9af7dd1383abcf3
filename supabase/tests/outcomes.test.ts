import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { type DeskPerson, deskPerson, testDatabase } from '#server/lib/db/testing.ts'
import { move, verdict } from './moving.ts'

const step = { next_step: 'Send the offer', next_step_on: '2027-03-10' }
const noStep = { next_step: null, next_step_on: null, next_step_by: null }
const nothing = { outcome: null, outcome_value: null, ...noStep }

const test = await testDatabase()
afterAll(() => test.close())
const agent = await deskPerson(test, 'agent')
const other = await deskPerson(test, 'agent')
const viewer = await deskPerson(test, 'viewer')

describe('what came of a call,', () => {
  async function held(day: string, change: object = {}): Promise<string> {
    const row = {
      id: randomUUID(),
      status: 'completed',
      confirmed: `[${day}T10:00Z,${day}T10:30Z)`,
      ...change,
    }
    await test.asOwner(...insertion('strategy_call_bookings', booking(row)))
    return row.id
  }
  const save = (who: DeskPerson, id: string, becomes: object, seen: object = nothing) =>
    verdict(who.run('select save_outcome($1, $2, $3)', [id, seen, becomes]))
  const followed = `list_bookings('{"view": "follow-up", "sort": "next_step_on"}') -> 'rows'`
  const listed = async () => (await viewer.run(`select ${followed} as rows`))[0]?.rows

  it('is written down as it was seen, by those who work, and taken back; the log has no text', async () => {
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

  it('is refused to others, of other calls, and where it is no outcome or no step', async () => {
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

  it('is followed up by day and exported, both while the call is completed', async () => {
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
    expect(await told()).toMatchObject([
      [{ id: late }],
      [{ count: 1 }],
      [{ next_step: null, next_step_by: null }],
    ])
    await agent.run("select undo_booking_move($1, 'no-show')", [soon])
    expect(await told()).toMatchObject(mine)
  })

  it('is counted by source, by campaign and week by week, by the day of the call', async () => {
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
})
