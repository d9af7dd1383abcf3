import { ask } from './databases.ts'

/** The size of a year. Bookings come from visits that sent the form, at most one in a hundred. */
export interface Year {
  visits: number
  bookings: number
  /** Nothing is later. */
  until: Date
}

const days = 365

/** When visits begin: more by day than at night, more on working days than at weekends. */
const visits = `
  create unlogged table visits as
  with hour as (
    select h, case when extract(isodow from h) < 6 then 1 else 0.4 end
      * (0.25 + power(sin(pi() * ((extract(hour from h)::int + 20) % 24) / 24.0), 2)) as weight
    from generate_series($until::timestamptz - interval '${days} days', $until::timestamptz - interval '1 hour', '1 hour') h
  ),
  share as (select h, sum(weight) over (order by h) / sum(weight) over () as upto from hour),
  slice as (select h, upto, lag(upto, 1, 0) over (order by h) as since from share)
  -- Ends early enough for all that the last visit does.
  select row_number() over (order by h, k) as n, gen_random_uuid() as session_id, h + random() * interval '50 minutes' as began,
    random() as who, random() as way, random() as campaign, random() as depth, random() as taste,
    least(1 + floor(-ln(1 - random()) * 1.75), 20)::int as pages
  from slice, generate_series(1, round(upto * $visits)::int - round(since * $visits)::int) k;
  create index on visits (began);
  analyze visits`

const views =
  "'{home,services,partner360,success-kit,delivery-frameworks,qa-checklists,about,contact,roi-calculator}'::text[]"
const packs =
  "'{proposal-templates,estimation-workbook,delivery-framework,qa-checklist,pricing-guide,retention-playbook,discovery-workshops,adoption-guide}'::text[]"
const campaigns =
  "'{autumn,erp-partners,pricing,webinar,launch,remarketing,adoption,migration,spring,brand,case-study,qa}'::text[]"

/**
 * The events of these visits in order of time, as our server stores them. One visit in eight is a bot's, one in a
 * hundred the team's own.
 */
const events = `
  insert into user_interactions
    (id, created_at, session_id, event_type, event_data, page_url, user_agent, referrer, is_bot, visitor_key)
  with visit as (
    select n, session_id, began, taste, who < 0.12 as is_bot, who between 0.12 and 0.13 as is_team,
      -- Some browsers come twice on a day.
      hashint8extended(n - (taste < 0.1)::int, 0) as visitor_key,
      'https://backline.example/' || case when way < 0.4 then
        '?utm_source=' || (array['google', 'linkedin', 'newsletter', 'partner-days', 'facebook', 'bing'])[1 + floor(way * 15)::int]
        || '&utm_medium=cpc&utm_campaign=' || (${campaigns})[1 + floor(campaign * campaign * 12)::int] else '' end as page_url,
      case when way < 0.3 then 'https://www.google.com/' when way < 0.6 then null when way < 0.75 then 'https://www.google.com/'
        when way < 0.85 then 'https://www.linkedin.com/'
        else 'https://www.partner-' || 1 + floor(power(campaign, 3) * 40) || '.example/' end as referrer,
      case when who < 0.12 then 'Mozilla/5.0 (compatible; Examplebot/2.1; +https://bot.example/about.html)'
        else 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/' || 120 + floor(taste * 30)
          || '.0.0.0 Safari/537.36' end as user_agent,
      case when who < 0.12 then array_fill('page_view'::text, array[1 + pages / 2]) else
        array['page_view']
        || case when taste < 0.65 then array['TTFB', 'FCP', 'LCP'] else '{}' end
        || (select coalesce(array_agg(kind), '{}') from generate_series(2, pages) v, unnest(array['navigation', 'page_view', 'filter']) kind
          where kind <> 'filter' or v % 3 = 0)
        || case when campaign < 0.35 then array['button_click'] else '{}' end
        || case when campaign < 0.06 then array['download'] else '{}' end
        || case when depth > 0.93 then array['modal_open'] else '{}' end
        || case when depth > 0.985 then array['form_submit'] else '{}' end
        || case when depth > 0.93 then array['modal_close'] else '{}' end
        || case when depth < 0.02 then array['search'] else '{}' end
        || array['page_hidden', 'page_time_spent']
        || case when campaign < 0.5 then array['page_visible', 'page_hidden', 'page_time_spent'] else '{}' end
        || case when taste < 0.65 then array['CLS', 'INP'] else '{}' end
      end as kinds
    from visits where began >= $from and began < $to
  ),
  event as (
    select visit.*, place, kind, began + (place - 1) * random() * interval '8 seconds' as at,
      (${views})[1 + floor(random() * random() * 9)::int] as view
    from visit, unnest(kinds) with ordinality _ (kind, place)
  )
  select
    (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || left(md5(n || '/' || place), 3) || '8'
      || right(md5(n || '/' || place), 15))::uuid,
    at, session_id,
    case when kind in ('page_hidden', 'page_visible', 'page_time_spent', 'filter') or kind = upper(kind) then 'engagement' else kind end,
    case kind
      when 'page_view' then jsonb_build_object('view', view, 'title', view || ' | Backline')
      when 'navigation' then jsonb_build_object('from', 'home', 'to', view, 'trigger', 'header')
      when 'button_click' then jsonb_build_object('label', 'Show all', 'view', view)
      when 'download' then jsonb_build_object('pack', (${packs})[1 + floor(random() * 8)::int], 'place', 'success-kit')
      when 'modal_open' then '{"modal": "booking", "opener": "header"}'
      when 'modal_close' then '{"modal": "booking", "opener": "header"}'
      when 'form_submit' then '{"form": "booking", "outcome": "stored"}'
      when 'search' then '{"place": "services", "query": "mobile", "results": 3}'
      when 'page_time_spent' then jsonb_build_object('action', kind, 'seconds', floor(random() * 200), 'view', view)
      when 'page_hidden' then '{"action": "page_hidden"}'
      when 'page_visible' then '{"action": "page_visible"}'
      when 'filter' then '{"action": "filter", "place": "services", "value": "all"}'
      else jsonb_build_object('action', 'web_vital', 'name', kind, 'rating', 'good', 'value', case kind
        when 'CLS' then case when random() < 0.4 then 0 else round((0.05 * exp(1.2 * (random() + random() + random() + random() - 2)))::numeric, 4) end
        else round((case kind when 'TTFB' then 300 when 'FCP' then 1100 when 'LCP' then 1700 else 120 end
          * exp(1.3 * (random() + random() + random() + random() - 2)))::numeric) end)
    end || case when is_team then '{"team": true}' else '{}'::jsonb end,
    page_url, user_agent, referrer, is_bot, visitor_key
  from event order by at`

/**
 * Bookings of the visits that sent the form, with their later states; half as many messages; and the downloads of
 * packs.
 */
const outcomes = `
  set session_replication_role = replica;
  insert into strategy_call_bookings (created_at, name, email, company, phone, current_challenges, team_size, preferred_time,
    time_zone, message, status, confirmed, source, session_id, landing_page, referrer, campaign, first_view, answered_at)
  select created_at, 'Visitor ' || n, 'visitor-' || n || '@example.com', 'Company ' || n, '+44 20 7946 0000', 'slow-proposals',
    '2-5', created_at + interval '3 days', 'Europe/London',
    repeat('We would like to talk about our back office. ', 1 + (n % 12)::int), status,
    case when status in ('held', 'no-show') then tstzrange(created_at + interval '72 hours', created_at + interval '73 hours') end,
    private.visit_source(page_url, referrer), case when n % 5 > 0 then session_id end, page_url, referrer,
    private.visit_campaign(page_url), private.visit_first_view(page_url),
    case when status not in ('new', 'spam', 'spam?') then created_at + interval '30 hours' * power(random(), 2) end
  from (
    select row_number() over () as n, i.*, case when created_at > $until::timestamptz - interval '12 hours' then 'new'
      else (array['held', 'held', 'held', 'held', 'no-show', 'cancelled', 'cancelled', 'spam'])[1 + floor(random() * 8)::int] end as status
    from user_interactions i where event_type = 'form_submit' order by random() limit $bookings
  ) _;
  insert into contact_messages (created_at, name, email, company, message, inquiry_type, status, source, answered_at)
  select created_at, name, email, company, 'Hello', 'services',
    case when status in ('new', 'spam') then status else 'answered' end, source, answered_at
  from strategy_call_bookings where random() < 0.5;
  insert into private.pack_downloads
  select (created_at at time zone 'UTC')::date, event_data ->> 'pack', case when is_bot then 'bot' else 'person' end, count(*)
  from user_interactions where event_type = 'download' group by 1, 2, 3`

/** Fills an empty database with a year of a busy site, in minutes; nothing of it is aggregated yet. */
export async function fillYear(address: string, year: Year): Promise<void> {
  const { visits: visitCount, bookings, until } = year
  const run = (sql: string, values: Record<string, string | number>) =>
    ask(
      address,
      sql.replaceAll(/\$(\w+)/g, (_, name: string) => {
        const value = values[name] ?? ''
        return typeof value === 'number' ? String(value) : `'${value}'`
      }),
    )
  const from = new Date(until.getTime() - days * 86_400_000)
  await run(visits, { until: until.toISOString(), visits: visitCount })
  for (let month = startOfMonth(from); month < until; month = nextMonth(month)) {
    await run('select private.make_interaction_month($month::date)', { month: month.toISOString() })
    await run(events, { from: month.toISOString(), to: nextMonth(month).toISOString() })
  }
  await run(outcomes, { until: until.toISOString(), bookings })
  await ask(address, 'drop table visits')
  // Autovacuum does this after a while.
  await ask(address, 'vacuum analyze')
}

const startOfMonth = (time: Date) => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth()))
const nextMonth = (time: Date) => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1))
