-- Functions for a call's page and its buttons. Only backline_call_page calls these functions, with the id from a signed
-- link.

-- Returns the state and the visitor's data, without contact details, because the link may leak. While the booking is open,
-- also returns the host, the place and the slots to choose from. A suspected request looks like any other; spam has no
-- page.
create function private.visitor_call(booking uuid, now_is timestamptz) returns table (
  id uuid, created_at timestamptz, name text, company text, challenge text, team_size text, message text, status text,
  starts timestamptz, ends timestamptz, proposed_time timestamptz, answered_at timestamptz, call_changed_at timestamptz,
  call_sequence integer, time_zone text, hour_cycle text, desk_zone text, needs_proof boolean, confirms_at_once boolean,
  move_notice_minutes integer, state jsonb, meeting jsonb, available_times timestamptz[]
)
  language plpgsql stable security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  b public.strategy_call_bookings;
  state jsonb;
  is_open boolean;
begin
  select * into b from public.strategy_call_bookings s where s.id = visitor_call.booking and s.status <> 'spam';
  if not found then
    return;
  end if;
  b.status := case b.status when 'spam?' then 'new' else b.status end;
  state := private.booking_state(b, now_is);
  is_open := state -> 'visitor_may' <> '[]';
  return query
    select b.id, b.created_at, b.name, b.company, b.current_challenges, b.team_size, b.message, b.status,
      b.call_at, coalesce(upper(b.confirmed), b.call_at + make_interval(mins => s.call_minutes)), b.proposed_time,
      b.answered_at, b.call_changed_at, b.call_sequence, b.time_zone, b.hour_cycle, s.time_zone,
      private.needs_mailbox_proof(b), s.confirm_at_once and not exists (select from private.mail_service m where not m.is_there),
      s.move_notice_minutes, state, case when is_open then private.meeting_of(b.id) end,
      case when state -> 'visitor_may' ?| '{choose,move}' then array(
        select n from private.available_times_near(b.call_at, now_is, b.id) n
        where n <> b.call_at or state ->> 'time' in ('requested', 'offered')
        order by n
      ) else '{}' end
    from public.desk_settings s;
end
$$;
grant execute on function private.visitor_call(uuid, timestamptz) to backline_call_page;

-- True if the call is open and unchanged since the page showed it. Times are in milliseconds on pages, but in
-- microseconds in rows.
create function private.is_call_unchanged(
  b public.strategy_call_bookings, seen_status text, seen_start timestamptz, now_is timestamptz
) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select case b.status
      when 'confirmed' then seen_status = 'confirmed' and upper(b.confirmed) > now_is
      else b.status in ('new', 'spam?') and seen_status = 'new'
    end and date_trunc('milliseconds', b.call_at) = seen_start
  $$;

-- Locks the booking that the visitor is changing, as `private.booking_to_change` does.
create function private.call_to_change(booking uuid) returns public.strategy_call_bookings
  language plpgsql
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
begin
  perform private.lock_calls();
  select * into was from public.strategy_call_bookings b where b.id = booking for update;
  return was;
end
$$;

-- Returns the time since which an answer is due: now, unless an earlier request is unanswered.
create function private.waiting_since(b public.strategy_call_bookings) returns timestamptz
  language sql stable
  return least(b.unanswered_since, now());

-- Stores the visitor's proposal, and notifies the team and, if the call is confirmed, its host. Not used for suspected
-- requests.
create function private.record_proposal(was public.strategy_call_bookings, target timestamptz) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  perform private.record('booking_proposed', 'strategy_call_bookings', was.id, jsonb_build_object(
    'from', was.call_at, 'to', target, 'by', 'visitor'
  ));
  insert into public.outbox (channel, kind, booking_id, recipient, facts)
  select 'letter', 'team-proposal', was.id, t, jsonb_build_object('from', was.call_at, 'proposed', target)
  from (
    select t from private.team_mailboxes() as t
    union
    select h from private.call_hosts(was.assigned_to) as h where was.status = 'confirmed'
  ) team
  where was.status <> 'spam?' and (was.call_at <> target or private.waiting_since(was) = now());
end
$$;

-- Changes a request's time and ends its hold. A confirmed call keeps its time until the team answers. Returns 'done',
-- or the reason for a refusal.
create function private.propose_time(
  booking uuid, seen_status text, seen_start timestamptz, proposed timestamptz, now_is timestamptz
) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings := private.call_to_change(booking);
begin
  -- The button was pressed twice.
  if (was.status = 'confirmed' and was.proposed_time = proposed)
    or (was.status in ('new', 'spam?') and was.preferred_time = proposed and was.call_at <> seen_start)
  then
    return 'done';
  elsif private.is_call_unchanged(was, seen_status, seen_start, now_is) is not true then
    return 'changed';
  elsif proposed <= now_is then
    return 'past';
  elsif proposed > now_is + interval '2 years' then
    return 'far';
  elsif date_trunc('minute', was.call_at) = proposed then
    return 'same';
  elsif private.has_proposed_often(was.id, now_is) then
    return 'often';
  end if;
  perform private.record_proposal(was, proposed);
  if was.status = 'confirmed' then
    update public.strategy_call_bookings b set proposed_time = proposed, unanswered_since = private.waiting_since(b)
    where b.id = was.id;
  else
    update public.strategy_call_bookings b
    set preferred_time = proposed, picked = false, unanswered_since = private.waiting_since(b) where b.id = was.id;
  end if;
  return 'done';
end
$$;
grant execute on function private.propose_time(uuid, text, timestamptz, timestamptz, timestamptz) to backline_call_page;

-- Accepts an offered slot, chooses an available slot for a request, or moves a confirmed call. A moved call keeps
-- its host if that host is available. Returns 'done', or the reason for a refusal as `move_limit` does.
create function private.move_call(
  booking uuid, seen_status text, seen_start timestamptz, target timestamptz, now_is timestamptz
) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings := private.call_to_change(booking);
  is_set constant boolean := was.call_at = target and (was.status = 'confirmed' or (was.picked and exists (
    select from private.live_holds(was.id, now_is) c where not c.is_offered
  )));
  length constant interval := coalesce(
    upper(was.confirmed) - lower(was.confirmed), (select make_interval(mins => s.call_minutes) from public.desk_settings s)
  );
  refusal text;
  chosen uuid;
begin
  -- The button was pressed twice.
  if is_set and (was.call_at <> seen_start or (seen_status = 'new' and was.status = 'confirmed')) then
    return 'done';
  elsif private.is_call_unchanged(was, seen_status, seen_start, now_is) is not true then
    return 'changed';
  elsif target <= now_is then
    return 'past';
  -- An offer can be accepted regardless of the limits on moves.
  elsif private.accept_offer(was, target, now_is) then
    return 'done';
  elsif is_set then
    return 'same';
  end if;
  refusal := private.move_limit(was, now_is);
  if refusal is not null then
    return refusal;
  end if;

  chosen := private.available_host(target, now_is, (extract(epoch from length) / 60)::integer, was.id, was.assigned_to);
  if chosen is null then
    return 'taken';
  end if;
  perform set_config('backline.by', 'visitor', true);
  if was.status = 'confirmed' then
    update public.strategy_call_bookings b
    set confirmed = tstzrange(target, target + length), assigned_to = chosen where b.id = was.id;
  else
    perform private.record_proposal(was, target);
    update public.strategy_call_bookings b
    set preferred_time = target, picked = true, unanswered_since = private.waiting_since(b) where b.id = was.id;
    -- The visitor chooses the same time again, because its hold has ended.
    if was.picked and was.call_at = target and private.hold_slot(was) is not null then
      perform private.confirm_automatically(was.id);
    end if;
  end if;
  perform set_config('backline.by', '', true);
  return 'done';
end
$$;
grant execute on function private.move_call(uuid, text, timestamptz, timestamptz, timestamptz) to backline_call_page;

create function private.cancel_call(
  booking uuid, seen_status text, seen_start timestamptz, now_is timestamptz
) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings := private.call_to_change(booking);
begin
  -- The button was pressed twice, or the team has already cancelled the call.
  if was.status = 'cancelled' then
    return 'done';
  elsif private.is_call_unchanged(was, seen_status, seen_start, now_is) is not true then
    return 'changed';
  end if;
  perform set_config('backline.by', 'visitor', true);
  update public.strategy_call_bookings b set status = 'cancelled' where b.id = was.id;
  perform set_config('backline.by', '', true);
  return 'done';
end
$$;
grant execute on function private.cancel_call(uuid, text, timestamptz, timestamptz) to backline_call_page;
