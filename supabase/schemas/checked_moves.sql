-- Triggers call these functions for every role and change. Rows that a restore inserts can have any status.

create function private.checked_booking_move(old public.strategy_call_bookings, new public.strategy_call_bookings)
  returns public.strategy_call_bookings
  language plpgsql
  set search_path = ''
  as $$
begin
  if private.is_undo() then
    return new;
  end if;
  if new.status <> old.status or new.confirmed is distinct from old.confirmed then
    perform private.check_move(private.booking_moves(), old.status, new.status);
    -- The database's clock decides, because browsers' clocks differ.
    if new.status in ('completed', 'no-show') and lower(old.confirmed) > now() then
      perform private.refuse(
        'not_begun', 'This call has not begun.', jsonb_build_object('starts', lower(old.confirmed), 'now', now())
      );
    end if;
    new.confirmed := case
      when new.status = 'confirmed' then new.confirmed
      when new.status in ('completed', 'no-show') then old.confirmed
    end;
    -- A reopened request starts to wait for an answer now. A request that was suspected of being spam has been waiting
    -- since it arrived.
    new.unanswered_since := case when new.status = 'new' then
      case when old.status = 'spam?' then old.unanswered_since else now() end
    end;
  end if;
  -- The first move, reply or offer sets the answer time, which never changes later.
  new.answered_at := old.answered_at;
  if old.answered_at is null and old.status = 'new' and new.status <> 'spam'
    and coalesce(new.unanswered_since > now(), true) and old.unanswered_since <= now()
  then
    new.answered_at := now();
  end if;
  return new;
end
$$;

create function private.with_call_sequence(old public.strategy_call_bookings, new public.strategy_call_bookings)
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
    end if;
  elsif new.status = 'confirmed'
    and (new.assigned_to is distinct from old.assigned_to or new.call_sequence > old.call_sequence)
  then
    new.call_sequence := old.call_sequence + 1;
  else
    new.call_sequence := old.call_sequence;
    new.call_changed_at := old.call_changed_at;
  end if;
  return new;
end
$$;

create function private.checked_message_move(old public.contact_messages, new public.contact_messages)
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
    -- A reply sets its own time.
    if new.unanswered_since is not distinct from old.unanswered_since and not (new.status = 'new' and old.status = 'spam?') then
      new.unanswered_since := case when new.status = 'new' then now() end;
    end if;
    if new.answered_at is null and old.status = 'new' and new.status <> 'spam' then
      new.answered_at := now();
    end if;
  end if;
  return new;
end
$$;
