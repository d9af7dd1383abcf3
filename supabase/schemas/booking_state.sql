-- Only this file determines the state of a booking. docs/architecture.md contains a table of the states, and a test
-- checks each row of that table.

-- Returns the time at which an answer is due. Calculates in UTC, because a stored column must not depend on the
-- session's zone.
create function private.answer_due_time(requested_at timestamptz, hours integer) returns timestamptz
  language sql immutable strict parallel safe
  return ((requested_at at time zone 'UTC') + make_interval(hours => hours)) at time zone 'UTC';
grant execute on function private.answer_due_time(timestamptz, integer) to anon, authenticated, service_role;

-- True if at most a sixth of the promised time is left, which is 4 of 24 hours.
create function private.answer_due_soon(due_at timestamptz, hours integer, now_is timestamptz) returns boolean
  language sql stable
  return due_at <= now_is + hours * interval '10 minutes';

-- Returns the hours of a promise that is given now. Runs as its owner, because visitors cannot read the settings.
create function private.answer_hours() returns integer
  language sql stable security definer
  set search_path = ''
  as $$ select s.answer_hours from public.desk_settings s $$;
grant execute on function private.answer_hours() to anon, authenticated, service_role;

-- Returns the same time of day on the next working day. An offer ends at this time. A hold also ends at this time if
-- the request was answered.
create function private.next_work_day(at timestamptz) returns timestamptz
  language sql stable
  set search_path = ''
  as $$
    select coalesce(min(n.day), at + interval '1 day')
    from public.desk_settings s
    cross join lateral generate_series(1, 31) d
    cross join lateral (select ((at at time zone s.time_zone) + make_interval(days => d)) as here) h
    cross join lateral (select h.here at time zone s.time_zone as day) n
    where extract(isodow from h.here)::integer = any (s.work_days)
      and not exists (select from public.days_off f where f.day = h.here::date)
  $$;

-- `by` is 'visitor', 'member' or 'automatic'.
create function private.last_change(b public.strategy_call_bookings, now_is timestamptz) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select case
      when c.until <= now_is and b.status = 'new'
      then jsonb_build_object('what', 'offer_ended', 'by', 'automatic', 'at', private.iso_instant(c.until))
      else jsonb_build_object('what', c.what, 'by', c.by, 'at', private.iso_instant(c.at))
    end
    from (
      (
        select a.action as what, a.at, true as is_logged, (a.details ->> 'until')::timestamptz as until,
          case when a.actor is not null then 'member' else coalesce(a.details ->> 'by', 'automatic') end as by
        from public.audit_log a
        where a.subject_id = b.id and a.action in (
          'booking_moved', 'booking_proposed', 'booking_replied', 'reply_undone', 'times_offered', 'times_withdrawn',
          'offer_ended', 'hold_lost', 'hold_restored', 'proposal_declined'
        )
        order by a.at desc, a.id desc limit 1
      )
      union all
      select 'received', b.created_at, false, null, case when b.entered_by is null then 'visitor' else 'member' end
      order by is_logged desc limit 1
    ) c
  $$;

-- Returns the reason a visitor cannot move a call or change a request's time; null if the visitor can.
create function private.move_limit(b public.strategy_call_bookings, now_is timestamptz) returns text
  language sql stable
  set search_path = ''
  as $$
    select case
      when b.status = 'confirmed' then case
        when not s.moves_at_once then 'off'
        when b.call_at < now_is + make_interval(mins => s.move_notice_minutes) then 'late'
        when (
          select count(*) from public.audit_log a
          where a.subject_id = b.id and a.action = 'booking_moved' and a.details ->> 'by' = 'visitor'
            and a.details ->> 'from' = 'confirmed'
        ) >= s.most_moves then 'often'
      end
      when private.has_proposed_often(b.id, now_is) then 'often'
    end
    from public.desk_settings s
  $$;

-- The number of proposals is limited, because each one sends the team an email.
create function private.has_proposed_often(booking uuid, now_is timestamptz) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select count(*) >= 5 from public.audit_log a
    where a.subject_id = booking and a.action = 'booking_proposed' and a.at > now_is - interval '1 day'
  $$;

-- `time` is 'none' (the requested time has passed), 'requested' (typed), 'held', 'available' (chosen, not held),
-- 'taken', 'proposed', 'offered', or the status; null for spam. `held_until` is null while the team has not answered.
-- `until` is the time at which the answer is due or the offer ends; at `changes_at`, the state changes even if nobody
-- acts.
create function private.booking_state(b public.strategy_call_bookings, now_is timestamptz) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  is_request constant boolean := b.status in ('new', 'spam?');
  is_call constant boolean := b.status = 'confirmed' and upper(b.confirmed) > now_is;
  has_begun constant boolean := lower(b.confirmed) <= now_is;
  offered constant jsonb := case when is_request or is_call then private.offered_times(b.id, now_is) else '[]' end;
  -- A server's clock can be behind the database's. Without an offer or a reminder, an answer is due at once.
  is_due constant boolean := b.status not in ('spam?', 'spam') and b.unanswered_since is not null
    and (b.unanswered_since <= now_is or (offered = '[]' and b.remind_at is null));
  why constant jsonb := private.last_change(b, now_is);
  move_limit constant text := private.move_limit(b, now_is);
  held private.call_holds;
  state text;
begin
  if is_request and b.picked then
    select * into held from private.live_holds(b.id, now_is) c where not c.is_offered;
  end if;
  state := case
    when b.status in ('completed', 'no-show', 'cancelled') then b.status
    when offered <> '[]' then 'offered'
    when b.status = 'confirmed' then case when b.proposed_time is null then 'confirmed' else 'proposed' end
    when not is_request then null
    when b.preferred_time <= now_is then 'none'
    when not b.picked then 'requested'
    when held.booking is not null then 'held'
    when private.available_host(
      b.preferred_time, now_is, (select s.call_minutes from public.desk_settings s), b.id
    ) is not null then 'available'
    else 'taken'
  end;
  return jsonb_build_object(
    'time', state,
    'is_over', b.status = 'confirmed' and not is_call,
    'held_until', case when held.until < lower(held.slot) then private.iso_instant(held.until) end,
    'held_by', held.host,
    'offered', offered,
    'turn', case
      when is_due then 'team' when b.status = 'new' or offered <> '[]' or b.remind_at is not null then 'visitor' else 'nobody'
    end,
    'since', case when is_due then private.iso_instant(b.unanswered_since) else why ->> 'at' end,
    'until', case
      when is_due then private.iso_instant(b.due_at)
      else coalesce(offered -> 0 ->> 'until', private.iso_instant(b.remind_at))
    end,
    'why', why,
    'prompt', case when is_due then private.turn_prompt(b.id, b.remind_at) end,
    'visitor_may', case when is_request or is_call then to_jsonb(array_remove(array[
      case when state = 'available' then 'hold' end,
      case when offered <> '[]' then 'accept' end,
      case when move_limit is null then case when is_call then 'move' else 'choose' end end,
      case when not private.has_proposed_often(b.id, now_is) then 'propose' end,
      'cancel'
    ], null)) else '[]' end,
    'move_limit', move_limit,
    'team_may', (
      select coalesce(jsonb_agg(m.act), '[]') from (
        select t.status from jsonb_array_elements_text(private.booking_moves() -> b.status) t (status)
        where t.status not in ('completed', 'no-show') or has_begun
        union all
        select a.act from (values
          ('reply', b.email is not null and b.status not in ('spam', 'spam?')),
          ('offer', b.email is not null and (b.status = 'new' or is_call)),
          ('withdraw', offered <> '[]'),
          ('decline', b.proposed_time is not null),
          ('wait', private.may_wait(b, now_is)),
          ('reassign', is_call),
          ('outcome', b.status = 'completed')
        ) a (act, can) where a.can
      ) m (act)
    ),
    'changes_at', (
      select private.iso_instant(min(c.at)) from (
        values (held.until), ((offered -> 0 ->> 'until')::timestamptz), (b.remind_at), (lower(b.confirmed)), (upper(b.confirmed)),
          (case when is_request then b.preferred_time end)
      ) c (at) where c.at > now_is
    )
  );
end
$$;

-- Returns what made it the team's turn again: the visitor's 'email' or a 'reminder'; otherwise null.
create function private.turn_prompt(row_id uuid, remind_at timestamptz) returns text
  language sql stable
  set search_path = ''
  as $$
    select case
      when exists (select from private.last_said(row_id) s where s.author is null) then 'email'
      when remind_at is not null then 'reminder'
    end
  $$;

-- A message has the same `turn`, `until` and `prompt` as a booking.
create function private.message_state(m public.contact_messages, now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'turn', case when t.is_due then 'team' when m.remind_at is not null then 'visitor' else 'nobody' end,
      'until', private.iso_instant(case when t.is_due then m.due_at else m.remind_at end),
      'prompt', case when t.is_due then private.turn_prompt(m.id, m.remind_at) end,
      'may_wait', t.is_due and m.answered_at is not null
    )
    from (select m.due_at is not null and (m.unanswered_since <= now_is or m.remind_at is null) as is_due) t
  $$;

-- Returns the state of a booking's time to the page that sent the request and therefore knows the booking's id. Works
-- for one hour after the request.
create function public.picked_time(booking uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  request public.strategy_call_bookings;
  outcome text;
begin
  select * into request from public.strategy_call_bookings b
  where b.id = picked_time.booking and b.created_at > now() - interval '1 hour';
  outcome := case when request.picked then private.booking_state(request, now()) ->> 'time' when found then 'unpicked' end;
  if coalesce(outcome not in ('held', 'available', 'taken', 'unpicked'), true) then
    outcome := 'requested';
  end if;
  return jsonb_build_object('outcome', outcome, 'next', case when outcome = 'taken' then (
    select coalesce(jsonb_agg(private.iso_instant(n)), '[]')
    from private.available_times_near(request.preferred_time, now(), request.id) n
  ) else '[]' end);
end
$$;
grant execute on function public.picked_time(uuid) to anon, authenticated, service_role;
