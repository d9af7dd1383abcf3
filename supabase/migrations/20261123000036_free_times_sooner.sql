set check_function_bodies = off;

create or replace function private.free_calls(now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
  set jit = off
  as $$
    with settings as (select s.*, (now_is at time zone s.time_zone)::date as today from public.desk_settings s),
    week as (
      select n.name, s.weekly_capacity as capacity, private.calls_taken(w.starts, w.ends) as taken, r.open, r.free
      from settings s
      cross join (values ('this', 0), ('next', 7)) n (name, days)
      cross join lateral private.week_of(s.today + n.days, s.time_zone) w
      -- In the week's last hour nothing of it is left.
      cross join lateral (
        select r.open, r.free from private.room_for_calls(least(greatest(w.starts, now_is + interval '1 hour'), w.ends), w.ends) r
        where not exists (select from private.active_hosts())
        union all
        select r.open, r.free
        from private.room_of_hosts(least(greatest(w.starts, now_is + interval '1 hour'), w.ends), w.ends, now_is) r
        where exists (select from private.active_hosts())
      ) r
    ),
    left_of as (
      select w.*, greatest(least(w.capacity - w.taken, w.free), 0) as left_over from week w
    )
    select jsonb_build_object(
      'capacity', t.capacity, 'taken', t.taken, 'free_calls', t.left_over,
      'week', case when t.open > 0 then t.name when n.open > 0 then n.name end,
      'left', case when t.open > 0 then t.left_over else n.left_over end,
      -- It mostly lies in the next days, and looking through these is quicker.
      'next', private.iso_instant((
        select coalesce(
          (select min(f.start) from private.free_starts(now_is, now_is + interval '3 days', now_is, s.call_minutes) f),
          (select min(f.start) from private.free_starts(now_is, now_is + interval '14 days', now_is, s.call_minutes) f)
        )
        from settings s
      ))
    )
    from left_of t, left_of n where t.name = 'this' and n.name = 'next'
  $$;

create or replace function private.free_starts(
  from_time timestamptz, until_time timestamptz, now_is timestamptz, minutes integer, but_for uuid default null
)
  returns table (host uuid, start timestamptz)
  language plpgsql stable
  set search_path = ''
  set jit = off
  set plan_cache_mode = force_custom_plan
  as $$
declare
  first timestamptz := greatest(from_time, now_is);
  last timestamptz := least(until_time, now_is + private.furthest_offer());
  length interval := make_interval(mins => minutes);
  -- As far as a call, its breaks and a change of clocks can reach over the edge.
  around interval := length + interval '1 day';
begin
  if first >= last then
    return;
  end if;
  return query
  with member as materialized (
    select h.*, make_interval(mins => greatest(h.break_before, h.break_after)) as gap from private.active_hosts() h
  ),
  taken as (
    select t.host, range_agg(t.span) as spans from (
      select w.host, tstzrange(lower(w.slot) - m.gap, upper(w.slot) + m.gap) as span
      from private.host_work(first - around, last + around, now_is, but_for) w join member m on m.id = w.host
      union all
      select m.id, tstzrange(lower(r.span) - make_interval(mins => m.break_after), upper(r.span) + make_interval(mins => m.break_before))
      from member m join private.host_calendars c on c.host = m.id cross join lateral unnest(
        c.busy * tstzmultirange(tstzrange(first - around, last + around))
      ) r (span)
    ) t group by 1
  ),
  room as (
    select m.id, m.time_zone, m.daily_most, r.span
    from member m
    join private.open_hours(array(select id from member), first - interval '1 day', last + around) o on o.host = m.id
    left join taken t on t.host = m.id
    cross join lateral unnest(
      -- Of somebody's notice that ends after the last time asked for, nothing is left.
      o.open * tstzmultirange(tstzrange(
        least(greatest(first, now_is + make_interval(mins => m.notice_minutes)), last + length), last + length
      ))
      - coalesce(t.spans, '{}')
    ) r (span)
    where upper(r.span) - lower(r.span) >= length
  ),
  -- With the day and the week that each counts in, told once.
  offered as materialized (
    select r.id, r.daily_most, q.weekly_capacity, s.start, (s.start at time zone r.time_zone)::date as day,
      date_trunc('week', s.start at time zone q.time_zone) as monday
    from room r cross join public.desk_settings q cross join lateral generate_series(
      date_bin('15 minutes', lower(r.span) + interval '15 minutes' - interval '1 microsecond', 'epoch'),
      upper(r.span) - length, interval '15 minutes'
    ) s (start)
    where s.start < last
  ),
  week_load as materialized (select * from private.week_load(first, last, now_is, but_for)),
  day_load as materialized (select * from private.day_load(first, last, now_is, but_for))
  select f.id, f.start
  from offered f
  left join week_load w on w.monday = f.monday
  left join day_load d on d.host = f.id and d.day = f.day
  where coalesce(w.calls, 0) < f.weekly_capacity and (f.daily_most is null or coalesce(d.calls, 0) < f.daily_most);
end
$$;

create or replace function private.open_hours(hosts uuid[], from_time timestamptz, until_time timestamptz)
  returns table (host uuid, open tstzmultirange)
  language sql stable
  set search_path = ''
  as $$
    with closed as materialized (select private.closed_days(from_time, until_time) as days),
    day as (
      select h.id, h.time_zone, d.at::date as day
      from private.hosts h
      cross join lateral generate_series(
        (from_time at time zone h.time_zone)::date::timestamp - interval '1 day',
        until_time at time zone h.time_zone + interval '1 day', interval '1 day'
      ) d (at)
      where h.id = any (hosts)
    ),
    stretch as (
      select d.id, (d.day + r.opens) at time zone d.time_zone as starts, (d.day + r.closes) at time zone d.time_zone as ends
      from day d
      left join lateral (
        select true as is_own from private.host_dates o where o.host = d.id and o.day = d.day limit 1
      ) own on true
      join lateral (
        select w.opens, w.closes from private.host_hours w
        where own.is_own is null and w.host = d.id and w.weekday = extract(isodow from d.day)::integer
        union all
        select o.opens, o.closes from private.host_dates o
        where own.is_own and o.host = d.id and o.day = d.day and o.opens is not null
      ) r on true
    )
    select s.id, range_agg(tstzrange(s.starts, s.ends))
      * tstzmultirange(tstzrange(from_time, until_time)) - c.days
    from stretch s cross join closed c where s.starts < s.ends
    group by s.id, c.days
  $$;

create or replace function private.room_of_hosts(starts timestamptz, ends timestamptz, now_is timestamptz, out open integer, out free integer)
  language sql stable
  set search_path = ''
  as $$
    with work as (
      select w.host, range_agg(w.slot) as slots from private.host_work(starts, ends, now_is, null) w group by 1
    ),
    hours as (
      select o.open, coalesce((select w.slots from work w where w.host = o.host), '{}') + coalesce((
        select range_agg(r.span) from private.host_calendars c
        cross join lateral unnest(c.busy * tstzmultirange(tstzrange(starts, ends))) r (span) where c.host = o.host
      ), '{}') as busy
      from private.open_hours(array(select h.id from private.active_hosts() h), starts, ends) o
    )
    select
      coalesce(sum((select sum(private.calls_within(r.span, s.call_minutes)) from unnest(h.open) r (span))), 0)::integer,
      coalesce(sum((select sum(private.calls_within(r.span, s.call_minutes)) from unnest(h.open - h.busy) r (span))), 0)::integer
    from hours h cross join public.desk_settings s
  $$;

reset check_function_bodies;
