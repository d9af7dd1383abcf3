-- How many calls can still be given: what lies behind is no longer free, whatever the capacity says. Decision page 22.

create function private.calls_within(span tstzrange, minutes integer) returns integer
  language sql immutable
  set search_path = ''
  as $$ select floor(extract(epoch from upper(span) - lower(span)) / 60 / minutes)::integer $$;

-- Calls that fit into the hours of work between two instants: on the days of work that are not off, in the desk's zone,
-- one after the other. `free` leaves out the times that confirmed calls take; as of two calls no more than one can be
-- at a time, everybody's count.
create function private.room_for_calls(starts timestamptz, ends timestamptz, out open integer, out free integer)
  language sql stable security definer
  set search_path = ''
  as $$
    with hours as (
      select s.call_minutes, coalesce(range_agg(tstzrange(o.begins, o.closes)), '{}') as open, coalesce((
        select range_agg(b.confirmed) from public.strategy_call_bookings b
        where b.status = 'confirmed' and b.confirmed && tstzrange(starts, ends)
      ), '{}') as busy
      from public.desk_settings s
      left join lateral (
        select greatest((d.day + s.opens) at time zone s.time_zone, starts) as begins,
          least((d.day + s.closes) at time zone s.time_zone, ends) as closes
        from (
          select a.at::date as day from generate_series(
            (starts at time zone s.time_zone)::date::timestamp, ends at time zone s.time_zone, interval '1 day'
          ) a (at)
        ) d
        where extract(isodow from d.day)::integer = any (s.work_days)
          and not exists (select from public.days_off f where f.day = d.day)
      ) o on o.begins < o.closes
      group by s.call_minutes
    )
    select
      (select coalesce(sum(private.calls_within(r.span, h.call_minutes)), 0)::integer from unnest(h.open) r (span)),
      (select coalesce(sum(private.calls_within(r.span, h.call_minutes)), 0)::integer from unnest(h.open - h.busy) r (span))
    from hours h
  $$;

-- `free_calls` is about this week: never more than still fit into its hours of work, an hour ahead at the soonest. `week`
-- and `left` are what there is to say: of this week, of the next one where this one has no time any more, and null where
-- neither has.
create function private.free_calls(now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    with settings as (select s.*, (now_is at time zone s.time_zone)::date as today from public.desk_settings s),
    week as (
      select n.name, s.weekly_capacity as capacity, private.calls_taken(w.starts, w.ends) as taken, r.open, r.free
      from settings s
      cross join (values ('this', 0), ('next', 7)) n (name, days)
      cross join lateral private.week_of(s.today + n.days, s.time_zone) w
      cross join lateral private.room_for_calls(greatest(w.starts, now_is + interval '1 hour'), w.ends) r
    ),
    left_of as (
      select w.*, greatest(least(w.capacity - w.taken, w.free), 0) as left_over from week w
    )
    select jsonb_build_object(
      'capacity', t.capacity, 'taken', t.taken, 'free_calls', t.left_over,
      'week', case when t.open > 0 then t.name when n.open > 0 then n.name end,
      'left', case when t.open > 0 then t.left_over else n.left_over end
    )
    from left_of t, left_of n where t.name = 'this' and n.name = 'next'
  $$;

create or replace function public.free_calls_this_week() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$ select private.free_calls(now()) $$;
