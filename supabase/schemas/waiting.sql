-- Waiting for the visitor: a reminder makes it the team's turn again if the visitor has not answered by then.

-- `remind_at` is set only while it equals `unanswered_since`, so that any other change ends the waiting.
create function private.current_reminder(remind_at timestamptz, unanswered_since timestamptz) returns timestamptz
  language sql immutable
  return case when remind_at = unanswered_since then remind_at end;
grant execute on function private.current_reminder(timestamptz, timestamptz) to anon, authenticated, service_role;

-- Returns the time of a reminder: the same time of day, on the first working day after that many days. Null if the team
-- wants no reminder.
create function private.reminder_time(days integer) returns timestamptz
  language plpgsql stable
  set search_path = ''
  as $$
begin
  if days not in (2, 5, 10) then
    raise exception 'remind_days must be 2, 5 or 10' using errcode = '22023';
  end if;
  return private.next_work_day(now() + make_interval(days => days - 1));
end
$$;

-- Ends the team's turn without a reply, for example after a phone call or a thank-you. `seen` is the `unanswered_since`
-- that the caller saw. A new request or a proposed time needs an answer instead. For owners and agents.
create function public.wait_for_visitor(
  seen timestamptz, booking uuid default null, message uuid default null, remind_days integer default null
) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was record;
  reminder timestamptz := private.reminder_time(remind_days);
begin
  perform private.require_staff('owner', 'agent');
  perform private.lock_calls() where booking is not null;
  was := private.turn_of(booking, message);
  if was.unanswered_since is distinct from seen then
    perform private.refuse_conflict(coalesce(booking, message), was.status, was.confirmed, was.updated_at);
  elsif not was.may_wait then
    perform private.refuse('not_allowed', 'The visitor needs an answer.', jsonb_build_object('from', was.status, 'to', 'waiting'));
  end if;
  perform private.set_turn(booking, message, reminder, reminder);
  perform private.record('waiting_set', was.subject, coalesce(booking, message), jsonb_build_object(
    'remind_at', reminder, 'was', jsonb_build_object('unanswered_since', was.unanswered_since, 'remind_at', was.remind_at)
  ));
end
$$;
grant execute on function public.wait_for_visitor(timestamptz, uuid, uuid, integer) to authenticated;

-- Undoes the caller's `wait_for_visitor` if nothing has happened since.
create function public.undo_waiting(booking uuid default null, message uuid default null) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was record;
  change public.audit_log;
begin
  perform private.require_staff('owner', 'agent');
  perform private.lock_calls() where booking is not null;
  was := private.turn_of(booking, message);
  select * into change from public.audit_log a
  where a.subject_id = coalesce(booking, message) and a.subject = was.subject
    and a.action not in ('booking_read', 'message_read', 'booking_noted', 'message_noted')
  order by a.at desc, a.id desc limit 1;
  if change.action is distinct from 'waiting_set' or change.actor is distinct from auth.uid() then
    perform private.refuse_conflict(coalesce(booking, message), was.status, was.confirmed, was.updated_at);
  end if;
  perform private.set_turn(
    booking, message, (change.details #>> '{was,unanswered_since}')::timestamptz, (change.details #>> '{was,remind_at}')::timestamptz
  );
  perform private.record('waiting_undone', was.subject, coalesce(booking, message));
end
$$;
grant execute on function public.undo_waiting(uuid, uuid) to authenticated;

-- Locks the booking or message.
create function private.turn_of(booking uuid, message uuid) returns table (
  subject text, status text, confirmed tstzrange, updated_at timestamptz, unanswered_since timestamptz,
  remind_at timestamptz, may_wait boolean
)
  language plpgsql
  set search_path = ''
  as $$
begin
  if booking is not null then
    return query
      select 'strategy_call_bookings', b.status, b.confirmed, b.updated_at, b.unanswered_since, b.remind_at,
        private.may_wait(b, now())
      from public.strategy_call_bookings b where b.id = booking for update;
  else
    return query
      select 'contact_messages', m.status, null::tstzrange, m.updated_at, m.unanswered_since, m.remind_at,
        m.answered_at is not null and m.unanswered_since <= now()
      from public.contact_messages m where m.id = turn_of.message for update;
  end if;
  if not found then
    raise exception 'There is no such booking or message.' using errcode = 'PT404';
  end if;
end
$$;

create function private.may_wait(b public.strategy_call_bookings, now_is timestamptz) returns boolean
  language sql immutable
  return b.unanswered_since <= now_is and b.proposed_time is null and b.status not in ('spam?', 'spam')
    and (b.status <> 'new' or b.answered_at is not null);

create function private.set_turn(booking uuid, message uuid, since timestamptz, reminder timestamptz) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  perform set_config('backline.undo', 'true', true);
  update public.strategy_call_bookings b set unanswered_since = since, remind_at = reminder where b.id = booking;
  update public.contact_messages m set unanswered_since = since, remind_at = reminder where m.id = set_turn.message;
  perform set_config('backline.undo', '', true);
end
$$;
