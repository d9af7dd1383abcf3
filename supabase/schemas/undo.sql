-- Undoes the last move of a booking or message. Only the member who made the move can undo it. For owners and agents.

-- True while a function performs an undo. The undo function sets this value for a single update.
create function private.is_undo() returns boolean
  language sql stable
  return coalesce(current_setting('backline.undo', true), '') = 'true';
grant execute on function private.is_undo() to authenticated, service_role;

-- Returns the logged details of the row's last move if the caller made the move and the move led to `state`. Returns
-- null for 'new', because such a move cannot be undone.
create function private.last_move_of_caller(moved uuid, state text) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select a.details from (
      select l.actor, l.details from public.audit_log l
      where l.subject_id = moved and l.action in ('booking_moved', 'message_moved')
      order by l.at desc, l.id desc limit 1
    ) a
    where a.actor = auth.uid() and a.details ->> 'to' = state and state <> 'new'
  $$;

-- Restores the row without checks. Does not restore an offer. A confirmation can be undone until its email is sent.
create function public.undo_booking_move(booking uuid, expected text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings := private.booking_to_change(booking);
  moved jsonb := private.last_move_of_caller(was.id, was.status);
  before public.strategy_call_bookings := jsonb_populate_record(null::public.strategy_call_bookings, moved -> 'was');
  holder uuid := case was.status when 'confirmed' then before.assigned_to else was.assigned_to end;
begin
  if moved is null or was.status is distinct from expected then
    perform private.refuse_conflict(was.id, was.status, was.confirmed, was.updated_at);
  elsif was.status = 'confirmed' and not exists (
    select from public.outbox o
    where o.booking_id = was.id and o.kind = 'call' and o.state = 'waiting' and o.attempts = 0
      and o.facts ->> 'sequence' = was.call_sequence::text
  ) then
    perform private.refuse(
      'not_allowed', 'The email with the confirmed time has already been sent.', jsonb_build_object('from', 'confirmed', 'to', moved ->> 'from')
    );
  end if;
  if moved ->> 'from' = 'confirmed' then
    perform private.check_call(was.id, before.confirmed, holder, true);
  end if;
  perform set_config('backline.undo', 'true', true);
  update public.strategy_call_bookings b set
    status = moved ->> 'from',
    confirmed = before.confirmed,
    assigned_to = holder,
    answered_at = before.answered_at,
    proposed_time = before.proposed_time,
    unanswered_since = case
      when before.unanswered_since > now() and before.remind_at is null then now() else before.unanswered_since
    end,
    remind_at = before.remind_at,
    due_hours = coalesce(before.due_hours, b.due_hours)
  where b.id = was.id;
  perform private.restore_overlapping_holds(was.id);
  -- Emails that have not been sent are deleted instead of corrected.
  delete from public.outbox o
  where was.status = 'confirmed' and o.booking_id = was.id and o.kind in ('call', 'team-call') and o.state = 'waiting'
    and o.attempts = 0 and (o.facts ->> 'sequence')::int >= was.call_sequence;
  perform set_config('backline.undo', '', true);
  perform private.reopen_request(was.id, null);
end
$$;
grant execute on function public.undo_booking_move(uuid, text) to authenticated;

create function public.undo_message_move(message uuid, expected text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.contact_messages := private.message_to_change(message);
  moved jsonb := private.last_move_of_caller(was.id, was.status);
  before public.contact_messages := jsonb_populate_record(null::public.contact_messages, moved -> 'was');
begin
  if moved is null or was.status is distinct from expected then
    perform private.refuse_conflict(was.id, was.status, null, was.updated_at);
  end if;
  perform set_config('backline.undo', 'true', true);
  update public.contact_messages m set
    status = moved ->> 'from', answered_at = before.answered_at, unanswered_since = before.unanswered_since,
    remind_at = before.remind_at
  where m.id = was.id;
  perform set_config('backline.undo', '', true);
  perform private.reopen_message(was.id);
end
$$;
grant execute on function public.undo_message_move(uuid, text) to authenticated;
