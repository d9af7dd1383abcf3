set check_function_bodies = off;

drop function private.free_times_near(timestamp with time zone, timestamp with time zone, integer, uuid);

drop function private.visitor_call(uuid);

alter table public.strategy_call_bookings add column hour_cycle text;

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
      'left', case when t.open > 0 then t.left_over else n.left_over end
    )
    from left_of t, left_of n where t.name = 'this' and n.name = 'next'
  $$;

create or replace function private.free_times_near(wished timestamptz, now_is timestamptz, but_for uuid default null)
  returns setof timestamptz
  language sql stable security definer
  set search_path = ''
  as $$
    select distinct f.start
    from (
      select greatest(now_is, least(
          wished - interval '168 hours', now_is + private.furthest_offer() - interval '336 hours'
        )) as starts,
        coalesce(
          (
            select (extract(epoch from upper(b.confirmed) - lower(b.confirmed)) / 60)::integer
            from public.strategy_call_bookings b where b.id = but_for and b.status = 'confirmed'
          ),
          (select s.call_minutes from public.desk_settings s)
        ) as minutes
    ) s, private.free_starts(s.starts, s.starts + interval '336 hours', now_is, s.minutes, but_for) f
    order by f.start
  $$;

create or replace function private.visitor_call(booking uuid) returns table (
  id uuid, created_at timestamptz, name text, company text, challenge text, team_size text, message text,
  status text, call_at timestamptz, starts timestamptz, ends timestamptz, proposed_time timestamptz, proposed_at timestamptz,
  answered_at timestamptz, call_changed_at timestamptz, call_sequence integer,
  time_zone text, hour_cycle text, desk_zone text, call_minutes integer
)
  language sql stable security definer
  set search_path = ''
  as $$
    select
      b.id, b.created_at, b.name, b.company, b.current_challenges, b.team_size, b.message,
      case b.status when 'spam?' then 'new' else b.status end,
      b.call_at, lower(b.confirmed), upper(b.confirmed), b.proposed_time, b.proposed_at, b.answered_at, b.call_changed_at,
      b.call_sequence, b.time_zone, b.hour_cycle, s.time_zone, s.call_minutes
    from public.strategy_call_bookings b cross join public.desk_settings s
    where b.id = visitor_call.booking and b.status <> 'spam'
  $$;

create or replace function private.visitor_moves(booking uuid, now_is timestamptz) returns table (
  host_name text, place text, link text, is_held boolean, limited text, move_notice_minutes integer, free_times timestamptz[],
  picked_state text
)
  language sql stable security definer
  set search_path = ''
  as $$
    select m.told ->> 'host', m.told ->> 'place', m.told ->> 'link',
      p.state is not distinct from 'held',
      l.reason, s.move_notice_minutes,
      case when l.reason is null then array(
        select n from private.free_times_near(b.call_at, now_is, b.id) n
        where n <> b.call_at or (b.status <> 'confirmed' and not b.picked)
        order by n
      ) else '{}' end,
      p.state
    from public.strategy_call_bookings b
    cross join public.desk_settings s
    cross join lateral private.meeting_of(b.id) m (told)
    cross join lateral private.move_limit(b, now_is) l (reason)
    cross join lateral private.picked_state(b, now_is) p (state)
    where b.id = visitor_moves.booking and b.status in ('new', 'spam?', 'confirmed')
  $$;

create or replace function public.picked_time(booking uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  asked public.strategy_call_bookings;
  outcome text;
begin
  select * into asked from public.strategy_call_bookings b
  where b.id = picked_time.booking and b.picked and b.created_at > now() - interval '1 hour';
  outcome := case
    when asked.id is null then 'asked'
    when asked.status = 'confirmed' then 'confirmed'
    else coalesce(private.picked_state(asked, now()), 'taken')
  end;
  return jsonb_build_object('outcome', outcome, 'next', case when outcome = 'taken' then (
    select coalesce(jsonb_agg(private.iso_instant(n)), '[]')
    from private.free_times_near(asked.preferred_time, now(), asked.id) n
  ) else '[]' end, 'host', case when outcome = 'confirmed' then (
    select private.host_of_call(h.id) ->> 'host' from private.hosts h
    where h.id = asked.assigned_to and h.named_to_visitors
  ) end);
end
$$;

alter table public.strategy_call_bookings
  add constraint strategy_call_bookings_hour_cycle_check check ((hour_cycle = any (array['h12'::text, 'h23'::text])));

revoke all on function private.free_times_near(timestamp with time zone, timestamp with time zone, uuid) from public;

grant execute
  on function private.free_times_near(timestamp with time zone, timestamp with time zone, uuid)
  to backline_call_page;

revoke all on function private.visitor_call(uuid) from public;
grant execute on function private.visitor_call(uuid) to backline_call_page;
grant insert (hour_cycle) on table public.strategy_call_bookings to anon;
grant insert (hour_cycle) on table public.strategy_call_bookings to authenticated;
grant select (hour_cycle) on table public.strategy_call_bookings to backline_outbox;

reset check_function_bodies;
