drop function private.active_hosts();

drop function private.enqueue_arrivals(uuid[], uuid[], text, text);

drop function private.enqueue_for_bookings(uuid[]);

drop function private.enqueue_for_messages(uuid[]);

drop function private.meeting_facts(uuid);

drop function private.publishes_itself();

create or replace function private.active_hosts() returns setof private.hosts
  language plpgsql stable
  set search_path = ''
  as $$
begin
  return query
    select h.* from private.hosts h join public.staff_members m on m.id = h.id
    where h.takes_calls and m.disabled_at is null and m.role in ('owner', 'agent');
end
$$;

create or replace function private.after_booking_insert() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  one public.strategy_call_bookings;
begin
  for one in select * from arrived loop
    if one.picked and private.is_arriving(one.created_at) then
      perform private.hold_time(one);
    end if;
  end loop;
  for one in
    select * from arrived a where a.status = 'new' and private.is_arriving(a.created_at) order by private.mailbox_of(a.email)
  loop
    perform private.enqueue_for_booking(one);
  end loop;
  perform private.notify_arrivals('strategy_call_bookings', array(select a.id from arrived a));
  perform private.confirm_automatically(a.id) from arrived a where a.picked and a.status = 'new';
  return null;
end
$$;

create or replace function private.after_message_insert() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  one public.contact_messages;
begin
  for one in
    select * from arrived a where a.status = 'new' and private.is_arriving(a.created_at) order by private.mailbox_of(a.email)
  loop
    perform private.enqueue_arrival(null, one.id, 'message-received', 'team-message');
    perform private.enqueue_message_event(one);
  end loop;
  perform private.notify_arrivals('contact_messages', array(select a.id from arrived a));
  return null;
end
$$;

create or replace function private.after_message_update() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') then
    perform private.enqueue_message_event(new);
    perform private.enqueue_arrival(null, new.id, 'message-received', 'team-message');
  end if;
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

create or replace function private.enqueue_arrival(booking uuid, message uuid, visitor_kind text, team_kind text) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  facts jsonb := case when booking is null then '{}' else jsonb_build_object('meeting', private.meeting_of(booking)) end;
begin
  insert into public.outbox (channel, kind, booking_id, message_id, recipient, once, facts)
  select
    'letter', l.kind, booking, message, l.recipient, concat_ws(':', l.kind, coalesce(booking, message), l.recipient), facts
  from (
    select visitor_kind, null union all select team_kind, t from private.team_mailboxes() as t
  ) as l (kind, recipient)
  on conflict (once) do nothing;
end
$$;

create or replace function private.enqueue_booking_letters(old public.strategy_call_bookings, new public.strategy_call_bookings)
  returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  how_it_stands jsonb := jsonb_build_object(
    'sequence', new.call_sequence, 'status', new.status, 'starts', lower(new.confirmed), 'ends', upper(new.confirmed),
    'by_visitor', auth.uid() is null, 'meeting', private.host_of_call(new.assigned_to)
  );
  -- Nobody is signed in where a visitor changes their own call, and nobody there takes it back.
  due timestamptz := now() + case when auth.uid() is null then interval '0' else private.undo_window() end;
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') and not private.is_confirmed_automatically(new.id) then
    perform private.enqueue_arrival(new.id, null, 'request-received', 'team-booking');
  end if;
  if new.call_sequence = old.call_sequence then
    return;
  end if;
  -- The visitor hears of a call that is confirmed, moved, passed to somebody else or called off.
  if new.status = 'confirmed' or (new.status = 'cancelled' and old.status in ('new', 'confirmed')) then
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
end
$$;

create or replace function private.enqueue_for_booking(arrived public.strategy_call_bookings) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  -- What is confirmed at once has its letters of that.
  if not (arrived.picked and private.is_confirmed_automatically(arrived.id)) then
    perform private.enqueue_arrival(arrived.id, null, 'request-received', 'team-booking');
  end if;
  if private.is_event_wanted('booking.created') then
    perform private.enqueue_event(
      'booking.created', arrived.id, null, private.booking_for_programs(arrived), now(), null,
      'booking.created:' || arrived.id
    );
  end if;
end
$$;

create or replace function private.picked_state(asked public.strategy_call_bookings, now_is timestamptz) returns text
  language plpgsql stable
  set search_path = ''
  as $$
begin
  if not asked.picked or asked.status not in ('new', 'spam?', 'spam') then
    return null;
  end if;
  return (
    select case
      when exists (select from private.call_holds c where c.booking = asked.id and c.until > now_is) then 'held'
      when private.awaits_proof(asked.email) then case
        when private.free_host(asked.preferred_time, now_is, s.call_minutes, asked.id) is not null then 'unproven'
        else 'taken'
      end
      when asked.status <> 'new' then 'held'
      else 'taken'
    end
    from public.desk_settings s
  );
end
$$;

create or replace function private.publishes_itself() returns boolean
  language plpgsql stable
  set search_path = ''
  as $$
begin
  return coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb -> 'publishes' = 'true', false);
end
$$;

revoke all on function private.active_hosts() from public;
revoke all on function private.enqueue_arrival(uuid, uuid, text, text) from public;
revoke all on function private.enqueue_for_booking(public.strategy_call_bookings) from public;
revoke all on function private.publishes_itself() from public;
