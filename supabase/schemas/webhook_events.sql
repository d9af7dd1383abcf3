-- Queues webhook events and cancels them. The triggers of inserts and updates call these functions.

-- Called first, so that the data of an event is built only if a webhook receives it.
create function private.is_event_wanted(event text) returns boolean
  language plpgsql stable
  set search_path = ''
  as $$
begin
  return exists (select from public.webhooks w where w.is_active and event = any (w.events));
end
$$;

-- `before` is the earlier state, which `cancel_events` needs. This state is not sent.
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

create function private.member_for_programs(member uuid) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object('id', member, 'name', private.host_of_call(member) -> 'host') where member is not null
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
      'confirmed_start', private.iso_instant(lower(b.confirmed)), 'confirmed_end', private.iso_instant(upper(b.confirmed)),
      'picked', b.picked,
      'host', case when b.confirmed is not null then private.member_for_programs(b.assigned_to) end,
      'place', case when b.confirmed is not null then private.host_of_call(b.assigned_to) -> 'place' end,
      'link', case when b.confirmed is not null then private.host_of_call(b.assigned_to, b.id) -> 'link' end,
      'outcome', case b.status when 'completed' then b.outcome end,
      'outcome_value', case b.status when 'completed' then b.outcome_value end,
      'currency', (select s.currency from public.desk_settings s)
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

-- Returns null if there is nothing to report. If a completed call or a no-show is confirmed again, its time was
-- already sent.
create function private.call_event(was public.strategy_call_bookings, is_now public.strategy_call_bookings) returns text
  language sql immutable
  set search_path = ''
  as $$
    select case
      when is_now.status = 'confirmed' and is_now.confirmed is distinct from was.confirmed then 'booking.confirmed'
      when was.status = 'confirmed' and is_now.confirmed is null then 'booking.cancelled'
      when was.status = 'new' and is_now.status = 'cancelled' then 'booking.cancelled'
      when is_now.status in ('completed', 'no-show') and is_now.status <> was.status then 'booking.' || is_now.status
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

-- If a member restored an earlier state, drops the waiting events about the change. Returns whether it dropped any
-- events.
create function private.cancel_events(about uuid, kinds text[], is_now jsonb) returns boolean
  language plpgsql
  set search_path = ''
  as $$
begin
  update public.outbox o set state = 'dropped', reason = 'undone', settled_at = now()
  where (o.booking_id = about or o.message_id = about) and o.channel = 'webhook' and o.state = 'waiting' and o.attempts = 0
    and o.kind = any (kinds)
    and o.created_at >= (
      select min(p.created_at) from public.outbox p
      where (p.booking_id = about or p.message_id = about) and p.channel = 'webhook' and p.state = 'waiting' and p.attempts = 0
        and p.kind = any (kinds) and p.facts -> 'before' = is_now
    );
  return found;
end
$$;

-- Queues an event that waits until the undo window ends. If the change reverts a waiting event of these `kinds`,
-- drops that event instead. Queues nothing if `was` and `is_now` are equal or `event` is null.
create function private.enqueue_change(
  kinds text[], event text, booking_id uuid, message_id uuid, was jsonb, is_now jsonb, data jsonb
) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if was = is_now or private.cancel_events(coalesce(booking_id, message_id), kinds, is_now) or event is null then
    return;
  end if;
  perform private.enqueue_event(
    event, booking_id, message_id, data,
    -- If no member is signed in, the visitor changed the call, and nobody can undo the change.
    now() + case when auth.uid() is null then interval '0' else private.undo_window() end,
    was, null
  );
end
$$;

-- Queues an event only if a member made the change. The server assigns the host when it confirms a call automatically.
create function private.enqueue_assignment(
  event text, booking_id uuid, message_id uuid, was uuid, is_now uuid, data jsonb
) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if data ->> 'status' not in ('spam?', 'spam') and private.staff_role() is not null then
    perform private.enqueue_change(
      array[event], event, booking_id, message_id,
      jsonb_build_object('assigned_to', was), jsonb_build_object('assigned_to', is_now),
      data || jsonb_build_object(
        'assigned_to', private.member_for_programs(is_now), 'previous_assigned_to', private.member_for_programs(was)
      )
    );
  end if;
end
$$;

create function private.enqueue_booking_events(old public.strategy_call_bookings, new public.strategy_call_bookings)
  returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  data jsonb;
  previous jsonb := '{}';
begin
  if not exists (select from public.webhooks) then
    return;
  end if;
  data := private.booking_for_programs(new);
  if new.status = 'new' and old.status in ('spam?', 'spam') then
    perform private.enqueue_event('booking.created', new.id, null, data, now(), null, 'booking.created:' || new.id);
    return;
  end if;
  if old.status = 'confirmed' and new.confirmed is distinct from old.confirmed then
    previous := jsonb_build_object(
      'previous_start', private.iso_instant(lower(old.confirmed)),
      'previous_end', private.iso_instant(upper(old.confirmed))
    );
  end if;
  perform private.enqueue_change(
    '{booking.confirmed,booking.completed,booking.no-show,booking.cancelled}', private.call_event(old, new), new.id, null,
    private.call_state(old), private.call_state(new), data || previous
  );
  -- If the outcome belongs to a different call, this call's outcome has not changed.
  if lower(new.confirmed) = lower(old.confirmed) then
    perform private.enqueue_change(
      '{booking.outcome}', case new.status when 'completed' then 'booking.outcome' end, new.id, null,
      jsonb_build_object('outcome', old.outcome, 'value', old.outcome_value),
      jsonb_build_object('outcome', new.outcome, 'value', new.outcome_value), data
    );
  end if;
  perform private.enqueue_assignment('booking.assigned', new.id, null, old.assigned_to, new.assigned_to, data);
end
$$;

create function private.enqueue_message_changes(old public.contact_messages, new public.contact_messages) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  data jsonb;
begin
  if not exists (select from public.webhooks) then
    return;
  end if;
  data := private.message_for_programs(new);
  perform private.enqueue_change(
    '{message.answered}', case new.status when 'answered' then 'message.answered' end, null, new.id,
    jsonb_build_object('status', old.status), jsonb_build_object('status', new.status), data
  );
  perform private.enqueue_assignment('message.assigned', null, new.id, old.assigned_to, new.assigned_to, data);
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
