-- Visitors change their wish, and ask for another time of a call that is confirmed: the desk sees both.

-- As before, and with the time that was asked for.
create or replace function public.read_person(address text) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  wanted text := private.trimmed(address);
  bookings jsonb;
  messages jsonb;
  newest uuid;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at desc, r.id), '[]') into bookings from (
    select b.id, b.created_at, b.name, b.email, b.company, b.phone, b.current_challenges, b.team_size,
      b.preferred_time, b.time_zone, b.status, b.confirmed, b.call_at, b.assigned_to, b.source, b.campaign,
      b.first_view, b.updated_at, b.answered_at, b.proposed_time, b.proposed_at
    from public.strategy_call_bookings b where lower(b.email) = lower(wanted)
  ) r;
  select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at desc, r.id), '[]') into messages from (
    select m.id, m.created_at, m.name, m.email, m.company, m.inquiry_type, m.status, m.assigned_to, m.source,
      m.campaign, m.first_view, m.updated_at, m.answered_at
    from public.contact_messages m where lower(m.email) = lower(wanted)
  ) r;
  select (r ->> 'id')::uuid into newest from jsonb_array_elements(bookings || messages) r
  order by (r ->> 'created_at')::timestamptz desc limit 1;
  -- Of whom nothing is kept, nothing was read.
  if newest is not null then
    perform private.record_reading('person_read', 'person', newest);
  end if;
  return jsonb_build_object('email', wanted, 'bookings', bookings, 'messages', messages) || private.visits_of(wanted);
end
$$;

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
