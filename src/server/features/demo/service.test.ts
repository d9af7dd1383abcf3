import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner } from '#server/lib/db/database.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { insightsSchema } from '#shared/contract/insights.ts'
import { fillDemo } from './service.ts'

const hour = 3_600_000
const test = await testDatabase()

let now: number
beforeAll(async () => {
  const place = { dataDir: 'unused', databaseUrl: test.url, migrationUrl: test.ownerUrl }
  await asOwner({ ...place, owner: 'a test', log: () => {} }, (tx) => fillDemo(tx, 'http://127.0.0.1:3000'))
  now = Date.now()
})
afterAll(() => test.close())

const one = async <Row>(sql: string, values: unknown[] = []) => (await test.asOwner<Row>(sql, values))[0] as Row

it('creates plausible sample data for three months', async () => {
  const rows = await one<Record<string, number>>(
    `select (select count(*)::int from strategy_call_bookings) as bookings,
       (select count(*)::int from contact_messages) as messages,
       (select count(*)::int from user_interactions) as interactions`,
  )
  expect(rows.bookings).toBe(140)
  expect(rows.messages).toBeGreaterThan(80)
  expect(rows.interactions).toBeGreaterThan(30_000)
  expect(rows.interactions).toBeLessThan(50_000)
  const states = await test.asOwner<{ status: string }>(
    `select distinct status from strategy_call_bookings union select distinct status from contact_messages`,
  )
  expect(states.map(({ status }) => status).sort()).toEqual(
    ['answered', 'cancelled', 'closed', 'confirmed', 'completed', 'new', 'no-show', 'spam', 'spam?'].sort(),
  )
  const facts = await one<Record<string, number>>(
    `select count(*) filter (where at > now() + interval '1 minute')::int as future,
       count(*) filter (where actor is null and action like '%moved')::int as nobody, count(*)::int as lines
     from audit_log`,
  )
  expect(facts).toMatchObject({ future: 0, nobody: 0 })
  expect(facts.lines).toBeGreaterThan(500)
})

it('creates the emails about the sample bookings and messages, including one refused email', async () => {
  const letters = await test.asOwner<{ state: string; kinds: string[] }>(
    `select state, array_agg(distinct sent_as order by sent_as) as kinds from outbox
     where sent_as is null or sent_as not in ('team-digest', 'reminder-day', 'reminder-hour')
     group by state order by state`,
  )
  expect(letters.filter(({ state }) => state === 'sent' || state === 'failed')).toEqual([
    { state: 'failed', kinds: [null] },
    {
      state: 'sent',
      kinds: ['call-cancelled', 'call-confirmed', 'message-received', 'request-received'],
    },
  ])
})

it('creates sample requests whose answers are due soon, at risk or overdue', async () => {
  const ages = await test.asOwner<{ hours: number }>(
    `select extract(epoch from $1::timestamptz - created_at)::float8 / 3600 as hours
     from strategy_call_bookings where status = 'new'`,
    [new Date(now)],
  )
  const count = (least: number, most: number) => ages.filter(({ hours }) => hours >= least && hours < most).length
  expect([count(0, 20), count(20, 24), count(24, 100)].every((waiting) => waiting > 0)).toBe(true)
})

it('creates sample holds and upcoming calls, including two calls at the same time with different hosts', async () => {
  const calls = await one<{ coming: number; beside: number; overlapping: number }>(
    `select count(*) filter (where call_at > $1)::int as coming,
       (select count(*)::int from strategy_call_bookings a join strategy_call_bookings b
         on a.confirmed && b.confirmed and a.id < b.id and a.assigned_to = b.assigned_to) as overlapping,
       (select count(*)::int from strategy_call_bookings a join strategy_call_bookings b
         on a.confirmed = b.confirmed and a.id < b.id and a.call_at > $1) as beside
     from strategy_call_bookings where status = 'confirmed'`,
    [new Date(now)],
  )
  expect(calls.coming).toBeGreaterThan(2)
  expect(calls.beside).toBeGreaterThan(0)
  expect(calls.overlapping).toBe(0)
  const held = await test.asOwner<{ is_picked: boolean; is_busy: boolean }>(
    `select b.picked and b.status = 'new' and b.preferred_time = lower(h.slot) as is_picked,
       exists (select from private.host_calendars c where c.host = h.host and c.busy && h.slot)
         or exists (
           select from strategy_call_bookings o
           where o.status = 'confirmed' and o.assigned_to = h.host and o.confirmed && h.slot
         ) as is_busy
     from private.call_holds h join strategy_call_bookings b on b.id = h.booking where h.until > now()`,
  )
  expect(held).toEqual(Array(3).fill({ is_picked: true, is_busy: false }))
  const { free } = await one<{ free: { times: string[] } }>('select available_times(days => 14) as free')
  expect(free.times.length).toBeGreaterThan(20)
})

it('creates sample visits whose insights show a weekly pattern', async () => {
  const day = (ago: number) => new Date(now - ago * 24 * hour).toISOString().slice(0, 10)
  const { reply } = await one<{ reply: unknown }>(`select private.insights_of($1, $2, 'person', $3) as reply`, [
    day(90),
    day(0),
    new Date(now),
  ])
  const { totals, funnel, answers, sources, campaigns, days } = v.parse(insightsSchema, reply)
  expect(totals.now.sessions).toBeGreaterThan(5000)
  expect(totals.now.visitors).toBeLessThanOrEqual(totals.now.sessions)
  expect(funnel.now.opened).toBeGreaterThan(funnel.now.sent)
  expect(funnel.now.completed).toBeGreaterThan(60)
  expect(funnel.now.confirmed).toBeGreaterThan(funnel.now.completed)
  expect(funnel.now.bookings).toBeGreaterThan(funnel.now.confirmed)
  expect(answers.now.in_time / answers.now.due).toBeGreaterThan(0.85)
  expect(answers.now.breached).toBeGreaterThan(2)
  expect(sources.length).toBeGreaterThan(5)
  expect(campaigns).toHaveLength(3)
  const of = (isWeekend: boolean) =>
    days
      .filter((entry) => [0, 6].includes(new Date(entry.day).getUTCDay()) === isWeekend)
      .map((entry) => entry.sessions)
  expect(Math.max(...of(true).slice(0, -1))).toBeLessThan(Math.max(...of(false)))
  const live = await one<{ sessions: number }>(
    `select (private.insights_live_of('person', $1) ->> 'sessions')::int as sessions`,
    [new Date(now)],
  )
  expect(live.sessions).toBeGreaterThan(2)
})

it('never creates a sample account that can sign in', async () => {
  expect(await test.asOwner(`select from auth.users where encrypted_password is not null`)).toEqual([])
  expect(await test.asOwner(`select role from staff_members`)).toEqual(Array(3).fill({ role: 'agent' }))
})
