set check_function_bodies = off;

create or replace function public.hosts_for_call(booking uuid, call_start timestamptz, call_minutes integer default null) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
#variable_conflict use_variable
declare
  slot tstzrange;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  if not isfinite(call_start) or call_minutes not between 5 and 480 then
    raise exception 'a call has a start, and between 5 and 480 minutes' using errcode = '22023';
  end if;
  slot := tstzrange(call_start, call_start + make_interval(
    mins => coalesce(call_minutes, (select s.call_minutes from public.desk_settings s))
  ));
  return (
    with host as (
      select h.id, h.last_given_at, private.person_name(u.raw_user_meta_data, u.email) as name,
        array(
          select 'overlap' where exists (
            select from public.strategy_call_bookings b
            where b.status = 'confirmed' and b.confirmed && slot and b.assigned_to = h.id and b.id <> hosts_for_call.booking
          )
          union all
          select w.code from private.call_warnings(hosts_for_call.booking, slot, h.id) w
        ) as reasons,
        exists (
          select from private.call_holds c
          where c.booking = hosts_for_call.booking and c.host = h.id and c.slot = slot and c.until > now()
        ) as is_held
      from private.active_hosts() h join auth.users u on u.id = h.id
    ),
    placed as (
      select h.*, row_number() over (
        order by cardinality(h.reasons) > 0, not h.is_held, h.last_given_at nulls first, h.id
      ) as place
      from host h
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'name', p.name, 'is_free', cardinality(p.reasons) = 0, 'reasons', p.reasons,
      'last_given_at', private.iso_instant(p.last_given_at), 'is_proposed', p.place = 1 and cardinality(p.reasons) = 0
    ) order by p.place), '[]')
    from placed p
  );
end
$$;

create or replace function public.move_booking(
  booking uuid, expected text, target text, call_start timestamptz default null, call_minutes integer default null,
  anyway boolean default false, expected_time timestamptz default null,
  expected_proposal timestamptz default 'infinity', host uuid default null
) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
  begins timestamptz := date_trunc('minute', call_start);
  minutes integer := coalesce(call_minutes, (select s.call_minutes from public.desk_settings s));
  slot tstzrange;
  holder uuid;
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
  holder := case
    when target <> 'confirmed' then was.assigned_to
    when host is not null then host
    when slot is distinct from was.confirmed then coalesce(was.assigned_to, auth.uid())
    else was.assigned_to
  end;
  if target = 'confirmed' then
    perform private.check_call(was.id, slot, holder, anyway);
  end if;
  update public.strategy_call_bookings b set
    status = target,
    confirmed = coalesce(slot, b.confirmed),
    assigned_to = holder
  where b.id = was.id;
end
$$;

create or replace function public.pass_call(booking uuid, expected_host uuid, host uuid, anyway boolean default false) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.strategy_call_bookings b where b.id = booking for update;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  end if;
  if was.status <> 'confirmed' or was.assigned_to is distinct from expected_host then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  perform private.check_call(was.id, was.confirmed, host, anyway);
  update public.strategy_call_bookings b set assigned_to = pass_call.host where b.id = was.id;
end
$$;

create or replace function public.picked_time(booking uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  asked public.strategy_call_bookings;
  outcome text;
begin
  select * into asked from public.strategy_call_bookings b
  where b.id = picked_time.booking and b.picked and b.created_at > now() - interval '1 hour';
  outcome := case
    when asked.id is null then 'asked'
    when asked.status = 'confirmed' then 'confirmed'
    when exists (select from private.call_holds c where c.booking = asked.id and c.until > now()) then 'held'
    when asked.status in ('spam?', 'spam') and asked.mailbox is null then 'held'
    else 'taken'
  end;
  return jsonb_build_object('outcome', outcome, 'next', case when outcome = 'taken' then (
    select coalesce(jsonb_agg(private.iso_instant(n)), '[]')
    from private.free_times_near(asked.preferred_time, now(), 6, asked.id) n
  ) else '[]' end);
end
$$;

create or replace function public.save_host(host uuid, settings jsonb, seen timestamptz default null) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was private.hosts;
  saved private.hosts;
begin
  perform private.require_staff('owner', 'agent');
  if host is distinct from auth.uid() then
    perform private.require_staff('owner');
  end if;
  perform from public.staff_members m
  where m.id = host and m.disabled_at is null and m.role in ('owner', 'agent') for update;
  if not found then
    perform private.refuse('not_staff', 'Only an owner or an agent of the desk can take calls.', jsonb_build_object('host', host));
  end if;
  select * into was from private.hosts h where h.id = host for update;
  if was.updated_at is distinct from seen then
    perform private.refuse('changed', 'This was changed meanwhile.', jsonb_build_object('at', was.updated_at));
  end if;
  if settings ->> 'time_zone' ~ '^(posix|right)/' or not exists (
    select from pg_catalog.pg_timezone_names z where z.name = settings ->> 'time_zone'
  ) then
    perform private.refuse_host('time_zone', 'there is no such time zone');
  end if;
  perform private.check_stretches('hours', settings -> 'hours', 70);
  perform private.check_stretches('dates', settings -> 'dates', 400);

  insert into private.hosts as h (
    id, takes_calls, time_zone, place, link, break_before, break_after, notice_minutes, daily_most
  )
  select
    save_host.host, s.takes_calls, s.time_zone, s.place, nullif(private.trimmed(s.link), ''), s.break_before, s.break_after,
    s.notice_minutes, s.daily_most
  from jsonb_to_record(settings) s (
    takes_calls boolean, time_zone text, place text, link text, break_before integer, break_after integer,
    notice_minutes integer, daily_most integer
  )
  on conflict (id) do update set
    takes_calls = excluded.takes_calls, time_zone = excluded.time_zone, place = excluded.place, link = excluded.link,
    break_before = excluded.break_before, break_after = excluded.break_after, notice_minutes = excluded.notice_minutes,
    daily_most = excluded.daily_most
  returning * into saved;
  delete from private.host_hours w where w.host = saved.id;
  insert into private.host_hours (host, weekday, opens, closes)
  select saved.id, w.weekday, w.opens, w.closes
  from jsonb_to_recordset(settings -> 'hours') w (weekday integer, opens time, closes time);
  delete from private.host_dates d where d.host = saved.id;
  insert into private.host_dates (host, day, opens, closes)
  select saved.id, d.day, d.opens, d.closes
  from jsonb_to_recordset(settings -> 'dates') d (day date, opens time, closes time);
  perform private.record('host_saved', 'hosts', saved.id);
  return private.host_for_desk(saved);
end
$$;

create or replace function public.week_of_calls(day date default null) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  settings public.desk_settings;
  week record;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  if not isfinite(day) then
    raise exception 'a week has a day' using errcode = '22008';
  end if;
  select * into settings from public.desk_settings;
  select * into week
  from private.week_of(coalesce(day, (now() at time zone settings.time_zone)::date), settings.time_zone);
  return jsonb_build_object(
    'monday', week.monday, 'from', week.starts, 'until', week.ends,
    'time_zone', settings.time_zone, 'opens', settings.opens, 'closes', settings.closes,
    'work_days', settings.work_days, 'call_minutes', settings.call_minutes,
    'capacity', settings.weekly_capacity, 'taken', private.calls_taken(week.starts, week.ends),
    'days_off', (
      select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'note', d.note) order by d.day), '[]')
      from public.days_off d where d.day between week.monday and week.monday + 6
    ),
    'hosts', private.hosts_between(week.starts, week.ends)
  );
end
$$;

reset check_function_bodies;
