-- Which letters bookings and messages cause. Triggers write them down, so that no way a change comes goes unsaid; what
-- stands in a letter is decided when it is sent. Decision page 29.

alter table public.desk_settings add column daily_digest boolean not null default true;
grant update (daily_digest) on public.desk_settings to authenticated, service_role;

alter table public.strategy_call_bookings
  -- Rises with everything that a calendar must hear of: the SEQUENCE of its invitations.
  add column call_sequence integer not null default 0,
  -- When the state or the time of the call last changed.
  add column call_changed_at timestamptz,
  -- Another time that the visitor asks for, of a call that is confirmed. It stands until the team answers.
  add column proposed_time timestamptz,
  add column proposed_at timestamptz,
  add constraint strategy_call_bookings_proposed_time_check check (
    isfinite(proposed_time) and (proposed_time is null) = (proposed_at is null)
  );
grant select (proposed_time, proposed_at) on public.strategy_call_bookings to authenticated;

-- After the trigger that judges the move, whose name comes before this one's.
create function private.number_call() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if new.status <> old.status or new.confirmed is distinct from old.confirmed then
    new.call_sequence := old.call_sequence + 1;
    new.call_changed_at := now();
    new.proposed_time := null;
    new.proposed_at := null;
  elsif new.status = 'confirmed' and new.assigned_to is distinct from old.assigned_to then
    new.call_sequence := old.call_sequence + 1;
  else
    new.call_sequence := old.call_sequence;
    new.call_changed_at := old.call_changed_at;
  end if;
  return new;
end
$$;
create trigger number before update on public.strategy_call_bookings
  for each row execute function private.number_call();

-- Where letters to the team go: the mailboxes of the settings, else whoever owns the desk. Definer, since nobody else
-- may read addresses of accounts.
create function private.team_mailboxes() returns setof text
  language sql stable security definer
  set search_path = ''
  as $$
    select distinct lower(m.mailbox) from public.desk_settings s, unnest(s.answer_mailboxes) as m (mailbox)
    union
    select lower(u.email) from public.staff_members m join auth.users u on u.id = m.id
    where m.role = 'owner' and m.disabled_at is null and u.deleted_at is null and u.email is not null
      and not exists (select from public.desk_settings s where cardinality(s.answer_mailboxes) > 0)
  $$;

-- In whose calendars a call stands: the one who holds it, else the team.
create function private.call_hosts(assigned_to uuid) returns setof text
  language sql stable security definer
  set search_path = ''
  as $$
    with host as (
      select lower(u.email) as address from public.staff_members m join auth.users u on u.id = m.id
      where m.id = call_hosts.assigned_to and m.disabled_at is null and u.deleted_at is null and u.email is not null
    )
    select host.address from host
    union
    select t from private.team_mailboxes() as t where not exists (select from host)
  $$;
grant execute on function private.team_mailboxes(), private.call_hosts(uuid) to service_role;

-- What arrives is answered at once, and the team hears of it. What looks like spam waits until somebody has looked.
create function private.enqueue_arrival(
  booking_id uuid, message_id uuid, visitor_kind text, team_kind text
) returns void
  language sql
  set search_path = ''
  as $$
    insert into public.outbox (channel, kind, booking_id, message_id, recipient, once)
    select 'letter', visitor_kind, booking_id, message_id, null, visitor_kind || ':' || coalesce(booking_id, message_id)
    union all
    select 'letter', team_kind, booking_id, message_id, t, team_kind || ':' || coalesce(booking_id, message_id) || ':' || t
    from private.team_mailboxes() as t
    on conflict (once) do nothing
  $$;

-- What is older came by a restore, and was answered when it was new.
create function private.is_arriving(created_at timestamptz) returns boolean
  language sql stable
  set search_path = ''
  as $$ select created_at > now() - interval '10 minutes' $$;

-- So long a change made at the desk waits: as long as it can be undone there, and somewhat more.
create function private.second_thought() returns interval
  language sql immutable
  as $$ select interval '15 seconds' $$;

create function private.enqueue_booking_letters() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  how_it_stands jsonb := jsonb_build_object(
    'sequence', new.call_sequence, 'status', new.status, 'starts', lower(new.confirmed), 'ends', upper(new.confirmed),
    'by_visitor', auth.uid() is null
  );
  -- Nobody is signed in where a visitor changes their own call, and nobody there takes it back.
  due timestamptz := now() + case when auth.uid() is null then interval '0' else private.second_thought() end;
begin
  if tg_op = 'INSERT' then
    if new.status = 'new' and private.is_arriving(new.created_at) then
      perform private.enqueue_arrival(new.id, null, 'request-received', 'team-booking');
    end if;
    return null;
  end if;
  if new.status = 'new' and old.status in ('spam?', 'spam') then
    perform private.enqueue_arrival(new.id, null, 'request-received', 'team-booking');
  end if;
  if new.call_sequence = old.call_sequence then
    return null;
  end if;
  -- The visitor hears of a call that is confirmed, moved or called off.
  if new.call_changed_at is distinct from old.call_changed_at
    and (new.status = 'confirmed' or (new.status = 'cancelled' and old.status in ('new', 'confirmed')))
  then
    insert into public.outbox (channel, kind, booking_id, facts, due_at)
    values ('letter', 'call', new.id, how_it_stands, due);
  end if;
  -- And so do those in whose calendars it stands, or stood.
  if new.status = 'confirmed' or (new.status = 'cancelled' and old.status = 'confirmed') then
    insert into public.outbox (channel, kind, booking_id, recipient, facts, due_at)
    select 'letter', 'team-call', new.id, h, how_it_stands, due from (
      select h from private.call_hosts(new.assigned_to) as h
      union
      select h from private.call_hosts(old.assigned_to) as h where old.status = 'confirmed'
    ) hosts;
  end if;
  return null;
end
$$;
create trigger enqueue_letters after insert or update on public.strategy_call_bookings
  for each row execute function private.enqueue_booking_letters();

create function private.enqueue_message_letters() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.status = 'new' and (
    (tg_op = 'INSERT' and private.is_arriving(new.created_at))
    or (tg_op = 'UPDATE' and old.status in ('spam?', 'spam'))
  ) then
    perform private.enqueue_arrival(null, new.id, 'message-received', 'team-message');
  end if;
  return null;
end
$$;
create trigger enqueue_letters after insert or update on public.contact_messages
  for each row execute function private.enqueue_message_letters();

-- Letters whose cause is the time: reminders, promises that run out, the day's digest. Called every half minute by
-- every process; what is there already stays. Gives how many were written. The time is told, so that a test may say
-- another.
create function private.plan_letters(now_is timestamptz) returns integer
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
    'letter', r.kind, b.id, jsonb_build_object('starts', lower(b.confirmed), 'ends', upper(b.confirmed)),
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
grant execute on function private.plan_letters(timestamptz) to service_role;

-- What the digest of a day says beside the rows that it lists.
create function private.digest_counts(now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'suspects', (
        (select count(*) from public.strategy_call_bookings b where b.status = 'spam?')
        + (select count(*) from public.contact_messages m where m.status = 'spam?')
      ),
      'failed', (
        select count(*) from public.outbox o where o.state = 'failed' and o.settled_at > now_is - interval '1 day'
      ),
      'capacity', s.weekly_capacity,
      'taken', (
        select private.calls_taken(w.starts, w.ends)
        from private.week_of((now_is at time zone s.time_zone)::date, s.time_zone) w
      )
    )
    from public.desk_settings s
  $$;
grant execute on function private.digest_counts(timestamptz) to service_role;
