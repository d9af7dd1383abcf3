-- Visitors change their wish: whoever confirms a call says which one they saw.

-- As before, but the time that was seen counts for every state: of a request it is the wish, which a visitor may have
-- changed since.
create or replace function public.move_booking(
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
    or (expected_time is not null and was.call_at is distinct from expected_time)
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

-- The answer to a visitor who asked for another time, when it has to stay as it is: they are told, after as long as any
-- other change made here.
create function public.decline_proposal(booking uuid, proposed timestamptz) returns void
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
  if was.proposed_time is distinct from proposed or was.status <> 'confirmed' then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at);
  end if;
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
grant execute on function public.decline_proposal(uuid, timestamptz) to authenticated;
