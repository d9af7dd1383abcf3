-- A call is held, or its visitor misses it, once it has begun; and whoever confirms a call that nobody has is its host.
-- Decision page 43.

-- What was marked by mistake goes back to where it was, as src/shared/contract/desk.ts has it.
create or replace function private.booking_moves() returns jsonb
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select '{
      "new": ["confirmed", "cancelled", "spam"], "spam?": ["new", "spam"],
      "confirmed": ["held", "no-show", "cancelled", "confirmed"], "held": ["no-show", "confirmed"],
      "no-show": ["held", "confirmed"], "cancelled": ["new"], "spam": ["new"]
    }'::jsonb
  $$;

-- By the database's clock: those of the screens differ.
create function private.check_begun(call tstzrange) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if lower(call) > now() then
    perform private.refuse(
      'not_begun', 'This call has not begun.', jsonb_build_object('starts', lower(call), 'now', now())
    );
  end if;
end
$$;

-- As before, and what is to come was neither held nor missed.
create or replace function private.judge_booking() returns trigger
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

-- A visitor may ask for another time, or for yet another, while somebody answers. A move ends the wish, so whoever moves
-- says which one they saw, null for none.
create function private.check_proposal(seen timestamptz, proposed timestamptz) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if seen is distinct from proposed then
    perform private.refuse(
      'wish_changed', 'The visitor has changed their wish for another time meanwhile.',
      jsonb_build_object('proposed', proposed)
    );
  end if;
end
$$;

-- As before, and a call that is confirmed for a time and has no host gets whoever confirms it. What only goes back to
-- the time that it had, since it was marked as held by mistake, stays whose it was. Infinity: which wish was seen is not
-- told.
drop function public.move_booking(uuid, text, text, timestamptz, integer, boolean, timestamptz);
create function public.move_booking(
  booking uuid, expected text, target text, call_start timestamptz default null, call_minutes integer default null,
  anyway boolean default false, expected_time timestamptz default null,
  expected_proposal timestamptz default 'infinity'
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
    or (expected_time is not null and was.call_at is distinct from expected_time)
  then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  if expected_proposal is distinct from 'infinity' then
    perform private.check_proposal(expected_proposal, was.proposed_time);
  end if;
  perform private.check_move(private.booking_moves(), was.status, target);
  if target = 'confirmed' then
    perform private.check_call(was.id, slot, anyway);
  end if;
  update public.strategy_call_bookings b set
    status = target,
    confirmed = coalesce(slot, b.confirmed),
    assigned_to = case
      when slot is distinct from was.confirmed and target = 'confirmed' then coalesce(b.assigned_to, auth.uid())
      else b.assigned_to
    end
  where b.id = was.id;
end
$$;
grant execute on function
  public.move_booking(uuid, text, text, timestamptz, integer, boolean, timestamptz, timestamptz) to authenticated;

-- As before, and a wish that is another by now is refused as such.
create or replace function public.decline_proposal(booking uuid, proposed timestamptz) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.strategy_call_bookings b where b.id = decline_proposal.booking for update;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  end if;
  if was.status <> 'confirmed' then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  perform private.check_proposal(proposed, was.proposed_time);
  update public.strategy_call_bookings b set proposed_time = null, proposed_at = null where b.id = was.id;
  perform private.record(
    'proposal_declined', 'strategy_call_bookings', was.id, jsonb_build_object('proposed', was.proposed_time)
  );
  insert into public.outbox (channel, kind, booking_id, facts, due_at, ends_at)
  values (
    'letter', 'call-stands', was.id,
    jsonb_build_object('starts', lower(was.confirmed), 'ends', upper(was.confirmed), 'proposed', was.proposed_time),
    now() + private.second_thought(), lower(was.confirmed)
  );
end
$$;
