set check_function_bodies = off;

create or replace function private.is_undo() returns boolean
  language sql stable
  set search_path = ''
  as $$ select coalesce(current_setting('backline.undo', true), '') = 'true' $$;

create or replace function private.judge_booking() returns trigger
  language plpgsql security definer
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

create or replace function private.judge_message() returns trigger
  language plpgsql security definer
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

create or replace function private.number_call() returns trigger
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

create or replace function private.own_last_move(moved uuid, state text) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select a.details from (
      select l.actor, l.details from public.audit_log l
      where l.subject_id = moved and l.action in ('booking_moved', 'message_moved')
      order by l.at desc, l.id desc limit 1
    ) a
    where a.actor = auth.uid() and a.details ->> 'to' = state and state not in ('new', 'confirmed')
  $$;

create or replace function private.record_move() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.record(tg_argv[0], tg_table_name, new.id, jsonb_strip_nulls(jsonb_build_object(
    'from', old.status, 'to', new.status, 'confirmed', to_jsonb(new) ->> 'confirmed',
    'by', nullif(current_setting('backline.by', true), ''),
    -- What the move may take away, for its undo.
    'was', nullif(jsonb_strip_nulls(jsonb_build_object(
      'confirmed', to_jsonb(old) ->> 'confirmed', 'answered_at', old.answered_at,
      'proposed_time', to_jsonb(old) ->> 'proposed_time', 'proposed_at', to_jsonb(old) ->> 'proposed_at'
    )), '{}')
  )));
  return null;
end
$$;

create or replace function public.undo_booking_move(booking uuid, expected text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
  moved jsonb;
  before public.strategy_call_bookings;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.strategy_call_bookings b where b.id = booking for update;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  end if;
  moved := private.own_last_move(was.id, was.status);
  if moved is null or was.status is distinct from expected then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  before := jsonb_populate_record(null::public.strategy_call_bookings, moved -> 'was');
  if moved ->> 'from' = 'confirmed' then
    perform private.check_call(was.id, before.confirmed, was.assigned_to, true);
  end if;
  perform set_config('backline.undo', 'true', true);
  update public.strategy_call_bookings b set
    status = moved ->> 'from',
    confirmed = before.confirmed,
    answered_at = before.answered_at,
    proposed_time = before.proposed_time,
    proposed_at = before.proposed_at
  where b.id = was.id
  returning * into was;
  perform set_config('backline.undo', '', true);
  -- A picked time is held for a day, if nobody has taken it meanwhile.
  if was.picked and was.status in ('new', 'spam?') and was.created_at > now() - interval '1 day' then
    perform private.hold_time(was);
  end if;
end
$$;

create or replace function public.undo_message_move(message uuid, expected text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.contact_messages;
  moved jsonb;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.contact_messages m where m.id = undo_message_move.message for update;
  if not found then
    raise exception 'There is no such message.' using errcode = 'PT404';
  end if;
  moved := private.own_last_move(was.id, was.status);
  if moved is null or was.status is distinct from expected then
    perform private.refuse_as_changed(was.id, was.status, null, was.updated_at);
  end if;
  perform set_config('backline.undo', 'true', true);
  update public.contact_messages m set
    status = moved ->> 'from', answered_at = (moved #>> '{was,answered_at}')::timestamptz
  where m.id = was.id;
  perform set_config('backline.undo', '', true);
end
$$;

revoke all on function private.is_undo() from public;
grant execute on function private.is_undo() to authenticated, service_role;
revoke all on function private.own_last_move(uuid, text) from public;
revoke all on function public.undo_booking_move(uuid, text) from public;
grant execute on function public.undo_booking_move(uuid, text) to authenticated;
revoke all on function public.undo_message_move(uuid, text) from public;
grant execute on function public.undo_message_move(uuid, text) to authenticated;

reset check_function_bodies;
