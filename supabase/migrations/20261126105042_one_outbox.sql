set check_function_bodies = off;

drop trigger space on public.outbox;

drop index public.outbox_others_idx;

drop function private.announce();

-- By another name, an older server beside this schema cannot take what it could not settle.
drop function private.claim_outbox(uuid, text, int, interval, timestamptz);

drop function private.enqueue_arrival(uuid, uuid, text, text);

drop function private.enqueue_arrivals(uuid[], uuid[], text[], text, text);

drop function private.gather_letters(uuid);

drop function private.letters_to(text);

drop function private.mailboxes_seen_before(text[], uuid[], uuid[]);

drop function private.next_letters(text);

drop function private.renew_outbox(uuid, uuid[], interval);

drop function private.settle_outbox_items(uuid, jsonb);

drop function private.space_letters();

drop function private.tell(text, text[]);

drop function private.tell_of_arrivals(text, uuid[]);

drop table private.unannounced;

create or replace function private.after_message_update() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') then
    perform private.enqueue_message_event(new);
    perform private.enqueue_arrivals('{}', array[new.id], 'message-received', 'team-message');
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

create or replace function private.cap_letters() returns trigger
  language plpgsql security definer
  set search_path = ''
  set enable_seqscan = off
  set jit = off
  as $$
declare
  reader text;
  letters integer;
begin
  if current_setting('role', true) is distinct from 'anon'
    and coalesce(current_setting('backline.by', true), '') <> 'visitor'
  then
    return new;
  end if;
  -- A mailbox that has an invitation in its calendar hears what becomes of it; how often it may be moved is limited.
  if new.kind = 'call' and exists (
    select from public.outbox o
    where o.booking_id = new.booking_id and o.kind = 'call' and o.state <> 'dropped' and o.facts ->> 'status' = 'confirmed'
  ) then
    return new;
  end if;
  select private.mailbox_of(coalesce(
    (select b.email from public.strategy_call_bookings b where b.id = new.booking_id),
    (select m.email from public.contact_messages m where m.id = new.message_id)
  )) into reader;
  if reader is null or private.is_known_mailbox(reader) then
    return new;
  end if;
  -- Of two at once, the second sees what the first wrote.
  perform pg_advisory_xact_lock(hashtextextended('letters to ' || reader, 0));
  select count(*) into letters from (
    select o.* from public.strategy_call_bookings b join public.outbox o on o.booking_id = b.id
    where private.mailbox_of(b.email) = reader
    union all
    select o.* from public.contact_messages m join public.outbox o on o.message_id = m.id
    where private.mailbox_of(m.email) = reader
  ) o
  where o.channel = 'letter' and o.recipient is null and o.state <> 'dropped' and o.created_at > now() - interval '1 day'
    and o.kind in ('request-received', 'message-received', 'call', 'confirm-request');
  if letters >= 4 then
    new.state := 'dropped';
    new.reason := 'this mailbox never answered and had four letters today';
    new.settled_at := now();
  end if;
  return new;
end
$$;

create function private.take_from_outbox(
  holder uuid, channel text, most integer, lease interval, now_is timestamptz
) returns setof public.outbox
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  due uuid[];
begin
  -- Their holder has been silent for too long; after a restart of the database it may say so first.
  if pg_postmaster_start_time() < clock_timestamp() - lease then
    due := array(
      select o.id from public.outbox o
      where o.channel = take_from_outbox.channel and o.state = 'sending' and o.held_until < clock_timestamp()
        and o.holder <> take_from_outbox.holder
      order by o.held_until limit most for update skip locked
    );
  end if;
  due := due || array(
    select o.id from public.outbox o
    where o.channel = take_from_outbox.channel and o.state = 'waiting' and o.due_at < now_is + interval '1 millisecond'
      and not (o.channel = 'letter' and exists (
        select from public.outbox p
        where p.booking_id = o.booking_id and p.channel = 'letter' and p.recipient is not distinct from o.recipient
          and (
            p.state = 'sending'
            or p.state = 'waiting' and p.due_at < now_is + interval '1 millisecond'
              and (p.due_at, p.created_at, p.id) < (o.due_at, o.created_at, o.id)
          )
      ))
    order by o.due_at limit most - coalesce(cardinality(due), 0) for update skip locked
  );
  return query
    update public.outbox o set
      state = 'sending', holder = take_from_outbox.holder, held_until = clock_timestamp() + lease,
      attempts = o.attempts + 1, is_doubtful = o.is_doubtful or o.state = 'sending'
    where o.id = any (due)
    returning o.*;
end
$$;

create or replace function private.enqueue_arrivals(bookings uuid[], messages uuid[], visitor_kind text, team_kind text) returns void
  language sql
  set search_path = ''
  as $$
    insert into public.outbox (channel, kind, booking_id, message_id, recipient, once, facts)
    select
      'letter', l.kind, a.booking, a.message, l.recipient, concat_ws(':', l.kind, coalesce(a.booking, a.message), l.recipient),
      private.meeting_facts(a.booking)
    from unnest(bookings, messages) as a (booking, message)
    cross join lateral (
      select visitor_kind, null union all select team_kind, t from private.team_mailboxes() as t
    ) as l (kind, recipient)
    order by private.mailbox_of(coalesce(
      (select b.email from public.strategy_call_bookings b where b.id = a.booking),
      (select m.email from public.contact_messages m where m.id = a.message)
    ))
    on conflict (once) do nothing
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
  due timestamptz := now() + case when auth.uid() is null then interval '0' else private.second_thought() end;
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') and not private.is_settled_at_once(new.id) then
    perform private.enqueue_arrivals(array[new.id], '{}', 'request-received', 'team-booking');
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

create or replace function private.enqueue_for_bookings(arrived uuid[]) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  ids uuid[];
  open_ids uuid[];
begin
  select array_agg(a.id), array_agg(a.id) filter (where not a.is_settled) into ids, open_ids
  from (
    select b.id, b.picked and private.is_settled_at_once(b.id) as is_settled
    from public.strategy_call_bookings b
    where b.id = any (arrived) and b.status = 'new' and private.is_arriving(b.created_at)
  ) a;
  if ids is null then
    return;
  end if;
  -- What is confirmed at once has its letters of that.
  if open_ids is not null then
    perform private.enqueue_arrivals(open_ids, '{}', 'request-received', 'team-booking');
  end if;
  if private.is_event_wanted('booking.created') then
    perform private.enqueue_event(
      'booking.created', b.id, null, private.booking_for_programs(b), now(), null, 'booking.created:' || b.id
    )
    from public.strategy_call_bookings b where b.id = any (ids);
  end if;
end
$$;

create or replace function private.enqueue_for_messages(arrived uuid[]) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  ids uuid[];
begin
  select array_agg(a.id) into ids
  from public.contact_messages a where a.id = any (arrived) and a.status = 'new' and private.is_arriving(a.created_at);
  if ids is null then
    return;
  end if;
  perform private.enqueue_arrivals('{}', ids, 'message-received', 'team-message');
  perform private.enqueue_message_event(m) from public.contact_messages m where m.id = any (ids);
end
$$;

create or replace function private.publish_arrivals(name text, ids uuid[]) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.notify_row(name, 'INSERT', i) from unnest(ids) i;
  perform pg_notify('outbox', '');
  perform set_config('synchronous_commit', 'off', true);
end
$$;

create or replace function private.publishes_itself() returns boolean
  language sql stable
  set search_path = ''
  as $$
    select coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb -> 'publishes' = 'true', false)
  $$;

create or replace function private.renew_outbox(holder uuid, lease interval) returns void
  language sql security definer
  set search_path = ''
  as $$
    update public.outbox o set held_until = clock_timestamp() + lease
    where o.holder = renew_outbox.holder and o.state = 'sending'
  $$;

create or replace function private.settle_outbox(holder uuid, item uuid, result jsonb) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  t record;
begin
  select * into t from jsonb_to_record(result) _ (
    state text, sent_as text, reason text, is_doubtful boolean, is_untried boolean, is_of_address boolean,
    due_at timestamptz
  );
  update public.outbox o set
    state = t.state,
    sent_as = coalesce(t.sent_as, o.sent_as),
    reason = left(t.reason, 300),
    is_doubtful = o.is_doubtful or t.is_doubtful,
    attempts = o.attempts - t.is_untried::int,
    due_at = coalesce(t.due_at, o.due_at),
    first_due_at = case when t.is_of_address is not true then
      coalesce(o.first_due_at, case when t.due_at is not null then o.due_at end)
    end,
    settled_at = case when t.state <> 'waiting' then clock_timestamp() end,
    sealed = case when t.state in ('waiting', 'failed') then o.sealed end,
    holder = null,
    held_until = null
  where o.id = settle_outbox.item and o.holder = settle_outbox.holder and o.state = 'sending';
  return found;
end
$$;

create or replace function private.tell_of_arrivals(name text, ids uuid[]) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if not private.publishes_itself() then
    perform private.notify_row(name, 'INSERT', i) from unnest(ids) i;
  end if;
end
$$;

create or replace function private.wake_outbox() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not private.publishes_itself() then
    perform pg_notify('outbox', a.channel) from (select distinct channel from added) a;
  end if;
  return null;
end
$$;

create or replace function private.write_again(was public.outbox) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  first text := coalesce(was.facts ->> 'again', was.id::text);
  under_way uuid;
  just_now integer;
  lately integer;
  copy uuid;
begin
  if was.kind in ('account', 'own-data') then
    perform private.refuse('not_allowed', 'Its text holds a key and is gone since it was sent.', '{}');
  elsif was.ends_at <= now() then
    perform private.refuse('not_allowed', 'It is too late for this letter.', '{}');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(
    concat_ws(' ', 'letters again to', was.booking_id, was.message_id, was.user_id, was.recipient), 0
  ));
  select
    (array_agg(o.id) filter (where o.facts ->> 'again' = first and o.state in ('waiting', 'sending')))[1],
    count(*) filter (
      where o.facts ->> 'again' = first and o.state = 'sent' and o.settled_at > now() - interval '10 minutes'
    ),
    count(*)
  into under_way, just_now, lately
  from public.outbox o
  where o.created_at > now() - interval '1 day' and o.facts ? 'again' and o.state <> 'dropped'
    and (o.booking_id, o.message_id, o.user_id, o.recipient)
      is not distinct from (was.booking_id, was.message_id, was.user_id, was.recipient);
  if under_way is not null then
    return under_way;
  elsif just_now > 0 then
    perform private.refuse('not_allowed', 'It was sent again less than ten minutes ago.', '{}');
  elsif lately >= 4 then
    perform private.refuse('not_allowed', 'They were sent four letters again within a day. Reach them another way.', '{}');
  end if;
  insert into public.outbox (channel, kind, sent_as, booking_id, message_id, user_id, recipient, facts, ends_at)
  values (
    was.channel, was.kind, was.sent_as, was.booking_id, was.message_id, was.user_id, was.recipient,
    was.facts || jsonb_build_object('again', first), was.ends_at
  )
  returning id into copy;
  perform private.record('letter_retried', 'outbox', was.id, jsonb_build_object('kind', was.kind));
  return copy;
end
$$;

create trigger cap before insert on public.outbox for each row
  when (new.channel = 'letter' and new.recipient is null and new.user_id is null and new.state = 'waiting')
  execute function private.cap_letters();

revoke all on function private.cap_letters() from public;
revoke all on function private.enqueue_arrivals(uuid[], uuid[], text, text) from public;
revoke all on function private.publish_arrivals(text, uuid[]) from public;
grant execute on function private.publish_arrivals(text, uuid[]) to backline_outbox;
revoke all on function private.publishes_itself() from public;
revoke all on function private.renew_outbox(uuid, interval) from public;
grant execute on function private.renew_outbox(uuid, interval) to backline_outbox;
revoke all on function private.settle_outbox(uuid, uuid, jsonb) from public;
grant execute on function private.settle_outbox(uuid, uuid, jsonb) to backline_outbox;
revoke all on function private.take_from_outbox(uuid, text, integer, interval, timestamp with time zone) from public;
grant execute on function private.take_from_outbox(uuid, text, integer, interval, timestamp with time zone) to backline_outbox;
revoke all on function private.tell_of_arrivals(text, uuid[]) from public;

reset check_function_bodies;
