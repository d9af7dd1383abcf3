-- How visits are counted. The same functions serve the upkeep, for days that are over, and whoever asks, for what is not
-- counted yet; so they have to be quick, also before anything is known of the size of a new month: with plans for the
-- time asked for, never compiled, and without nested loops, which are right for a few rows only.

-- The visits of a time, by day, the team's too. A visit is the team's or a bot's if one of its events is.
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
      case when e.event_type = 'page_view' then left(coalesce(e.event_data ->> 'view', ''), 100) end as view,
      case when e.event_type = 'download' then left(coalesce(e.event_data ->> 'pack', ''), 100) end as pack
    from event e
    where e.event_type in ('page_view', 'download')
  ),
  way as (
    select s.day, s.session_id, array_agg(s.view) filter (where s.view is not null) as seen,
      array_agg(s.pack) filter (where s.pack is not null) as taken
    from step s group by 1, 2
  ),
  -- The first page. Who is still here from the day before may have opened none.
  began as materialized (
    (
      select distinct on (s.day, s.session_id) s.day, s.session_id, s.page_url, s.referrer, s.view
      from step s
      where s.view is not null
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
  -- Addresses are few beside the visits that name them, and reading one is dear.
  address as materialized (
    select page_url, referrer, private.visit_source(page_url, referrer) as source,
      private.visit_campaign(page_url) as campaign
    from (select distinct began.page_url, began.referrer from began) _
  )
  select v.day, v.session_id, v.visitor, v.browser, v.views, v.opened, v.sent, address.source, address.campaign,
    began.view, coalesce(way.seen, '{}'), coalesce(way.taken, '{}')
  from visit v
  join began using (day, session_id)
  -- Written so that it can be hashed: none of them is empty.
  join address on coalesce(address.page_url, '') = coalesce(began.page_url, '')
    and coalesce(address.referrer, '') = coalesce(began.referrer, '')
  left join way using (day, session_id);
end
$$;

-- What `visit_days` has, or will have, of these days; what was before `since` is taken from `visits`. Which names there
-- are is for the public to say: of each dimension the hundred most frequent of a day have a line of their own.
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
      -- Where our server did not say which browser it was, each visit is one.
      coalesce(least(k.browser, f.browser), hashtextextended(session_id::text, 0)) as browser,
      coalesce(k.views, 0) + coalesce(f.views, 0) as views,
      coalesce(k.opened or f.opened, false)::int as opened, coalesce(k.sent or f.sent, false)::int as sent,
      -- What came first tells where the visit is from, but a page before anything else.
      case when is_later then f.source else k.source end as source,
      case when is_later then f.campaign else k.campaign end as campaign,
      case when is_later then f.first_view else k.first_view end as first_view,
      k.seen || f.seen as seen, k.taken || f.taken as taken
    from (select * from private.visits v where since is not null and v.day between from_day and to_day) k
    full join private.visits_between(
      greatest(from_day::timestamp at time zone 'UTC', since), (to_day + 1)::timestamp at time zone 'UTC'
    ) f using (day, session_id)
    cross join lateral (select k.views is null or k.views = 0 and f.views > 0 as is_later) _
    where coalesce(k.visitor, '') <> 'team' and coalesce(f.visitor, '') <> 'team'
  ),
  -- First by all three together, which are few beside the visits.
  origin as (
    select v.day, v.visitor, v.source, v.campaign, v.first_view, count(*) as sessions, sum(v.views) as views,
      sum(v.opened) as opened, sum(v.sent) as sent
    from visit v group by 1, 2, 3, 4, 5
  ),
  step as (
    select v.day, v.session_id, v.visitor, v.opened, v.sent, 'view' as dimension, unnest(v.seen) as value from visit v
    union all
    select v.day, v.session_id, v.visitor, v.opened, v.sent, 'pack', unnest(v.taken) from visit v
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
    select s.day, s.dimension, s.value, s.visitor, count(*), sum(s.times), sum(s.opened), sum(s.sent)
    from (
      select step.day, step.session_id, step.dimension, step.value, step.visitor, step.opened, step.sent,
        count(*) as times
      from step group by 1, 2, 3, 4, 5, 6, 7
    ) s
    group by 1, 2, 3, 4
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

-- What `vital_days` has of a time.
create function private.count_vitals(from_time timestamptz, to_time timestamptz) returns setof private.vital_days
  language plpgsql stable
  set search_path = ''
  set jit = off
  set plan_cache_mode = force_custom_plan
  as $$
begin
  return query
  select
    (i.created_at at time zone 'UTC')::date, i.event_data ->> 'name',
    case when i.is_bot then 'bot' else 'person' end,
    private.vital_bucket((i.event_data ->> 'value')::numeric), count(*)
  from public.user_interactions i
  where i.created_at >= from_time and i.created_at < to_time
    and i.event_type = 'engagement' and not i.is_team
    and i.event_data ->> 'action' = 'web_vital'
    and i.event_data ->> 'name' in ('CLS', 'FCP', 'INP', 'LCP', 'TTFB')
    and jsonb_typeof(i.event_data -> 'value') = 'number'
  group by 1, 2, 3, 4;
end
$$;

-- What `booking_visits` has, or will have, of the bookings of these days: what their visit did on the day of the booking, in the
-- six hours before it, and in the hour after it, since what a page saw may be told after the form was sent.
create function private.trace_bookings(from_day date, to_day date) returns setof private.booking_visits
  language plpgsql stable
  set search_path = ''
  set jit = off
  set enable_nestloop = off
  set plan_cache_mode = force_custom_plan
  as $$
begin
  return query
  select b.id,
    coalesce((array_agg(distinct left(i.event_data ->> 'view', 100))
      filter (where i.event_type = 'page_view' and i.event_data ->> 'view' is not null))[1:100], '{}'),
    coalesce((array_agg(distinct left(i.event_data ->> 'pack', 100))
      filter (where i.event_type = 'download' and i.event_data ->> 'pack' is not null))[1:100], '{}')
  from public.strategy_call_bookings b
  cross join lateral (select (b.created_at at time zone 'UTC')::date as day) d
  join public.user_interactions i
    on i.session_id = b.session_id and i.event_type in ('page_view', 'download')
    and i.created_at >= d.day::timestamp at time zone 'UTC' - interval '6 hours'
    and i.created_at < (d.day + 1)::timestamp at time zone 'UTC' + interval '1 hour'
  where b.created_at >= from_day::timestamp at time zone 'UTC'
    and b.created_at < (to_day + 1)::timestamp at time zone 'UTC'
    -- Said of the whole too, so that only the partitions of these days are read.
    and i.created_at >= from_day::timestamp at time zone 'UTC' - interval '6 hours'
    and i.created_at < (to_day + 1)::timestamp at time zone 'UTC' + interval '1 hour'
  group by b.id;
end
$$;
