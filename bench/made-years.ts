import { ask } from './servers.ts'

const days = 365

/** Picks a random element of the list; elements near the end are picked less often. */
const oneOf = (words: string, chance = 'random() * random()') =>
  `(string_to_array('${words}', ' '))[1 + floor(${chance} * ${words.split(' ').length})::int]`

/** Visits at random times. One visit in eight comes from a bot. */
const visits = (from: Date, count: number) => `
  create unlogged table visits as
  select n, gen_random_uuid() as session_id, random() as taste, random() as depth, random() < 0.12 as is_bot,
    '${from.toISOString()}'::timestamptz + (n - random()) * interval '${days} days' / ${count} as began,
    least(1 + floor(-ln(1 - random()) * 1.75), 20)::int as pages,
    'https://backline.example/' || case when random() < 0.4 then '?utm_medium=cpc&utm_source='
      || ${oneOf('google linkedin newsletter partner-days facebook bing')} || '&utm_campaign='
      || ${oneOf('autumn pricing webinar launch remarketing adoption migration spring brand qa')} else '' end as page_url,
    case when random() < 0.5 then 'https://www.google.com/' when random() < 0.6 then null
      else 'https://www.partner-' || floor(power(random(), 3) * 40) || '.example/' end as referrer,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/'
      || 120 + floor(random() * 30) || '.0.0.0 Safari/537.36' as user_agent
  from generate_series(1, ${count}) n;
  create index on visits (began);
  analyze visits`

/** One month of visitors' events in chronological order, as our server stores them. */
const events = (from: Date, until: Date) => `
  insert into public.user_interactions
    (id, created_at, session_id, event_type, event_data, page_url, user_agent, referrer, is_bot, visitor_key)
  with visit as (
    select *, array_fill('page_view'::text, array[pages]) || case when is_bot then '{}' else
      array['navigation', 'seen', 'seen', 'seen', 'seen']
      || case when taste < 0.35 then array['button_click'] else '{}' end
      || case when taste < 0.06 then array['download'] else '{}' end
      || case when depth > 0.93 then array['modal_open', 'modal_close'] else '{}' end
      || case when depth > 0.985 then array['form_submit'] else '{}' end end as kinds
    from visits where began >= '${from.toISOString()}' and began < '${until.toISOString()}'
  ),
  event as (
    select *, began + (place - 1) * random() * interval '8 seconds' as at,
      ${oneOf('home services partner360 success-kit delivery-frameworks qa-checklists about contact')} as view
    from visit, unnest(kinds) with ordinality _ (kind, place)
  )
  select gen_random_uuid(), least(at, now()), session_id,
    case when kind = 'seen' then 'engagement' else kind end,
    case kind
      when 'page_view' then jsonb_build_object('view', view, 'title', view || ' | Backline')
      when 'navigation' then jsonb_build_object('from', 'home', 'to', view, 'trigger', 'header')
      when 'button_click' then jsonb_build_object('label', 'Show all', 'view', view)
      when 'download' then jsonb_build_object('pack', ${oneOf('qa-checklists pricing-guide delivery-framework')})
      when 'form_submit' then '{"form": "booking", "outcome": "stored"}'
      when 'seen' then jsonb_build_object('action', 'page_time_spent', 'seconds', floor(random() * 200), 'view', view)
      when 'modal_open' then '{"modal": "booking", "opener": "header"}'
      when 'modal_close' then '{"modal": "booking", "opener": "header"}'
    end, page_url, user_agent, referrer, is_bot, n
  from event order by at`

/**
 * Fills a database with one year of a busy site's interactions. This takes minutes. The interactions are not yet
 * counted.
 */
export async function fillYear(address: string, count: number): Promise<void> {
  const now = new Date()
  const from = new Date(now.getTime() - days * 86_400_000)
  await ask(address, visits(from, count))
  for (let start = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth())); start < now; ) {
    const next = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1))
    await ask(address, 'select private.make_interaction_month($1::date)', [start.toISOString()])
    await ask(address, events(start, next))
    start = next
  }
  await ask(address, 'drop table visits')
  // On a production server, autovacuum does this later.
  await ask(address, 'vacuum analyze')
}

/** The frequency of each state: most calls are completed. */
const states = `(array['completed','completed','completed','completed','completed','completed','no-show','cancelled','spam','new'])[1 + n % 10]`

/**
 * Inserts several years of bookings: names repeat, messages vary in length, and one booking in a hundred is confirmed.
 * Triggers are off, as in a restore, so this takes only seconds.
 */
export async function fillBookings(address: string, count: number, staff: string): Promise<void> {
  await ask(
    address,
    `do $$ begin
       set local session_replication_role = replica;
       insert into public.strategy_call_bookings (
         created_at, updated_at, name, email, company, phone, current_challenges, team_size, preferred_time,
         time_zone, message, status, confirmed, assigned_to, source, campaign, first_view, answered_at, session_id,
         landing_page, referrer, fill_seconds
       )
       select
         asked, asked + interval '1 day', first || ' ' || last, lower(first || '.' || last) || n || '@' || domain,
         last || ' ' || trade, '+1 555 ' || n,
         (array['slow-proposals','lack-developers','project-management','quality-control','other'])[1 + n % 5],
         (array['1','2-5','6-10','11-25','25+'])[1 + n % 5], asked + interval '3 days',
         (array['Europe/London','Africa/Johannesburg','Pacific/Auckland','America/New_York'])[1 + n % 4],
         repeat('Please tell us how you work. ', 1 + n % 30), state,
         case when state in ('completed','no-show','confirmed')
           then tstzrange(asked + interval '3 days', asked + interval '3 days 10 minutes') end,
         case when n % 5 = 0 then '${staff}'::uuid when n % 3 > 0 then md5((n % 8)::text)::uuid end,
         (array['google','direct','linkedin','newsletter','site'])[1 + n % 5] || case when n % 50 = 0 then n % 7 else 0 end,
         case when n % 4 = 0 then 'spring ' || n % 20 end, (array['home','services','pricing'])[1 + n % 3],
         case when state <> 'new' then asked + interval '1 hour' end, gen_random_uuid(),
         'https://backline.example/?utm_source=x' || n, 'https://news.example/' || n, 10 + n % 100
       from (
         select n, now() - (${count} - n) * interval '10 minutes' as asked,
           case when n % 100 = 0 then 'confirmed' else ${states} end as state,
           (array['Ada','Grace','Linus','Barbara','Edsger','Radia','Ken','Frances'])[1 + abs(hashint4(n)) % 8] as first,
           (array['Lovelace','Hopper','Torvalds','Liskov','Dijkstra','Perlman','Thompson','Allen','Naur','Kay','Sammet'])
             [1 + abs(hashint4(n + 1)) % 11] as last,
           (array['ERP','Consulting','Systems','Software','Partners'])[1 + abs(hashint4(n + 2)) % 5] as trade,
           (array['one.example','two.example','three.example'])[1 + abs(hashint4(n + 3)) % 3] as domain
         from generate_series(1, ${count}) n
       ) made;
     end $$`,
  )
  const said = `private.plain(message) || case when phone like '%4711' then ' zeppelin' else '' end`
  await ask(address, `insert into private.said select id, id, null, ${said} from public.strategy_call_bookings`)
  // On a production server, autovacuum does this within minutes.
  await ask(address, 'vacuum analyze public.strategy_call_bookings')
}
