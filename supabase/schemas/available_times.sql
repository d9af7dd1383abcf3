-- Available slots: hosts' hours without their calls, holds and busy times. Visitors see the times, but not the hosts.

-- An interval in hours, because a day's length depends on the session's time zone.
create function private.booking_horizon() returns interval
  language sql immutable
  as $$ select interval '1440 hours' $$;

-- Functions that every booking calls are in plpgsql, which caches plans; SQL functions are planned at each call.
create function private.active_hosts() returns setof private.hosts
  language plpgsql stable
  set search_path = ''
  as $$
begin
  return query
    select h.* from private.hosts h join public.staff_members m on m.id = h.id
    where h.takes_calls and m.disabled_at is null and m.role in ('owner', 'agent');
end
$$;

-- If the clocks are set back across midnight, a date begins twice, and PostgreSQL chooses the later beginning.
create function private.day_begins(day date, time_zone text) returns timestamptz
  language sql stable
  set search_path = ''
  as $$
    select case when ((m.at - interval '1 hour') at time zone time_zone)::date = day then m.at - interval '1 hour' else m.at end
    from (select day::timestamp at time zone time_zone as at) m
  $$;

-- Each day lasts from midnight to midnight in the desk's zone.
create function private.closed_days(from_time timestamptz, until_time timestamptz) returns tstzmultirange
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

-- Returns the hours in `host_dates` for the dates that it contains, and the weekly hours for other dates. Omits
-- days off. If a local time occurs twice, PostgreSQL chooses the later one; if a clock change skips it, PostgreSQL
-- chooses a time after the change.
create function private.open_hours(hosts uuid[], from_time timestamptz, until_time timestamptz)
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

-- Returns confirmed calls and holds.
create function private.host_commitments(from_time timestamptz, until_time timestamptz, now_is timestamptz, but_for uuid)
  returns table (host uuid, booking uuid, slot tstzrange, is_held boolean)
  language sql stable
  set search_path = ''
  as $$
    select b.assigned_to, b.id, b.confirmed, false from public.strategy_call_bookings b
    where b.status = 'confirmed' and b.confirmed && tstzrange(from_time, until_time) and b.id is distinct from but_for
    union all
    select c.host, c.booking, c.slot, true from private.call_holds c
    where c.until > now_is and c.slot && tstzrange(from_time, until_time) and c.booking is distinct from but_for
  $$;

-- Counts calls by week, which begins on Monday in the desk's zone. Holds count once the mailbox is verified.
create function private.calls_per_week(from_time timestamptz, until_time timestamptz, now_is timestamptz, but_for uuid)
  returns table (monday timestamp, calls bigint)
  language sql stable
  set search_path = ''
  as $$
    with bounds as (
      select s.time_zone, date_trunc('week', from_time at time zone s.time_zone) at time zone s.time_zone as starts,
        (date_trunc('week', until_time at time zone s.time_zone) + interval '7 days') at time zone s.time_zone as ends
      from public.desk_settings s
    )
    select date_trunc('week', c.at at time zone w.time_zone), count(*)
    from bounds w cross join lateral (
      select b.call_at as at from public.strategy_call_bookings b
      where b.call_at >= w.starts and b.call_at < w.ends and b.confirmed is not null
        and b.status in ('confirmed', 'completed', 'no-show') and b.id is distinct from but_for
      union all
      select lower(h.slot) from private.call_holds h
      where h.is_proven and h.until > now_is and lower(h.slot) >= w.starts and lower(h.slot) < w.ends
        and h.booking is distinct from but_for
    ) c
    group by 1
  $$;

-- Counts calls only for hosts with a daily limit, by the date in the host's zone.
create function private.calls_per_day(from_time timestamptz, until_time timestamptz, now_is timestamptz, but_for uuid)
  returns table (host uuid, day date, calls bigint)
  language sql stable
  set search_path = ''
  as $$
    select h.id, (c.at at time zone h.time_zone)::date, count(*)
    from private.hosts h join (
      select b.assigned_to as host, b.call_at as at from public.strategy_call_bookings b
      where b.call_at >= from_time - interval '2 days' and b.call_at < until_time + interval '2 days'
        and b.confirmed is not null and b.status in ('confirmed', 'completed', 'no-show') and b.id is distinct from but_for
      union all
      select c.host, lower(c.slot) from private.call_holds c
      where c.is_proven and c.until > now_is and c.booking is distinct from but_for
    ) c on c.host = h.id
    where h.daily_most is not null
    group by 1, 2
  $$;

-- Returns start times, on quarter hours, at which a host is available: within the host's hours, after the notice
-- period, outside calls, holds and calendar events with their breaks, and within the daily and weekly limits. Ignores
-- the call or hold of the booking `but_for`.
create function private.available_starts(
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
  last timestamptz := least(until_time, now_is + private.booking_horizon());
  length interval := make_interval(mins => minutes);
  -- A call with its breaks, or a clock change, can extend beyond the range.
  margin interval := length + interval '1 day';
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
      from private.host_commitments(first - margin, last + margin, now_is, but_for) w join member m on m.id = w.host
      union all
      select m.id, tstzrange(
        lower(r.span) - make_interval(mins => m.break_after), upper(r.span) + make_interval(mins => m.break_before)
      )
      from member m join private.host_calendars c on c.host = m.id cross join lateral unnest(
        c.busy * tstzmultirange(tstzrange(first - margin, last + margin))
      ) r (span)
    ) t group by 1
  ),
  room as (
    select m.id, m.time_zone, m.daily_most, r.span
    from member m
    join private.open_hours(array(select id from member), first - interval '1 day', last + margin) o on o.host = m.id
    left join taken t on t.host = m.id
    cross join lateral unnest(
      -- If a host's notice period ends after the range, the host has no available slot.
      o.open * tstzmultirange(tstzrange(
        least(greatest(first, now_is + make_interval(mins => m.notice_minutes)), last + length), last + length
      ))
      - coalesce(t.spans, '{}')
    ) r (span)
    where upper(r.span) - lower(r.span) >= length
  ),
  offered as materialized (
    select r.id, r.daily_most, q.weekly_capacity, s.start, (s.start at time zone r.time_zone)::date as day,
      date_trunc('week', s.start at time zone q.time_zone) as monday
    from room r cross join public.desk_settings q cross join lateral generate_series(
      date_bin('15 minutes', lower(r.span) + interval '15 minutes' - interval '1 microsecond', 'epoch'),
      upper(r.span) - length, interval '15 minutes'
    ) s (start)
    where s.start < last
  ),
  week_load as materialized (select * from private.calls_per_week(first, last, now_is, but_for)),
  day_load as materialized (select * from private.calls_per_day(first, last, now_is, but_for))
  select f.id, f.start
  from offered f
  left join week_load w on w.monday = f.monday
  left join day_load d on d.host = f.id and d.day = f.day
  where coalesce(w.calls, 0) < f.weekly_capacity and (f.daily_most is null or coalesce(d.calls, 0) < f.daily_most);
end
$$;

-- Returns the host for a call: `preferred` if available, otherwise the host who has gone longest without a new call.
create function private.available_host(
  start timestamptz, now_is timestamptz, minutes integer, but_for uuid, preferred uuid default null
) returns uuid
  language sql stable
  set search_path = ''
  as $$
    select f.host
    from private.available_starts(available_host.start, available_host.start + interval '1 minute', now_is, minutes, but_for) f
    join private.hosts h on h.id = f.host
    where f.start = available_host.start
    order by (f.host = preferred) is true desc, h.last_given_at nulls first, f.host
    limit 1
  $$;

-- Returns slots from a week before to a week after a requested time. For a confirmed call, the slots have the call's
-- length.
create function private.available_times_near(requested timestamptz, now_is timestamptz, but_for uuid default null)
  returns setof timestamptz
  language sql stable security definer
  set search_path = ''
  as $$
    select distinct f.start
    from (
      select greatest(now_is, least(
          requested - interval '168 hours', now_is + private.booking_horizon() - interval '336 hours'
        )) as starts,
        coalesce(
          (
            select (extract(epoch from upper(b.confirmed) - lower(b.confirmed)) / 60)::integer
            from public.strategy_call_bookings b where b.id = but_for and b.status = 'confirmed'
          ),
          (select s.call_minutes from public.desk_settings s)
        ) as minutes
    ) s, private.available_starts(s.starts, s.starts + interval '336 hours', now_is, s.minutes, but_for) f
    order by f.start
  $$;
grant execute on function private.available_times_near(timestamptz, timestamptz, uuid) to backline_outbox;

-- Does not name the hosts, because anyone can call this function.
create function public.available_times(from_day date default null, days integer default 14, zone text default null) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  settings public.desk_settings;
  in_zone text;
  first date;
begin
  if days is null or days not between 1 and 31 or not coalesce(isfinite(from_day), true) or char_length(zone) > 64 then
    raise exception 'available_times requires a day, 1 to 31 days, and the name of a time zone' using errcode = '22023';
  end if;
  select * into settings from public.desk_settings;
  in_zone := coalesce(zone, settings.time_zone);
  first := coalesce(from_day, (now() at time zone in_zone)::date);
  return jsonb_build_object(
    'zone', in_zone, 'call_minutes', settings.call_minutes, 'confirms_at_once', settings.confirm_at_once,
    'from_day', first, 'until_day', ((now() + private.booking_horizon()) at time zone in_zone)::date,
    'times', (
      select coalesce(jsonb_agg(private.iso_instant(t.start) order by t.start), '[]') from (
        select distinct f.start from private.available_starts(
          first::timestamp at time zone in_zone, (first + days)::timestamp at time zone in_zone, now(), settings.call_minutes
        ) f
      ) t
    )
  );
end
$$;
grant execute on function public.available_times(date, integer, text) to anon, authenticated, service_role;
