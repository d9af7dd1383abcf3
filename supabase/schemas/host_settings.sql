-- Hosts' hours and settings. All members can read the settings; agents can save their own settings, and owners can save
-- any host's settings.

create function private.host_for_desk(h private.hosts) returns jsonb
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

-- Lists all hosts, even if they are paused.
create function public.desk_hosts() returns jsonb
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
grant execute on function public.desk_hosts() to authenticated;

-- Previews the host's next week, so that mistyped hours are noticed. `times` are consecutive slots, up to the daily
-- limit; `calls` is the number of these slots that the weekly capacity allows.
create function public.available_times_of_host(host uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  own private.hosts := (select h from private.hosts h where h.id = available_times_of_host.host);
  monday timestamp := date_trunc('week', now() at time zone own.time_zone) + interval '7 days';
  starts timestamptz := monday at time zone own.time_zone;
  ends timestamptz := (monday + interval '7 days') at time zone own.time_zone;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return (
    with recursive free as materialized (
      select f.start from public.desk_settings s, private.available_starts(starts, ends, now(), s.call_minutes) f
      where f.host = own.id
    ),
    fitting as (
      select min(f.start) as start from free f
      union all
      select (
        select min(f.start) from free f
        where f.start >= p.start + make_interval(mins => s.call_minutes + greatest(own.break_before, own.break_after))
      )
      from fitting p, public.desk_settings s where p.start is not null
    ),
    of_day as (
      select f.start, row_number() over (partition by d.day order by f.start) + coalesce(l.calls, 0) as nth
      from fitting f
      cross join lateral (select (f.start at time zone own.time_zone)::date as day) d
      left join private.calls_per_day(starts, ends, now(), null) l on l.host = own.id and l.day = d.day
      where f.start is not null
    ),
    of_week as (
      select d.start, row_number() over (partition by w.monday order by d.start) + coalesce(l.calls, 0) as nth
      from of_day d
      cross join public.desk_settings s
      cross join lateral (select date_trunc('week', d.start at time zone s.time_zone) as monday) w
      left join private.calls_per_week(starts, ends, now(), null) l on l.monday = w.monday
      where d.nth <= coalesce(own.daily_most, d.nth)
    )
    select jsonb_build_object(
      'zone', own.time_zone, 'monday', monday::date,
      'times', coalesce(jsonb_agg(private.iso_instant(w.start) order by w.start), '[]'),
      'calls', count(*) filter (where w.nth <= (select s.weekly_capacity from public.desk_settings s))
    )
    from of_week w
  );
end
$$;
grant execute on function public.available_times_of_host(uuid) to authenticated;

-- Raises the same error as a check constraint on a column, and names the field.
create function private.refuse_host(field text, message text) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  raise exception using
    errcode = 'check_violation', schema = 'private', table = 'hosts', constraint = 'hosts_' || field || '_check',
    message = message, detail = jsonb_build_object('field', field)::text;
end
$$;

create function private.check_time_ranges(field text, time_ranges jsonb, most integer) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if jsonb_typeof(time_ranges) is distinct from 'array' or jsonb_array_length(time_ranges) > most then
    perform private.refuse_host(field, format('%s must be a list of at most %s', field, most));
  end if;
  if exists (
    select from jsonb_array_elements(time_ranges) with ordinality a (s, n)
    join jsonb_array_elements(time_ranges) with ordinality b (s, n) on a.n < b.n
      and coalesce(a.s ->> 'weekday', a.s ->> 'day') = coalesce(b.s ->> 'weekday', b.s ->> 'day')
    where a.s ->> 'opens' is null or b.s ->> 'opens' is null
      or ((a.s ->> 'opens')::time < (b.s ->> 'closes')::time and (b.s ->> 'opens')::time < (a.s ->> 'closes')::time)
  ) then
    perform private.refuse_host(field, 'two time ranges of one day overlap');
  end if;
end
$$;

-- Replaces all settings unless they have changed since `seen`.
create function public.save_host(host uuid, settings jsonb, seen timestamptz default null) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was private.hosts;
  saved private.hosts;
  stray text;
begin
  perform private.require_host_keeper(host);
  perform from public.staff_members m
  where m.id = host and m.disabled_at is null and m.role in ('owner', 'agent') for no key update;
  if not found then
    perform private.refuse(
      'not_staff', 'Only an owner or an agent of the desk can take calls.', jsonb_build_object('host', host)
    );
  end if;
  select * into was from private.hosts h where h.id = host for no key update;
  if was.updated_at is distinct from seen then
    perform private.refuse('changed', 'Someone else changed these settings.', jsonb_build_object('at', was.updated_at));
  end if;
  if settings ->> 'time_zone' ~ '^(posix|right)/' or not exists (
    select from pg_catalog.pg_timezone_names z where z.name = settings ->> 'time_zone'
  ) then
    perform private.refuse_host('time_zone', 'there is no such time zone');
  end if;
  stray := substring(replace(settings ->> 'link', '{reference}', '') from '[{][^}]*[}]?|[}]');
  if stray is not null then
    perform private.refuse_host('link', format('%s is not a placeholder; the only one is {reference}', stray));
  end if;
  perform private.check_time_ranges('hours', settings -> 'hours', 70);
  perform private.check_time_ranges('dates', settings -> 'dates', 400);

  insert into private.hosts as h (
    id, takes_calls, time_zone, place, link, break_before, break_after, notice_minutes, daily_most,
    named_to_visitors
  )
  select
    save_host.host, s.takes_calls, s.time_zone, s.place, nullif(private.trimmed(s.link), ''), s.break_before, s.break_after,
    s.notice_minutes, s.daily_most,
    -- A page that was loaded before this setting existed does not send a value.
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
grant execute on function public.save_host(uuid, jsonb, timestamptz) to authenticated;
