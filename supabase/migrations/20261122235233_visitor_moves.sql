set check_function_bodies = off;

drop trigger settle_wish on public.strategy_call_bookings;

create or replace function private.claim_time() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' and (
    new.status not in ('new', 'spam?') or not new.picked or new.preferred_time <> old.preferred_time
  ) then
    delete from private.call_holds c where c.booking = new.id;
  end if;
  if new.picked and private.is_arriving(case tg_op when 'INSERT' then new.created_at else now() end) and (
    tg_op = 'INSERT' or not old.picked or new.preferred_time <> old.preferred_time or (new.status = 'new' and old.status = 'spam?')
  ) then
    perform private.hold_time(new);
  end if;
  return null;
end
$$;

create or replace function private.move_call(
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
  refusal := private.move_limit(was, now_is);
  if refusal is not null then
    return refusal;
  end if;

  length := coalesce(upper(was.confirmed) - lower(was.confirmed), make_interval(mins => minutes));
  perform private.take_turns();
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

create or replace function private.move_limit(was public.strategy_call_bookings, now_is timestamptz) returns text
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

create or replace function private.visitor_moves(booking uuid, now_is timestamptz) returns table (
  host_name text, place text, link text, is_held boolean, limited text, move_notice_minutes integer, free_times timestamptz[]
)
  language sql stable security definer
  set search_path = ''
  as $$
    select m.told ->> 'host', m.told ->> 'place', m.told ->> 'link',
      b.picked and b.status <> 'confirmed' and (
        exists (select from private.call_holds c where c.booking = b.id and c.until > now_is)
        or (b.status = 'spam?' and b.mailbox is null)
      ),
      l.reason, s.move_notice_minutes,
      case when l.reason is null then array(
        select n from private.free_times_near(b.call_at, now_is, 9, b.id) n
        where n <> b.call_at or (b.status <> 'confirmed' and not b.picked)
        order by abs(extract(epoch from n - b.call_at)), n limit 8
      ) else '{}' end
    from public.strategy_call_bookings b
    cross join public.desk_settings s
    cross join lateral private.meeting_of(b.id) m (told)
    cross join lateral private.move_limit(b, now_is) l (reason)
    where b.id = visitor_moves.booking and b.status in ('new', 'spam?', 'confirmed')
  $$;

create trigger settle_wish after update on public.strategy_call_bookings
  for each row when (
    new.picked and new.status = 'new'
    and (old.status = 'spam?' or not old.picked or new.preferred_time <> old.preferred_time)
  )
  execute function private.settle_wish();

revoke all on function private.move_limit(public.strategy_call_bookings, timestamp with time zone) from public;
revoke all on function private.visitor_moves(uuid, timestamp with time zone) from public;
grant execute on function private.visitor_moves(uuid, timestamp with time zone) to backline_call_page;

reset check_function_bodies;
