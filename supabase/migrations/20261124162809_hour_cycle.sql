set check_function_bodies = off;

drop function private.visitor_call(uuid);

alter table public.strategy_call_bookings add column hour_cycle text;

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

alter table public.strategy_call_bookings
  add constraint strategy_call_bookings_hour_cycle_check check ((hour_cycle = any (array['h12'::text, 'h23'::text])));

revoke all on function private.visitor_call(uuid) from public;
grant execute on function private.visitor_call(uuid) to backline_call_page;
grant insert (hour_cycle) on table public.strategy_call_bookings to anon;
grant select (hour_cycle) on table public.strategy_call_bookings to backline_outbox;

reset check_function_bodies;
