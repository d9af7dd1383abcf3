-- Times that the team offers to a person, held until they pick one on their page (`private.move_call`), a day goes by, or
-- somebody takes them back. Owners and agents.

-- Two or three times, each with a host who is free then, in place of those offered before. It answers: the clock stops, and a
-- wish for another time is answered by it. The letter waits for as long as this can be taken back.
create function public.offer_times(booking uuid, expected text, expected_time timestamptz, starts timestamptz[]) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
  minutes integer;
  start timestamptz;
  span tstzrange;
  chosen uuid;
  before jsonb;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.strategy_call_bookings b where b.id = offer_times.booking for update;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  elsif was.status not in ('new', 'confirmed') or was.status is distinct from expected
    or was.call_at is distinct from expected_time
  then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at);
  elsif was.email is null then
    perform private.refuse('no_address', 'They left no e-mail address.', '{}');
  elsif coalesce(cardinality(starts), 0) not between 2 and 3 then
    raise exception 'two or three times are offered' using errcode = '22023';
  elsif (
    select count(*) from public.audit_log a
    where a.subject_id = was.id and a.action = 'times_offered' and a.at > now() - interval '1 day'
  ) >= 4 then
    perform private.refuse('too_many', 'They were offered times four times within a day. Reach them another way.', '{}');
  end if;
  minutes := coalesce(
    (extract(epoch from upper(was.confirmed) - lower(was.confirmed)) / 60)::integer,
    (select s.call_minutes from public.desk_settings s)
  );
  perform private.lock_calls();
  delete from private.call_holds c where c.until <= now() or (c.booking = was.id and c.is_offered);
  foreach start in array starts loop
    span := tstzrange(start, start + make_interval(mins => minutes));
    chosen := private.free_host(start, now(), minutes, was.id, was.assigned_to);
    if chosen is null or exists (select from private.call_holds c where c.booking = was.id and c.slot && span) then
      perform private.refuse('taken', 'One of these times is not free any more.', jsonb_build_object('start', start));
    end if;
    insert into private.call_holds (booking, host, slot, until, is_proven, is_offered)
    values (was.id, chosen, span, now() + interval '1 day', true, true);
  end loop;
  -- An offer that still waits is replaced, with its letter; to take this one back undoes both.
  delete from public.outbox o
  where o.booking_id = was.id and o.kind = 'times-offered' and o.state = 'waiting' and o.attempts = 0
  returning o.facts into before;
  update public.strategy_call_bookings b set proposed_time = null, proposed_at = null where b.id = was.id;
  insert into public.outbox (channel, kind, booking_id, facts, due_at, ends_at)
  values (
    'letter', 'times-offered', was.id,
    coalesce(before, '{"is_answer": false}') || jsonb_strip_nulls(jsonb_build_object(
      'proposed', was.proposed_time, 'proposed_at', was.proposed_at, 'is_answer', nullif(was.answered_at is null, false)
    )),
    now() + private.undo_window(), now() + interval '1 day'
  );
  perform private.record('times_offered', 'strategy_call_bookings', was.id, jsonb_build_object('times', to_jsonb(starts)));
end
$$;
grant execute on function public.offer_times(uuid, text, timestamptz, timestamptz[]) to authenticated;

-- While the letter waits, everything is as it was before; later the times are free again, and whoever comes to the page
-- finds none.
create function public.withdraw_offer(booking uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
  told jsonb;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.strategy_call_bookings b where b.id = withdraw_offer.booking for update;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  elsif not exists (select from private.call_holds c where c.booking = was.id and c.is_offered) then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  delete from private.call_holds c where c.booking = was.id and c.is_offered;
  delete from public.outbox o
  where o.booking_id = was.id and o.kind = 'times-offered' and o.state = 'waiting' and o.attempts = 0
  returning o.facts into told;
  if found then
    perform set_config('backline.undo', 'true', true);
    update public.strategy_call_bookings b set
      answered_at = case when (told ->> 'is_answer')::boolean then null else b.answered_at end,
      proposed_time = (told ->> 'proposed')::timestamptz, proposed_at = (told ->> 'proposed_at')::timestamptz
    where b.id = was.id;
    perform set_config('backline.undo', '', true);
  end if;
  perform private.record('times_withdrawn', 'strategy_call_bookings', was.id);
  perform private.notify_row('strategy_call_bookings', 'UPDATE', was.id);
end
$$;
grant execute on function public.withdraw_offer(uuid) to authenticated;

-- What is offered now, for the desk, the page and the letter.
create function private.offered_times(booking uuid, now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(
      jsonb_build_object(
        'start', private.iso_instant(lower(c.slot)), 'end', private.iso_instant(upper(c.slot)), 'host', c.host,
        'until', private.iso_instant(c.until)
      ) order by c.slot
    ), '[]')
    from private.call_holds c where c.booking = offered_times.booking and c.is_offered and c.until > now_is
  $$;
grant execute on function private.offered_times(uuid, timestamptz) to backline_call_page, backline_outbox;

-- The person picked one of them: it is confirmed with its host. False where it is not offered, or its host has stopped or was
-- given another call in spite of it.
create function private.pick_offered(was public.strategy_call_bookings, target timestamptz, now_is timestamptz) returns boolean
  language plpgsql
  set search_path = ''
  as $$
declare
  offered private.call_holds;
begin
  perform private.lock_calls();
  select * into offered from private.call_holds c
  where c.booking = was.id and c.is_offered and lower(c.slot) = target and c.until > now_is
    and exists (select from private.active_hosts() h where h.id = c.host)
    and not exists (
      select from public.strategy_call_bookings b
      where b.status = 'confirmed' and b.assigned_to = c.host and b.confirmed && c.slot and b.id <> was.id
    );
  if not found then
    return false;
  end if;
  perform set_config('backline.by', 'visitor', true);
  update public.strategy_call_bookings b set status = 'confirmed', confirmed = offered.slot, assigned_to = offered.host
  where b.id = was.id;
  perform set_config('backline.by', '', true);
  return true;
end
$$;
