set check_function_bodies = off;

create or replace function private.move_call(
  booking uuid, seen_status text, seen_start timestamptz, target timestamptz, now_is timestamptz
) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
  settings public.desk_settings;
  length interval;
  chosen uuid;
begin
  select * into was from public.strategy_call_bookings b where b.id = move_call.booking for update;
  select * into settings from public.desk_settings;
  -- Pressed twice: it is there already.
  if was.call_at = target and was.call_at <> seen_start and (was.status = 'confirmed' or was.picked) then
    return 'done';
  elsif private.is_call_as_seen(was, seen_status, seen_start, now_is) is not true then
    return 'changed';
  elsif target <= now_is then
    return 'past';
  elsif was.call_at = target and (was.status = 'confirmed' or was.picked) then
    return 'same';
  elsif was.status = 'confirmed' and not settings.moves_at_once then
    return 'off';
  elsif was.status = 'confirmed' and was.call_at < now_is + make_interval(mins => settings.move_notice_minutes) then
    return 'late';
  elsif was.status = 'confirmed' and (
    select count(*) from public.audit_log a
    where a.subject_id = was.id and a.action = 'booking_moved' and a.details ->> 'by' = 'visitor'
      and a.details ->> 'from' = 'confirmed'
  ) >= settings.most_moves then
    return 'often';
  elsif was.status <> 'confirmed' and (
    select count(*) from public.audit_log a
    where a.subject_id = was.id and a.action = 'booking_proposed' and a.at > now_is - interval '1 day'
  ) >= 5 then
    return 'often';
  end if;

  length := coalesce(upper(was.confirmed) - lower(was.confirmed), make_interval(mins => settings.call_minutes));
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
    -- Not of what looks like spam, nor where it is confirmed by now.
    insert into public.outbox (channel, kind, booking_id, recipient, facts)
    select 'letter', 'team-proposal', was.id, t, jsonb_build_object('from', was.call_at, 'proposed', target)
    from private.team_mailboxes() as t
    where exists (select from public.strategy_call_bookings b where b.id = was.id and b.status = 'new');
  end if;
  perform set_config('backline.by', '', true);
  return 'done';
end
$$;

create or replace function private.note_given() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update private.hosts h set last_given_at = now() where h.id = new.assigned_to;
  return null;
end
$$;

create or replace function private.open_hours(hosts uuid[], from_time timestamptz, until_time timestamptz)
  returns table (host uuid, open tstzmultirange)
  language sql stable
  set search_path = ''
  as $$
    with day as (
      select h.id, h.time_zone, d.at::date as day
      from private.hosts h
      cross join lateral generate_series(
        (from_time at time zone h.time_zone)::date::timestamp - interval '1 day',
        until_time at time zone h.time_zone + interval '1 day', interval '1 day'
      ) d (at)
      where h.id = any (hosts)
    ),
    stretch as (
      select d.id, (d.day + r.opens) at time zone d.time_zone as starts, (d.day + r.closes) at time zone d.time_zone as ends
      from day d
      left join lateral (
        select true as is_own from private.host_dates o where o.host = d.id and o.day = d.day limit 1
      ) own on true
      join lateral (
        select w.opens, w.closes from private.host_hours w
        where own.is_own is null and w.host = d.id and w.weekday = extract(isodow from d.day)
        union all
        select o.opens, o.closes from private.host_dates o
        where own.is_own and o.host = d.id and o.day = d.day and o.opens is not null
      ) r on true
    )
    select s.id, range_agg(tstzrange(s.starts, s.ends))
      * tstzmultirange(tstzrange(from_time, until_time)) - private.closed_days(from_time, until_time)
    from stretch s where s.starts < s.ends
    group by s.id
  $$;

create or replace function private.refuse_host(field text, message text) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  raise exception using
    errcode = 'check_violation', schema = 'private', table = 'hosts', constraint = 'hosts_' || field || '_check',
    message = message;
end
$$;

create or replace function private.room_of_hosts(starts timestamptz, ends timestamptz, now_is timestamptz, out open integer, out free integer)
  language sql stable
  set search_path = ''
  as $$
    with hours as (
      select o.open, coalesce((
        select range_agg(w.slot) from private.host_work(starts, ends, now_is, null) w where w.host = o.host
      ), '{}') + coalesce((
        select range_agg(r.span) from private.host_calendars c cross join lateral unnest(c.busy) r (span) where c.host = o.host
      ), '{}') as busy
      from private.open_hours(array(select h.id from private.active_hosts() h), starts, ends) o
    )
    select
      coalesce(sum((select sum(private.calls_within(r.span, s.call_minutes)) from unnest(h.open) r (span))), 0)::integer,
      coalesce(sum((select sum(private.calls_within(r.span, s.call_minutes)) from unnest(h.open - h.busy) r (span))), 0)::integer
    from hours h cross join public.desk_settings s
  $$;

create or replace function private.settle_arrivals() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.settle_at_once(a.id) from arrived a where a.picked and a.status = 'new';
  return null;
end
$$;

create or replace function private.settle_at_once(asked uuid) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if not private.is_settled_at_once(asked) then
    return;
  end if;
  perform set_config('backline.by', 'visitor', true);
  update public.strategy_call_bookings b set status = 'confirmed', confirmed = c.slot, assigned_to = c.host
  from private.call_holds c where c.booking = asked and b.id = asked and b.status = 'new';
  perform set_config('backline.by', '', true);
end
$$;

create or replace function private.settle_wish() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.settle_at_once(new.id);
  return null;
end
$$;

create or replace function private.spans_of(spans tstzmultirange) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select coalesce(
      jsonb_agg(jsonb_build_array(private.iso_instant(lower(r.span)), private.iso_instant(upper(r.span))) order by r.span), '[]'
    )
    from unnest(spans) r (span)
  $$;

create or replace function private.take_turns() returns void
  language sql
  set search_path = ''
  as $$ select pg_advisory_xact_lock(7206341004) $$;

create or replace function private.week_load(from_time timestamptz, until_time timestamptz, now_is timestamptz, but_for uuid)
  returns table (monday timestamp, calls bigint)
  language sql stable
  set search_path = ''
  as $$
    with bounds as (
      select s.time_zone, date_trunc('week', from_time at time zone s.time_zone) at time zone s.time_zone as starts,
        (date_trunc('week', until_time at time zone s.time_zone) + interval '7 days') at time zone s.time_zone as ends
      from public.desk_settings s
    )
    select date_trunc('week', c.at at time zone w.time_zone), count(*)
    from bounds w cross join lateral (
      select b.call_at as at from public.strategy_call_bookings b
      where b.call_at >= w.starts and b.call_at < w.ends and b.confirmed is not null
        and b.status in ('confirmed', 'held', 'no-show') and b.id is distinct from but_for
      union all
      select lower(h.slot) from private.call_holds h
      where h.until > now_is and lower(h.slot) >= w.starts and lower(h.slot) < w.ends and h.booking is distinct from but_for
    ) c
    group by 1
  $$;

create or replace function public.desk_hosts() returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return (
    select coalesce(jsonb_agg(private.host_for_desk(h) order by h.created_at, h.id), '[]')
    from private.hosts h join public.staff_members m on m.id = h.id
    where m.disabled_at is null and m.role in ('owner', 'agent')
  );
end
$$;

create or replace function public.free_times(from_day date default null, days integer default 14, zone text default null) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  settings public.desk_settings;
  in_zone text;
  first date;
begin
  if days is null or days not between 1 and 31 or not coalesce(isfinite(from_day), true) or char_length(zone) > 64 then
    raise exception 'free_times takes a day, 1 to 31 days, and the name of a zone' using errcode = '22023';
  end if;
  select * into settings from public.desk_settings;
  in_zone := coalesce(zone, settings.time_zone);
  first := coalesce(from_day, (now() at time zone in_zone)::date);
  return jsonb_build_object(
    'zone', in_zone, 'call_minutes', settings.call_minutes, 'confirms_at_once', settings.confirm_at_once,
    'from_day', first, 'until_day', ((now() + private.furthest_offer()) at time zone in_zone)::date,
    'times', (
      select coalesce(jsonb_agg(private.iso_instant(t.start) order by t.start), '[]') from (
        select distinct f.start from private.free_starts(
          first::timestamp at time zone in_zone, (first + days)::timestamp at time zone in_zone, now(), settings.call_minutes
        ) f
      ) t
    )
  );
end
$$;

reset check_function_bodies;
