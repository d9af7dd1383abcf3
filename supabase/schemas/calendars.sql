-- Calendars that hosts add, each from an .ics URL or a CalDAV server. The server stores only the busy times. Decision
-- 15.
create table private.host_calendars (
  id uuid not null default gen_random_uuid(),
  host uuid not null,
  created_at timestamptz not null default now(),
  name text not null,
  busy tstzmultirange not null default '{}',
  kind text not null default 'address',
  -- Only the server's name, because anyone with the complete URL could read the calendar.
  place text not null default '',
  username text,
  -- The encrypted URL, username and password; null if the encryption key was lost.
  sealed_access text,
  -- The number of upcoming events that were merged into `busy`.
  events integer not null default 0,
  -- The calendar server's name for the stored version, such as an ETag.
  version text,
  -- The times of the last complete reading, the last success (read or unchanged) and the last attempt.
  whole_at timestamptz,
  read_at timestamptz,
  tried_at timestamptz,
  due_at timestamptz not null default now(),
  fault text,
  -- The time of the first failed attempt since the last success, and the time at which the host was notified of it.
  failing_since timestamptz,
  told_at timestamptz,
  -- The number of entries, the number that could not be fully read, and the reasons for the first unread entries.
  unread jsonb not null default '{"entries": 0, "unread": 0, "first": []}',
  -- The time at which the host was notified of unread entries; reset to null when all entries have been read.
  unread_told_at timestamptz,

  constraint host_calendars_pkey primary key (id),
  constraint host_calendars_host_fkey foreign key (host) references private.hosts (id) on delete cascade,
  constraint host_calendars_name_check check (char_length(name) between 1 and 100),
  constraint host_calendars_kind_check check (kind in ('address', 'caldav')),
  constraint host_calendars_place_check check (char_length(place) <= 260),
  constraint host_calendars_username_check check (char_length(username) between 1 and 200),
  constraint host_calendars_events_check check (events >= 0),
  constraint host_calendars_version_check check (char_length(version) <= 2000),
  constraint host_calendars_fault_check check (fault in (
    'bad-address', 'not-encrypted', 'private-address', 'name-not-found', 'refused', 'certificate', 'too-slow',
    'broken-off', 'wrong-password', 'forbidden', 'not-found', 'unwell', 'too-many-redirects', 'too-large', 'no-calendar',
    'too-many-events', 'too-hard', 'too-many-unread', 'key-lost'
  )),
  constraint host_calendars_failing_since_check check ((fault is null) = (failing_since is null)),
  constraint host_calendars_told_at_check check (told_at is null or failing_since is not null)
);

create index host_calendars_host_idx on private.host_calendars (host);
create index host_calendars_due_at_idx on private.host_calendars (due_at) where sealed_access is not null;

alter table private.host_calendars enable row level security;

-- Agents can change their own hours and calendars; owners can change those of any host.
create function private.require_host_keeper(host uuid) returns void
  language plpgsql stable
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent');
  if host is distinct from auth.uid() then
    perform private.require_staff('owner');
  end if;
end
$$;

-- Also returns the busy times of the next two weeks, so that a host sees whether the calendar was read correctly.
create function private.calendar_for_desk(c private.host_calendars) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'id', c.id, 'host', c.host, 'created_at', c.created_at, 'kind', c.kind, 'name', c.name, 'place', c.place,
      'username', c.username, 'events', c.events, 'read_at', c.read_at, 'tried_at', c.tried_at, 'fault', c.fault,
      'failing_since', c.failing_since, 'told_at', c.told_at, 'unread', c.unread,
      'busy_soon', (
        select coalesce(jsonb_agg(jsonb_build_array(lower(r.span), upper(r.span)) order by r.span), '[]')
        from private.hosts h
        cross join lateral (select date_trunc('day', now() at time zone h.time_zone)) today (begins)
        cross join lateral unnest(c.busy * tstzmultirange(tstzrange(
          today.begins at time zone h.time_zone, (today.begins + interval '14 days') at time zone h.time_zone
        ))) r (span)
        where h.id = c.host and c.read_at is not null
      )
    )
  $$;

create function public.desk_calendars(host uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_host_keeper(host);
  return (
    select coalesce(jsonb_agg(private.calendar_for_desk(c) order by c.created_at, c.id), '[]')
    from private.host_calendars c where c.host = desk_calendars.host
  );
end
$$;
grant execute on function public.desk_calendars(uuid) to authenticated;

create function public.remove_calendar(calendar uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  whose uuid := (select c.host from private.host_calendars c where c.id = calendar);
begin
  perform private.require_host_keeper(whose);
  delete from private.host_calendars c where c.id = calendar and c.host = whose;
  if not found then
    raise exception 'There is no such calendar. It may have been removed' using errcode = 'PT404';
  end if;
  perform private.record('calendar_removed', 'hosts', whose, jsonb_build_object('calendar', calendar));
end
$$;
grant execute on function public.remove_calendar(uuid) to authenticated;

-- The server calls this with the member's claims before it reads a new calendar. Returns the host's zone.
create function private.begin_calendar(host uuid) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  zone text;
begin
  perform private.require_host_keeper(host);
  select h.time_zone into zone from private.hosts h
  join public.staff_members m on m.id = h.id
  where h.id = begin_calendar.host and m.disabled_at is null and m.role in ('owner', 'agent')
  for update of h;
  if zone is null then
    raise exception 'Set the hours of this host first' using errcode = 'PT404';
  end if;
  if (select count(*) from private.host_calendars c where c.host = begin_calendar.host) >= 10 then
    perform private.refuse('too_many', 'The limit is 10 calendars: remove one first.', '{"most": 10}');
  end if;
  return zone;
end
$$;
grant execute on function private.begin_calendar(uuid) to backline_upkeep;

create function private.add_calendar(
  id uuid, host uuid, kind text, name text, place text, username text, sealed_access text, busy tstzmultirange,
  events integer, unread jsonb, version text, now_is timestamptz
) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  added private.host_calendars;
begin
  perform private.begin_calendar(host);
  insert into private.host_calendars (
    id, host, kind, name, place, username, sealed_access, busy, events, unread, unread_told_at, version, whole_at,
    read_at, tried_at, due_at
  )
  values (
    add_calendar.id, add_calendar.host, add_calendar.kind, add_calendar.name, add_calendar.place,
    nullif(add_calendar.username, ''), add_calendar.sealed_access, add_calendar.busy, add_calendar.events,
    add_calendar.unread, case when (add_calendar.unread ->> 'unread')::integer > 0 then now_is end,
    add_calendar.version, now_is, now_is, now_is, private.next_reading(now_is, null)
  )
  returning * into added;
  perform private.record(
    'calendar_added', 'hosts', added.host, jsonb_build_object('calendar', added.id, 'kind', added.kind)
  );
  if added.unread_told_at is not null then
    perform private.notify_of_calendar(added, jsonb_build_object('unread', added.unread), now_is);
  end if;
  return private.calendar_for_desk(added);
end
$$;
grant execute on function private.add_calendar(
  uuid, uuid, text, text, text, text, text, tstzmultirange, int, jsonb, text, timestamptz
) to backline_upkeep;

-- Changes a calendar, and stores the reading that succeeded with the new address or password.
create function private.change_calendar(
  calendar uuid, name text, place text, username text, sealed_access text, busy tstzmultirange, events integer,
  unread jsonb, version text, now_is timestamptz
) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  whose uuid := (select c.host from private.host_calendars c where c.id = calendar);
begin
  perform private.require_host_keeper(whose);
  update private.host_calendars c set
    name = change_calendar.name, place = change_calendar.place, username = nullif(change_calendar.username, ''),
    sealed_access = change_calendar.sealed_access
  where c.id = calendar and c.host = whose;
  if not found then
    raise exception 'There is no such calendar. It may have been removed' using errcode = 'PT404';
  end if;
  perform private.record('calendar_changed', 'hosts', whose, jsonb_build_object('calendar', calendar));
  return private.store_calendar(calendar, busy, events, unread, version, now_is);
end
$$;
grant execute on function private.change_calendar(
  uuid, text, text, text, text, tstzmultirange, int, jsonb, text, timestamptz
) to backline_upkeep;

-- Lets a member request a reading. The new `due_at` postpones the next regular reading.
create function private.read_calendar_now(calendar uuid, now_is timestamptz) returns table (
  id uuid, kind text, sealed_access text, version text, whole_at timestamptz, time_zone text
)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  whose uuid := (select c.host from private.host_calendars c where c.id = calendar);
begin
  perform private.require_host_keeper(whose);
  return query
    update private.host_calendars c set due_at = private.next_reading(now_is, null)
    from private.hosts h join public.staff_members m on m.id = h.id and m.disabled_at is null and m.role <> 'viewer'
    where c.id = calendar and h.id = c.host
    returning c.id, c.kind, c.sealed_access, null::text, null::timestamptz, h.time_zone;
  if not found then
    raise exception 'There is no such calendar. It may have been removed' using errcode = 'PT404';
  end if;
  perform private.record('calendar_read', 'hosts', whose, jsonb_build_object('calendar', calendar));
end
$$;
grant execute on function private.read_calendar_now(uuid, timestamptz) to backline_upkeep;

create trigger pause_calendars after update on public.staff_members
  for each row when (
    (old.disabled_at is null and old.role <> 'viewer') <> (new.disabled_at is null and new.role <> 'viewer')
  )
  execute function private.reset_calendars();

create trigger reset_calendars after update of takes_calls, time_zone on private.hosts
  for each row when ((old.takes_calls, old.time_zone) is distinct from (new.takes_calls, new.time_zone))
  execute function private.reset_calendars();

-- If a host pauses or resumes calls or changes the zone, the host's calendars count as always busy until they are
-- read again. Viewers and disabled members have no feed.
create function private.reset_calendars() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update private.host_calendars c set
    busy = '{(,)}', events = 0, version = null, whole_at = null, read_at = null, due_at = now()
  where c.host = new.id and c.sealed_access is not null;
  if tg_table_name = 'staff_members' then
    update private.hosts h set feed_key_hash = null, feed_since = null where h.id = new.id and h.feed_key_hash is not null;
  end if;
  return null;
end
$$;
