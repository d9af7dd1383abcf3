import * as v from 'valibot'
import { afterAll, describe, expect, it } from 'vitest'
import { deskMember, testDatabase } from '#server/lib/db/testing.ts'
import { insightsSchema } from '#shared/contract/insights.ts'
import { testEach } from '#shared/lib/testing.ts'

const test = await testDatabase()
afterAll(() => test.close())

describe('the insights service', () => {
  it('hides the tables of counts and the private insights function from members', async () => {
    const agent = await deskMember(test, 'agent')
    const tables = ['visit_days', 'booking_visits', 'visits', 'visits_until', 'fault_days']
    const counted = tables.map((table) => `select from private.${table}`)
    for (const sql of [...counted, "select private.insights_of('2027-03-08', '2027-03-10', 'all', now())"])
      await expect(agent.run(sql)).rejects.toMatchObject({ code: '42501' })
  })

  it(
    'refuses invalid date ranges',
    testEach(
      [
        ["'2027-03-10', '2027-03-08'", 'The range ends before it begins.'],
        ["'2025-03-10', '2027-03-11'", 'A range has at most 731 days.'],
        ["'2025-03-10', null", 'The first and last day of the range are required.'],
        ["'-infinity', '2027-03-11'", 'The first and last day of the range are required.'],
        ["'1999-12-31', '2000-01-01'", 'The range must be between the years 2000 and 2199.'],
        ["'2027-03-10', '2027-03-10', 'team'", 'The visitor must be person, bot or all.'],
      ],
      async (range, says) => {
        const viewer = await deskMember(test, 'viewer')
        await expect(viewer.run(`select insights(${range})`)).rejects.toMatchObject({
          code: '22023',
          message: says,
        })
      },
    ),
  )

  it('logs an export by an agent', async () => {
    const agent = await deskMember(test, 'agent')
    const note = (report: string, range = "'2027-03-08', '2027-03-10'") =>
      agent.run(`select record_insights_export('${report}', ${range}, 'all', 3)`)
    await expect(note('everything')).rejects.toMatchObject({ code: '22023' })
    await expect(note('days', "'2027-03-10', '2027-03-08'")).rejects.toMatchObject({ code: '22023' })
    await note('days')
    const log = "select actor, details from audit_log where action = 'insights_exported'"
    expect(await test.asOwner(log)).toEqual([
      {
        actor: agent.id,
        details: { report: 'days', rows: 3, from: '2027-03-08', to: '2027-03-10', visitor: 'all' },
      },
    ])
  })

  it('allows a date range of up to 731 days', async () => {
    const viewer = await deskMember(test, 'viewer')
    const [row] = await viewer.run<{ said: unknown }>("select insights('2025-03-10', '2027-03-10') as said")
    expect(v.parse(insightsSchema, row?.said).days).toHaveLength(731)
  })
})
