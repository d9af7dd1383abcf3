-- Figures for a range of days and for the range before it. Members read the figures through one function.

create function private.counts_as_call(status text) returns boolean
  language sql immutable parallel safe
  return status in ('confirmed', 'completed', 'no-show');

create function private.insight_range(
  from_day date, to_day date, kinds text[], fresh private.visit_days[], now_is timestamptz
) returns jsonb
  language plpgsql stable
  set search_path = ''
  as $$
declare
  from_time timestamptz := from_day::timestamp at time zone 'UTC';
  to_time timestamptz := (to_day + 1)::timestamp at time zone 'UTC';
begin
  return (
    with counted as (
      select * from private.visit_days v
      where v.dimension = '*' and v.day between from_day and to_day and v.visitor = any (kinds)
      union all
      select * from unnest(fresh) v
      where v.dimension = '*' and v.day between from_day and to_day and v.visitor = any (kinds)
    ),
    visit as materialized (
      select day, sum(c.visitors) as visitors, sum(sessions) as sessions, sum(views) as views, sum(opened) as opened,
        sum(sent) as sent
      from counted c group by day
    ),
    booking as materialized (
      select (b.created_at at time zone 'UTC')::date as day, b.created_at, b.answered_at, b.answer_hours,
        case when b.earlier_calls is null then b.status else 'completed' end as status
      from public.strategy_call_bookings b
      where b.created_at >= from_time and b.created_at < to_time and private.is_not_spam(b.status)
    ),
    message as materialized (
      select m.created_at, m.answered_at, m.answer_hours, m.status from public.contact_messages m
      where m.created_at >= from_time and m.created_at < to_time and private.is_not_spam(m.status)
    ),
    booked as (select day, count(*) as bookings from booking group by day),
    -- Rows that left 'new' before answer times were stored have no known answer time.
    received as (
      select *, answered_at <= promised_by as in_time,
        answered_at is not null or status = 'new' and promised_by <= now_is as is_due
      from (select created_at, answered_at, answer_hours, status from booking union all select * from message) _
      cross join lateral private.answer_due_time(created_at, answer_hours) promised_by
    )
    select jsonb_build_object(
      'days', (
        select jsonb_agg(jsonb_build_object(
          'day', day, 'visitors', coalesce(visit.visitors, 0), 'sessions', coalesce(sessions, 0),
          'views', coalesce(views, 0), 'bookings', coalesce(bookings, 0)
        ) order by day)
        from (select from_day + n as day from generate_series(0, to_day - from_day) n) _
        left join visit using (day) left join booked using (day)
      ),
      'totals', (
        select jsonb_build_object(
          'visitors', coalesce(sum(v.visitors), 0), 'sessions', coalesce(sum(sessions), 0),
          'views', coalesce(sum(views), 0),
          'downloads', (
            select coalesce(sum(d.downloads), 0) from private.pack_downloads d
            where d.day between from_day and to_day and d.visitor = any (kinds)
          ),
          'bookings', (select count(*) from booking), 'messages', (select count(*) from message)
        ) from visit v
      ),
      'funnel', (
        select jsonb_build_object(
          'sessions', coalesce(sum(sessions), 0), 'opened', coalesce(sum(opened), 0), 'sent', coalesce(sum(sent), 0),
          'bookings', (select count(*) from booking),
          'confirmed', (select count(*) from booking where private.counts_as_call(status)),
          'completed', (select count(*) from booking where status = 'completed')
        ) from visit
      ),
      'answers', (
        select jsonb_build_object(
          'median_seconds', round(percentile_cont(0.5) within group (
            order by extract(epoch from answered_at - created_at)::double precision
          )),
          'answered', count(answered_at), 'in_time', count(*) filter (where in_time),
          'due', count(*) filter (where is_due),
          'breached', count(*) filter (where is_due and in_time is not true)
        ) from received
      )
    )
  );
end
$$;

-- Names come from visitors, so only the fifty names with the most visits and the fifty names with the most bookings
-- are listed. All other names form one entry.
create function private.insight_lists(
  from_day date, to_day date, kinds text[], fresh private.visit_days[], fresh_bookings private.booking_visits[]
) returns jsonb
  language plpgsql stable
  set search_path = ''
  as $$
begin
  return (
    with booking as materialized (
      select b.id, (private.counts_as_call(b.status) or b.earlier_calls is not null)::int as confirmed,
        (b.status = 'completed' or b.earlier_calls is not null)::int as completed, b.source, b.campaign, b.first_view
      from public.strategy_call_bookings b
      where b.created_at >= from_day::timestamp at time zone 'UTC'
        and b.created_at < (to_day + 1)::timestamp at time zone 'UTC'
        and private.is_not_spam(b.status)
    ),
    trace as (
      select booking.confirmed, booking.completed, t.views
      from booking join private.booking_visits t on t.booking = booking.id
      union all
      select booking.confirmed, booking.completed, t.views
      from booking join unnest(fresh_bookings) t on t.booking = booking.id
    ),
    part (dimension, value, sessions, views, opened, sent, bookings, confirmed, completed) as (
      select v.dimension, v.value, sum(v.sessions), sum(v.views), sum(v.opened), sum(v.sent), 0, 0, 0
      from private.visit_days v
      where v.dimension in ('source', 'campaign', 'first_view', 'view')
        and v.day between from_day and to_day and v.visitor = any (kinds)
      group by 1, 2
      union all
      select v.dimension, v.value, v.sessions, v.views, v.opened, v.sent, 0, 0, 0
      from unnest(fresh) v
      where v.dimension <> '*' and v.day between from_day and to_day and v.visitor = any (kinds)
      union all
      select d.dimension, d.value, 0, 0, 0, 0, sum(o.bookings), sum(o.confirmed), sum(o.completed)
      from (
        select source, campaign, coalesce(first_view, '') as first_view, count(*) as bookings,
          sum(confirmed) as confirmed, sum(completed) as completed
        from booking group by 1, 2, 3
      ) o
      cross join lateral (values ('source', o.source), ('campaign', o.campaign), ('first_view', o.first_view))
        d (dimension, value)
      where d.value is not null group by 1, 2
      union all
      select 'view', name, 0, 0, 0, 0, count(*), sum(confirmed), sum(completed)
      from (select unnest(views) as name, confirmed, completed from trace) _ group by 2
    ),
    ranked as (
      select *,
        row_number() over (partition by dimension order by sessions desc, bookings desc, value) as by_visits,
        row_number() over (partition by dimension order by bookings desc, value) as by_bookings
      from (
        select dimension, value, sum(sessions) as sessions, sum(views) as views, sum(opened) as opened,
          sum(sent) as sent, sum(bookings) as bookings, sum(confirmed) as confirmed, sum(completed) as completed
        from part group by dimension, value
      ) _
    ),
    entry as (
      select dimension, case when least(by_visits, by_bookings) <= 50 then value else '(other)' end as name,
        sum(sessions) as sessions, sum(views) as views, sum(opened) as opened, sum(sent) as sent,
        sum(bookings) as bookings, sum(confirmed) as confirmed, sum(completed) as completed
      from ranked group by 1, 2
    ),
    list as (
      select dimension, jsonb_agg(
        case dimension
          when 'view' then jsonb_build_object('view', name, 'views', views, 'sessions', sessions)
          else jsonb_build_object(dimension, name, 'sessions', sessions, 'opened', opened, 'sent', sent)
        end || jsonb_build_object('bookings', bookings, 'confirmed', confirmed, 'completed', completed)
        order by name = '(other)', sessions desc, bookings desc, name
      ) as entries
      from entry group by dimension
    )
    select jsonb_object_agg(d.key, coalesce(list.entries, '[]'))
    from (values
      ('source', 'sources'), ('campaign', 'campaigns'), ('first_view', 'first_views'), ('view', 'views')
    ) d (dimension, key) left join list using (dimension)
  );
end
$$;

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
  -- The table `visits` contains all rows before this time. Null if the table contains none of the uncounted days.
  gathered_to timestamptz := (select u.moment from private.visits_until u where u.moment > fresh_time);
  fresh private.visit_days[];
  fresh_bookings private.booking_visits[];
  present jsonb;
  past jsonb;
begin
  if fresh_from <= to_day then
    fresh := array(select v from private.count_visits(fresh_from, to_day, gathered_to) v);
    fresh_bookings := array(select v from private.count_booking_visits(greatest(fresh_from, from_day), to_day) v);
  end if;
  present := private.insight_range(from_day, to_day, kinds, fresh, now_is);
  past := private.insight_range(before_from, before_to, kinds, fresh, now_is);
  return jsonb_build_object(
    'range', jsonb_build_object('from', from_day, 'to', to_day, 'days', days),
    'before', jsonb_build_object('from', before_from, 'to', before_to, 'days', days),
    'visitor', visitor,
    'as_of', now_is,
    'begins', private.insights_begin(now_is),
    'totals', jsonb_build_object('now', present -> 'totals', 'before', past -> 'totals'),
    'days', present -> 'days',
    'days_before', past -> 'days',
    'funnel', jsonb_build_object('now', present -> 'funnel', 'before', past -> 'funnel'),
    'answers', jsonb_build_object('now', present -> 'answers', 'before', past -> 'answers')
  ) || private.insight_lists(from_day, to_day, kinds, fresh, fresh_bookings) || private.insight_outcomes(from_day, to_day);
end
$$;

-- Both days are in UTC and inclusive. Runs as its owner, because members cannot read single rows.
create function public.insights(from_day date, to_day date, visitor text default 'person') returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  perform private.require_insight_range(from_day, to_day, visitor);
  return private.insights_of(from_day, to_day, visitor, now());
end
$$;
grant execute on function public.insights(date, date, text) to authenticated;

-- Returns the first days with known visits and known requests, because earlier figures are unknown, not zero. Known
-- requests start with the first visit or an older imported row, but at most `keep_people_days` ago.
create function private.insights_begin(now_is timestamptz) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    with first as (
      select
        coalesce(
          (select min(d.day) from private.visit_days d where d.dimension = '*'),
          (select (min(i.created_at) at time zone 'UTC')::date from public.user_interactions i)
        ) as visit,
        (select (least(
          (select min(b.created_at) from public.strategy_call_bookings b),
          (select min(m.created_at) from public.contact_messages m)
        ) at time zone 'UTC')::date) as request,
        (select (now_is at time zone 'UTC')::date - s.keep_people_days from public.desk_settings s) as kept
    )
    select jsonb_build_object(
      'visits', f.visit, 'requests', greatest(least(f.visit, f.request), f.kept)
    ) from first f
  $$;

create function private.require_insight_range(from_day date, to_day date, visitor text) returns void
  language plpgsql immutable
  set search_path = ''
  as $$
begin
  if from_day is null or to_day is null or not isfinite(from_day) or not isfinite(to_day) then
    raise exception 'The first and last day of the range are required.' using errcode = '22023';
  elsif from_day > to_day then
    raise exception 'The range ends before it begins.' using errcode = '22023';
  elsif to_day - from_day >= 731 then
    raise exception 'A range has at most 731 days.' using errcode = '22023';
  elsif from_day < '2000-01-01' or to_day > '2199-12-31' then
    raise exception 'The range must be between the years 2000 and 2199.' using errcode = '22023';
  elsif visitor is null or visitor not in ('person', 'bot', 'all') then
    raise exception 'The visitor must be person, bot or all.' using errcode = '22023';
  end if;
end
$$;
