-- Whoever is erased, or whose booking goes by any other way, takes their call out of the calendars of those who hold it,
-- and off every screen. Decision page 43.

-- Who was told of the call last, or may have been: their letters go with the booking, so what takes the call out of
-- their calendars is written before, with what a calendar needs to know it by and nothing of the person. Not to them,
-- who asked that we forget them, even where their address is one of ours.
create function private.call_off() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- What a process is sending now may arrive; nothing more is taken from here on.
  perform from public.outbox o where o.booking_id = old.id and o.kind = 'team-call' for update;
  insert into public.outbox (channel, kind, recipient, facts, once, ends_at)
  select
    'letter', 'team-call-erased', told.recipient, jsonb_build_object(
      'booking', old.id, 'sequence', old.call_sequence + 1, 'starts', stood.starts, 'ends', stood.ends
    ), 'team-call-erased:' || old.id || ':' || told.recipient, stood.ends
  from (
    select distinct on (o.recipient) o.recipient, o.state = 'sent' and o.sent_as = 'team-call-cancelled' as is_off
    from public.outbox o
    where o.booking_id = old.id and o.kind = 'team-call' and (o.state in ('sent', 'sending') or o.is_doubtful)
    order by o.recipient, (o.facts ->> 'sequence')::int desc
  ) told
  cross join lateral (
    select (o.facts ->> 'starts')::timestamptz as starts, (o.facts ->> 'ends')::timestamptz as ends
    from public.outbox o
    where o.booking_id = old.id and o.kind = 'team-call' and o.recipient = told.recipient
      and (o.state in ('sent', 'sending') or o.is_doubtful)
      and o.facts ->> 'starts' is not null and coalesce(o.sent_as <> 'team-call-cancelled', true)
    order by (o.facts ->> 'sequence')::int desc limit 1
  ) stood
  where not told.is_off and stood.starts > now() and told.recipient <> lower(old.email)
  on conflict (once) do nothing;
  return old;
end
$$;
create trigger call_off before delete on public.strategy_call_bookings
  for each row execute function private.call_off();

-- What would be called off: asked before somebody is erased.
create function public.calls_to_come(address text) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  asked text := private.asked_address(address);
begin
  perform private.require_staff('owner');
  return (
    select coalesce(
      jsonb_agg(jsonb_build_object('starts', lower(b.confirmed), 'assigned_to', b.assigned_to) order by b.call_at), '[]'
    )
    from public.strategy_call_bookings b
    where lower(b.email) = asked and b.status = 'confirmed' and lower(b.confirmed) > now()
  );
end
$$;
grant execute on function public.calls_to_come(text) to authenticated;

-- Which row is gone, for whoever shows it. Nobody can be asked any more whether they may see it, so it is told to those
-- who see all: who works at the desk.
create function private.notify_deletion() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  perform pg_catalog.pg_notify(
    'realtime',
    pg_catalog.json_build_object(
      'schema', tg_table_schema, 'table', tg_table_name, 'type', tg_op, 'id', old.id, 'at', pg_catalog.now()
    )::text
  );
  return null;
end
$$;
create trigger notify_deletion after delete on public.strategy_call_bookings
  for each row execute function private.notify_deletion();
create trigger notify_deletion after delete on public.contact_messages
  for each row execute function private.notify_deletion();

create function private.hears_of_deletions() returns boolean
  language sql stable
  set search_path = ''
  as $$ select auth.role() = 'service_role' or private.staff_role() is not null $$;
grant execute on function private.hears_of_deletions() to authenticated, service_role;
