import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#server/lib/db/testing.ts'
import type { Insights } from '#shared/contract/insights.ts'

/** Returns a pseudo-random number below `of`, the same in every run for a given row and purpose. */
const pick = (purpose: string, of: number) => `(abs(hashtext('${purpose}' || n)) % ${of})`

/** Fifty days: some have over a hundred sources, visits past midnight, bots, team visits, or invalid values. */
const rows = `
  insert into user_interactions
    (id, created_at, session_id, event_type, event_data, page_url, referrer, is_bot, visitor_key)
  select
    md5('row' || n)::uuid,
    case when n <= 1000 then timestamptz '2027-02-10T00:00Z' + ${pick('second', 86_400)} * interval '1 second'
      else timestamptz '2027-01-15T00:00Z' + ${pick('minute', 50 * 1440)} * interval '1 minute' end,
    md5('s' || ${pick('session', 1500)})::uuid,
    kind,
    case kind
      when 'page_view' then jsonb_build_object('view', 'view-' || ${pick('view', 130)})
      when 'download' then jsonb_build_object('pack', 'pack-' || ${pick('pack', 4)})
      when 'modal_open' then '{"modal": "booking"}'
      when 'form_submit' then jsonb_build_object('form', 'booking', 'outcome', (array['stored', 'refused'])[1 + n % 2])
      else '{"action": "page_visible"}'
    end || case when n % 97 = 0 then '{"team": true}' else '{}'::jsonb end,
    case when n % 11 > 0 then 'https://site.example/?utm_source=s' || ${pick('source', 140)} ||
      case when n % 2 = 0 then '&utm_campaign=c' || ${pick('campaign', 7)} else '' end end,
    case when n % 3 = 0 then 'https://r' || ${pick('referrer', 9)} || '.example/' end,
    n % 13 = 0,
    case when n % 5 > 0 then ${pick('browser', 900)} end
  from (select n, (array['page_view', 'page_view', 'download', 'modal_open', 'form_submit', 'engagement',
    'engagement'])[1 + n % 7] as kind from generate_series(1, 4000) n) _`

const bookings = `
  insert into strategy_call_bookings (created_at, session_id, status, confirmed, source, campaign, first_view,
    answered_at, name, email, company, phone, current_challenges, team_size, preferred_time)
  select at, session_id, status, case when status = 'confirmed' then tstzrange(at, at + interval '1 minute') end,
    's' || n % 140, case when n % 2 = 0 then 'c' || n % 7 end, case when n % 3 > 0 then 'view-' || n % 9 end,
    case when status not in ('new', 'spam', 'spam?') then at + n % 50 * interval '1 hour' end,
    'Ada', 'ada@example.com', 'Engines', '1', 'other', '1', at
  from (
    select (row_number() over (order by id))::int as n, created_at + interval '3 seconds' as at, session_id,
      (array['new', 'completed', 'completed', 'cancelled', 'spam', 'spam?', 'no-show'])[1 + abs(hashtext(id::text)) % 7] as status
    from user_interactions where event_type = 'form_submit'
  ) _`

const test = await testDatabase()
afterAll(() => test.close())
await test.asOwner("select private.maintain_interactions('2027-02-01', 395)")
await test.asOwner(rows)
await test.asOwner(bookings)

describe('the insights service', () => {
  const asked = [
    ['2027-02-10', '2027-02-10', 'person'],
    ['2027-02-01', '2027-02-09', 'person'],
    ['2027-02-01', '2027-02-28', 'person'],
    ['2027-01-20', '2027-03-04', 'bot'],
    ['2027-02-15', '2027-04-30', 'person'],
    ['2026-06-01', '2027-04-30', 'all'],
  ] as const
  const ask = async (words: readonly string[]): Promise<Insights[]> =>
    (
      await test.asOwner<{ said: Insights }>(
        "select private.insights_of($1, $2, $3, '2027-04-12T08:00:00Z') as said",
        words,
      )
    ).map(({ said }) => said)
  async function askAll(): Promise<Insights[]> {
    const all: Insights[] = []
    for (const words of asked) all.push(...(await ask(words)))
    return all
  }

  it('returns the same insights for any range, no matter which days were already counted', async () => {
    const fromRows = await askAll()
    const [one] = fromRows
    // Makes sure that the compared results are not nearly empty.
    expect(one?.totals.now.sessions).toBeGreaterThan(300)
    expect(one?.sources.length).toBeGreaterThan(50)
    expect(one?.sources.at(-1)?.source).toBe('(other)')
    expect(fromRows[5]?.views.some(({ bookings: count }) => count > 0)).toBe(true)
    for (const counted of ['2027-02-10T12:00Z', '2027-02-10T18:00Z', '2027-02-20T12:00Z', '2027-06-01T12:00Z']) {
      await test.asOwner('select private.maintain_interactions($1, 395)', [counted])
      expect(await askAll()).toEqual(fromRows)
    }
  })
})
