-- What the desk may ask for.

-- All of it, as of a moment.
create function private.insights_of(from_day date, to_day date, visitor text, now_is timestamptz) returns jsonb
  language plpgsql stable
  set search_path = ''
  set jit = off
  set work_mem = '32MB'
  set enable_nestloop = off
  set plan_cache_mode = force_custom_plan
  as $$
declare
  days int := to_day - from_day + 1;
  before_to date := from_day - 1;
  before_from date := from_day - days;
  kinds text[] := case visitor when 'all' then '{person,bot}' else array[visitor] end;
  counted_to date := (select max(d.day) from private.visit_days d where d.dimension = '*');
  fresh_from date := greatest(counted_to + 1, before_from);
  fresh_time timestamptz := fresh_from::timestamp at time zone 'UTC';
  -- What was before it is gathered, and what is before all that is fresh is of no use.
  gathered_to timestamptz := (select u.moment from private.visits_until u where u.moment > fresh_time);
  fresh private.visit_days[];
  fresh_vitals private.vital_days[];
  fresh_bookings private.booking_visits[];
  -- The last day that the sums of its month have something of.
  summed_to date := greatest(counted_to, (gathered_to at time zone 'UTC')::date);
  present jsonb;
  past jsonb;
begin
  if fresh_from <= to_day then
    fresh := array(select v from private.count_visits(fresh_from, to_day, gathered_to) v);
    fresh_vitals := array(
      select v from private.count_vitals(
        greatest(fresh_time, gathered_to), (to_day + 1)::timestamp at time zone 'UTC'
      ) v
    );
    fresh_bookings := array(select v from private.trace_bookings(greatest(fresh_from, from_day), to_day) v);
  end if;
  present := private.insight_range(from_day, to_day, kinds, fresh, now_is);
  past := private.insight_range(before_from, before_to, kinds, fresh, now_is);
  return jsonb_build_object(
    'range', jsonb_build_object('from', from_day, 'to', to_day, 'days', days),
    'before', jsonb_build_object('from', before_from, 'to', before_to, 'days', days),
    'visitor', visitor,
    'as_of', now_is,
    'totals', jsonb_build_object('now', present -> 'totals', 'before', past -> 'totals'),
    'days', present -> 'days',
    'days_before', past -> 'days',
    'funnel', jsonb_build_object('now', present -> 'funnel', 'before', past -> 'funnel'),
    'answers', jsonb_build_object('now', present -> 'answers', 'before', past -> 'answers'),
    'vitals', (
      select jsonb_agg(jsonb_build_object(
        'name', name, 'p75', n.p75, 'samples', coalesce(n.samples, 0),
        'p75_before', b.p75, 'samples_before', coalesce(b.samples, 0)
      ) order by place)
      from unnest('{LCP,INP,CLS,FCP,TTFB}'::text[]) with ordinality _ (name, place)
      left join private.insight_vitals(from_day, to_day, kinds, fresh_vitals, summed_to) n using (name)
      left join private.insight_vitals(before_from, before_to, kinds, fresh_vitals, summed_to) b using (name)
    )
  ) || private.insight_lists(from_day, to_day, kinds, fresh, fresh_bookings);
end
$$;

-- The desk's numbers for a range of UTC days, both inclusive, beside as many days before it. Definer, since they are
-- made of rows that nobody at the desk may read one by one.
create function public.insights(from_day date, to_day date, visitor text default 'person') returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  if from_day is null or to_day is null or not isfinite(from_day) or not isfinite(to_day) then
    raise exception 'Say the first and the last day of the range.' using errcode = '22023';
  elsif from_day > to_day then
    raise exception 'The range ends before it begins.' using errcode = '22023';
  elsif to_day - from_day >= 731 then
    raise exception 'A range has at most 731 days.' using errcode = '22023';
  elsif from_day < '2000-01-01' or to_day > '2199-12-31' then
    raise exception 'The range must lie between the years 2000 and 2199.' using errcode = '22023';
  elsif visitor is null or visitor not in ('person', 'bot', 'all') then
    raise exception 'The visitor must be person, bot or all.' using errcode = '22023';
  end if;
  return private.insights_of(from_day, to_day, visitor, now());
end
$$;

-- Who is on the site: the thirty minutes up to a moment.
create function private.insights_live_of(visitor text, now_is timestamptz) returns jsonb
  language plpgsql stable
  set search_path = ''
  set jit = off
  set plan_cache_mode = force_custom_plan
  as $$
declare
  since timestamptz := now_is - interval '30 minutes';
begin
  return (
    with event as materialized (
      select i.session_id, i.created_at, i.id, i.event_type, i.event_data ->> 'view' as view, i.page_url, i.referrer,
        i.is_bot, i.is_team, ceil(extract(epoch from i.created_at - since) / 60)::int as minute
      from public.user_interactions i
      where i.created_at > since and i.created_at <= now_is
    ),
    visit as materialized (
      select session_id, count(*) as events, (array_agg(
        array[page_url, referrer] order by event_type <> 'page_view', created_at, id
      ))[1:1] as came
      from event group by session_id
      having not bool_or(is_team) and (visitor = 'all' or bool_or(is_bot) = (visitor = 'bot'))
    )
    select jsonb_build_object(
      'as_of', now_is,
      'minutes', (
        select jsonb_agg(coalesce(sessions, 0) order by minute)
        from generate_series(1, 30) minute left join (
          select minute, count(distinct session_id) as sessions
          from event join visit using (session_id) group by minute
        ) _ using (minute)
      ),
      'sessions', (select count(*) from visit),
      'events', (select coalesce(sum(events), 0) from visit),
      'views', (
        select coalesce(jsonb_agg(jsonb_build_object('view', view, 'sessions', sessions) order by sessions desc, view), '[]')
        from (
          select left(view, 100) as view, count(distinct session_id) as sessions
          from event join visit using (session_id)
          where event_type = 'page_view' and view is not null
          group by 1 order by 2 desc, 1 limit 10
        ) _
      ),
      'sources', (
        select coalesce(
          jsonb_agg(jsonb_build_object('source', source, 'sessions', sessions) order by sessions desc, source), '[]'
        )
        from (
          select private.visit_source(came[1][1], came[1][2]) as source, count(*) as sessions
          from visit group by 1 order by 2 desc, 1 limit 10
        ) _
      )
    )
  );
end
$$;

create function public.insights_live(visitor text default 'person') returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  if visitor is null or visitor not in ('person', 'bot', 'all') then
    raise exception 'The visitor must be person, bot or all.' using errcode = '22023';
  end if;
  return private.insights_live_of(visitor, now());
end
$$;

grant execute on function public.insights(date, date, text), public.insights_live(text) to authenticated;
