import * as v from 'valibot'
import { afterAll, describe, expect, it } from 'vitest'
import { isDatabaseError } from '#server/lib/db/database.ts'
import { deskPerson, testDatabase } from '#server/lib/db/testing.ts'
import { insightsReply } from '#shared/contract/insights.ts'
import { eachOf } from '#shared/lib/testing.ts'

const tables = ['visit_days', 'booking_visits', 'visits', 'visits_until', 'fault_days']

const test = await testDatabase()
afterAll(() => test.close())

describe('who may ask for insights', () => {
  const calls = [
    "select insights('2027-03-08', '2027-03-10')",
    "select insights('2027-03-08', '2027-03-10', 'all')",
    "select insights_faults('2027-03-08', '2027-03-10')",
    'select insights_live()',
    "select insights_live('bot')",
  ]
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (isDatabaseError(error) ? error.code : Promise.reject(error)),
    )

  it('are for whoever works at the desk, with the second factor, and for nobody else', async () => {
    for (const role of ['owner', 'agent', 'viewer'] as const) {
      const there = await deskPerson(test, role)
      const half = await deskPerson(test, role, 'aal1')
      for (const call of calls) {
        expect(await codeOf(there.run(call))).toBe('done')
        expect(await codeOf(half.run(call))).toBe('42501')
      }
    }
    const stranger = await deskPerson(test, null)
    for (const call of [...calls, ...calls.map((one) => one.replace(' insights', ' private.insights'))]) {
      expect(await codeOf(stranger.run(call))).toMatch(/42501|42883/)
      const anon = test.database.transaction('anon', {}, (tx) => tx.query(call))
      expect(await codeOf(anon)).toMatch(/42501|42883/)
    }
    const agent = await deskPerson(test, 'agent')
    for (const table of tables) expect(await codeOf(agent.run(`select from private.${table}`))).toBe('42501')
    expect(
      await codeOf(agent.run("select private.insights_of('2027-03-08', '2027-03-10', 'all', now())")),
    ).toBe('42501')
  })

  it(
    'of mistaken ranges are refused',
    eachOf(
      [
        ["'2027-03-10', '2027-03-08'", 'The range ends before it begins.'],
        ["'2025-03-10', '2027-03-11'", 'A range has at most 731 days.'],
        ["'2025-03-10', null", 'Say the first and the last day of the range.'],
        ["'-infinity', '2027-03-11'", 'Say the first and the last day of the range.'],
        ["'1999-12-31', '2000-01-01'", 'The range must lie between the years 2000 and 2199.'],
        ["'2027-03-10', '2027-03-10', 'team'", 'The visitor must be person, bot or all.'],
      ],
      async (range, says) => {
        const viewer = await deskPerson(test, 'viewer')
        await expect(viewer.run(`select insights(${range})`)).rejects.toMatchObject({
          code: '22023',
          message: says,
        })
      },
    ),
  )

  it('are taken as a file by who may, and the log says so', async () => {
    const agent = await deskPerson(test, 'agent')
    const note = (report: string, range = "'2027-03-08', '2027-03-10'") =>
      agent.run(`select note_insights_export('${report}', ${range}, 'all', 3)`)
    await expect(note('everything')).rejects.toMatchObject({ code: '22023' })
    await expect(note('days', "'2027-03-10', '2027-03-08'")).rejects.toMatchObject({ code: '22023' })
    const viewer = await deskPerson(test, 'viewer')
    const theirs = viewer.run("select note_insights_export('days', '2027-03-08', '2027-03-10', 'all', 3)")
    expect(await codeOf(theirs)).toBe('42501')
    await note('days')
    const log = "select actor, details from audit_log where action = 'insights_exported'"
    expect(await test.asOwner(log)).toEqual([
      {
        actor: agent.id,
        details: { report: 'days', rows: 3, from: '2027-03-08', to: '2027-03-10', visitor: 'all' },
      },
    ])
  })

  it('go back 731 days', async () => {
    const viewer = await deskPerson(test, 'viewer')
    const [row] = await viewer.run<{ said: unknown }>("select insights('2025-03-10', '2027-03-10') as said")
    expect(v.parse(insightsReply, row?.said).days).toHaveLength(731)
  })
})
