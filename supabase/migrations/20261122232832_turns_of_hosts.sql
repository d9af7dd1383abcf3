set check_function_bodies = off;

create or replace function private.hold_time(asked public.strategy_call_bookings) returns uuid
  language plpgsql
  set search_path = ''
  as $$
declare
  minutes integer := (select s.call_minutes from public.desk_settings s);
  chosen uuid;
begin
  if asked.status <> 'new' and asked.mailbox is distinct from 'asked' then
    return null;
  end if;
  perform private.take_turns();
  delete from private.call_holds c where c.until <= now() or c.booking = asked.id;
  if (
    select count(*) from public.strategy_call_bookings b
    left join private.call_holds c on c.booking = b.id
    where private.mailbox_of(b.email) = private.mailbox_of(asked.email) and b.picked
      and (c.booking is not null or (b.status = 'confirmed' and b.call_at > now()))
  ) >= 3 then
    return null;
  end if;
  chosen := private.free_host(asked.preferred_time, now(), minutes, asked.id);
  if chosen is not null then
    insert into private.call_holds (booking, host, slot, until) values (
      asked.id, chosen, tstzrange(asked.preferred_time, asked.preferred_time + make_interval(mins => minutes)),
      now() + case when asked.status = 'new' then interval '1 day' else interval '30 minutes' end
    );
    perform private.note_given_to(chosen);
  end if;
  return chosen;
end
$$;

create or replace function private.note_given() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.note_given_to(new.assigned_to);
  return null;
end
$$;

create or replace function private.note_given_to(chosen uuid) returns void
  language sql
  set search_path = ''
  as $$
    update private.hosts h set last_given_at = now()
    where h.id = (select f.id from private.hosts f where f.id = chosen for no key update skip locked)
  $$;

create or replace function private.renumber_calls() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- In one order, so that two who are passed calls of each other do not wait for one another.
  update public.strategy_call_bookings b set call_sequence = b.call_sequence + 1
  where b.id = any (array(
    select c.id from public.strategy_call_bookings c
    where c.assigned_to = coalesce(new.id, old.id) and c.status = 'confirmed' and upper(c.confirmed) > now()
    order by c.id for update
  ));
  return null;
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
  select * into was from private.hosts h where h.id = host for no key update;
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

revoke all on function private.note_given_to(uuid) from public;

reset check_function_bodies;
