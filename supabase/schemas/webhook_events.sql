-- What programs of owners are told, and what is taken back. Steps of inserts and updates; no request reaches it.

-- Checked before the data of an event is built.
create function private.is_event_wanted(event text) returns boolean
  language plpgsql stable
  set search_path = ''
  as $$
begin
  return exists (select from public.webhooks w where w.is_active and event = any (w.events));
end
$$;

-- `before` is the call's earlier state, for `take_back_events`, and is not sent. `once` prevents a second event.
create function private.enqueue_event(
  event text, booking_id uuid, message_id uuid, data jsonb, due timestamptz, before jsonb, once text
) returns void
  language sql
  set search_path = ''
  as $$
    insert into public.outbox (channel, kind, webhook_id, booking_id, message_id, facts, due_at, once)
    select
      'webhook', event, w.id, booking_id, message_id,
      jsonb_build_object('type', event, 'timestamp', private.iso_instant(now()), 'data', data, 'before', before),
      due, once || ':' || w.id
    from public.webhooks w where w.is_active and event = any (w.events)
    on conflict (once) do nothing
  $$;

create function private.booking_for_programs(b public.strategy_call_bookings) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'id', b.id, 'created_at', private.iso_instant(b.created_at), 'status', b.status, 'sequence', b.call_sequence,
      'name', b.name, 'email', b.email, 'company', b.company, 'phone', b.phone,
      'current_challenges', b.current_challenges, 'team_size', b.team_size, 'message', b.message,
      'preferred_time', private.iso_instant(b.preferred_time), 'time_zone', b.time_zone,
      'confirmed_start', private.iso_instant(lower(b.confirmed)), 'confirmed_end', private.iso_instant(upper(b.confirmed)), 'picked', b.picked,
      'host', case when b.confirmed is not null and b.assigned_to is not null then
        jsonb_build_object('id', b.assigned_to, 'name', private.host_of_call(b.assigned_to) -> 'host')
      end,
      'place', case when b.confirmed is not null then private.host_of_call(b.assigned_to) -> 'place' end,
      'link', case when b.confirmed is not null then private.host_of_call(b.assigned_to) -> 'link' end
    )
  $$;

create function private.message_for_programs(m public.contact_messages) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'id', m.id, 'created_at', private.iso_instant(m.created_at), 'status', m.status,
      'name', m.name, 'email', m.email, 'company', m.company, 'inquiry_type', m.inquiry_type, 'message', m.message
    )
  $$;

-- The event of a change of a call, or null. A call that was marked as held or missed and is confirmed again keeps its
-- time, which was sent before.
create function private.call_event(was public.strategy_call_bookings, is_now public.strategy_call_bookings) returns text
  language sql immutable
  set search_path = ''
  as $$
    select case
      when is_now.status = 'confirmed' and is_now.confirmed is distinct from was.confirmed then 'booking.confirmed'
      when was.status = 'confirmed' and is_now.confirmed is null then 'booking.cancelled'
      when was.status = 'new' and is_now.status = 'cancelled' then 'booking.cancelled'
    end
  $$;

create function private.call_state(b public.strategy_call_bookings) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'status', b.status, 'start', private.iso_instant(lower(b.confirmed)), 'end', private.iso_instant(upper(b.confirmed))
    )
  $$;

-- When Undo restores an earlier state of the call: drops the waiting events since then. Returns whether there were any.
create function private.take_back_events(b public.strategy_call_bookings) returns boolean
  language plpgsql
  set search_path = ''
  as $$
begin
  update public.outbox o set state = 'dropped', reason = 'taken back', settled_at = now()
  where o.booking_id = b.id and o.channel = 'webhook' and o.state = 'waiting' and o.attempts = 0
    and o.kind in ('booking.confirmed', 'booking.cancelled')
    and o.created_at >= (
      select min(p.created_at) from public.outbox p
      where p.booking_id = b.id and p.channel = 'webhook' and p.state = 'waiting' and p.attempts = 0
        and p.facts -> 'before' = private.call_state(b)
    );
  return found;
end
$$;

create function private.enqueue_booking_events(old public.strategy_call_bookings, new public.strategy_call_bookings)
  returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  event text;
  previous jsonb := '{}';
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') then
    if private.is_event_wanted('booking.created') then
      perform private.enqueue_event(
        'booking.created', new.id, null, private.booking_for_programs(new), now(), null, 'booking.created:' || new.id
      );
    end if;
    return;
  end if;
  if (new.status = old.status and new.confirmed is not distinct from old.confirmed)
    or not exists (select from public.webhooks) or private.take_back_events(new)
  then
    return;
  end if;
  event := private.call_event(old, new);
  if event is not null and private.is_event_wanted(event) then
    if old.status = 'confirmed' then
      previous := jsonb_build_object(
        'previous_start', private.iso_instant(lower(old.confirmed)),
        'previous_end', private.iso_instant(upper(old.confirmed))
      );
    end if;
    perform private.enqueue_event(
      event, new.id, null, private.booking_for_programs(new) || previous,
      -- Nobody is signed in where a visitor changes their own call, and nobody there takes it back.
      now() + case when auth.uid() is null then interval '0' else private.undo_window() end,
      private.call_state(old), null
    );
  end if;
end
$$;

create function private.enqueue_message_event(m public.contact_messages) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if private.is_event_wanted('message.created') then
    perform private.enqueue_event(
      'message.created', null, m.id, private.message_for_programs(m), now(), null, 'message.created:' || m.id
    );
  end if;
end
$$;
