set check_function_bodies = off;

create or replace function private.free_calls(now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
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
      'next', (
        select private.iso_instant(min(f.start))
        from public.desk_settings s, private.free_starts(now_is, now_is + interval '14 days', now_is, s.call_minutes) f
      )
    )
    from left_of t, left_of n where t.name = 'this' and n.name = 'next'
  $$;

create or replace function private.free_host(
  start timestamptz, now_is timestamptz, minutes integer, but_for uuid, rather uuid default null
) returns uuid
  language sql stable
  set search_path = ''
  as $$
    select f.host
    from private.free_starts(free_host.start, free_host.start + interval '1 minute', now_is, minutes, but_for) f
    join private.hosts h on h.id = f.host
    where f.start = free_host.start
    order by (f.host = rather) is true desc, h.last_given_at nulls first, f.host
    limit 1
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
      o.open * tstzmultirange(tstzrange(greatest(first, now_is + make_interval(mins => m.notice_minutes)), last + length))
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

create or replace function private.free_times_near(wished timestamptz, now_is timestamptz, most integer, but_for uuid default null)
  returns setof timestamptz
  language sql stable security definer
  set search_path = ''
  as $$
    with span as (
      select least(greatest(wished, now_is), now_is + private.furthest_offer() - interval '14 days') as middle,
        coalesce(
          (
            select (extract(epoch from upper(b.confirmed) - lower(b.confirmed)) / 60)::integer
            from public.strategy_call_bookings b where b.id = but_for and b.status = 'confirmed'
          ),
          (select s.call_minutes from public.desk_settings s)
        ) as minutes
    ),
    near as (
      select distinct f.start, abs(extract(epoch from f.start - wished)) as away
      from span s, private.free_starts(s.middle - interval '7 days', s.middle + interval '14 days', now_is, s.minutes, but_for) f
      order by away, f.start limit least(most, 50)
    )
    select n.start from near n order by n.start
  $$;

create or replace function private.furthest_offer() returns interval
  language sql immutable
  as $$ select interval '60 days' $$;

create or replace function private.hold_time(asked public.strategy_call_bookings) returns uuid
  language plpgsql
  set search_path = ''
  as $$
declare
  minutes integer := (select s.call_minutes from public.desk_settings s);
  chosen uuid;
begin
  if asked.status <> 'new' and asked.mailbox is distinct from 'asked' then
    return null;
  end if;
  perform private.take_turns();
  delete from private.call_holds c where c.until <= now() or c.booking = asked.id;
  if (
    select count(*) from public.strategy_call_bookings b
    left join private.call_holds c on c.booking = b.id
    where private.mailbox_of(b.email) = private.mailbox_of(asked.email) and b.picked
      and (c.booking is not null or (b.status = 'confirmed' and b.call_at > now()))
  ) >= 3 then
    return null;
  end if;
  chosen := private.free_host(asked.preferred_time, now(), minutes, asked.id);
  if chosen is not null then
    insert into private.call_holds (booking, host, slot, until) values (
      asked.id, chosen, tstzrange(asked.preferred_time, asked.preferred_time + make_interval(mins => minutes)),
      now() + case when asked.status = 'new' then interval '1 day' else interval '30 minutes' end
    );
    update private.hosts h set last_given_at = now() where h.id = chosen;
  end if;
  return chosen;
end
$$;

create or replace function private.host_for_desk(h private.hosts) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'id', h.id, 'name', private.person_name(u.raw_user_meta_data, u.email), 'takes_calls', h.takes_calls,
      'time_zone', h.time_zone, 'place', h.place, 'link', h.link, 'break_before', h.break_before,
      'break_after', h.break_after, 'notice_minutes', h.notice_minutes, 'daily_most', h.daily_most,
      'hours', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'weekday', w.weekday, 'opens', w.opens, 'closes', w.closes
        ) order by w.weekday, w.opens), '[]')
        from private.host_hours w where w.host = h.id
      ),
      'dates', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'day', d.day, 'opens', d.opens, 'closes', d.closes
        ) order by d.day, d.opens), '[]')
        from private.host_dates d where d.host = h.id
      ),
      'last_given_at', h.last_given_at, 'feed_since', h.feed_since, 'updated_at', h.updated_at
    )
    from auth.users u where u.id = h.id
  $$;

create or replace function private.host_work(from_time timestamptz, until_time timestamptz, now_is timestamptz, but_for uuid)
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

create or replace function private.hosts_between(starts timestamptz, ends timestamptz) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    with host as (select h.id, h.time_zone from private.active_hosts() h),
    open as (select * from private.open_hours(array(select id from host), starts, ends))
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', h.id, 'name', private.person_name(u.raw_user_meta_data, u.email), 'time_zone', h.time_zone,
      'open', private.spans_of(coalesce(o.open, '{}')),
      'busy', private.spans_of(coalesce((
        select range_agg(r.span) from private.host_calendars c cross join lateral unnest(c.busy) r (span) where c.host = h.id
      ), '{}') * tstzmultirange(tstzrange(starts, ends))),
      'held', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'booking', w.booking, 'from', private.iso_instant(lower(w.slot)), 'until', private.iso_instant(upper(w.slot))
        ) order by w.slot), '[]')
        from private.host_work(starts, ends, now(), null) w where w.host = h.id and w.is_held
      )
    ) order by private.person_name(u.raw_user_meta_data, u.email), h.id), '[]')
    from host h join auth.users u on u.id = h.id left join open o on o.host = h.id
  $$;

create or replace function private.is_settled_at_once(asked uuid) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select exists (
      select from private.call_holds c, public.desk_settings s
      where c.booking = asked and s.confirm_at_once and c.until > now()
    )
  $$;

reset check_function_bodies;
