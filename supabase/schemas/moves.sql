-- The allowed state changes of bookings and messages, and the functions with which members make them. For owners
-- and agents.

-- Raises an error that the desk explains. `message` is for people; `hint` is a code for the screen.
create function private.refuse(hint text, message text, facts jsonb) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  raise exception using errcode = 'PT409', message = message, hint = hint, detail = facts::text;
end
$$;

-- Raises an error for a caller who expected another status. The error says who changed the row.
create function private.refuse_conflict(id uuid, state text, confirmed tstzrange, at timestamptz, what text default 'moved')
  returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  last record;
begin
  select a.actor, a.at into last from public.audit_log a
  where a.subject_id = refuse_conflict.id and a.action in ('booking_' || what, 'message_' || what)
  order by a.at desc, a.id desc limit 1;
  perform private.refuse('changed', format('Someone else changed this: it is now %s.', state), jsonb_build_object(
    'status', state, 'confirmed', confirmed, 'what', what, 'by', last.actor, 'at', coalesce(last.at, refuse_conflict.at)
  ));
end
$$;

-- src/shared/contract/desk.ts lists the same moves; a test compares the two lists.
create function private.booking_moves() returns jsonb
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select '{
      "new": ["confirmed", "cancelled", "spam"], "spam?": ["new", "spam", "cancelled"],
      "confirmed": ["completed", "no-show", "cancelled", "confirmed"], "completed": ["no-show", "confirmed"],
      "no-show": ["completed", "confirmed"], "cancelled": ["new"], "spam": ["new"]
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

create function private.check_move(moves jsonb, from_state text, to_state text) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if not coalesce(moves -> from_state ? to_state, false) then
    perform private.refuse(
      'not_allowed', format('The status cannot change from %s to %s.', from_state, to_state),
      jsonb_build_object('from', from_state, 'to', to_state)
    );
  end if;
end
$$;

create function private.check_assignee(assignee uuid) returns void
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

-- A visitor can propose another time while a member decides, so the caller names the proposal that the move ends.
create function private.check_proposal(seen timestamptz, proposed timestamptz) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if seen is distinct from proposed then
    perform private.refuse(
      'proposal_changed', 'The visitor has changed the requested time.',
      jsonb_build_object('proposed', proposed)
    );
  end if;
end
$$;

-- Locks the booking that a member is changing. Locks calls before rows, as the visitor's page does, so that a
-- confirmation that ends another hold does not deadlock.
create function private.booking_to_change(booking uuid) returns public.strategy_call_bookings
  language plpgsql
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
begin
  perform private.require_staff('owner', 'agent');
  was := private.call_to_change(booking);
  if was.id is null then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  end if;
  return was;
end
$$;

create function public.move_booking(
  booking uuid, expected text, target text, call_start timestamptz default null, call_minutes integer default null,
  anyway boolean default false, expected_time timestamptz default null,
  expected_proposal timestamptz default 'infinity', host uuid default null, reason text default null
) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings := private.booking_to_change(booking);
  begins timestamptz := date_trunc('minute', call_start);
  minutes integer := coalesce(call_minutes, (select s.call_minutes from public.desk_settings s));
  slot tstzrange;
  holder uuid;
begin
  if target = 'confirmed' then
    if begins is null or not isfinite(begins) or minutes not between 5 and 480 then
      raise exception 'confirming requires call_start, and call_minutes between 5 and 480' using errcode = '22023';
    end if;
    if expected = 'confirmed' and expected_time is null then
      raise exception 'moving a confirmed call requires expected_time' using errcode = '22023';
    end if;
    slot := tstzrange(begins, begins + make_interval(mins => minutes));
  end if;

  if was.status is distinct from expected
    or (expected_time is not null and was.call_at is distinct from expected_time)
  then
    perform private.refuse_conflict(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  if expected_proposal is distinct from 'infinity' then
    perform private.check_proposal(expected_proposal, was.proposed_time);
  end if;
  perform private.check_move(private.booking_moves(), was.status, target);
  holder := case
    when target <> 'confirmed' then was.assigned_to
    when host is not null then host
    when slot is distinct from was.confirmed then coalesce(was.assigned_to, auth.uid())
    else was.assigned_to
  end;
  if target = 'confirmed' then
    perform private.check_call(was.id, slot, holder, anyway);
  end if;
  update public.strategy_call_bookings b set
    status = target,
    confirmed = coalesce(slot, b.confirmed),
    assigned_to = holder
  where b.id = was.id;
  update public.outbox o set facts = o.facts || jsonb_build_object('reason', private.reason_for_visitor(move_booking.reason))
  where o.booking_id = was.id and o.kind = 'call' and o.created_at = now() and target = 'cancelled';
end
$$;
grant execute on function public.move_booking(uuid, text, text, timestamptz, int, boolean, timestamptz, timestamptz, uuid, text)
  to authenticated;

-- Returns a member's reason for cancelling a call or declining a time, or null.
create function private.reason_for_visitor(reason text) returns text
  language plpgsql immutable
  set search_path = ''
  as $$
begin
  if char_length(reason) > 500 then
    raise exception 'reason is longer than 500 characters' using errcode = '22023';
  end if;
  return nullif(private.trimmed(reason), '');
end
$$;

-- Locks the message that a member is changing.
create function private.message_to_change(message uuid) returns public.contact_messages
  language plpgsql
  set search_path = ''
  as $$
declare
  was public.contact_messages;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.contact_messages m where m.id = message_to_change.message for update;
  if not found then
    raise exception 'There is no such message.' using errcode = 'PT404';
  end if;
  return was;
end
$$;

create function public.move_message(message uuid, expected text, target text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.contact_messages := private.message_to_change(message);
begin
  if was.status is distinct from expected then
    perform private.refuse_conflict(was.id, was.status, null, was.updated_at);
  end if;
  perform private.check_move(private.message_moves(), was.status, target);
  update public.contact_messages m set status = target where m.id = was.id;
end
$$;
grant execute on function public.move_message(uuid, text, text) to authenticated;

-- The call does not change. The visitor gets an email when the undo window ends.
create function public.decline_proposal(booking uuid, proposed timestamptz, reason text default null) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings := private.booking_to_change(booking);
begin
  if was.status <> 'confirmed' then
    perform private.refuse_conflict(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  perform private.check_proposal(proposed, was.proposed_time);
  update public.strategy_call_bookings b set proposed_time = null, unanswered_since = null where b.id = was.id;
  perform private.record(
    'proposal_declined', 'strategy_call_bookings', was.id, jsonb_build_object('proposed', was.proposed_time)
  );
  insert into public.outbox (channel, kind, booking_id, facts, due_at, ends_at)
  values (
    'letter', 'call-stands', was.id,
    jsonb_build_object('starts', lower(was.confirmed), 'ends', upper(was.confirmed), 'proposed', was.proposed_time,
      'meeting', private.host_of_call(was.assigned_to, was.id), 'reason', private.reason_for_visitor(decline_proposal.reason)),
    now() + private.undo_window(), lower(was.confirmed)
  );
end
$$;
grant execute on function public.decline_proposal(uuid, timestamptz, text) to authenticated;
