-- The schedule on which the server reads hosts' calendars, and the results that it stores. Decision 15.

-- Returns the time of the next read: in ten minutes ±10%, so that reads are spread out, or in an hour if reads have
-- failed for six hours.
create function private.next_reading(now_is timestamptz, failing_since timestamptz) returns timestamptz
  language sql volatile
  set search_path = ''
  as $$
    select now_is + (0.9 + random() * 0.2)
      * case when failing_since < now_is - interval '6 hours' then interval '1 hour' else interval '10 minutes' end
  $$;

-- Returns up to `most` due calendars of active hosts. Another process gets these calendars only when they are due
-- again. A due time that is too far ahead also counts as due, because it was written before the clock was set back.
create function private.claim_calendars(most integer, now_is timestamptz) returns table (
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
      where d.sealed_access is not null and (d.due_at <= now_is or d.due_at > now_is + interval '70 minutes')
        and d.host in (select a.id from private.active_hosts() a)
      order by d.due_at limit most for update skip locked
    ))
    returning c.id, c.kind, c.sealed_access, c.version, c.whole_at, h.time_zone;
end
$$;
grant execute on function private.claim_calendars(int, timestamptz) to backline_upkeep;

-- Sends a host an email about one of the host's calendars.
create function private.notify_of_calendar(c private.host_calendars, facts jsonb, now_is timestamptz) returns void
  language sql security definer
  set search_path = ''
  as $$
    insert into public.outbox (channel, kind, user_id, recipient, facts, once, due_at, ends_at)
    select
      'letter', 'team-calendar', u.id, lower(u.email), jsonb_build_object('name', c.name, 'place', c.place) || facts,
      concat_ws(':', 'team-calendar', c.id, extract(epoch from now_is)), now_is, now_is + interval '1 day'
    from auth.users u
    join public.staff_members m on m.id = u.id and m.disabled_at is null
    where u.id = c.host and u.deleted_at is null and u.email is not null
    on conflict (once) do nothing
  $$;

-- Stores a reading; `busy` is null if nothing changed. If some entries could not be read, the host gets only one
-- email before the next complete reading. Returns null if the calendar was removed.
create function private.store_calendar(
  calendar uuid, busy tstzmultirange, events integer, unread jsonb, version text, now_is timestamptz
) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  stored private.host_calendars;
begin
  update private.host_calendars c set
    busy = coalesce(store_calendar.busy, c.busy),
    events = case when store_calendar.busy is null then c.events else store_calendar.events end,
    unread = coalesce(store_calendar.unread, c.unread),
    unread_told_at = case
      when (coalesce(store_calendar.unread, c.unread) ->> 'unread')::integer > 0 then coalesce(c.unread_told_at, now_is)
    end,
    version = case when store_calendar.busy is null then c.version else store_calendar.version end,
    whole_at = case when store_calendar.busy is null then c.whole_at else now_is end,
    read_at = now_is,
    tried_at = now_is,
    fault = null,
    failing_since = null,
    told_at = null
  where c.id = calendar
  returning * into stored;
  if stored.unread_told_at = now_is then
    perform private.notify_of_calendar(stored, jsonb_build_object('unread', stored.unread), now_is);
  end if;
  return case when stored.id is not null then private.calendar_for_desk(stored) end;
end
$$;
grant execute on function private.store_calendar(uuid, tstzmultirange, int, jsonb, text, timestamptz) to backline_upkeep;

-- The last known busy times still count. The host gets one email per series of failures: after 24 hours, or at once if
-- too many entries could not be read. If entries could not be read, the next readings would fail, too.
create function private.record_calendar_fault(calendar uuid, fault text, unread jsonb, now_is timestamptz) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  kept private.host_calendars;
begin
  update private.host_calendars c set
    tried_at = now_is,
    fault = record_calendar_fault.fault,
    unread = coalesce(record_calendar_fault.unread, c.unread),
    -- A new `unread` does not belong to the stored version, so the version is cleared; the next reading is then
    -- complete.
    version = case when record_calendar_fault.unread is null then c.version end,
    failing_since = coalesce(c.failing_since, now_is)
  where c.id = calendar
  returning * into kept;
  if (kept.failing_since <= now_is - interval '24 hours' or kept.fault = 'too-many-unread') and kept.told_at is null then
    perform private.notify_of_calendar(
      kept, jsonb_build_object('code', kept.fault, 'since', kept.failing_since, 'unread', record_calendar_fault.unread), now_is
    );
    update private.host_calendars c set told_at = now_is where c.id = kept.id
    returning * into kept;
  end if;
  return case when kept.id is not null then private.calendar_for_desk(kept) end;
end
$$;
grant execute on function private.record_calendar_fault(uuid, text, jsonb, timestamptz) to backline_upkeep;
