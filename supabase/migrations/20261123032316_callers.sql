set check_function_bodies = off;

drop trigger touch on private.hosts;

alter table private.hosts add column named_to_visitors boolean not null default false;

create or replace function private.host_for_desk(h private.hosts) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'id', h.id, 'name', private.person_name(u.raw_user_meta_data, u.email), 'takes_calls', h.takes_calls,
      'time_zone', h.time_zone, 'place', h.place, 'link', h.link, 'break_before', h.break_before,
      'break_after', h.break_after, 'notice_minutes', h.notice_minutes, 'daily_most', h.daily_most,
      'named_to_visitors', h.named_to_visitors,
      'hours', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'weekday', w.weekday, 'opens', w.opens, 'closes', w.closes
        ) order by w.weekday, w.opens), '[]')
        from private.host_hours w where w.host = h.id
      ),
      'dates', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'day', d.day, 'opens', d.opens, 'closes', d.closes
        ) order by d.day, d.opens), '[]')
        from private.host_dates d where d.host = h.id
      ),
      'last_given_at', h.last_given_at, 'feed_since', h.feed_since, 'updated_at', h.updated_at
    )
    from auth.users u where u.id = h.id
  $$;

create or replace function public.callers() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    with host as (
      select h.place, c.name, row_number() over (partition by c.name is null order by h.created_at, h.id) as place_in_line
      from private.active_hosts() h cross join lateral (
        select case when h.named_to_visitors then private.host_of_call(h.id) ->> 'host' end as name
      ) c
    )
    select jsonb_build_object(
      'callers', coalesce(
        jsonb_agg(jsonb_build_object('name', h.name, 'place', h.place) order by h.place_in_line)
        filter (where h.name is not null and h.place_in_line <= 3), '[]'
      ),
      'others', coalesce(bool_or(h.name is null or h.place_in_line > 3), false)
    )
    from host h
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
  ) else '[]' end, 'host', case when outcome = 'confirmed' then (
    select private.host_of_call(h.id) ->> 'host' from private.hosts h
    where h.id = asked.assigned_to and h.named_to_visitors
  ) end);
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
    id, takes_calls, time_zone, place, link, break_before, break_after, notice_minutes, daily_most,
    named_to_visitors
  )
  select
    save_host.host, s.takes_calls, s.time_zone, s.place, nullif(private.trimmed(s.link), ''), s.break_before, s.break_after,
    s.notice_minutes, s.daily_most,
    -- A page of the desk that was loaded before there was this choice says nothing of it.
    coalesce(s.named_to_visitors, was.named_to_visitors, false)
  from jsonb_to_record(settings) s (
    takes_calls boolean, time_zone text, place text, link text, break_before integer, break_after integer,
    notice_minutes integer, daily_most integer, named_to_visitors boolean
  )
  on conflict (id) do update set
    takes_calls = excluded.takes_calls, time_zone = excluded.time_zone, place = excluded.place, link = excluded.link,
    break_before = excluded.break_before, break_after = excluded.break_after, notice_minutes = excluded.notice_minutes,
    daily_most = excluded.daily_most, named_to_visitors = excluded.named_to_visitors
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

create trigger touch
  before update of takes_calls, time_zone, place, link, break_before, break_after, notice_minutes, daily_most,
    named_to_visitors on private.hosts
  for each row execute function private.touch_updated_at();

revoke all on function public.callers() from public;
grant execute on function public.callers() to anon, authenticated, service_role;

reset check_function_bodies;
