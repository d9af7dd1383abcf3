-- Sample data for the last quarter. The owner of an empty database runs this file (`npm run demo`, `npm run dev`).
-- Settings contain the site's URL (`demo.url`), its views (`demo.views`) and its packs (`demo.packs`).
select setseed(0.42);

-- A log-normal value: usually near the median, sometimes several times as large.
create function pg_temp.around(median float8, spread float8) returns float8
  language sql
  as $$ select median * exp(spread * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())) $$;

create function pg_temp.one_of(list anyarray) returns anyelement
  language sql
  as $$ select list[1 + floor(random() * cardinality(list))::int] $$;

-- Returns midnight in the office's zone: on the same day if it is a work day, otherwise on the next work day.
create function pg_temp.workday(at timestamptz) returns timestamptz
  language sql
  as $$
    select (day + case when extract(isodow from day) > 5 then 8 - extract(isodow from day)::int else 0 end)::timestamp
      at time zone 'Europe/London'
    from (select (at at time zone 'Europe/London')::date as day) _
  $$;

-- Returns the time itself if it is within office hours, otherwise the start of the next office hours.
create function pg_temp.awake(at timestamptz) returns timestamptz
  language sql
  as $$
    select case
      when (at at time zone 'Europe/London')::time between '08:00' and '18:00' then at
      when (at at time zone 'Europe/London')::time < '08:00' then midnight + interval '8 hours'
      else midnight + interval '32 hours'
    end
    from (select date_trunc('day', at at time zone 'Europe/London') at time zone 'Europe/London' as midnight) _
  $$;

-- The members; nobody can sign in as one of them, because they have no passwords.
create temporary table agent on commit drop as
select md5('agent ' || nth)::uuid as id, a.* from (values
  (0, 'Rosalind Achterberg', 'rosalind', 'Europe/London', 'phone', null, 0, '{{09:00,17:00}}'::text[]),
  (1, 'Tomas Veldkamp', 'tomas', 'Europe/London', 'link', 'https://meet.example.com/tomas', 0, '{{08:30,13:00},{13:30,18:00}}'),
  (2, 'Naledi Mokoena', 'naledi', 'Africa/Johannesburg', 'phone', null, 15, '{{10:00,19:00}}')
) as a (nth, name, mailbox, zone, place, link, break_after, hours);

-- The log entries are inserted below, because the triggers would log these rows with the current time.
alter table public.staff_members disable trigger after_staff_change;
alter table public.notes disable trigger record;
insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at, last_sign_in_at, created_at, updated_at)
select id, mailbox || '@demo.example.com', jsonb_build_object('name', name), since, now() - interval '3 hours', since, since
from agent, (select now() - interval '92 days' as since) _;
insert into public.staff_members (id, role, created_at) select id, 'agent', now() - interval '92 days' from agent;
update public.desk_settings set time_zone = 'Europe/London', weekly_capacity = 12;
insert into public.days_off (day, note)
select (pg_temp.workday(now() + interval '9 days') at time zone 'Europe/London')::date, 'Team day';

insert into private.hosts (id, time_zone, place, link, break_after, named_to_visitors)
select id, zone, place, link, break_after, true from agent;
insert into private.host_hours (host, weekday, opens, closes)
select a.id, weekday, a.hours[part][1]::time, a.hours[part][2]::time
from agent a, generate_series(1, 5) weekday, generate_subscripts(a.hours, 1) part;
-- On each of the coming days, every host is busy for an hour and a half, at different times. The calendar has no URL,
-- so it is never read and never changes.
insert into private.host_calendars (host, name, place, busy, events, whole_at, read_at, tried_at)
select
  a.id, 'Work', 'calendar.example.com', range_agg(tstzrange(busy.from_at, busy.from_at + interval '90 minutes')), count(*),
  now(), now(), now()
from agent a cross join lateral (
  select distinct pg_temp.workday(now() + ahead * interval '1 day') + (10 + 2 * a.nth) * interval '1 hour' as from_at
  from generate_series(0, 13) ahead
) busy
group by a.id;

-- Half hours within office hours in which a host can have a call.
create temporary table slot on commit drop as
select a.id as host, at
from generate_series(date_trunc('day', now()) - interval '93 days', now() + interval '21 days', '30 minutes') at
cross join agent a
where pg_temp.workday(at) <= at and (at at time zone 'Europe/London')::time between '09:00' and '16:30'
  and (at at time zone 'Europe/London')::date not in (select day from public.days_off)
  and not exists (
    select from private.host_calendars c where c.host = a.id and c.busy && tstzrange(at, at + interval '30 minutes')
  );

-- Visits: more on work days than on weekends, more each week, and always some in the last half hour.
create temporary table origin on commit drop as
select o.*, sum(weight) over (order by nth) - weight as first_share, sum(weight) over (order by nth) as last_share
from (values
  (1, 27, 1.0, '', null, '{home,home,services}'::text[]),
  (2, 26, 0.8, '', 'https://www.google.com', '{home,qa-checklists,roi-calculator,services}'),
  (3, 4, 0.7, '', 'https://www.bing.com', '{home,services}'),
  (4, 14, 0.9, 'utm_source=linkedin&utm_medium=social&utm_campaign=proposal-hours', 'https://www.linkedin.com', '{roi-calculator,home}'),
  (5, 9, 2.2, 'utm_source=newsletter&utm_medium=email&utm_campaign=success-kit-letter', null, '{success-kit}'),
  (6, 9, 2.6, '', 'https://partners.directory.example', '{partner360,home}'),
  (7, 6, 1.8, 'utm_source=partner-summit&utm_medium=event&utm_campaign=summit-slides', null, '{delivery-frameworks,success-kit}'),
  (8, 5, 0.4, '', 'https://www.reddit.com', '{qa-checklists,delivery-frameworks}')
) as o (nth, weight, fortune, campaign, referrer, views);

create temporary table visit on commit drop as
select
  gen_random_uuid() as id, came.*, o.campaign, o.referrer, random() ^ (1 / o.fortune) as luck, pg_temp.one_of(o.views) as first_view,
  floor((random() - 0.5) * 2 ^ 41)::bigint as key,
  case when random() < 0.42 then 0 else least(8, pg_temp.around(case when came.is_bot then 1 else 2 end, 0.7))::int end as pages,
  pg_temp.one_of(case when came.is_bot then array[
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'
  ] else array[
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
  ] end) as agent
from (
  select
    day + pg_temp.one_of('{0,4,6,7,7,8,8,8,9,9,9,9,10,10,10,10,11,11,11,12,12,12,13,13,13,14,14,14,14,15,15,15,16,16,17,17,18,19,20,22}'::int[])
      * interval '1 hour' + random() * interval '1 hour' as at,
    random() < 0.07 as is_bot, random() * 100 as share
  from generate_series(0, 90) ago
  cross join lateral (select date_trunc('day', now(), 'UTC') - ago * interval '1 day' as day) _
  cross join lateral generate_series(1, (
    80 * (1.3 - ago / 180.0) * (0.85 + random() * 0.3) * case when extract(isodow from day at time zone 'UTC') > 5 then 0.38 else 1.15 end
  )::int)
  union all
  select now() - ago * interval '1 minute', false, random() * 100 from generate_series(4, 28, 4) ago
) came
join origin o on came.share >= o.first_share and came.share < o.last_share
where came.at < now() - interval '3 minutes';

-- Visitors with invented names, reserved domains, and phone numbers that are set aside for fiction.
create temporary table person on commit drop as
with place (zone, first, last, company, phone) as (values
  ('Europe/London', '{Harriet,Callum,Priya,Owen,Imogen}'::text[], '{Ashdown,Penhale,Raman,Whitlock}'::text[], 'Ltd', '+44 20 7946 0'),
  ('America/New_York', '{Marcus,Dana,Elena,Trevor,Aisha}', '{Holloway,Brandt,Castellano,Okafor}', 'Inc', '+1 212 555 0'),
  ('Europe/Berlin', '{Jörg,Annika,Stefan,Käthe,Malte}', '{Röder,Hollmann,Kranz,Weißbach}', 'GmbH', '+49 30 23125 '),
  ('Australia/Sydney', '{Bronte,Lachlan,Thi,Angus,Mere}', '{Mallory,Duong,Kirkpatrick,Yates}', 'Pty Ltd', '02 5550 0'),
  ('Africa/Johannesburg', '{Thandi,Pieter,Lerato,Zanele,Sipho}', '{Mokoena,Vosloo,Naidoo,Khumalo}', 'Pty', '+27 21 555 0'),
  ('Asia/Kolkata', '{Ananya,Rohit,Kavya,Vikram,Meera}', '{Deshpande,Iyer,Banerjee,Menon}', 'Pvt Ltd', '+91 22 5550 0')
)
select
  row_number() over (order by random()) as nth, zone, f || ' ' || l as name,
  translate(lower(f || '.' || l), 'äöüß', 'aous') || '@' || lower(translate(house, ' ', '-')) || '.example.com' as email,
  house || ' ' || company as company, phone || (100 + floor(random() * 900))::int as phone
from place, unnest(first) f, unnest(last) l,
  lateral (
    select pg_temp.one_of('{Alder,Brightwater,Copperfield,Dovetail,Eastgate,Foxglove,Granite,Harbourline,Juniper,Kestrel,Northfold,Rookery}'::text[])
      || ' ' || pg_temp.one_of('{Systems,Consulting,Solutions,Partners,Digital,Cloud}'::text[]) || left(f || l, 0) as house
  ) _;

-- Requests and messages from random past visits; some are new or have an upcoming call. `hours` is the time until
-- the answer; one answer in fourteen is late.
create temporary table asked on commit drop as
select
  gen_random_uuid() as id, row_number() over (order by a.at) as nth, a.*, p.name, p.email, p.company, p.phone, p.zone,
  (select id from agent where agent.nth = a.turn % 3) as actor,
  case when random() < 0.07 then 25 + random() * 20 else least(23.4, greatest(0.2, pg_temp.around(3.6, 0.8))) end as hours
from (
  select v.at + interval '4 minutes' as at, v.id as visit, v.first_view, v.campaign, v.referrer, turn,
    case when turn <= 124 then 'booking' else 'message' end as kind,
    case
      when turn <= 124 then (array['completed', 'completed', 'completed', 'completed', 'no-show', 'completed', 'completed', 'spam', 'completed', 'completed', 'cancelled', 'completed', 'dropped'])[1 + turn % 13]
      else (array['answered', 'closed', 'answered', 'spam', 'answered'])[1 + turn % 5]
    end as state
  from (
    select *, row_number() over (order by luck desc) as turn from visit where not is_bot and at < now() - interval '2.7 days'
  ) v where turn <= 208
  union all
  select now() - f.hours_ago * interval '1 hour', gen_random_uuid(), 'home', '', 'https://www.google.com', f.turn, f.kind, f.state
  from (values
    (0.3, 'booking', 'picked', 300), (1.7, 'booking', 'new', 301), (4.5, 'booking', 'picked', 302), (8, 'booking', 'spam?', 303),
    (11, 'booking', 'picked', 304), (19.5, 'booking', 'new', 305), (22.6, 'booking', 'new', 306), (27, 'booking', 'new', 307),
    (33, 'booking', 'spam?', 308), (41, 'booking', 'new', 309), (66, 'booking', 'coming', 310), (68, 'booking', 'coming', 311),
    (71, 'booking', 'coming', 312), (73, 'booking', 'coming', 313), (76, 'booking', 'coming', 314), (79, 'booking', 'coming', 315),
    (0.9, 'message', 'new', 316), (6, 'message', 'new', 317), (13, 'message', 'spam?', 318), (15, 'message', 'new', 319),
    (23.2, 'message', 'new', 320), (30, 'message', 'new', 321)
  ) as f (hours_ago, kind, state, turn)
) a
join person p on p.nth = 1 + (a.turn * 7) % 110;

alter table asked add answered_at timestamptz, add call tstzrange;
update asked set answered_at = least(pg_temp.awake(at + hours * interval '1 hour'), now() - interval '10 minutes')
where state not in ('new', 'spam?', 'picked');

-- Each call takes half an hour of its host's time. Two upcoming calls are at the same time.
do $$
declare
  one record;
  taken timestamptz;
begin
  for one in select * from asked where kind = 'booking' and state in ('completed', 'no-show', 'dropped', 'coming', 'picked') order by at loop
    delete from slot where ctid = (
      select s.ctid from slot s
      where s.host = one.actor and s.at > case one.state
        when 'coming' then pg_temp.workday(now() + (1 + (one.turn - 310) / 2) * interval '1 day') + interval '8 hours'
        when 'picked' then pg_temp.workday(now() + (one.turn - 298) * interval '1 day') + interval '13 hours'
        else one.answered_at + (3 + one.turn % 70) * interval '1 hour'
      end
      order by s.at limit 1
    ) returning at into taken;
    update asked set
      call = tstzrange(taken, taken + interval '30 minutes'),
      -- An upcoming call can only have the status 'confirmed'.
      state = case when state in ('completed', 'no-show', 'dropped') and taken + interval '1 hour' > now() then 'coming' else state end
    where id = one.id;
  end loop;
end
$$;

-- Interactions: page views, downloads and forms.
select private.make_interaction_month(month::date)
from generate_series(date_trunc('month', now() at time zone 'UTC' - interval '92 days'), now() at time zone 'UTC', '1 month') month;

create temporary table told (visit uuid, at timestamptz, type text, data jsonb) on commit drop;
insert into told
select id, at, 'page_view', jsonb_build_object('view', first_view, 'title', current_setting('demo.views')::jsonb ->> first_view) from visit;
insert into told
select w.id, w.at + w.page * w.seconds * interval '1 second', e.type, e.data
from (
  select v.id, v.at, v.is_bot, page, 10 + floor(random() * 50) as seconds, pg_temp.one_of(views) as view, random() as chance
  from visit v cross join lateral generate_series(1, v.pages) page
  cross join (select array_agg(view) as views from jsonb_object_keys(current_setting('demo.views')::jsonb) view) _
) w
cross join lateral (values
  ('page_view', jsonb_build_object('view', w.view, 'title', current_setting('demo.views')::jsonb ->> w.view), true),
  ('navigation', jsonb_build_object('to', w.view, 'trigger', 'nav'), true),
  ('engagement', jsonb_build_object('action', 'page_time_spent', 'seconds', w.seconds, 'view', w.view), not w.is_bot),
  ('download', jsonb_build_object('pack', current_setting('demo.packs')::jsonb ->> floor(w.chance * 14)::int, 'place', 'success-kit'),
    w.view = 'success-kit' and w.chance < 0.57),
  ('engagement', jsonb_build_object('action', 'calculator', 'field', 'proposals'), w.view = 'roi-calculator' and w.chance < 0.5)
) as e (type, data, is_told)
where e.is_told;
insert into told
select v.id, v.at + interval '3 minutes' + is_closed * interval '40 seconds', (array['modal_open', 'modal_close'])[1 + is_closed],
  jsonb_build_object('modal', 'booking', 'opener', (array['hero', 'escape'])[1 + is_closed])
from visit v, generate_series(0, 1) is_closed where not v.is_bot and v.key % 20 = 0;
insert into told
select visit, at - interval '1 minute', case kind when 'booking' then 'modal_open' else 'page_view' end,
  case kind when 'booking' then '{"modal": "booking", "opener": "header"}'::jsonb else '{"view": "contact"}' end
from asked
union all
select visit, at, 'form_submit', jsonb_build_object('form', kind, 'outcome', 'stored') from asked;

insert into public.user_interactions
  (id, created_at, session_id, event_type, event_data, page_url, user_agent, referrer, is_bot, visitor_key)
select gen_random_uuid(), t.at, t.visit, t.type, t.data,
  current_setting('demo.url') || '/' || coalesce('?' || nullif(v.campaign, ''), ''), v.agent, v.referrer, v.is_bot, v.key
from told t join visit v on v.id = t.visit where t.at <= now();

-- Downloads as the server counts them. There are more downloads than interactions, because some visitors opted out.
insert into private.pack_downloads (day, pack, visitor, downloads)
select (created_at at time zone 'UTC')::date, event_data ->> 'pack', case when is_bot then 'bot' else 'person' end, ceil(count(*) * 1.6)
from public.user_interactions where event_type = 'download' group by 1, 2, 3;

create temporary table form on commit drop as
select a.*, landing, private.visit_source(landing, referrer) as source, private.visit_campaign(landing) as campaign_read,
  private.visit_first_view(landing) as first_view_read,
  case a.state when 'coming' then 'confirmed' when 'picked' then 'new' when 'dropped' then 'cancelled' else a.state end as status,
  case when a.state in ('spam', 'spam?') then 1.5 else 25 + a.turn % 160 end as fill_seconds,
  case when a.state in ('spam', 'spam?')
    then (array['Dear Sir, we can bring your site to the first place of all search engines.', 'Buy 10,000 followers and get 5,000 more.'])[1 + a.turn % 2]
  end as spam
from asked a cross join lateral (
  select current_setting('demo.url') || '/' || coalesce('?' || nullif(concat_ws('&',
    case when a.first_view <> 'home' then 'view=' || a.first_view end, nullif(a.campaign, '')), ''), '') as landing
) _;

insert into public.strategy_call_bookings (
  id, created_at, name, email, company, phone, message, status, assigned_to, answered_at, updated_at, fill_seconds, session_id,
  landing_page, referrer, source, campaign, first_view, current_challenges, team_size, preferred_time, time_zone, monthly_revenue,
  confirmed, picked, outcome, outcome_value, next_step, next_step_on, next_step_by
)
select
  f.id, f.at, f.name, f.email, f.company, f.phone, coalesce(f.spam, case when f.turn % 3 > 0 then w.text end), f.status,
  case when f.answered_at is not null and f.status <> 'spam' then f.actor end, case when f.status <> 'spam' then f.answered_at end,
  coalesce(f.answered_at, f.at), f.fill_seconds, f.visit, f.landing, f.referrer, f.source, f.campaign_read, f.first_view_read,
  w.challenge, (array['1', '2-5', '6-10', '11-25', '25+'])[1 + f.turn % 5],
  coalesce(lower(f.call), f.at + interval '3 days'), f.zone, case when f.turn % 2 = 0 then (array['under 50k', '50k to 200k', 'over 200k'])[1 + f.turn % 3] end,
  case when f.status in ('confirmed', 'completed', 'no-show') then f.call end, f.state = 'picked',
  o.outcome, case o.outcome when 'won' then 4000 + f.turn * 150 end, 'Send two dates' || left(o.day::text, 0), o.day, case when o.day is not null then f.actor end
from form f join (values
  (0, 'slow-proposals', 'Our last three proposals took two weeks each. We lost one of them to a firm that answered in three days.'),
  (1, 'lack-developers', 'Three projects are sold and nobody is free to build two of them before spring.'),
  (2, 'project-management', 'Every project here is run differently. We would like one way that also works with clients who change their mind.'),
  (3, 'quality-control', 'Too much comes back from acceptance tests. We saw your checklists and would like to talk about the rest.'),
  (4, 'scaling-operations', 'We went from 8 to 19 people in a year and the back office is still made for 8.'),
  (5, 'client-retention', 'We have no account reviews at all. Where does one begin?'),
  (6, 'other', 'A colleague at a partner meeting told me about you. I would like to hear what you do, nothing more for now.')
) as w (turn, challenge, text) on w.turn = f.turn % 7
left join lateral (
  select (array['won', 'later', 'lost', 'no-fit', 'won', 'later', null])[1 + f.turn % 7] as outcome,
    case when upper(f.call) > now() - interval '12 days' then now()::date - 2 + (f.turn % 9)::int end as day
) o on f.status = 'completed'
where f.kind = 'booking';

insert into private.call_holds (booking, host, slot, until, is_proven)
select id, actor, call, lower(call), true from form where state = 'picked';

insert into public.contact_messages (
  id, created_at, name, email, company, message, inquiry_type, status, assigned_to, answered_at, updated_at, fill_seconds,
  session_id, landing_page, referrer, source, campaign, first_view
)
select
  f.id, f.at, f.name, f.email, f.company, coalesce(f.spam, w.text), w.inquiry, f.status,
  case when f.answered_at is not null and f.status <> 'spam' then f.actor end, case when f.status <> 'spam' then f.answered_at end,
  coalesce(f.answered_at, f.at), f.fill_seconds, f.visit, f.landing, f.referrer, f.source, f.campaign_read, f.first_view_read
from form f join (values
  (0, 'partner360', 'What does the twelve-week program ask of us each week? Two of our people could take part, not more.'),
  (1, 'services', 'Do you also take over projects that are half done? Ours has a client who is patient, but not forever.'),
  (2, 'partnership', 'We build an add-on for warehouses and look for partners who know how to introduce it.'),
  (3, 'support', 'The link in the adoption guide, page 7, leads nowhere.'),
  (4, 'other', 'We would like to quote your article about proposals in our newsletter. Whom do we ask?')
) as w (turn, inquiry, text) on w.turn = f.turn % 5
where f.kind = 'message';

-- Notes and log entries by members.
insert into public.notes (id, created_at, author, body, booking_id, message_id)
select md5('note ' || f.id)::uuid, f.answered_at + interval '2 minutes', f.actor, (array[
    'Wants to see a sample estimate before the call.', 'Two people will join: the owner and the head of delivery.',
    'Prefers video. Link is in the invitation.', 'Budget is there from January on.', 'Sent the outline and two dates.'
  ])[1 + f.turn % 5], case f.kind when 'booking' then f.id end, case f.kind when 'message' then f.id end
from form f where f.answered_at < now() - interval '5 minutes' and f.status <> 'spam' and f.turn % 5 in (0, 2);
insert into public.audit_log (at, actor, action, subject, subject_id, details)
select * from (
  select now() - interval '92 days' as at, null::uuid as actor, 'member_added' as action, 'staff_members' as subject, id, '{"role": "agent"}'::jsonb
  from agent
  union all
  select f.answered_at + l.seconds * interval '1 second', f.actor, f.kind || l.action,
    case f.kind when 'booking' then 'strategy_call_bookings' else 'contact_messages' end, f.id, l.details
  from form f cross join lateral (values
    (-180, '_read', '{}'::jsonb, true),
    (-160, '_assigned', jsonb_build_object('from', null, 'to', f.actor), f.status <> 'spam'),
    (0, '_moved', jsonb_build_object('from', 'new', 'to', case
      when f.call is not null then 'confirmed' when f.status = 'closed' then 'answered' else f.status
    end) || case when f.call is null then '{}' else jsonb_build_object('confirmed', f.call) end, true),
    (120, '_noted', jsonb_build_object('note', md5('note ' || f.id)::uuid), exists (select from public.notes n where n.id = md5('note ' || f.id)::uuid)),
    -- An outcome is recorded after the call, a cancellation before the call.
    (extract(epoch from case f.status
      when 'cancelled' then (lower(f.call) - f.answered_at) / 2 when 'closed' then interval '3 minutes'
      else upper(f.call) - f.answered_at + interval '8 minutes'
    end), '_moved', jsonb_build_object('from', case f.kind when 'booking' then 'confirmed' else 'answered' end, 'to', f.status),
    f.call is not null and f.status in ('completed', 'no-show', 'cancelled') or f.status = 'closed')
  ) as l (seconds, action, details, is_done)
  where l.is_done and f.answered_at is not null
) lines
where at <= now() order by at;

-- The emails about the bookings and messages, each sent a moment after its cause. One email was refused, and one may
-- have been sent twice.
with sent (kind, sent_as, booking_id, message_id, at, facts, once) as (
  select 'request-received', 'request-received', b.id, null::uuid, b.created_at, '{}'::jsonb, 'request-received:' || b.id
  from public.strategy_call_bookings b where b.status not in ('spam', 'spam?')
  union all
  select 'message-received', 'message-received', null, m.id, m.created_at, '{}', 'message-received:' || m.id
  from public.contact_messages m where m.status not in ('spam', 'spam?')
  union all
  select
    'call', case a.details ->> 'to' when 'confirmed' then 'call-confirmed' else 'call-cancelled' end,
    a.subject_id, null, a.at + interval '15 seconds',
    jsonb_build_object(
      'sequence', row_number() over (partition by a.subject_id order by a.id), 'status', a.details ->> 'to',
      'starts', lower((a.details ->> 'confirmed')::tstzrange), 'ends', upper((a.details ->> 'confirmed')::tstzrange)
    ), null
  from public.audit_log a
  where a.action = 'booking_moved' and a.details ->> 'to' in ('confirmed', 'cancelled')
)
insert into public.outbox
  (channel, kind, sent_as, booking_id, message_id, facts, once, created_at, due_at, settled_at, state, attempts)
select 'letter', kind, sent_as, booking_id, message_id, facts, once, at, at, at + interval '2 seconds', 'sent', 1
from sent
on conflict (once) do nothing;
with late as (
  select o.id, row_number() over (order by o.created_at desc) as number from public.outbox o
  where o.kind = 'request-received' and o.state = 'sent' limit 9
)
update public.outbox o set
  state = case late.number when 3 then 'failed' else o.state end,
  sent_as = case late.number when 3 then null else o.sent_as end,
  reason = case late.number when 3 then '550 the server refuses the address' end,
  may_have_arrived = late.number = 8, attempts = case late.number when 8 then 2 else 1 end
from late where late.id = o.id and late.number in (3, 8);

insert into auth.audit_log_entries (payload, created_at)
select json_build_object('action', 'login', 'outcome', 'done', 'actor_id', a.id), at
from agent a cross join lateral (
  select distinct pg_temp.workday(now() - ago * interval '1 day') + interval '8 hours' + a.nth * interval '17 minutes' as at
  from generate_series(0, 90) ago
) mornings where at < now() order by at;

alter table public.staff_members enable trigger after_staff_change;
alter table public.notes enable trigger record;
analyze public.user_interactions;
