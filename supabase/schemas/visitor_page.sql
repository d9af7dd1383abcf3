-- The page of a call: what it shows, and what its buttons do. backline_call_page alone, by the id in a signed link.

-- The visitor's own data, but nothing by which a stranger with the link could reach them. A suspected request looks
-- like any other, and spam has no page.
create function private.visitor_call(booking uuid) returns table (
  id uuid, created_at timestamptz, name text, company text, challenge text, team_size text, message text,
  status text, call_at timestamptz, starts timestamptz, ends timestamptz, proposed_time timestamptz, proposed_at timestamptz,
  answered_at timestamptz, call_changed_at timestamptz, call_sequence integer,
  time_zone text, hour_cycle text, desk_zone text, call_minutes integer
)
  language sql stable security definer
  set search_path = ''
  as $$
    select
      b.id, b.created_at, b.name, b.company, b.current_challenges, b.team_size, b.message,
      case b.status when 'spam?' then 'new' else b.status end,
      b.call_at, lower(b.confirmed), upper(b.confirmed), b.proposed_time, b.proposed_at, b.answered_at, b.call_changed_at,
      b.call_sequence, b.time_zone, b.hour_cycle, s.time_zone, s.call_minutes
    from public.strategy_call_bookings b cross join public.desk_settings s
    where b.id = visitor_call.booking and b.status <> 'spam'
  $$;
grant execute on function private.visitor_call(uuid) to backline_call_page;

-- Whether the visitor may still change the call, and it is as the page showed it, in milliseconds.
create function private.is_call_as_seen(
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

-- Changes the time of an unanswered request; a confirmed call stays until the team has answered. Returns 'done', or why
-- not: 'changed', 'past', 'far', 'same', 'often'.
create function private.propose_time(
  booking uuid, seen_status text, seen_start timestamptz, proposed timestamptz, now_is timestamptz
) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
begin
  select * into was from public.strategy_call_bookings b where b.id = propose_time.booking for update;
  -- Pressed twice: it is there already.
  if (was.status = 'confirmed' and was.proposed_time = proposed)
    or (was.status in ('new', 'spam?') and was.preferred_time = proposed and was.call_at <> seen_start)
  then
    return 'done';
  elsif private.is_call_as_seen(was, seen_status, seen_start, now_is) is not true then
    return 'changed';
  elsif proposed <= now_is then
    return 'past';
  elsif proposed > now_is + interval '2 years' then
    return 'far';
  elsif date_trunc('minute', was.call_at) = proposed then
    return 'same';
  -- Nobody needs more, and each is a letter to the team.
  elsif (
    select count(*) from public.audit_log a
    where a.subject_id = was.id and a.action = 'booking_proposed' and a.at > now_is - interval '1 day'
  ) >= 5 then
    return 'often';
  end if;

  if was.status = 'confirmed' then
    update public.strategy_call_bookings b set proposed_time = proposed, proposed_at = now_is where b.id = was.id;
  else
    update public.strategy_call_bookings b set preferred_time = proposed where b.id = was.id;
  end if;
  perform private.record('booking_proposed', 'strategy_call_bookings', was.id, jsonb_build_object(
    'from', was.call_at, 'to', proposed, 'by', 'visitor'
  ));
  -- Not of what looks like spam: that waits until somebody has looked.
  if was.status <> 'spam?' then
    insert into public.outbox (channel, kind, booking_id, recipient, facts)
    select 'letter', 'team-proposal', was.id, t, jsonb_build_object('from', was.call_at, 'proposed', proposed)
    from (
      select t from private.team_mailboxes() as t
      union
      select h from private.call_hosts(was.assigned_to) as h where was.status = 'confirmed'
    ) team;
  end if;
  return 'done';
end
$$;
grant execute on function private.propose_time(uuid, text, timestamptz, timestamptz, timestamptz) to backline_call_page;

-- Why a visitor cannot move the call to a free time; null where they can. A request has only the limit of
-- `propose_time`.
create function private.move_limit(was public.strategy_call_bookings, now_is timestamptz) returns text
  language sql stable
  set search_path = ''
  as $$
    select case
      when was.status = 'confirmed' then case
        when not s.moves_at_once then 'off'
        when was.call_at < now_is + make_interval(mins => s.move_notice_minutes) then 'late'
        when (
          select count(*) from public.audit_log a
          where a.subject_id = was.id and a.action = 'booking_moved' and a.details ->> 'by' = 'visitor'
            and a.details ->> 'from' = 'confirmed'
        ) >= s.most_moves then 'often'
      end
      when (
        select count(*) from public.audit_log a
        where a.subject_id = was.id and a.action = 'booking_proposed' and a.at > now_is - interval '1 day'
      ) >= 5 then 'often'
    end
    from public.desk_settings s
  $$;

-- With whom and where the call is, whether it can be moved at once, and to when. Apart from `visitor_call`, since a
-- process of an older release calls that one.
create function private.visitor_moves(booking uuid, now_is timestamptz) returns table (
  host_name text, place text, link text, is_held boolean, limited text, move_notice_minutes integer, free_times timestamptz[],
  picked_state text, offered jsonb
)
  language sql stable security definer
  set search_path = ''
  as $$
    select m.told ->> 'host', m.told ->> 'place', m.told ->> 'link',
      p.state is not distinct from 'held',
      l.reason, s.move_notice_minutes,
      case when l.reason is null then array(
        select n from private.free_times_near(b.call_at, now_is, b.id) n
        where n <> b.call_at or (b.status <> 'confirmed' and not b.picked)
        order by n
      ) else '{}' end,
      p.state, private.offered_times(b.id, now_is)
    from public.strategy_call_bookings b
    cross join public.desk_settings s
    cross join lateral private.meeting_of(b.id) m (told)
    cross join lateral private.move_limit(b, now_is) l (reason)
    cross join lateral private.picked_state(b, now_is) p (state)
    where b.id = visitor_moves.booking and b.status in ('new', 'spam?', 'confirmed')
  $$;
grant execute on function private.visitor_moves(uuid, timestamptz) to backline_call_page;

-- Takes effect at once. Of a request the time is picked from now on; a confirmed call stays with its host if they are
-- free then. Returns 'done', or why not: 'changed', 'past', 'same', 'taken', and 'off', 'late' or 'often' by
-- `move_limit`.
create function private.move_call(
  booking uuid, seen_status text, seen_start timestamptz, target timestamptz, now_is timestamptz
) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
  minutes integer := (select d.call_minutes from public.desk_settings d);
  refusal text;
  length interval;
  chosen uuid;
begin
  select * into was from public.strategy_call_bookings b where b.id = move_call.booking for update;
  -- Pressed twice: it is there already.
  if was.call_at = target and (was.call_at <> seen_start or (seen_status = 'new' and was.status = 'confirmed'))
    and (was.status = 'confirmed' or was.picked)
  then
    return 'done';
  elsif private.is_call_as_seen(was, seen_status, seen_start, now_is) is not true then
    return 'changed';
  elsif target <= now_is then
    return 'past';
  elsif was.call_at = target and (was.status = 'confirmed' or was.picked) then
    return 'same';
  end if;
  -- What the team has offered may be picked whatever the limits of other moves are.
  if private.pick_offered(was, target, now_is) then
    return 'done';
  end if;
  refusal := private.move_limit(was, now_is);
  if refusal is not null then
    return refusal;
  end if;

  length := coalesce(upper(was.confirmed) - lower(was.confirmed), make_interval(mins => minutes));
  perform private.lock_calls();
  chosen := private.free_host(target, now_is, (extract(epoch from length) / 60)::integer, was.id, was.assigned_to);
  if chosen is null then
    return 'taken';
  end if;
  perform set_config('backline.by', 'visitor', true);
  if was.status = 'confirmed' then
    update public.strategy_call_bookings b
    set confirmed = tstzrange(target, target + length), assigned_to = chosen where b.id = was.id;
  else
    perform private.record('booking_proposed', 'strategy_call_bookings', was.id, jsonb_build_object(
      'from', was.call_at, 'to', target, 'by', 'visitor'
    ));
    update public.strategy_call_bookings b set preferred_time = target, picked = true where b.id = was.id;
    -- Not of what looks like spam, nor where it is confirmed by now, nor where the wish stays and is held from now on.
    insert into public.outbox (channel, kind, booking_id, recipient, facts)
    select 'letter', 'team-proposal', was.id, t, jsonb_build_object('from', was.call_at, 'proposed', target)
    from private.team_mailboxes() as t
    where was.call_at <> target
      and exists (select from public.strategy_call_bookings b where b.id = was.id and b.status = 'new');
  end if;
  perform set_config('backline.by', '', true);
  return 'done';
end
$$;
grant execute on function private.move_call(uuid, text, timestamptz, timestamptz, timestamptz) to backline_call_page;

-- Returns 'done' or 'changed'.
create function private.cancel_call(
  booking uuid, seen_status text, seen_start timestamptz, now_is timestamptz
) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
begin
  select * into was from public.strategy_call_bookings b where b.id = cancel_call.booking for update;
  -- Pressed twice, or the team was faster: it is what they want.
  if was.status = 'cancelled' then
    return 'done';
  elsif private.is_call_as_seen(was, seen_status, seen_start, now_is) is not true then
    return 'changed';
  end if;
  perform set_config('backline.by', 'visitor', true);
  -- What looks like spam and is taken back is nobody's work any more; it has no other way out.
  update public.strategy_call_bookings b
  set status = case was.status when 'spam?' then 'spam' else 'cancelled' end where b.id = was.id;
  perform set_config('backline.by', '', true);
  return 'done';
end
$$;
grant execute on function private.cancel_call(uuid, text, timestamptz, timestamptz) to backline_call_page;
