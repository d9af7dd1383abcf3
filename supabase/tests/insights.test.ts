import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking, insertion, message } from '#server/lib/db/rows-testing.ts'
import { type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { type Insights, insightsLiveSchema, insightsSchema } from '#shared/contract/insights.ts'

const noon = '2027-03-10T12:00:00Z'
const session = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const home = 'https://site.example/'
const letter = `${home}?utm_source=Newsletter&utm_campaign=autumn`

const tables = ['visit_days', 'booking_visits', 'visits', 'visits_until']

describe('the insights service', () => {
  let test: TestDatabase
  const insert = (table: string, row: Record<string, unknown>) => test.asOwner(...insertion(table, row))

  /** An interaction in visit number `of`, on a day in March 2027. */
  const did = (of: number, at: string, event_type: string, event_data: object, more: object = {}) =>
    insert('user_interactions', {
      session_id: session(of),
      created_at: `2027-03-${at}Z`,
      event_type,
      event_data,
      page_url: home,
      ...more,
    })
  const saw = (of: number, at: string, view: string, more: object = {}) =>
    did(of, at, 'page_view', { view, title: view }, more)
  const opened = { modal: 'booking', opener: 'header' }
  const stored = { form: 'booking', outcome: 'stored' }

  const keep = (now: string) => test.asOwner('select private.maintain_interactions($1, 395)', [now])
  async function ask(visitor = 'person', from = '2027-03-08', to = '2027-03-10'): Promise<Insights> {
    const [row] = await test.asOwner<{ said: unknown }>('select private.insights_of($1, $2, $3, $4) as said', [
      from,
      to,
      visitor,
      noon,
    ])
    return v.parse(insightsSchema, row?.said)
  }

  beforeAll(async () => {
    test = await testDatabase()
    await keep('2027-03-01T00:00:00Z')
    // In visit 1, the visitor follows a link in a newsletter, downloads a pack and books a call.
    const first = { page_url: letter, visitor_key: 1 }
    await saw(1, '08 09:00', 'home', first)
    await saw(1, '08 09:05', 'services', { page_url: home, visitor_key: 1 })
    await did(1, '08 09:06', 'download', { pack: 'pricing-guide', place: 'home' }, first)
    await did(1, '08 09:07', 'modal_open', opened, first)
    await did(1, '08 09:08', 'modal_open', opened, first)
    await did(1, '08 09:09', 'form_submit', stored, first)
    // In visit 2, the visitor stays past midnight and then opens the dialog.
    const second = {
      page_url: `${home}?view=services`,
      referrer: 'https://www.google.com/',
      visitor_key: 2,
    }
    await saw(2, '08 23:50', 'services', second)
    await did(2, '09 00:10', 'modal_open', opened, second)
    // Two visits by the same browser.
    await saw(3, '09 10:00', 'home', { visitor_key: 3 })
    await saw(4, '09 11:00', 'home', { visitor_key: 3 })
    await saw(4, '09 11:01', 'home', { visitor_key: 3 })
    await saw(5, '09 12:00', 'home', { is_bot: true, visitor_key: 4 })
    await saw(6, '09 13:00', 'home', { event_data: { view: 'home', team: true } })
    // A visit by the team, which only a later page marks as such.
    await saw(7, '09 14:00', 'home')
    await did(7, '09 14:01', 'modal_open', { ...opened, team: true })
    // In today's visit, the visitor sends a message, and a booking is refused.
    await saw(8, '10 10:00', 'about')
    await did(8, '10 10:01', 'download', { pack: 'qa-checklist', place: 'home' })
    await did(8, '10 10:02', 'form_submit', { form: 'message', outcome: 'stored' })
    await did(8, '10 10:03', 'form_submit', { form: 'booking', outcome: 'refused' })
    // A visit before the first day of the range.
    await saw(9, '06 10:00', 'home')

    const book = (row: object) => insert('strategy_call_bookings', booking({ ...row }))
    const write = (row: object) => insert('contact_messages', message({ ...row }))
    await book({
      created_at: '2027-03-08T09:09Z',
      answered_at: '2027-03-08T11:09Z',
      status: 'completed',
      source: 'newsletter',
      campaign: 'autumn',
      first_view: 'home',
      session_id: session(1),
    })
    await book({
      created_at: '2027-03-09T00:12Z',
      answered_at: '2027-03-10T09:00Z',
      status: 'confirmed',
      confirmed: '[2027-03-12T10:00Z,2027-03-12T10:30Z)',
      source: 'google.com',
      first_view: 'services',
      session_id: session(2),
    })
    await book({ created_at: '2027-03-08T10:00Z', status: 'spam', session_id: session(1) })
    // A booking that was answered after 30 of the 36 hours promised, and has no recorded visit.
    const promised = { created_at: '2027-03-06T10:00Z', answer_hours: 36 }
    await book({ ...promised, answered_at: '2027-03-07T16:00Z', status: 'cancelled' })
    // A booking that was made before answer times were stored.
    await book({ created_at: '2027-03-06T11:00Z', status: 'no-show' })
    await write({ created_at: '2027-03-09T08:00Z', answered_at: '2027-03-09T09:00Z', status: 'answered' })
    await write({ created_at: '2027-03-10T11:00Z' })
    await write({ created_at: '2027-03-10T11:00Z', status: 'spam?' })
    await test.asOwner(
      `insert into private.pack_downloads values
         ('2027-03-08', 'pricing-guide', 'person', 5), ('2027-03-08', 'pricing-guide', 'bot', 7)`,
    )
  })
  afterAll(() => test.close())

  const expected: Omit<Insights, 'as_of' | 'outcomes' | 'currency'> = {
    range: { from: '2027-03-08', to: '2027-03-10', days: 3 },
    before: { from: '2027-03-05', to: '2027-03-07', days: 3 },
    visitor: 'person',
    begins: { visits: '2027-03-06', requests: '2027-03-06' },
    totals: {
      now: { visitors: 5, sessions: 6, views: 7, downloads: 5, bookings: 2, messages: 2 },
      before: { visitors: 1, sessions: 1, views: 1, downloads: 0, bookings: 2, messages: 0 },
    },
    days: [
      { day: '2027-03-08', visitors: 2, sessions: 2, views: 3, bookings: 1 },
      { day: '2027-03-09', visitors: 2, sessions: 3, views: 3, bookings: 1 },
      { day: '2027-03-10', visitors: 1, sessions: 1, views: 1, bookings: 0 },
    ],
    days_before: [
      { day: '2027-03-05', visitors: 0, sessions: 0, views: 0, bookings: 0 },
      { day: '2027-03-06', visitors: 1, sessions: 1, views: 1, bookings: 2 },
      { day: '2027-03-07', visitors: 0, sessions: 0, views: 0, bookings: 0 },
    ],
    sources: [
      { source: 'direct', sessions: 3, opened: 0, sent: 0, bookings: 0, confirmed: 0, completed: 0 },
      { source: 'google.com', sessions: 2, opened: 1, sent: 0, bookings: 1, confirmed: 1, completed: 0 },
      { source: 'newsletter', sessions: 1, opened: 1, sent: 1, bookings: 1, confirmed: 1, completed: 1 },
    ],
    campaigns: [{ campaign: 'autumn', sessions: 1, opened: 1, sent: 1, bookings: 1, confirmed: 1, completed: 1 }],
    first_views: [
      { first_view: 'home', sessions: 3, opened: 1, sent: 1, bookings: 1, confirmed: 1, completed: 1 },
      { first_view: 'services', sessions: 2, opened: 1, sent: 0, bookings: 1, confirmed: 1, completed: 0 },
      { first_view: 'about', sessions: 1, opened: 0, sent: 0, bookings: 0, confirmed: 0, completed: 0 },
    ],
    views: [
      { view: 'home', views: 4, sessions: 3, bookings: 1, confirmed: 1, completed: 1 },
      { view: 'services', views: 2, sessions: 2, bookings: 2, confirmed: 2, completed: 1 },
      { view: 'about', views: 1, sessions: 1, bookings: 0, confirmed: 0, completed: 0 },
    ],
    funnel: {
      now: { sessions: 6, opened: 2, sent: 1, bookings: 2, confirmed: 2, completed: 1 },
      before: { sessions: 1, opened: 0, sent: 0, bookings: 2, confirmed: 1, completed: 0 },
    },
    answers: {
      now: { median_seconds: 7200, answered: 3, in_time: 2, due: 3, breached: 1 },
      before: { median_seconds: 108_000, answered: 1, in_time: 1, due: 1, breached: 0 },
    },
  }

  it.each([
    ['before any day is counted', null],
    ['with two days counted and today not', '2027-03-10T12:00:00Z'],
    ['with every day counted', '2027-03-11T12:00:00Z'],
  ])('returns correct figures %s', async (_, counted) => {
    if (counted) await keep(counted)
    const { as_of: _t, outcomes: _o, currency: _c, ...found } = await ask()
    expect(found).toEqual(expected)
  })

  it('counts bots on request, with or without human visitors, and never counts the team', async () => {
    const all = await ask('all')
    expect(all.totals.now).toEqual({
      ...expected.totals.now,
      visitors: 6,
      sessions: 7,
      views: 8,
      downloads: 12,
    })
    expect(all.sources[0]).toMatchObject({ source: 'direct', sessions: 4 })
    const bots = await ask('bot')
    expect(bots.totals.now).toMatchObject({ visitors: 1, sessions: 1, views: 1, downloads: 7, bookings: 2 })
    expect(bots.views).toMatchObject([
      { view: 'home', sessions: 1 },
      { view: 'services', sessions: 0 },
    ])
  })

  it('returns zeros for every day without data', async () => {
    const none = await ask('person', '2025-01-01', '2026-12-31')
    expect(none.days).toHaveLength(730)
    expect(none.sources).toEqual([])
    expect(none.funnel.now).toEqual({
      sessions: 0,
      opened: 0,
      sent: 0,
      bookings: 0,
      confirmed: 0,
      completed: 0,
    })
    expect(none.answers.now).toEqual({
      median_seconds: null,
      answered: 0,
      in_time: 0,
      due: 0,
      breached: 0,
    })
  })

  it('keeps the counts when the interactions are deleted', async () => {
    await test.asOwner('begin')
    await test.asOwner('select private.maintain_interactions($1, 1)', ['2027-05-01T12:00:00Z'])
    const [left] = await test.asOwner('select count(*)::int as count from user_interactions')
    const { sources, views } = await ask()
    await test.asOwner('rollback')
    expect(left).toEqual({ count: 0 })
    expect({ sources, views }).toEqual({ sources: expected.sources, views: expected.views })
  })

  it('deletes the stored visit that led to a booking when the booking is deleted', async () => {
    await test.asOwner('begin')
    await test.asOwner("delete from strategy_call_bookings where status = 'completed'")
    const [left] = await test.asOwner('select count(*)::int as count from private.booking_visits')
    const { views, sources } = await ask()
    await test.asOwner('rollback')
    // The visits that belong to the other booking and to the spam remain.
    expect(left).toEqual({ count: 2 })
    expect(views[1]).toMatchObject({ view: 'services', sessions: 2, bookings: 1 })
    expect(sources[2]).toMatchObject({ source: 'newsletter', sent: 1, bookings: 0 })
  })

  it('adds visit counts to days for which an older version stored only interaction counts', async () => {
    await test.asOwner('begin')
    await test.asOwner("update interaction_days set events = 77 where day = '2027-03-08' and event_type = '*'")
    for (const table of tables) await test.asOwner(`delete from private.${table}`)
    await keep('2027-03-11T12:00:00Z')
    const counted = await test.asOwner<{ day: string }>(
      `select distinct day::text from private.visit_days order by day`,
    )
    const [old] = await test.asOwner(
      "select events::int from interaction_days where day = '2027-03-08' and event_type = '*'",
    )
    const { as_of: _t, outcomes: _o, currency: _c, ...found } = await ask()
    await test.asOwner('rollback')
    expect(counted.map(({ day }) => day)).toEqual(['2027-03-06', '2027-03-08', '2027-03-09', '2027-03-10'])
    expect(old).toEqual({ events: 77 })
    expect(found).toEqual(expected)
  })

  it('returns the number of visits in each of the last thirty minutes', async () => {
    const [row] = await test.asOwner<{ said: unknown }>(
      "select private.insights_live_of('person', '2027-03-09T11:05:30Z') as said",
    )
    const live = v.parse(insightsLiveSchema, row?.said)
    expect(live.minutes).toEqual(Array.from({ length: 30 }, (_, at) => (at === 24 || at === 25 ? 1 : 0)))
    expect(live).toMatchObject({
      sessions: 1,
      events: 2,
      views: [{ view: 'home', sessions: 1 }],
      sources: [{ source: 'direct', sessions: 1 }],
    })
    const [midnight] = await test.asOwner<{ said: unknown }>(
      "select private.insights_live_of('all', '2027-03-09T00:19:00Z') as said",
    )
    expect(v.parse(insightsLiveSchema, midnight?.said)).toMatchObject({
      sessions: 1,
      events: 2,
      views: [{ view: 'services', sessions: 1 }],
      sources: [{ source: 'google.com', sessions: 1 }],
    })
  })
})
