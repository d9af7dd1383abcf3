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
      cross join lateral private.room_for_calls(least(greatest(w.starts, now_is + interval '1 hour'), w.ends), w.ends) r
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

reset check_function_bodies;
