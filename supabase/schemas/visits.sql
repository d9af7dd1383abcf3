-- Visits, collected every hour and counted by day. The cleanup job writes these tables, and the insights read them.

-- One row for each source, campaign and so on; '*' is the day's total. A visit past midnight counts on both days.
create table private.visit_days (
  day date not null,
  dimension text not null,
  value text not null,
  visitor text not null,
  sessions bigint not null,
  -- The number of different browsers in a day; null for other dimensions.
  visitors bigint,
  -- For the dimension 'view', the number of times that this view was opened; otherwise, the number of all page views.
  views bigint not null,
  -- The number of visits that opened the booking dialog, and the number of visits that submitted its form.
  opened bigint not null,
  sent bigint not null,

  -- The dimension comes first, because reports read '*' for two ranges of days and other dimensions for one range.
  constraint visit_days_pkey primary key (dimension, day, value, visitor),
  constraint visit_days_dimension_check check (
    dimension in ('*', 'source', 'campaign', 'first_view', 'view')
  ),
  constraint visit_days_visitor_check check (visitor in ('person', 'bot'))
);

alter table private.visit_days enable row level security;

-- Visits of uncounted days up to `visits_until`, so that a report about today has to read few other rows. Each cleanup
-- rewrites these visits.
create table private.visits (
  day date not null,
  session_id uuid not null,
  visitor text not null,
  browser bigint,
  views bigint not null,
  opened boolean not null,
  sent boolean not null,
  source text not null,
  campaign text,
  first_view text not null,
  seen text[] not null,

  constraint visits_pkey primary key (day, session_id),
  constraint visits_visitor_check check (visitor in ('person', 'bot', 'team'))
);

alter table private.visits enable row level security;

-- The moment up to which `visits` contains the rows.
create table private.visits_until (
  "only" boolean not null default true,
  moment timestamptz not null,

  constraint visits_until_pkey primary key ("only"),
  constraint visits_until_only_check check ("only")
);

alter table private.visits_until enable row level security;

-- Includes the team's visits. If one event of a visit comes from the team or a bot, the entire visit counts as theirs.
create function private.visits_between(from_time timestamptz, to_time timestamptz) returns setof private.visits
  language plpgsql stable
  set search_path = ''
  set jit = off
  set work_mem = '32MB'
  set enable_nestloop = off
  set plan_cache_mode = force_custom_plan
  as $$
begin
  return query
  with event as not materialized (
    select (i.created_at at time zone 'UTC')::date as day, i.*
    from public.user_interactions i
    where i.created_at >= from_time and i.created_at < to_time
  ),
  visit as materialized (
    select
      e.day, e.session_id,
      case when bool_or(e.is_team) then 'team' when bool_or(e.is_bot) then 'bot' else 'person' end as visitor,
      min(e.visitor_key) as browser,
      count(*) filter (where e.event_type = 'page_view') as views,
      coalesce(bool_or(e.event_data ->> 'modal' = 'booking') filter (where e.event_type = 'modal_open'), false)
        as opened,
      coalesce(bool_or(e.event_data @> '{"form": "booking", "outcome": "stored"}')
        filter (where e.event_type = 'form_submit'), false) as sent
    from event e
    group by 1, 2
  ),
  step as materialized (
    select e.day, e.session_id, e.created_at, e.id, e.page_url, e.referrer,
      left(coalesce(e.event_data ->> 'view', ''), 100) as view
    from event e
    where e.event_type = 'page_view'
  ),
  way as (
    select s.day, s.session_id, array_agg(s.view) as seen from step s group by 1, 2
  ),
  -- The visit's first page. A visit that began the day before may have no first page on this day.
  began as materialized (
    (
      select distinct on (s.day, s.session_id) s.day, s.session_id, s.page_url, s.referrer, s.view
      from step s
      order by s.day, s.session_id, s.created_at, s.id
    )
    union all
    (
      select distinct on (e.day, e.session_id) e.day, e.session_id, e.page_url, e.referrer,
        coalesce(private.visit_first_view(e.page_url), '')
      from visit join event e using (day, session_id)
      where visit.views = 0
      order by e.day, e.session_id, e.created_at, e.id
    )
  ),
  -- Parses each distinct URL only once: parsing is slow, and there are few distinct URLs.
  address as materialized (
    select page_url, referrer, private.visit_source(page_url, referrer) as source,
      private.visit_campaign(page_url) as campaign
    from (select distinct began.page_url, began.referrer from began) _
  )
  select v.day, v.session_id, v.visitor, v.browser, v.views, v.opened, v.sent, address.source, address.campaign,
    began.view, coalesce(way.seen, '{}')
  from visit v
  join began using (day, session_id)
  -- Replaces nulls with empty strings, so that PostgreSQL can hash the condition. Actual URLs are never empty.
  join address on coalesce(address.page_url, '') = coalesce(began.page_url, '')
    and coalesce(address.referrer, '') = coalesce(began.referrer, '')
  left join way using (day, session_id);
end
$$;

-- Reads visits before `since` from the table `visits`. Names come from visitors, so only the hundred most
-- frequent names of a day and dimension have their own row.
create function private.count_visits(from_day date, to_day date, since timestamptz default null)
  returns setof private.visit_days
  language plpgsql stable
  set search_path = ''
  set jit = off
  set work_mem = '32MB'
  set enable_nestloop = off
  set plan_cache_mode = force_custom_plan
  as $$
begin
  return query
  with visit as materialized (
    select
      day, session_id,
      case when k.visitor = 'bot' or f.visitor = 'bot' then 'bot' else 'person' end as visitor,
      -- A visit without a key counts as a separate browser.
      coalesce(least(k.browser, f.browser), hashtextextended(session_id::text, 0)) as browser,
      coalesce(k.views, 0) + coalesce(f.views, 0) as views,
      coalesce(k.opened or f.opened, false)::int as opened, coalesce(k.sent or f.sent, false)::int as sent,
      -- If the earlier part of a visit has a page, the visit's origin comes from that part.
      case when is_later then f.source else k.source end as source,
      case when is_later then f.campaign else k.campaign end as campaign,
      case when is_later then f.first_view else k.first_view end as first_view,
      k.seen || f.seen as seen
    from (select * from private.visits v where since is not null and v.day between from_day and to_day) k
    full join private.visits_between(
      greatest(from_day::timestamp at time zone 'UTC', since), (to_day + 1)::timestamp at time zone 'UTC'
    ) f using (day, session_id)
    cross join lateral (select k.views is null or k.views = 0 and f.views > 0 as is_later) _
    where coalesce(k.visitor, '') <> 'team' and coalesce(f.visitor, '') <> 'team'
  ),
  -- Groups by all three columns first, because there are few combinations.
  origin as (
    select v.day, v.visitor, v.source, v.campaign, v.first_view, count(*) as sessions, sum(v.views) as views,
      sum(v.opened) as opened, sum(v.sent) as sent
    from visit v group by 1, 2, 3, 4, 5
  ),
  step as (
    select v.day, v.session_id, v.visitor, v.opened, v.sent, unnest(v.seen) as value, count(*) as times
    from visit v group by 1, 2, 3, 4, 5, 6
  ),
  counted as (
    select o.day, d.dimension, d.value, o.visitor, sum(o.sessions) as sessions, sum(o.views) as views,
      sum(o.opened) as opened, sum(o.sent) as sent
    from origin o
    cross join lateral (values ('source', o.source), ('campaign', o.campaign), ('first_view', o.first_view))
      d (dimension, value)
    where d.value is not null
    group by 1, 2, 3, 4
    union all
    select s.day, 'view', s.value, s.visitor, count(*), sum(s.times), sum(s.opened), sum(s.sent)
    from step s
    group by 1, 3, 4
  ),
  ranked as (
    select *, dense_rank() over (partition by c.day, c.dimension order by c.all_sessions desc, c.value) as place
    from (
      select *, sum(c.sessions) over (partition by c.day, c.dimension, c.value) as all_sessions from counted c
    ) c
  )
  select
    r.day, r.dimension, case when r.place <= 100 then r.value else '(other)' end, r.visitor,
    sum(r.sessions)::bigint, null::bigint, sum(r.views)::bigint, sum(r.opened)::bigint, sum(r.sent)::bigint
  from ranked r
  group by 1, 2, 3, 4
  union all
  select v.day, '*', '', v.visitor, count(*), count(distinct v.browser), sum(v.views)::bigint, sum(v.opened),
    sum(v.sent)
  from visit v
  group by 1, 4;
end
$$;

-- Calling this function again for the same day changes nothing.
create function private.store_visit_days(of_day date) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  from_time timestamptz := of_day::timestamp at time zone 'UTC';
  to_time timestamptz := (of_day + 1)::timestamp at time zone 'UTC';
begin
  delete from private.visit_days where day = of_day;
  insert into private.visit_days select * from private.count_visits(of_day, of_day);

  delete from private.fault_days where day = of_day;
  insert into private.fault_days select * from private.count_faults(of_day, of_day);

  delete from private.booking_visits v using public.strategy_call_bookings b
    where b.id = v.booking and b.created_at >= from_time and b.created_at < to_time;
  insert into private.booking_visits select * from private.count_booking_visits(of_day, of_day);
end
$$;

create function private.refresh_visits(from_day date, now_is timestamptz) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  from_time timestamptz := from_day::timestamp at time zone 'UTC';
  -- The time of the last row minus one minute. All transactions that began earlier have committed by then. Uses the
  -- database's time.
  until timestamptz := (
    select max(created_at) - interval '1 minute' from public.user_interactions
    where created_at >= from_time and created_at <= now_is
  );
begin
  delete from private.visits;
  delete from private.visits_until;
  if until > from_time then
    insert into private.visits select * from private.visits_between(from_time, until);
    insert into private.visits_until (moment) values (until);
  end if;
end
$$;

create function private.is_not_spam(status text) returns boolean
  language sql immutable parallel safe
  return status not in ('spam', 'spam?');
