set check_function_bodies = off;

drop trigger assign on public.contact_messages;

drop trigger enqueue_arrivals on public.contact_messages;

drop trigger enqueue_events on public.contact_messages;

drop trigger enqueue_letters on public.contact_messages;

drop trigger enqueue_question on public.contact_messages;

drop trigger judge on public.contact_messages;

drop trigger notify_arrivals on public.contact_messages;

drop trigger notify_deletion on public.contact_messages;

drop trigger notify on public.contact_messages;

drop trigger record_assignment on public.contact_messages;

drop trigger record_move on public.contact_messages;

drop trigger tidy_and_weigh on public.contact_messages;

drop trigger tidy_then_ask on public.contact_messages;

drop trigger tidy on public.contact_messages;

drop trigger assign on public.strategy_call_bookings;

drop trigger call_off on public.strategy_call_bookings;

drop trigger claim_time_anew on public.strategy_call_bookings;

drop trigger claim_time on public.strategy_call_bookings;

drop trigger clear_lane on public.strategy_call_bookings;

drop trigger enqueue_arrivals on public.strategy_call_bookings;

drop trigger enqueue_events on public.strategy_call_bookings;

drop trigger enqueue_letters on public.strategy_call_bookings;

drop trigger enqueue_question on public.strategy_call_bookings;

drop trigger judge on public.strategy_call_bookings;

drop trigger note_given on public.strategy_call_bookings;

drop trigger notify_arrivals on public.strategy_call_bookings;

drop trigger notify_deletion on public.strategy_call_bookings;

drop trigger notify on public.strategy_call_bookings;

drop trigger number on public.strategy_call_bookings;

drop trigger record_assignment on public.strategy_call_bookings;

drop trigger record_move on public.strategy_call_bookings;

drop trigger settle_arrivals on public.strategy_call_bookings;

drop trigger settle_wish on public.strategy_call_bookings;

drop trigger tidy_and_weigh on public.strategy_call_bookings;

drop trigger tidy_then_ask on public.strategy_call_bookings;

drop trigger tidy on public.strategy_call_bookings;

drop function private.ask_mailbox_first();

drop function private.check_assignee();

drop function private.claim_time();

drop function private.clear_lane();

drop function private.enqueue_booking_events();

drop function private.enqueue_booking_letters();

drop function private.enqueue_for_bookings();

drop function private.enqueue_for_messages();

drop function private.enqueue_message_events();

drop function private.enqueue_message_letters();

drop function private.enqueue_question();

drop function private.judge_booking();

drop function private.judge_message();

drop function private.note_given();

drop function private.notify_change();

drop function private.number_call();

drop function private.record_assignment();

drop function private.record_move();

drop function private.refuse_wish(timestamp with time zone);

drop function private.settle_arrivals();

drop function private.settle_wish();

drop function private.tell_of_arrivals();

drop function private.tidy_contact_message();

drop function private.tidy_strategy_call_booking();

drop function private.weigh_arrival();

create or replace function private.after_booking_insert() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  ids uuid[] := array(select a.id from arrived a);
  one public.strategy_call_bookings;
begin
  for one in select * from arrived loop
    if one.picked and private.is_arriving(one.created_at) then
      perform private.hold_time(one);
    end if;
    if one.mailbox = 'asked' then
      perform private.enqueue_question(one.id, null);
    end if;
  end loop;
  perform private.enqueue_for_bookings(ids);
  perform private.tell_of_arrivals('strategy_call_bookings', ids);
  perform private.settle_at_once(a.id) from arrived a where a.picked and a.status = 'new';
  return null;
end
$$;

create or replace function private.after_booking_update() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  is_given boolean := new.assigned_to is distinct from old.assigned_to;
begin
  perform private.hold_time_anew(old, new);
  perform private.enqueue_booking_events(old, new);
  perform private.enqueue_booking_letters(old, new);
  perform private.notify_row('strategy_call_bookings', 'UPDATE', new.id);
  if is_given then
    if new.status = 'confirmed' then
      perform private.note_given_to(new.assigned_to);
    end if;
    perform private.record_assignment('booking_assigned', 'strategy_call_bookings', new.id, old.assigned_to, new.assigned_to);
  end if;
  if new.status <> old.status or new.confirmed is distinct from old.confirmed then
    perform private.record_move('booking_moved', 'strategy_call_bookings', to_jsonb(old), to_jsonb(new));
  end if;
  if new.picked and new.status = 'new' and (
    old.status = 'spam?' or not old.picked or new.preferred_time <> old.preferred_time
    or new.mailbox is distinct from old.mailbox
  ) then
    perform private.settle_at_once(new.id);
  end if;
  return null;
end
$$;

create or replace function private.after_message_insert() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  ids uuid[] := array(select a.id from arrived a);
begin
  perform private.enqueue_question(null, a.id) from arrived a where a.mailbox = 'asked';
  perform private.enqueue_for_messages(ids);
  perform private.tell_of_arrivals('contact_messages', ids);
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

create or replace function private.before_booking_insert() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new := private.normalized_booking(new);
  if current_user in ('anon', 'authenticated') then
    perform private.check_wish(new.preferred_time);
    if new.status = 'new' and private.looks_automatic(new.email, new.fill_seconds, new.filled_by, new.budget_note) then
      new.status := 'spam?';
    end if;
    new.source := private.visit_source(new.landing_page, new.referrer);
    new.campaign := private.visit_campaign(new.landing_page);
    new.first_view := private.visit_first_view(new.landing_page);
  end if;
  -- What looks automatic besides is not asked.
  if new.status = 'new' and private.lacks_proof() then
    new.status := 'spam?';
    new.mailbox := 'asked';
  end if;
  return new;
end
$$;

create or replace function private.before_booking_update() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.assigned_to is distinct from old.assigned_to then
    perform private.check_assignee(new.assigned_to);
    if new.status = 'confirmed' and old.status = 'confirmed' then
      perform private.check_lane(new.id, new.confirmed, new.assigned_to);
    end if;
  end if;
  new := private.judged_booking(old, new);
  new := private.numbered_call(old, new);
  new := private.normalized_booking(new);
  new.updated_at := now();
  return new;
end
$$;

create or replace function private.before_message_insert() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new := private.normalized_message(new);
  if current_user in ('anon', 'authenticated') then
    if new.status = 'new' and private.looks_automatic(new.email, new.fill_seconds, new.filled_by, new.budget_note) then
      new.status := 'spam?';
    end if;
    new.source := private.visit_source(new.landing_page, new.referrer);
    new.campaign := private.visit_campaign(new.landing_page);
    new.first_view := private.visit_first_view(new.landing_page);
  end if;
  if new.status = 'new' and private.lacks_proof() then
    new.status := 'spam?';
    new.mailbox := 'asked';
  end if;
  return new;
end
$$;

create or replace function private.before_message_update() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.assigned_to is distinct from old.assigned_to then
    perform private.check_assignee(new.assigned_to);
  end if;
  new := private.judged_message(old, new);
  new := private.normalized_message(new);
  new.updated_at := now();
  return new;
end
$$;

create or replace function private.check_assignee(assignee uuid) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if assignee is not null and not exists (
    select from public.staff_members m
    where m.id = assignee and m.disabled_at is null and m.role in ('owner', 'agent')
  ) then
    perform private.refuse(
      'not_staff', 'Only an owner or an agent of the desk can be assigned.', jsonb_build_object('assigned_to', assignee)
    );
  end if;
end
$$;

create or replace function private.check_wish(preferred_time timestamptz) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if preferred_time between now() - interval '5 minutes' and now() + interval '2 years' then
    return;
  end if;
  raise exception using
    errcode = 'check_violation',
    hint = case
      when preferred_time < now() then 'preferred_time must not be in the past'
      else 'preferred_time must lie within 2 years'
    end,
    schema = 'public',
    table = 'strategy_call_bookings',
    constraint = 'strategy_call_bookings_preferred_time_check',
    message = 'new row for relation "strategy_call_bookings" violates check constraint '
      '"strategy_call_bookings_preferred_time_check"';
end
$$;

create or replace function private.enqueue_booking_events(old public.strategy_call_bookings, new public.strategy_call_bookings)
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
      now() + case when auth.uid() is null then interval '0' else private.second_thought() end,
      private.how_call_stands(old), null
    );
  end if;
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
  due timestamptz := now() + case when auth.uid() is null then interval '0' else private.second_thought() end;
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') and not private.is_settled_at_once(new.id) then
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

create or replace function private.enqueue_for_bookings(arrived uuid[]) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  ids uuid[];
  emails text[];
  open_ids uuid[];
begin
  select array_agg(a.id), array_agg(a.id) filter (where not a.is_settled), array_agg(a.email) filter (where not a.is_settled)
  into ids, open_ids, emails
  from (
    select b.id, b.email, b.picked and private.is_settled_at_once(b.id) as is_settled
    from public.strategy_call_bookings b
    where b.id = any (arrived) and b.status = 'new' and private.is_arriving(b.created_at)
  ) a;
  if ids is null then
    return;
  end if;
  -- What is confirmed at once has its letters of that.
  if open_ids is not null then
    perform private.enqueue_arrivals(open_ids, '{}', emails, 'request-received', 'team-booking');
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
  emails text[];
begin
  select array_agg(a.id), array_agg(a.email) into ids, emails
  from public.contact_messages a where a.id = any (arrived) and a.status = 'new' and private.is_arriving(a.created_at);
  if ids is null then
    return;
  end if;
  perform private.enqueue_arrivals('{}', ids, emails, 'message-received', 'team-message');
  perform private.enqueue_message_event(m) from public.contact_messages m where m.id = any (ids);
end
$$;

create or replace function private.enqueue_message_event(m public.contact_messages) returns void
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

create or replace function private.enqueue_question(booking uuid, message uuid) returns void
  language sql
  set search_path = ''
  as $$
    insert into public.outbox (channel, kind, booking_id, message_id, once, facts)
    values (
      'letter', 'confirm-request', booking, message, 'confirm-request:' || coalesce(booking, message),
      private.meeting_facts(booking)
    )
    on conflict (once) do nothing
  $$;

create or replace function private.hold_time_anew(old public.strategy_call_bookings, new public.strategy_call_bookings) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if old.picked and (
    new.status not in ('new', 'spam?') or not new.picked or new.preferred_time <> old.preferred_time
  ) then
    delete from private.call_holds c where c.booking = new.id;
  end if;
  if new.picked and (
    not old.picked or new.preferred_time <> old.preferred_time or (new.status = 'new' and old.status = 'spam?')
    or new.mailbox is distinct from old.mailbox
  ) then
    perform private.hold_time(new);
  end if;
end
$$;

create or replace function private.judged_booking(old public.strategy_call_bookings, new public.strategy_call_bookings)
  returns public.strategy_call_bookings
  language plpgsql
  set search_path = ''
  as $$
begin
  if private.is_undo() then
    return new;
  end if;
  -- Set once, here, and by nobody's hand.
  new.answered_at := old.answered_at;
  if new.status = old.status and new.confirmed is not distinct from old.confirmed then
    return new;
  end if;
  perform private.check_move(private.booking_moves(), old.status, new.status);
  if new.status in ('held', 'no-show') then
    perform private.check_begun(old.confirmed);
  end if;
  new.confirmed := case
    when new.status = 'confirmed' then new.confirmed
    when new.status in ('held', 'no-show') then old.confirmed
  end;
  if new.answered_at is null and old.status = 'new' and new.status <> 'spam' then
    new.answered_at := now();
  end if;
  return new;
end
$$;

create or replace function private.judged_message(old public.contact_messages, new public.contact_messages)
  returns public.contact_messages
  language plpgsql
  set search_path = ''
  as $$
begin
  if private.is_undo() then
    return new;
  end if;
  new.answered_at := old.answered_at;
  if new.status <> old.status then
    perform private.check_move(private.message_moves(), old.status, new.status);
    if new.answered_at is null and old.status = 'new' and new.status <> 'spam' then
      new.answered_at := now();
    end if;
  end if;
  return new;
end
$$;

create or replace function private.lacks_proof() returns boolean
  language sql stable
  set search_path = ''
  as $$ select coalesce(current_setting('backline.proof', true), '') = 'missing' $$;

create or replace function private.normalized_booking(booking public.strategy_call_bookings) returns public.strategy_call_bookings
  language plpgsql
  set search_path = ''
  as $$
begin
  booking.name := private.trimmed(booking.name);
  booking.email := private.trimmed(booking.email);
  booking.company := private.trimmed(booking.company);
  booking.phone := private.trimmed(booking.phone);
  booking.time_zone := nullif(private.trimmed(booking.time_zone), '');
  booking.message := nullif(private.trimmed(booking.message), '');
  booking.monthly_revenue := nullif(private.trimmed(booking.monthly_revenue), '');
  booking.budget_note := nullif(private.trimmed(booking.budget_note), '');
  booking.landing_page := nullif(private.trimmed(booking.landing_page), '');
  booking.referrer := nullif(private.trimmed(booking.referrer), '');
  booking.picked := coalesce(booking.picked, false);
  return booking;
end
$$;

create or replace function private.normalized_message(message public.contact_messages) returns public.contact_messages
  language plpgsql
  set search_path = ''
  as $$
begin
  message.name := private.trimmed(message.name);
  message.email := private.trimmed(message.email);
  message.company := private.trimmed(message.company);
  message.message := private.trimmed(message.message);
  message.budget_note := nullif(private.trimmed(message.budget_note), '');
  message.landing_page := nullif(private.trimmed(message.landing_page), '');
  message.referrer := nullif(private.trimmed(message.referrer), '');
  return message;
end
$$;

create or replace function private.notify_deletion() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.notify_row(tg_table_name, tg_op, old.id);
  return null;
end
$$;

create or replace function private.notify_note() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.notify_row(
    case when new.booking_id is null then 'contact_messages' else 'strategy_call_bookings' end, 'UPDATE',
    coalesce(new.booking_id, new.message_id)
  );
  return null;
end
$$;

create or replace function private.notify_row(name text, type text, id uuid) returns void
  language sql
  set search_path = ''
  as $$
    select pg_notify('realtime', json_build_object(
      'schema', 'public', 'table', name, 'type', type, 'id', id,
      -- The transaction's time: nobody knows the commit's before it. The same for both of two updates in one
      -- transaction, which PostgreSQL therefore tells as one.
      'at', now()
    )::text)
  $$;

create or replace function private.numbered_call(old public.strategy_call_bookings, new public.strategy_call_bookings)
  returns public.strategy_call_bookings
  language plpgsql
  set search_path = ''
  as $$
begin
  if new.status <> old.status or new.confirmed is distinct from old.confirmed then
    new.call_sequence := old.call_sequence + 1;
    new.call_changed_at := now();
    if not private.is_undo() then
      new.proposed_time := null;
      new.proposed_at := null;
    end if;
  -- With somebody else, or elsewhere.
  elsif new.status = 'confirmed' and (new.assigned_to is distinct from old.assigned_to or new.call_sequence > old.call_sequence) then
    new.call_sequence := old.call_sequence + 1;
  else
    new.call_sequence := old.call_sequence;
    new.call_changed_at := old.call_changed_at;
  end if;
  return new;
end
$$;

create or replace function private.record_assignment(action text, subject text, id uuid, was uuid, becomes uuid) returns void
  language sql
  set search_path = ''
  as $$ select private.record(action, subject, id, jsonb_build_object('from', was, 'to', becomes)) $$;

create or replace function private.record_move(action text, subject text, was jsonb, becomes jsonb) returns void
  language sql
  set search_path = ''
  as $$
    select private.record(action, subject, (becomes ->> 'id')::uuid, jsonb_strip_nulls(jsonb_build_object(
      'from', was ->> 'status', 'to', becomes ->> 'status', 'confirmed', becomes ->> 'confirmed',
      'by', nullif(current_setting('backline.by', true), ''),
      -- What the move may take away, for its undo.
      'was', nullif(jsonb_strip_nulls(jsonb_build_object(
        'confirmed', was ->> 'confirmed', 'answered_at', was -> 'answered_at',
        'proposed_time', was ->> 'proposed_time', 'proposed_at', was ->> 'proposed_at'
      )), '{}')
    )))
  $$;

create or replace function private.tell_of_arrivals(name text, ids uuid[]) returns void
  language sql
  set search_path = ''
  as $$
    select private.tell('realtime', array_agg(json_build_object(
      'schema', 'public', 'table', name, 'type', 'INSERT', 'id', i, 'at', now()
    )::text))
    from unnest(ids) as i having count(*) > 0
  $$;

create trigger after_delete after delete on public.contact_messages
  for each row execute function private.notify_deletion();

create trigger after_insert after insert on public.contact_messages
  referencing new table as arrived for each statement execute function private.after_message_insert();

create trigger after_update after update on public.contact_messages
  for each row execute function private.after_message_update();

create trigger before_insert before insert on public.contact_messages
  for each row execute function private.before_message_insert();

create trigger before_update before update on public.contact_messages
  for each row execute function private.before_message_update();

create trigger after_delete after delete on public.strategy_call_bookings
  for each row execute function private.notify_deletion();

create trigger after_insert after insert on public.strategy_call_bookings
  referencing new table as arrived for each statement execute function private.after_booking_insert();

create trigger after_update after update on public.strategy_call_bookings
  for each row execute function private.after_booking_update();

create trigger before_delete before delete on public.strategy_call_bookings
  for each row execute function private.call_off();

create trigger before_insert before insert on public.strategy_call_bookings
  for each row execute function private.before_booking_insert();

create trigger before_update before update on public.strategy_call_bookings
  for each row execute function private.before_booking_update();

revoke all on function private.after_booking_insert() from public;
revoke all on function private.after_booking_update() from public;
revoke all on function private.after_message_insert() from public;
revoke all on function private.after_message_update() from public;
revoke all on function private.before_booking_insert() from public;
revoke all on function private.before_booking_update() from public;
revoke all on function private.before_message_insert() from public;
revoke all on function private.before_message_update() from public;
revoke all on function private.check_assignee(uuid) from public;
revoke all on function private.check_wish(timestamp with time zone) from public;
grant execute on function private.check_wish(timestamp with time zone) to anon, authenticated;

revoke all
  on function private.enqueue_booking_events(public.strategy_call_bookings, public.strategy_call_bookings)
  from public;

revoke all
  on function private.enqueue_booking_letters(public.strategy_call_bookings, public.strategy_call_bookings)
  from public;

revoke all on function private.enqueue_for_bookings(uuid[]) from public;
revoke all on function private.enqueue_for_messages(uuid[]) from public;
revoke all on function private.enqueue_message_event(public.contact_messages) from public;
revoke all on function private.enqueue_question(uuid, uuid) from public;
revoke all on function private.hold_time_anew(public.strategy_call_bookings, public.strategy_call_bookings) from public;
revoke all on function private.judged_booking(public.strategy_call_bookings, public.strategy_call_bookings) from public;
revoke all on function private.judged_message(public.contact_messages, public.contact_messages) from public;
revoke all on function private.lacks_proof() from public;
grant execute on function private.lacks_proof() to anon, authenticated, service_role;
revoke all on function private.normalized_booking(public.strategy_call_bookings) from public;
grant execute on function private.normalized_booking(public.strategy_call_bookings) to anon, authenticated, service_role;
revoke all on function private.normalized_message(public.contact_messages) from public;
grant execute on function private.normalized_message(public.contact_messages) to anon, authenticated, service_role;
revoke all on function private.notify_row(text, text, uuid) from public;
revoke all on function private.numbered_call(public.strategy_call_bookings, public.strategy_call_bookings) from public;
revoke all on function private.record_assignment(text, text, uuid, uuid, uuid) from public;
revoke all on function private.record_move(text, text, jsonb, jsonb) from public;
revoke all on function private.tell_of_arrivals(text, uuid[]) from public;

reset check_function_bodies;
