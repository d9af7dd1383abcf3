set check_function_bodies = off;

alter table private.hosts drop constraint hosts_link_check;

drop function private.host_of_call(uuid);

create or replace function private.booking_for_programs(b public.strategy_call_bookings) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'id', b.id, 'created_at', private.iso_instant(b.created_at), 'status', b.status, 'sequence', b.call_sequence,
      'name', b.name, 'email', b.email, 'company', b.company, 'phone', b.phone,
      'current_challenges', b.current_challenges, 'team_size', b.team_size, 'message', b.message,
      'preferred_time', private.iso_instant(b.preferred_time), 'time_zone', b.time_zone,
      'confirmed_start', private.iso_instant(lower(b.confirmed)), 'confirmed_end', private.iso_instant(upper(b.confirmed)), 'picked', b.picked,
      'host', case when b.confirmed is not null then private.member_for_programs(b.assigned_to) end,
      'place', case when b.confirmed is not null then private.host_of_call(b.assigned_to) -> 'place' end,
      'link', case when b.confirmed is not null then private.host_of_call(b.assigned_to, b.id) -> 'link' end
    )
  $$;

create or replace function private.enqueue_booking_letters(old public.strategy_call_bookings, new public.strategy_call_bookings)
  returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  how_it_stands jsonb := jsonb_build_object(
    'sequence', new.call_sequence, 'status', new.status, 'starts', lower(new.confirmed), 'ends', upper(new.confirmed),
    'by_visitor', auth.uid() is null, 'meeting', private.host_of_call(new.assigned_to, new.id)
  );
  -- Whatever its state is now: only a call that was held or missed keeps its time.
  is_given_up boolean := old.status = 'confirmed' and new.confirmed is null;
  -- Nobody is signed in where a visitor changes their own call, and nobody there takes it back.
  due timestamptz := now() + case when auth.uid() is null then interval '0' else private.undo_window() end;
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') and not private.is_confirmed_automatically(new.id) then
    perform private.enqueue_arrival(new.id, null, 'request-received', 'team-booking');
  end if;
  if new.call_sequence = old.call_sequence then
    return;
  end if;
  -- The visitor hears of a call that is confirmed, moved, passed to somebody else or called off.
  if new.status = 'confirmed' or is_given_up or (new.status = 'cancelled' and old.status = 'new') then
    insert into public.outbox (channel, kind, booking_id, facts, due_at)
    values ('letter', 'call', new.id, how_it_stands, due);
  end if;
  -- And so do those in whose calendars it stands, or stood.
  if new.status = 'confirmed' or is_given_up then
    insert into public.outbox (channel, kind, booking_id, recipient, facts, due_at)
    select 'letter', 'team-call', new.id, h, how_it_stands, due from (
      select h from private.call_hosts(new.assigned_to) as h
      union
      select h from private.call_hosts(old.assigned_to) as h where old.status = 'confirmed'
    ) hosts;
  end if;
end
$$;

create or replace function private.feed_calls(key_hash bytea, now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'name', private.person_name(u.raw_user_meta_data, u.email), 'place', h.place,
      'calls', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', b.id, 'sequence', b.call_sequence, 'link', private.link_of_call(h.link, b.id), 'starts', lower(b.confirmed), 'ends', upper(b.confirmed),
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

create or replace function private.host_of_call(assigned_to uuid, booking uuid default null) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'host', max(h.name), 'place', coalesce(max(h.place), 'phone'), 'link', private.link_of_call(max(h.link) filter (where h.place = 'link'), booking)
    )
    from (
      select nullif(private.trimmed(u.raw_user_meta_data ->> 'name'), '') as name, h.place, h.link
      from public.staff_members m join auth.users u on u.id = m.id left join private.hosts h on h.id = m.id
      where m.id = host_of_call.assigned_to and m.disabled_at is null and u.deleted_at is null
    ) h
  $$;

create or replace function private.link_of_call(link text, booking uuid) returns text
  language sql immutable
  set search_path = ''
  as $$ select replace(link, '{reference}', upper(left(booking::text, 8))) $$;

create or replace function private.meeting_of(booking uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  return (
    select case
      when b.confirmed is not null then private.host_of_call(b.assigned_to, b.id)
      else jsonb_build_object('host', null, 'link', null, 'place', case
        when c.host is not null then h.place
        when not exists (select from private.active_hosts() a where a.place = 'link') then 'phone'
      end)
    end || jsonb_build_object(
      'held_until', (extract(epoch from c.until) * 1000)::float8,
      'is_unproven', coalesce(private.picked_state(b, now()) = 'unproven', false)
    )
    from public.strategy_call_bookings b
    left join private.call_holds c on c.booking = b.id and c.until > now()
    left join private.hosts h on h.id = c.host
    where b.id = meeting_of.booking
  );
end
$$;

create or replace function private.plan_letters(now_is timestamptz) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  settings public.desk_settings;
  here timestamp;
  written integer := 0;
  added integer;
begin
  if not pg_try_advisory_xact_lock(7206341007) then
    return 0;
  end if;
  select * into settings from public.desk_settings;
  here := now_is at time zone settings.time_zone;

  -- Reminds of what was settled before: whoever confirms for tomorrow has just written of it. One of the kinds for one
  -- time of the call, whoever holds it.
  insert into public.outbox (channel, kind, booking_id, facts, once, due_at, ends_at)
  select
    'letter', r.kind, b.id,
    jsonb_build_object(
      'starts', lower(b.confirmed), 'ends', upper(b.confirmed), 'meeting', private.host_of_call(b.assigned_to, b.id)
    ),
    r.kind || ':' || b.id || ':' || extract(epoch from lower(b.confirmed))::bigint, now_is, lower(b.confirmed) - r.latest
  from public.strategy_call_bookings b
  cross join (values
    ('reminder-day', interval '24 hours', interval '2 hours'),
    ('reminder-hour', interval '1 hour', interval '5 minutes')
  ) as r (kind, before, latest)
  where b.status = 'confirmed'
    and b.call_at > now_is + r.latest and b.call_at <= now_is + r.before
    and coalesce(b.call_changed_at < b.call_at - r.before, true)
  on conflict (once) do nothing;
  get diagnostics added = row_count;
  written := written + added;

  -- Four hours before the promise of a day is broken: of a booking, a message, or another time that was asked for.
  insert into public.outbox (channel, kind, booking_id, message_id, recipient, facts, once, due_at, ends_at)
  select
    'letter', 'team-risk', w.booking_id, w.message_id, t, w.facts,
    'team-risk:' || coalesce(w.booking_id, w.message_id) || w.what || ':' || t, now_is, w.since + interval '24 hours'
  from (
    select b.id as booking_id, null::uuid as message_id, b.created_at as since, '' as what, '{}'::jsonb as facts
    from public.strategy_call_bookings b where b.status = 'new' and b.answered_at is null
    union all
    select null, m.id, m.created_at, '', '{}' from public.contact_messages m
    where m.status = 'new' and m.answered_at is null
    union all
    select
      b.id, null, b.proposed_at, ':' || extract(epoch from b.proposed_at)::bigint,
      jsonb_build_object('proposed', b.proposed_time, 'since', b.proposed_at)
    from public.strategy_call_bookings b where b.status = 'confirmed' and b.proposed_at is not null
  ) w
  cross join private.team_mailboxes() as t
  where w.since <= now_is - interval '20 hours' and w.since > now_is - interval '24 hours'
  on conflict (once) do nothing;
  get diagnostics added = row_count;
  written := written + added;

  -- When a day of work begins.
  if settings.daily_digest and here::time >= settings.opens and here::time < settings.closes
    and extract(isodow from here)::integer = any (settings.work_days)
    and not exists (select from public.days_off d where d.day = here::date)
  then
    insert into public.outbox (channel, kind, recipient, facts, once, due_at, ends_at)
    select
      'letter', 'team-digest', t, jsonb_build_object('day', here::date), 'team-digest:' || here::date || ':' || t,
      now_is, (here::date + settings.closes) at time zone settings.time_zone
    from private.team_mailboxes() as t
    on conflict (once) do nothing;
    get diagnostics added = row_count;
    written := written + added;
  end if;
  return written;
end
$$;

create or replace function public.decline_proposal(booking uuid, proposed timestamptz) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.strategy_call_bookings b where b.id = decline_proposal.booking for update;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  end if;
  if was.status <> 'confirmed' then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  perform private.check_proposal(proposed, was.proposed_time);
  update public.strategy_call_bookings b set proposed_time = null, proposed_at = null where b.id = was.id;
  perform private.record(
    'proposal_declined', 'strategy_call_bookings', was.id, jsonb_build_object('proposed', was.proposed_time)
  );
  insert into public.outbox (channel, kind, booking_id, facts, due_at, ends_at)
  values (
    'letter', 'call-stands', was.id,
    jsonb_build_object('starts', lower(was.confirmed), 'ends', upper(was.confirmed), 'proposed', was.proposed_time,
      'meeting', private.host_of_call(was.assigned_to, was.id)),
    now() + private.undo_window(), lower(was.confirmed)
  );
end
$$;

create or replace function public.save_host(host uuid, settings jsonb, seen timestamptz default null) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was private.hosts;
  saved private.hosts;
  stray text;
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
  stray := substring(replace(settings ->> 'link', '{reference}', '') from '[{][^}]*[}]?|[}]');
  if stray is not null then
    perform private.refuse_host('link', format('%s means nothing in an address; {reference} does', stray));
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

-- Braces meant themselves so far.
update private.hosts set link = replace(replace(link, '{', '%7B'), '}', '%7D') where link ~ '[{}]';

alter table private.hosts
  add constraint hosts_link_check check (
case
    when (link is null) then (place <> 'link'::text)
    else
      ((char_length(link) <= 500) and (replace(link, '{reference}'::text, ''::text) ~
      '^https://[^[:space:]<>"{}]+$'::text))
end);

revoke all on function private.host_of_call(uuid, uuid) from public;

revoke all on function private.link_of_call(text, uuid) from public;

reset check_function_bodies;
