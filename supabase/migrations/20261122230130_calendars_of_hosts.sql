set check_function_bodies = off;

alter table public.audit_log drop constraint audit_log_action_check;

alter table private.host_calendars add column kind text not null default 'address'::text;

alter table private.host_calendars add column place text not null default ''::text;

alter table private.host_calendars add column username text;

alter table private.host_calendars add column sealed_access text;

alter table private.host_calendars add column events integer not null default 0;

alter table private.host_calendars add column version text;

alter table private.host_calendars add column whole_at timestamp with time zone;

alter table private.host_calendars add column read_at timestamp with time zone;

alter table private.host_calendars add column tried_at timestamp with time zone;

alter table private.host_calendars add column due_at timestamp with time zone not null default now();

alter table private.host_calendars add column fault text;

alter table private.host_calendars add column failing_since timestamp with time zone;

alter table private.host_calendars add column told_at timestamp with time zone;

create or replace function private.add_calendar(
  id uuid, host uuid, kind text, name text, place text, username text, sealed_access text, busy tstzmultirange,
  events integer, version text, now_is timestamptz
) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  added private.host_calendars;
begin
  perform private.begin_calendar(host);
  insert into private.host_calendars (
    id, host, kind, name, place, username, sealed_access, busy, events, version, whole_at, read_at, tried_at, due_at
  )
  values (
    add_calendar.id, add_calendar.host, add_calendar.kind, add_calendar.name, add_calendar.place,
    nullif(add_calendar.username, ''), add_calendar.sealed_access, add_calendar.busy, add_calendar.events,
    add_calendar.version, now_is, now_is, now_is, private.next_reading(now_is, null)
  )
  returning * into added;
  perform private.record(
    'calendar_added', 'hosts', added.host, jsonb_build_object('calendar', added.id, 'kind', added.kind)
  );
  return private.calendar_for_desk(added);
end
$$;

create or replace function private.begin_calendar(host uuid) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  zone text;
begin
  perform private.require_calendar_keeper(host);
  select h.time_zone into zone from private.hosts h
  join public.staff_members m on m.id = h.id
  where h.id = begin_calendar.host and m.disabled_at is null and m.role in ('owner', 'agent')
  for update of h;
  if zone is null then
    raise exception 'Say first when this person takes calls' using errcode = 'PT404';
  end if;
  if (select count(*) from private.host_calendars c where c.host = begin_calendar.host) >= 10 then
    perform private.refuse('too_many', 'Ten calendars are enough: remove one first.', '{"most": 10}');
  end if;
  return zone;
end
$$;

create or replace function private.calendar_for_desk(c private.host_calendars) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'id', c.id, 'host', c.host, 'created_at', c.created_at, 'kind', c.kind, 'name', c.name, 'place', c.place,
      'username', c.username, 'events', c.events, 'read_at', c.read_at, 'tried_at', c.tried_at, 'fault', c.fault,
      'failing_since', c.failing_since, 'told_at', c.told_at
    )
  $$;

create or replace function private.claim_calendars(most integer, now_is timestamptz) returns table (
  id uuid, kind text, sealed_access text, version text, whole_at timestamptz, time_zone text
)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
begin
  return query
    update private.host_calendars c set due_at = private.next_reading(now_is, c.failing_since)
    from private.hosts h
    where h.id = c.host and c.id = any (array(
      select d.id from private.host_calendars d
      where d.sealed_access is not null and d.due_at <= now_is
      order by d.due_at limit most for update skip locked
    ))
    returning c.id, c.kind, c.sealed_access, c.version, c.whole_at, h.time_zone;
end
$$;

create or replace function private.feed_calls(key_hash bytea, now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'name', private.person_name(u.raw_user_meta_data, u.email), 'place', h.place, 'link', h.link,
      'calls', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', b.id, 'sequence', b.call_sequence, 'starts', lower(b.confirmed), 'ends', upper(b.confirmed),
          'name', b.name, 'company', b.company, 'changed', b.updated_at
        ) order by b.confirmed, b.id), '[]')
        from public.strategy_call_bookings b
        where b.assigned_to = h.id and b.status = 'confirmed' and b.confirmed && tstzrange(now_is - interval '30 days', null)
      )
    )
    from private.hosts h
    join public.staff_members m on m.id = h.id and m.disabled_at is null
    join auth.users u on u.id = h.id and u.deleted_at is null
    where h.feed_key_hash = key_hash
  $$;

create or replace function private.forget_calendars() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  delete from private.host_calendars c where c.host = new.id;
  update private.hosts h set feed_key_hash = null, feed_since = null where h.id = new.id and h.feed_key_hash is not null;
  return null;
end
$$;

create or replace function private.keep_calendar(
  calendar uuid, busy tstzmultirange, events integer, version text, now_is timestamptz
) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  kept private.host_calendars;
begin
  update private.host_calendars c set
    busy = coalesce(keep_calendar.busy, c.busy),
    events = case when keep_calendar.busy is null then c.events else keep_calendar.events end,
    version = case when keep_calendar.busy is null then c.version else keep_calendar.version end,
    whole_at = case when keep_calendar.busy is null then c.whole_at else now_is end,
    read_at = now_is,
    tried_at = now_is,
    fault = null,
    failing_since = null,
    told_at = null
  where c.id = calendar
  returning * into kept;
  return case when kept.id is not null then private.calendar_for_desk(kept) end;
end
$$;

create or replace function private.next_reading(now_is timestamptz, failing_since timestamptz) returns timestamptz
  language sql volatile
  set search_path = ''
  as $$
    select now_is + (0.9 + random() * 0.2)
      * case when failing_since < now_is - interval '6 hours' then interval '1 hour' else interval '10 minutes' end
  $$;

create or replace function private.note_calendar_fault(calendar uuid, fault text, now_is timestamptz) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  kept private.host_calendars;
begin
  update private.host_calendars c set
    tried_at = now_is,
    fault = note_calendar_fault.fault,
    failing_since = coalesce(c.failing_since, now_is)
  where c.id = calendar
  returning * into kept;
  return case when kept.id is not null then private.calendar_for_desk(kept) end;
end
$$;

create or replace function private.read_calendar_now(calendar uuid, now_is timestamptz) returns table (
  id uuid, kind text, sealed_access text, version text, whole_at timestamptz, time_zone text
)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  whose uuid := (select c.host from private.host_calendars c where c.id = calendar);
begin
  perform private.require_calendar_keeper(whose);
  return query
    update private.host_calendars c set due_at = private.next_reading(now_is, null)
    from private.hosts h
    where c.id = calendar and h.id = c.host
    returning c.id, c.kind, c.sealed_access, null::text, null::timestamptz, h.time_zone;
  if not found then
    raise exception 'There is no such calendar. It may have been removed' using errcode = 'PT404';
  end if;
  perform private.record('calendar_read', 'hosts', whose, jsonb_build_object('calendar', calendar));
end
$$;

create or replace function private.require_calendar_keeper(host uuid) returns void
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

create or replace function public.desk_calendars(host uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_calendar_keeper(host);
  return (
    select coalesce(jsonb_agg(private.calendar_for_desk(c) order by c.created_at, c.id), '[]')
    from private.host_calendars c where c.host = desk_calendars.host
  );
end
$$;

create or replace function public.end_feed(host uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_calendar_keeper(host);
  update private.hosts h set feed_key_hash = null, feed_since = null
  where h.id = end_feed.host and h.feed_key_hash is not null;
  if found then
    perform private.record('feed_ended', 'hosts', host);
  end if;
end
$$;

create or replace function public.remove_calendar(calendar uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  whose uuid := (select c.host from private.host_calendars c where c.id = calendar);
begin
  perform private.require_calendar_keeper(whose);
  delete from private.host_calendars c where c.id = calendar and c.host = whose;
  if not found then
    raise exception 'There is no such calendar. It may have been removed' using errcode = 'PT404';
  end if;
  perform private.record('calendar_removed', 'hosts', whose, jsonb_build_object('calendar', calendar));
end
$$;

create or replace function public.renew_feed(host uuid) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  -- 244 bits that nobody guesses.
  key text := replace(concat(gen_random_uuid(), gen_random_uuid()), '-', '');
begin
  perform private.require_calendar_keeper(host);
  update private.hosts h set feed_key_hash = sha256(convert_to(key, 'UTF8')), feed_since = now()
  from public.staff_members m
  where h.id = renew_feed.host and m.id = h.id and m.disabled_at is null and m.role in ('owner', 'agent');
  if not found then
    raise exception 'Say first when this person takes calls' using errcode = 'PT404';
  end if;
  perform private.record('feed_renewed', 'hosts', host);
  return jsonb_build_object('key', key);
end
$$;
