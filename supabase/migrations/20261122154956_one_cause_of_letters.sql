-- What arrives is answered by the triggers of whole statements alone; and two processes that renew several rows each take them
-- in one order.

-- A hosted project grants what is new to programs too; we say who.
alter default privileges in schema public revoke all on tables from service_role;
alter default privileges in schema public revoke all on sequences from service_role;
alter default privileges in schema public revoke all on functions from service_role;

set check_function_bodies = off;

create or replace function private.enqueue_booking_events() returns trigger
  language plpgsql security definer
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
    return null;
  end if;
  if (new.status = old.status and new.confirmed is not distinct from old.confirmed)
    or not exists (select from public.webhooks) or private.take_back_events(new)
  then
    return null;
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
      now() + case when auth.uid() is null then interval '0' else private.second_thought() end,
      private.how_call_stands(old), null
    );
  end if;
  return null;
end
$$;

create or replace function private.enqueue_booking_letters() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  how_it_stands jsonb := jsonb_build_object(
    'sequence', new.call_sequence, 'status', new.status, 'starts', lower(new.confirmed), 'ends', upper(new.confirmed),
    'by_visitor', auth.uid() is null
  );
  -- Nobody is signed in where a visitor changes their own call, and nobody there takes it back.
  due timestamptz := now() + case when auth.uid() is null then interval '0' else private.second_thought() end;
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') then
    perform private.enqueue_arrival(new.id, null, 'request-received', 'team-booking');
  end if;
  if new.call_sequence = old.call_sequence then
    return null;
  end if;
  -- The visitor hears of a call that is confirmed, moved or called off.
  if new.call_changed_at is distinct from old.call_changed_at
    and (new.status = 'confirmed' or (new.status = 'cancelled' and old.status in ('new', 'confirmed')))
  then
    insert into public.outbox (channel, kind, booking_id, facts, due_at)
    values ('letter', 'call', new.id, how_it_stands, due);
  end if;
  -- And so do those in whose calendars it stands, or stood.
  if new.status = 'confirmed' or (new.status = 'cancelled' and old.status = 'confirmed') then
    insert into public.outbox (channel, kind, booking_id, recipient, facts, due_at)
    select 'letter', 'team-call', new.id, h, how_it_stands, due from (
      select h from private.call_hosts(new.assigned_to) as h
      union
      select h from private.call_hosts(old.assigned_to) as h where old.status = 'confirmed'
    ) hosts;
  end if;
  return null;
end
$$;

create or replace function private.enqueue_for_messages() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  ids uuid[];
  emails text[];
begin
  select array_agg(a.id), array_agg(a.email) into ids, emails
  from arrived a where a.status = 'new' and private.is_arriving(a.created_at);
  if ids is null then
    return null;
  end if;
  perform private.enqueue_arrivals('{}', ids, emails, 'message-received', 'team-message');
  if private.is_event_wanted('message.created') then
    perform private.enqueue_event(
      'message.created', null, m.id, private.message_for_programs(m), now(), null, 'message.created:' || m.id
    )
    from public.contact_messages m where m.id = any (ids);
  end if;
  return null;
end
$$;

create or replace function private.enqueue_message_events() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') and private.is_event_wanted('message.created') then
    perform private.enqueue_event(
      'message.created', null, new.id, private.message_for_programs(new), now(), null, 'message.created:' || new.id
    );
  end if;
  return null;
end
$$;

create or replace function private.enqueue_message_letters() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') then
    perform private.enqueue_arrival(null, new.id, 'message-received', 'team-message');
  end if;
  return null;
end
$$;

create or replace function private.message_for_programs(m public.contact_messages) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'id', m.id, 'created_at', private.iso_instant(m.created_at), 'status', m.status,
      'name', m.name, 'email', m.email, 'company', m.company, 'inquiry_type', m.inquiry_type, 'message', m.message
    )
  $$;

create or replace function private.renew_outbox(holder uuid, ids uuid[], lease interval) returns setof uuid
  language sql security definer
  set search_path = ''
  as $$
    with ours as (
      select o.id from public.outbox o
      where o.id = any (ids) and o.holder = renew_outbox.holder and o.state = 'sending'
      order by o.id for update
    )
    update public.outbox o set held_until = clock_timestamp() + lease from ours where o.id = ours.id
    returning o.id
  $$;

revoke all on function private.message_for_programs(public.contact_messages) from public;

reset check_function_bodies;
