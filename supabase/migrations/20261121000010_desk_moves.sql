-- Which moves bookings and messages may make, by whom and when. Not on the screens: two people answer at once, and the
-- data API is open to every client. Decision page 19 says more.

-- From which state a row may go where, as src/shared/contract/desk.ts has it; a test compares.
create function private.booking_moves() returns jsonb
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select '{
      "new": ["confirmed", "cancelled", "spam"], "spam?": ["new", "spam"],
      "confirmed": ["held", "no-show", "cancelled", "confirmed"], "held": ["no-show"],
      "no-show": ["held", "confirmed"], "cancelled": ["new"], "spam": ["new"]
    }'::jsonb
  $$;
create function private.message_moves() returns jsonb
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select '{
      "new": ["answered", "closed", "spam"], "spam?": ["new", "spam"], "answered": ["closed", "new"],
      "closed": ["new"], "spam": ["new"]
    }'::jsonb
  $$;

-- Refuses what the desk can explain: a sentence for a person, a code for the screen, facts for both.
create function private.refuse(hint text, message text, facts jsonb) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  raise exception using errcode = 'PT409', message = message, hint = hint, detail = facts::text;
end
$$;

create function private.check_move(moves jsonb, from_state text, to_state text) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if not coalesce(moves -> from_state ? to_state, false) then
    perform private.refuse(
      'not_allowed', format('What is %s cannot become %s.', from_state, to_state),
      jsonb_build_object('from', from_state, 'to', to_state)
    );
  end if;
end
$$;

-- Binds every role, whatever way a change comes. A restore inserts, so it may bring any state. Definer here and below:
-- what they call is granted to nobody.
create function private.judge_booking() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- Set once, here, and by nobody's hand.
  new.answered_at := old.answered_at;
  if new.status = old.status and new.confirmed is not distinct from old.confirmed then
    return new;
  end if;
  perform private.check_move(private.booking_moves(), old.status, new.status);
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
create trigger judge before update on public.strategy_call_bookings
  for each row execute function private.judge_booking();

create function private.judge_message() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
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
create trigger judge before update on public.contact_messages
  for each row execute function private.judge_message();

-- Whoever shall answer must be able to.
create function private.check_assignee() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not exists (
    select from public.staff_members m
    where m.id = new.assigned_to and m.disabled_at is null and m.role in ('owner', 'agent')
  ) then
    perform private.refuse(
      'not_staff', 'Only an owner or an agent of the desk can be assigned.',
      jsonb_build_object('assigned_to', new.assigned_to)
    );
  end if;
  return new;
end
$$;
create trigger assign before update on public.strategy_call_bookings
  for each row when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to)
  execute function private.check_assignee();
create trigger assign before update on public.contact_messages
  for each row when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to)
  execute function private.check_assignee();

-- By trigger, so that no change goes unrecorded whatever way it comes. The argument is the action.
create function private.record_move() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.record(tg_argv[0], tg_table_name, new.id, jsonb_strip_nulls(jsonb_build_object(
    'from', old.status, 'to', new.status, 'confirmed', to_jsonb(new) ->> 'confirmed'
  )));
  return null;
end
$$;
create function private.record_assignment() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.record(
    tg_argv[0], tg_table_name, new.id, jsonb_build_object('from', old.assigned_to, 'to', new.assigned_to)
  );
  return null;
end
$$;
create trigger record_move after update on public.strategy_call_bookings
  for each row when (old.status <> new.status or old.confirmed is distinct from new.confirmed)
  execute function private.record_move('booking_moved');
create trigger record_move after update on public.contact_messages
  for each row when (old.status <> new.status) execute function private.record_move('message_moved');
create trigger record_assignment after update on public.strategy_call_bookings
  for each row when (old.assigned_to is distinct from new.assigned_to)
  execute function private.record_assignment('booking_assigned');
create trigger record_assignment after update on public.contact_messages
  for each row when (old.assigned_to is distinct from new.assigned_to)
  execute function private.record_assignment('message_assigned');

-- Refuses a time at which this call cannot be held and, unless told `anyway`, one at which it should not.
create function private.check_call(booking uuid, slot tstzrange, anyway boolean) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  settings public.desk_settings;
  other record;
  week record;
  begins timestamp;
  ends timestamp;
  taken integer;
  warnings text[];
  sentences text[];
begin
  -- One confirmation after the other: each sees what the one before it took, so two at once cannot overrun the
  -- capacity, and an overlap is found here, where it can be explained, and not by the constraint.
  perform pg_advisory_xact_lock(7206341004);
  select * into settings from public.desk_settings;

  select b.id, b.confirmed into other from public.strategy_call_bookings b
  where b.status = 'confirmed' and b.confirmed && slot and b.id <> booking order by b.call_at limit 1;
  if found then
    perform private.refuse(
      'overlap', 'Another call is confirmed for that time.',
      jsonb_build_object('booking', other.id, 'confirmed', other.confirmed)
    );
  end if;

  begins := lower(slot) at time zone settings.time_zone;
  ends := upper(slot) at time zone settings.time_zone;
  select * into week from private.week_of(begins::date, settings.time_zone);
  taken := private.calls_taken(week.starts, week.ends, booking);
  select array_agg(w.code), array_agg(w.sentence) into warnings, sentences from (values
    ('past', 'That time has passed.', lower(slot) < now()),
    ('day_off', 'That is a day off.', exists (select from public.days_off d where d.day = begins::date)),
    (
      'outside_hours', 'That is outside the hours of work.',
      extract(isodow from begins)::integer <> all (settings.work_days)
        or begins < begins::date + settings.opens or ends > begins::date + settings.closes
    ),
    ('week_full', 'That week is full.', taken >= settings.weekly_capacity)
  ) as w (code, sentence, is_so) where w.is_so;
  if warnings is not null and anyway is not true then
    perform private.refuse(warnings[1], array_to_string(sentences, ' '), jsonb_build_object(
      'warnings', warnings, 'capacity', settings.weekly_capacity, 'taken', taken
    ));
  end if;
end
$$;

-- Who moves a row says which state they saw. If it is another by now, they hear which, and who was faster.
create function private.refuse_as_changed(id uuid, state text, confirmed tstzrange, at timestamptz) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  last record;
begin
  select a.actor, a.at into last from public.audit_log a
  where a.subject_id = refuse_as_changed.id and a.action in ('booking_moved', 'message_moved')
  order by a.at desc, a.id desc limit 1;
  perform private.refuse('changed', format('This was changed meanwhile: it is %s now.', state), jsonb_build_object(
    'status', state, 'confirmed', confirmed, 'by', last.actor, 'at', coalesce(last.at, refuse_as_changed.at)
  ));
end
$$;

create function public.move_booking(
  booking uuid, expected text, target text, call_start timestamptz default null, call_minutes integer default null,
  anyway boolean default false, expected_time timestamptz default null
) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
  begins timestamptz := date_trunc('minute', call_start);
  minutes integer := coalesce(call_minutes, (select s.call_minutes from public.desk_settings s));
  slot tstzrange;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.strategy_call_bookings b where b.id = booking for update;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  end if;
  if target = 'confirmed' then
    if begins is null or not isfinite(begins) or minutes not between 5 and 480 then
      raise exception 'confirming needs call_start, and call_minutes between 5 and 480' using errcode = '22023';
    end if;
    if expected = 'confirmed' and expected_time is null then
      raise exception 'another time for a confirmed call needs expected_time' using errcode = '22023';
    end if;
    slot := tstzrange(begins, begins + make_interval(mins => minutes));
  end if;

  if was.status is distinct from expected
    or (expected_time is not null and lower(was.confirmed) is distinct from expected_time)
  then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  perform private.check_move(private.booking_moves(), was.status, target);
  if target = 'confirmed' then
    perform private.check_call(was.id, slot, anyway);
  end if;
  update public.strategy_call_bookings b set status = target, confirmed = coalesce(slot, b.confirmed)
  where b.id = was.id;
end
$$;

create function public.move_message(message uuid, expected text, target text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.contact_messages;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.contact_messages m where m.id = move_message.message for update;
  if not found then
    raise exception 'There is no such message.' using errcode = 'PT404';
  end if;
  if was.status is distinct from expected then
    perform private.refuse_as_changed(was.id, was.status, null, was.updated_at);
  end if;
  perform private.check_move(private.message_moves(), was.status, target);
  update public.contact_messages m set status = target where m.id = was.id;
end
$$;
grant execute on function
  public.move_booking(uuid, text, text, timestamptz, integer, boolean, timestamptz),
  public.move_message(uuid, text, text) to authenticated;
