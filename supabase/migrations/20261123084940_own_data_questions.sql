create or replace function private.keep_people(now_is timestamptz) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  oldest timestamptz := now_is - make_interval(days => (select s.keep_people_days from public.desk_settings s));
  bookings int;
  messages int;
begin
  if not pg_try_advisory_xact_lock(7206341006) then
    return null;
  end if;
  delete from public.strategy_call_bookings b
    where b.created_at < oldest and (b.confirmed is null or upper(b.confirmed) < oldest);
  get diagnostics bookings = row_count;
  delete from public.contact_messages m where m.created_at < oldest;
  get diagnostics messages = row_count;
  -- What somebody else is at, they remove: nobody waits for the upkeep in a circle.
  delete from private.call_holds c where c.booking in (
    select e.booking from private.call_holds e where e.until <= now_is for update skip locked
  );
  delete from private.data_links l where l.until <= now_is;
  -- A question that no letter has answered in its time, where mail was switched off meanwhile: its address goes.
  delete from public.outbox o
    where o.kind = 'own-data' and o.sealed is not null and o.ends_at <= now_is
      and (o.state <> 'sending' or o.held_until <= now_is);
  if bookings + messages > 0 then
    perform private.record(
      'people_pruned', 'person', null, jsonb_build_object('bookings', bookings, 'messages', messages)
    );
  end if;
  return jsonb_build_object('bookings', bookings, 'messages', messages);
end
$$;
