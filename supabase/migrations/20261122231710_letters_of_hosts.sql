create or replace function private.is_known_mailbox(mailbox text) returns boolean
  language plpgsql stable security definer
  set search_path = ''
  set enable_seqscan = off
  set jit = off
  as $$
begin
  return exists (
    select from public.strategy_call_bookings b
    where private.mailbox_of(b.email) = is_known_mailbox.mailbox
      and (
        b.status in ('held', 'no-show') or b.mailbox = 'confirmed'
        or (
          select true from public.outbox o
          where o.booking_id = b.id and o.kind = 'call' and o.facts ->> 'by_visitor' = 'false' limit 1
        )
        -- A picked time may have been confirmed by itself, and anybody can pick one in somebody else's name.
        or (b.status = 'confirmed' and not b.picked)
      )
  ) or exists (
    select from public.contact_messages m
    where private.mailbox_of(m.email) = is_known_mailbox.mailbox
      and (m.status = 'answered' or m.mailbox = 'confirmed')
  );
end
$$;

create or replace function private.renumber_calls() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update public.strategy_call_bookings b set call_sequence = b.call_sequence + 1
  where b.assigned_to = coalesce(new.id, old.id) and b.status = 'confirmed' and upper(b.confirmed) > now();
  return null;
end
$$;

create or replace function private.space_letters() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  mailbox text;
  queued timestamptz;
  told integer;
  last_told timestamptz;
  due timestamptz;
begin
  if current_setting('role', true) is distinct from 'anon'
    and coalesce(current_setting('backline.by', true), '') <> 'visitor'
  then
    return new;
  end if;
  -- Whoever has the invitation in their calendar hears at once what becomes of it; how often it may be moved is limited.
  if new.kind = 'call' and exists (
    select from public.outbox o
    where o.booking_id = new.booking_id and o.kind = 'call' and o.state <> 'dropped' and o.facts ->> 'status' = 'confirmed'
      and (o.state = 'sent' or not o.facts ? 'waits')
  ) then
    return new;
  end if;
  select private.mailbox_of(coalesce(
    (select b.email from public.strategy_call_bookings b where b.id = new.booking_id),
    (select m.email from public.contact_messages m where m.id = new.message_id)
  )) into mailbox;
  if mailbox is null or private.is_known_mailbox(mailbox) then
    return new;
  end if;
  -- Of two at once, the second sees what the first wrote.
  perform pg_advisory_xact_lock(hashtextextended('letters to ' || mailbox, 0));
  select
    max(o.due_at) filter (where o.state = 'waiting' and o.facts ? 'waits'),
    count(*) filter (where o.state <> 'dropped' and not (o.state = 'waiting' and o.facts ? 'waits')),
    max(coalesce(o.settled_at, o.due_at)) filter (where o.state <> 'dropped' and not (o.state = 'waiting' and o.facts ? 'waits'))
  into queued, told, last_told
  from private.letters_to(mailbox) o;
  due := case
    when queued is not null then greatest(queued, now()) + interval '1 minute'
    when told > 0 then last_told + interval '1 hour' * power(4, least(told - 1, 2))
  end;
  if due > new.due_at then
    new.due_at := due;
    new.give_up_at := due + interval '3 days';
    new.facts := new.facts || '{"waits": true}';
  end if;
  return new;
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
  -- Their calls first, as whoever moves one takes them: else two could wait for each other.
  perform from public.strategy_call_bookings b
  where b.assigned_to = host and b.status = 'confirmed' and upper(b.confirmed) > now() order by b.id for update;
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

create trigger renumber_calls_of_gone after delete on public.staff_members
  for each row when (old.disabled_at is null) execute function private.renumber_calls();
