-- Triggers on bookings, which run for every role and call their steps in order. Each step is in the file for its
-- subject.

-- Checks only visitors' rows, because a restore inserts past times. Runs as its caller, because it needs the request's role.
create function private.before_booking_insert() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new := private.normalized_booking(new);
  if new.status in ('new', 'spam?') and new.answered_at is null then
    new.unanswered_since := coalesce(new.unanswered_since, new.created_at);
  end if;
  if current_user in ('anon', 'authenticated') then
    perform private.require_answers(new);
    perform private.check_preferred_time(new.preferred_time);
    if new.status = 'new' and private.looks_automatic(new.email, new.fill_seconds, new.filled_by, new.budget_note) then
      new.status := 'spam?';
    end if;
    new.source := private.visit_source(new.landing_page, new.referrer);
    new.campaign := private.visit_campaign(new.landing_page);
    new.first_view := private.visit_first_view(new.landing_page);
  end if;
  return new;
end
$$;

-- Holds slots first, because emails say whether a slot is held. Queues emails in the order of their mailboxes,
-- which `limit_letters` locks, so that two requests do not deadlock. Runs as its owner, because visitors have no
-- other write access.
create function private.after_booking_insert() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  one public.strategy_call_bookings;
begin
  perform private.add_search_text(a.id, a.id, null, a.message) from arrived a where a.message is not null;
  for one in select * from arrived loop
    if private.is_new_row(one.created_at) then
      perform private.hold_slot(one);
    end if;
  end loop;
  for one in
    select * from arrived a where a.status = 'new' and private.is_new_row(a.created_at) order by private.mailbox_of(a.email)
  loop
    perform private.enqueue_booking_receipt(one);
  end loop;
  perform private.notify_new_rows('strategy_call_bookings', array(select a.id from arrived a));
  return null;
end
$$;

create function private.before_booking_update() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.assigned_to is distinct from old.assigned_to then
    perform private.check_assignee(new.assigned_to);
    if new.status = 'confirmed' and old.status = 'confirmed' then
      perform private.refuse_overlap(new.id, new.confirmed, new.assigned_to);
    end if;
  end if;
  new := private.checked_booking_move(old, new);
  if not private.is_undo() and new.unanswered_since <> coalesce(old.unanswered_since, '-infinity') then
    new.due_hours := private.answer_hours();
  end if;
  new.remind_at := private.current_reminder(new.remind_at, new.unanswered_since);
  new := private.with_call_sequence(old, new);
  new := private.with_current_outcome(old, new);
  new := private.normalized_booking(new);
  new.updated_at := now();
  return new;
end
$$;

create function private.after_booking_update() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  is_given boolean := new.assigned_to is distinct from old.assigned_to;
  is_held boolean;
begin
  if new.message is distinct from old.message then
    perform private.add_search_text(new.id, new.id, null, new.message);
  end if;
  is_held := private.update_hold(old, new);
  perform private.enqueue_booking_events(old, new);
  perform private.enqueue_booking_letters(old, new);
  perform private.notify_row('strategy_call_bookings', 'UPDATE', new.id);
  if is_given then
    if new.status = 'confirmed' then
      perform private.mark_host_given_call(new.assigned_to);
    end if;
    perform private.record_assignment('booking_assigned', 'strategy_call_bookings', new.id, old.assigned_to, new.assigned_to);
  end if;
  if new.follow_up_by is distinct from old.follow_up_by then
    perform private.hand_over('step', new.id, null, old.follow_up_by, new.follow_up_by);
  end if;
  if new.status <> old.status or new.confirmed is distinct from old.confirmed then
    perform private.record_move('booking_moved', 'strategy_call_bookings', to_jsonb(old), to_jsonb(new));
  end if;
  -- If the team reopened the request, the team has to confirm it.
  if is_held and not private.is_undo() and old.status in ('new', 'spam?') then
    perform private.confirm_automatically(new.id);
  end if;
  return null;
end
$$;

-- Raises the same error as a not-null constraint. Only the team can leave the columns below empty.
create function private.require_answers(booking public.strategy_call_bookings) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  missing text := case
    when booking.email is null then 'email' when booking.phone is null then 'phone'
    when booking.current_challenges is null then 'current_challenges' when booking.team_size is null then 'team_size'
  end;
begin
  if missing is not null then
    raise exception using
      errcode = 'not_null_violation', schema = 'public', table = 'strategy_call_bookings', column = missing,
      message = format('null value in column "%s" of relation "strategy_call_bookings" violates not-null constraint', missing);
  end if;
end
$$;
grant execute on function private.require_answers(public.strategy_call_bookings) to anon, authenticated;

-- Raises the same error as a check constraint, which itself must not depend on the clock. Allows times up to five
-- minutes in the past, because clocks differ and a filled-in form may be sent later. Allows times up to two years
-- ahead, because a later year is probably a typo.
create function private.check_preferred_time(preferred_time timestamptz) returns void
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
grant execute on function private.check_preferred_time(timestamptz) to anon, authenticated;

create function private.normalized_booking(booking public.strategy_call_bookings) returns public.strategy_call_bookings
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
  booking.next_step := nullif(private.trimmed(booking.next_step), '');
  booking.picked := coalesce(booking.picked, false);
  select min(s.next_step_on), array_agg(s.next_step_by) into booking.follow_up_on, booking.follow_up_by
  from private.open_steps(booking) s;
  return booking;
end
$$;
grant execute on function private.normalized_booking(public.strategy_call_bookings) to anon, authenticated, service_role;
