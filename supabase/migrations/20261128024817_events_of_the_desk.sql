set check_function_bodies = off;

alter table public.outbox drop constraint outbox_kind_check;

alter table public.webhooks drop constraint webhooks_events_check;

drop function private.take_back_events(public.strategy_call_bookings);

create or replace function private.after_message_update() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') then
    perform private.enqueue_message_event(new);
    perform private.enqueue_arrival(null, new.id, 'message-received', 'team-message');
  end if;
  perform private.enqueue_message_changes(old, new);
  perform private.notify_row('contact_messages', 'UPDATE', new.id);
  if new.assigned_to is distinct from old.assigned_to then
    perform private.record_assignment('message_assigned', 'contact_messages', new.id, old.assigned_to, new.assigned_to);
  end if;
  if new.status <> old.status then
    perform private.record_move('message_moved', 'contact_messages', to_jsonb(old), to_jsonb(new));
  end if;
  return null;
end
$$;

create or replace function private.booking_for_programs(b public.strategy_call_bookings) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'id', b.id, 'created_at', private.iso_instant(b.created_at), 'status', b.status, 'sequence', b.call_sequence,
      'name', b.name, 'email', b.email, 'company', b.company, 'phone', b.phone,
      'current_challenges', b.current_challenges, 'team_size', b.team_size, 'message', b.message,
      'preferred_time', private.iso_instant(b.preferred_time), 'time_zone', b.time_zone,
      'confirmed_start', private.iso_instant(lower(b.confirmed)), 'confirmed_end', private.iso_instant(upper(b.confirmed)), 'picked', b.picked,
      'host', case when b.confirmed is not null then private.member_for_programs(b.assigned_to) end,
      'place', case when b.confirmed is not null then private.host_of_call(b.assigned_to) -> 'place' end,
      'link', case when b.confirmed is not null then private.host_of_call(b.assigned_to) -> 'link' end
    )
  $$;

create or replace function private.call_event(was public.strategy_call_bookings, is_now public.strategy_call_bookings) returns text
  language sql immutable
  set search_path = ''
  as $$
    select case
      when is_now.status = 'confirmed' and is_now.confirmed is distinct from was.confirmed then 'booking.confirmed'
      when was.status = 'confirmed' and is_now.confirmed is null then 'booking.cancelled'
      when was.status = 'new' and is_now.status = 'cancelled' then 'booking.cancelled'
      when is_now.status in ('held', 'no-show') and is_now.status <> was.status then 'booking.' || is_now.status
    end
  $$;

create or replace function private.enqueue_assignment(
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

create or replace function private.enqueue_booking_events(old public.strategy_call_bookings, new public.strategy_call_bookings)
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
    '{booking.confirmed,booking.held,booking.no-show,booking.cancelled}', private.call_event(old, new), new.id, null,
    private.call_state(old), private.call_state(new), data || previous
  );
  perform private.enqueue_assignment('booking.assigned', new.id, null, old.assigned_to, new.assigned_to, data);
end
$$;

create or replace function private.enqueue_change(
  kinds text[], event text, booking_id uuid, message_id uuid, was jsonb, is_now jsonb, data jsonb
) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if was = is_now or private.take_back_events(coalesce(booking_id, message_id), kinds, is_now) or event is null then
    return;
  end if;
  perform private.enqueue_event(
    event, booking_id, message_id, data,
    -- Nobody is signed in where a visitor changes their own call, and nobody there takes it back.
    now() + case when auth.uid() is null then interval '0' else private.undo_window() end,
    was, null
  );
end
$$;

create or replace function private.enqueue_message_changes(old public.contact_messages, new public.contact_messages) returns void
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

create or replace function private.member_for_programs(member uuid) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object('id', member, 'name', private.host_of_call(member) -> 'host') where member is not null
  $$;

create or replace function private.take_back_events(about uuid, kinds text[], is_now jsonb) returns boolean
  language plpgsql
  set search_path = ''
  as $$
begin
  update public.outbox o set state = 'dropped', reason = 'taken back', settled_at = now()
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

alter table public.outbox
  add constraint outbox_kind_check
    check
    ((kind = any (array['request-received'::text, 'call'::text, 'call-stands'::text, 'reminder-day'::text,
    'reminder-hour'::text,
    'message-received'::text,
    'team-booking'::text,
    'team-message'::text,
    'team-call'::text,
    'team-call-erased'::text,
    'team-proposal'::text,
    'team-risk'::text,
    'team-digest'::text,
    'team-fault'::text,
    'team-calendar'::text,
    'team-backup'::text,
    'own-data'::text,
    'account'::text,
    'second-step-reset'::text,
    'new-device'::text,
    'large-export'::text,
    'booking.created'::text,
    'booking.confirmed'::text,
    'booking.held'::text,
    'booking.no-show'::text,
    'booking.cancelled'::text,
    'booking.assigned'::text, 'message.created'::text, 'message.answered'::text, 'message.assigned'::text])));

alter table public.webhooks
  add constraint webhooks_events_check
    check
    (((events <@
    '{booking.created,booking.confirmed,booking.held,booking.no-show,booking.cancelled,booking.assigned,message.created,message.answered,message.assigned}'::text[]) and (array_position(events, null::text) is null) and ((cardinality(events) >= 1) and (cardinality(events) <= 9))));

revoke all on function private.enqueue_assignment(text, uuid, uuid, uuid, uuid, jsonb) from public;

revoke all on function private.enqueue_change(text[], text, uuid, uuid, jsonb, jsonb, jsonb) from public;

revoke all on function private.enqueue_message_changes(public.contact_messages, public.contact_messages) from public;

revoke all on function private.member_for_programs(uuid) from public;

revoke all on function private.take_back_events(uuid, text[], jsonb) from public;

reset check_function_bodies;
