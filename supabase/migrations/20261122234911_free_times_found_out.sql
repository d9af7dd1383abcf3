set check_function_bodies = off;

create or replace function private.closed_days(from_time timestamptz, until_time timestamptz) returns tstzmultirange
  language sql stable
  set search_path = ''
  as $$
    select coalesce(range_agg(tstzrange(
      private.day_begins(f.day, s.time_zone), private.day_begins(f.day + 1, s.time_zone)
    )), '{}')
    from public.desk_settings s
    join public.days_off f on f.day between (from_time at time zone s.time_zone)::date - 1
      and (until_time at time zone s.time_zone)::date + 1
  $$;

create or replace function private.day_begins(day date, time_zone text) returns timestamptz
  language sql stable
  set search_path = ''
  as $$
    select case when ((m.at - interval '1 hour') at time zone time_zone)::date = day then m.at - interval '1 hour' else m.at end
    from (select day::timestamp at time zone time_zone as at) m
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
      from member m join private.host_calendars c on c.host = m.id cross join lateral unnest(c.busy) r (span)
      where r.span && tstzrange(first - around, last + around)
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
  offered as (
    select r.id, r.time_zone, r.daily_most, s.start
    from room r cross join lateral generate_series(
      date_bin('15 minutes', lower(r.span) + interval '15 minutes' - interval '1 microsecond', 'epoch'),
      upper(r.span) - length, interval '15 minutes'
    ) s (start)
    where s.start < last
  ),
  week_load as materialized (select * from private.week_load(first, last, now_is, but_for)),
  day_load as materialized (select * from private.day_load(first, last, now_is, but_for))
  select f.id, f.start
  from offered f
  cross join (select s.time_zone, s.weekly_capacity from public.desk_settings s) s
  left join week_load w on w.monday = date_trunc('week', f.start at time zone s.time_zone)
  left join day_load d on d.host = f.id and d.day = (f.start at time zone f.time_zone)::date
  where coalesce(w.calls, 0) < s.weekly_capacity and (f.daily_most is null or coalesce(d.calls, 0) < f.daily_most);
end
$$;

create or replace function private.furthest_offer() returns interval
  language sql immutable
  as $$ select interval '1440 hours' $$;

revoke all on function private.day_begins(date, text) from public;

reset check_function_bodies;
