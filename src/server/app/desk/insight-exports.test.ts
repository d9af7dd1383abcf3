import { parse } from 'csv-parse/sync'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { authAppForTest, publishableKey } from '#server/app/testing.ts'
import { booking, insertion } from '#server/lib/db/schema/visitor-rows.ts'
import { insightFaultsReply } from '#shared/contract/insight-faults.ts'
import { type InsightsArguments, insightReports, insightsReply } from '#shared/contract/insights.ts'

const site = await authAppForTest()
afterAll(() => site.close())

async function member(role: 'agent' | 'viewer') {
  const who = await site.person()
  await site.test.asOwner('insert into staff_members (id, role) values ($1, $2)', [who.id, role])
  const client = await site.signedIn(who)
  const factor = (await client.auth.mfa.enroll({ factorType: 'totp' })).data
  if (factor?.type !== 'totp') throw new Error('no factor')
  await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: site.code(factor.totp.secret) })
  return { ...who, client }
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
/** The days before it are partly those of which nothing is known. */
const asked: InsightsArguments = { from_day: day(6), to_day: day(0), visitor: 'all' }
const formula = '=HYPERLINK("https://x.example")'
const fault = { code: 'crashed', place: '@view', cause: 'TypeError a.js:1:2', release: 'k3Xw' }
let agent: Awaited<ReturnType<typeof member>>

beforeAll(async () => {
  agent = await member('agent')
  const insert = (table: string, row: object) => site.test.asOwner(...insertion(table, { ...row }))
  const session = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
  const saw = (n: number, ago: number, event_type: string, event_data: object) =>
    insert('user_interactions', {
      session_id: session(n),
      created_at: `${day(ago)}T00:0${n}:00Z`,
      event_type,
      event_data,
      page_url: `https://site.example/?utm_campaign=${encodeURIComponent(formula)}`,
      visitor_key: n,
    })
  for (const [n, ago] of [
    [1, 5],
    [2, 4],
    [3, 8],
  ] as const) {
    await saw(n, ago, 'page_view', { view: 'home', title: 'Home' })
    await saw(n, ago, 'error', fault)
    await saw(n, ago, 'download', { pack: 'qa-checklist', place: 'home' })
    await saw(n, ago, 'engagement', { action: 'web_vital', name: 'LCP', value: 1200, rating: 'good' })
  }
  for (const status of ['held', 'no-show', 'new', 'cancelled'])
    await insert(
      'strategy_call_bookings',
      booking({
        created_at: `${day(5)}T00:10:00Z`,
        status,
        campaign: formula,
        source: 'letter',
        session_id: session(1),
      }),
    )
})

async function take(report: string, args: object = asked) {
  const { data, error } = await agent.client.rpc(`export_insights_${report}`, args).csv()
  if (error) throw error
  return parse(data, { columns: true }) as Record<string, string>[]
}

/** A list of the desk's figures as the cells of a file; formulas begin with an apostrophe. */
const asCells = (rows: readonly object[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, String(value ?? '').replace(/^[=@]/, "'$&")]),
    ),
  )

it('has the figures that the desk shows, in cells that no spreadsheet runs', async () => {
  const found = v.parse(insightsReply, (await agent.client.rpc('insights', asked)).data)
  expect(found.funnel.now).toMatchObject({ bookings: 4, confirmed: 2, held: 1 })
  expect(await take('views')).toEqual(asCells(found.views))
  expect(await take('packs')).toEqual(asCells(found.packs))

  const origins = await take('origins')
  const named = (kind: 'source' | 'campaign' | 'first_view', rows: readonly object[]) =>
    asCells(rows).map(({ [kind]: name, ...steps }) => ({ kind, name, ...steps }))
  expect(origins).toEqual([
    ...named('source', found.sources),
    ...named('campaign', found.campaigns),
    ...named('first_view', found.first_views),
  ])
  expect(origins.find(({ kind }) => kind === 'campaign')?.name).toBe(`'${formula}`)

  const faults = v.parse(insightFaultsReply, (await agent.client.rpc('insights_faults', asked)).data).faults
  const times = ({ first_at, last_at, ...fault }: Record<string, string>) => ({
    ...fault,
    first_at: Date.parse(first_at ?? ''),
    last_at: Date.parse(last_at ?? ''),
  })
  expect((await take('faults')).map(times)).toEqual(asCells(faults).map(times))
  expect(faults).toHaveLength(1)
})

it('names every figure of totals, funnel and answers, and leaves out what is not known', async () => {
  const found = v.parse(insightsReply, (await agent.client.rpc('insights', asked)).data)
  const figures = await take('figures')
  const of = (report: 'totals' | 'funnel' | 'answers') =>
    Object.fromEntries(figures.filter((row) => row.report === report).map(({ figure, now }) => [figure, now]))
  for (const report of ['totals', 'funnel', 'answers'] as const)
    expect([of(report)]).toEqual(asCells([found[report].now]))
  // The time before begins when nobody counted yet.
  expect(new Set(figures.map(({ before }) => before))).toEqual(new Set(['']))
  const short = { ...asked, from_day: day(5), to_day: day(4) }
  const shorter = await take('figures', short)
  expect(shorter.find(({ figure, report }) => report === 'totals' && figure === 'views')).toMatchObject({
    now: '2',
    before: '0',
  })

  const days = await take('days', { ...asked, from_day: day(9) })
  expect(days).toHaveLength(10)
  expect(days.map(({ sessions }) => sessions).slice(0, 2)).toEqual(['', '1'])
  expect(days.map(({ bookings }) => bookings).slice(4, 5)).toEqual(['4'])
  expect((await take('vitals')).find(({ name }) => name === 'LCP')).toMatchObject({
    samples: '2',
    p75_before: '',
  })
})

it('is in the log, and named after its days', async () => {
  const { data } = await agent.client.auth.getSession()
  for (const report of insightReports) {
    await site.test.asOwner('alter table audit_log disable trigger append_only; truncate audit_log')
    const answer = await fetch(`${site.url}/rest/v1/rpc/export_insights_${report}`, {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${data.session?.access_token}`,
        'content-type': 'application/json',
        accept: 'text/csv',
      },
      body: JSON.stringify(asked),
    })
    const rows = parse(await answer.text(), { columns: true }).length
    expect(answer.headers.get('content-disposition')).toContain(
      `insights_${report}-${asked.from_day}-to-${asked.to_day}.csv`,
    )
    expect(await site.test.asOwner('select actor, action, subject, details from audit_log')).toEqual([
      {
        actor: agent.id,
        action: 'insights_exported',
        subject: 'insights',
        details: { rows, report, from: asked.from_day, to: asked.to_day, visitor: 'all' },
      },
    ])
  }
})

it('is refused to viewers and for days that insights refuses, and nothing is recorded', async () => {
  const viewer = await member('viewer')
  await site.test.asOwner('truncate audit_log')
  for (const report of insightReports) {
    const name = `export_insights_${report}`
    expect((await viewer.client.rpc(name, asked).csv()).status, name).toBe(403)
    const backwards = { ...asked, to_day: day(9) }
    const { status, error } = await agent.client.rpc(name, backwards).csv()
    expect([status, error?.message], name).toEqual([400, 'The range ends before it begins.'])
  }
  expect(await site.test.asOwner("select from audit_log where action = 'insights_exported'")).toEqual([])
})
