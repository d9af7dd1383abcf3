set check_function_bodies = off;

alter trigger tell_of_large_export on public.audit_log rename to enqueue_export_letter;
alter trigger tidy on public.days_off rename to normalize;
alter trigger tidy on public.desk_settings rename to normalize;
alter trigger tidy on public.notes rename to normalize;
alter trigger tidy on public.webhooks rename to normalize;
alter function private.beside(text, uuid, timestamp with time zone, text) rename to notes_and_history;
alter function private.check_lane(uuid, tstzrange, uuid) rename to refuse_overlap;
alter function private.check_stretches(text, jsonb, integer) rename to check_time_ranges;
alter function private.check_wish(timestamp with time zone) rename to check_preferred_time;
drop function private.free_times_near(timestamp with time zone, timestamp with time zone, uuid);

alter function private.how_call_stands(public.strategy_call_bookings) rename to call_state;
alter function private.second_thought() rename to undo_window;
alter function private.take_turns() rename to lock_calls;
alter function private.tell_of_account(text, uuid, jsonb, text) rename to enqueue_account_letter;
alter function private.tell_of_arrivals(text, uuid[]) rename to notify_arrivals;
alter function private.tell_of_large_export() rename to enqueue_export_letter;
alter function private.tidy_day_off() rename to normalize_day_off;
alter function private.tidy_desk_settings() rename to normalize_desk_settings;
alter function private.tidy_note() rename to normalize_note;
alter function private.tidy_webhook() rename to normalize_webhook;

create or replace function private.after_booking_insert() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  ids uuid[] := array(select a.id from arrived a);
  one public.strategy_call_bookings;
begin
  for one in select * from arrived loop
    if one.picked and private.is_arriving(one.created_at) then
      perform private.hold_time(one);
    end if;
  end loop;
  perform private.enqueue_for_bookings(ids);
  perform private.notify_arrivals('strategy_call_bookings', ids);
  perform private.settle_at_once(a.id) from arrived a where a.picked and a.status = 'new';
  return null;
end
$$;

create or replace function private.after_message_insert() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  ids uuid[] := array(select a.id from arrived a);
begin
  perform private.enqueue_for_messages(ids);
  perform private.notify_arrivals('contact_messages', ids);
  return null;
end
$$;

create or replace function private.before_booking_insert() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new := private.normalized_booking(new);
  if current_user in ('anon', 'authenticated') then
    perform private.check_preferred_time(new.preferred_time);
    if new.status = 'new' and private.looks_automatic(new.email, new.fill_seconds, new.filled_by, new.budget_note) then
      new.status := 'spam?';
    end if;
    new.source := private.visit_source(new.landing_page, new.referrer);
    new.campaign := private.visit_campaign(new.landing_page);
    new.first_view := private.visit_first_view(new.landing_page);
  end if;
  return new;
end
$$;

create or replace function private.before_booking_update() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.assigned_to is distinct from old.assigned_to then
    perform private.check_assignee(new.assigned_to);
    if new.status = 'confirmed' and old.status = 'confirmed' then
      perform private.refuse_overlap(new.id, new.confirmed, new.assigned_to);
    end if;
  end if;
  new := private.judged_booking(old, new);
  new := private.numbered_call(old, new);
  new := private.normalized_booking(new);
  new.updated_at := now();
  return new;
end
$$;

create or replace function private.check_call(booking uuid, slot tstzrange, holder uuid, anyway boolean) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  settings public.desk_settings;
  week record;
  warnings text[];
  sentences text[];
begin
  perform private.refuse_overlap(booking, slot, holder);
  select array_agg(w.code), array_agg(w.sentence) into warnings, sentences
  from private.call_warnings(booking, slot, holder) w;
  if warnings is not null and anyway is not true then
    select * into settings from public.desk_settings;
    select * into week from private.week_of((lower(slot) at time zone settings.time_zone)::date, settings.time_zone);
    perform private.refuse(warnings[1], array_to_string(sentences, ' '), jsonb_build_object(
      'warnings', warnings, 'capacity', settings.weekly_capacity,
      'taken', private.calls_taken(week.starts, week.ends, booking)
    ));
  end if;
end
$$;

create or replace function private.enqueue_account_letter(kind text, about uuid, facts jsonb, cause text default null) returns void
  language sql
  set search_path = ''
  as $$
    insert into public.outbox (channel, kind, user_id, facts, once)
    select 'letter', enqueue_account_letter.kind, m.id, facts || jsonb_build_object('about', about),
      cause || ' to ' || m.id
    from public.staff_members m join auth.users u on u.id = m.id
    where (m.id = about or m.role = 'owner') and m.disabled_at is null
      and u.email_confirmed_at is not null and u.deleted_at is null
      and exists (select from public.staff_members w where w.id = about and w.disabled_at is null)
    on conflict (once) do nothing
  $$;

create or replace function private.enqueue_booking_events(old public.strategy_call_bookings, new public.strategy_call_bookings)
  returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  event text;
  previous jsonb := '{}';
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') then
    if private.is_event_wanted('booking.created') then
      perform private.enqueue_event(
        'booking.created', new.id, null, private.booking_for_programs(new), now(), null, 'booking.created:' || new.id
      );
    end if;
    return;
  end if;
  if (new.status = old.status and new.confirmed is not distinct from old.confirmed)
    or not exists (select from public.webhooks) or private.take_back_events(new)
  then
    return;
  end if;
  event := private.call_event(old, new);
  if event is not null and private.is_event_wanted(event) then
    if old.status = 'confirmed' then
      previous := jsonb_build_object(
        'previous_start', private.iso_instant(lower(old.confirmed)),
        'previous_end', private.iso_instant(upper(old.confirmed))
      );
    end if;
    perform private.enqueue_event(
      event, new.id, null, private.booking_for_programs(new) || previous,
      -- Nobody is signed in where a visitor changes their own call, and nobody there takes it back.
      now() + case when auth.uid() is null then interval '0' else private.undo_window() end,
      private.call_state(old), null
    );
  end if;
end
$$;

create or replace function private.enqueue_booking_letters(old public.strategy_call_bookings, new public.strategy_call_bookings)
  returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  how_it_stands jsonb := jsonb_build_object(
    'sequence', new.call_sequence, 'status', new.status, 'starts', lower(new.confirmed), 'ends', upper(new.confirmed),
    'by_visitor', auth.uid() is null, 'meeting', private.host_of_call(new.assigned_to)
  );
  -- Nobody is signed in where a visitor changes their own call, and nobody there takes it back.
  due timestamptz := now() + case when auth.uid() is null then interval '0' else private.undo_window() end;
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') and not private.is_settled_at_once(new.id) then
    perform private.enqueue_arrivals(array[new.id], '{}', 'request-received', 'team-booking');
  end if;
  if new.call_sequence = old.call_sequence then
    return;
  end if;
  -- The visitor hears of a call that is confirmed, moved, passed to somebody else or called off.
  if new.status = 'confirmed' or (new.status = 'cancelled' and old.status in ('new', 'confirmed')) then
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
end
$$;

create or replace function private.enqueue_export_letter() returns trigger
  language plpgsql
  set search_path = ''
  as $$
declare
  large constant bigint := 1000;
  exported bigint := (new.details ->> 'rows')::bigint;
  of_day bigint;
begin
  if exported >= large then
    perform private.enqueue_account_letter(
      'large-export', new.actor, jsonb_build_object('action', new.action, 'rows', exported), 'export ' || new.id
    );
    return null;
  end if;
  select sum((l.details ->> 'rows')::bigint) into of_day from public.audit_log l
  where l.at > now() - interval '1 day' and l.actor = new.actor and l.action like '%\_exported';
  if of_day >= large then
    perform private.enqueue_account_letter(
      'large-export', new.actor, jsonb_build_object('rows', of_day),
      'exports of ' || new.actor || ' on ' || (now() at time zone 'UTC')::date
    );
  end if;
  return null;
end
$$;

create or replace function private.free_times_near(requested timestamptz, now_is timestamptz, but_for uuid default null)
  returns setof timestamptz
  language sql stable security definer
  set search_path = ''
  as $$
    select distinct f.start
    from (
      select greatest(now_is, least(
          requested - interval '168 hours', now_is + private.furthest_offer() - interval '336 hours'
        )) as starts,
        coalesce(
          (
            select (extract(epoch from upper(b.confirmed) - lower(b.confirmed)) / 60)::integer
            from public.strategy_call_bookings b where b.id = but_for and b.status = 'confirmed'
          ),
          (select s.call_minutes from public.desk_settings s)
        ) as minutes
    ) s, private.free_starts(s.starts, s.starts + interval '336 hours', now_is, s.minutes, but_for) f
    order by f.start
  $$;

create or replace function private.hold_time(asked public.strategy_call_bookings) returns uuid
  language plpgsql
  set search_path = ''
  as $$
declare
  minutes integer := (select s.call_minutes from public.desk_settings s);
  chosen uuid;
begin
  if asked.status <> 'new' or private.awaits_proof(asked.email) then
    return null;
  end if;
  perform private.lock_calls();
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
    insert into private.call_holds (booking, host, slot, until, is_proven) values (
      asked.id, chosen, tstzrange(asked.preferred_time, asked.preferred_time + make_interval(mins => minutes)),
      now() + interval '1 day', not exists (select from private.mail_service m where not m.is_there)
    );
    perform private.note_given_to(chosen);
  end if;
  return chosen;
end
$$;

create or replace function private.move_call(
  booking uuid, seen_status text, seen_start timestamptz, target timestamptz, now_is timestamptz
) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
  minutes integer := (select d.call_minutes from public.desk_settings d);
  refusal text;
  length interval;
  chosen uuid;
begin
  select * into was from public.strategy_call_bookings b where b.id = move_call.booking for update;
  -- Pressed twice: it is there already.
  if was.call_at = target and (was.call_at <> seen_start or (seen_status = 'new' and was.status = 'confirmed'))
    and (was.status = 'confirmed' or was.picked)
  then
    return 'done';
  elsif private.is_call_as_seen(was, seen_status, seen_start, now_is) is not true then
    return 'changed';
  elsif target <= now_is then
    return 'past';
  elsif was.call_at = target and (was.status = 'confirmed' or was.picked) then
    return 'same';
  end if;
  refusal := private.move_limit(was, now_is);
  if refusal is not null then
    return refusal;
  end if;

  length := coalesce(upper(was.confirmed) - lower(was.confirmed), make_interval(mins => minutes));
  perform private.lock_calls();
  chosen := private.free_host(target, now_is, (extract(epoch from length) / 60)::integer, was.id, was.assigned_to);
  if chosen is null then
    return 'taken';
  end if;
  perform set_config('backline.by', 'visitor', true);
  if was.status = 'confirmed' then
    update public.strategy_call_bookings b
    set confirmed = tstzrange(target, target + length), assigned_to = chosen where b.id = was.id;
  else
    perform private.record('booking_proposed', 'strategy_call_bookings', was.id, jsonb_build_object(
      'from', was.call_at, 'to', target, 'by', 'visitor'
    ));
    update public.strategy_call_bookings b set preferred_time = target, picked = true where b.id = was.id;
    -- Not of what looks like spam, nor where it is confirmed by now, nor where the wish stays and is held from now on.
    insert into public.outbox (channel, kind, booking_id, recipient, facts)
    select 'letter', 'team-proposal', was.id, t, jsonb_build_object('from', was.call_at, 'proposed', target)
    from private.team_mailboxes() as t
    where was.call_at <> target
      and exists (select from public.strategy_call_bookings b where b.id = was.id and b.status = 'new');
  end if;
  perform set_config('backline.by', '', true);
  return 'done';
end
$$;

create or replace function private.notes_and_history(subject text, id uuid, received timestamptz, address text) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    with note as (
      select n.id, n.created_at as at, n.author, n.body from public.notes n
      where n.booking_id = notes_and_history.id or n.message_id = notes_and_history.id
    ),
    event as (
      select 0 as place, received as at, null::uuid as actor, 'received' as action, '{}'::jsonb as details, 0 as number
      union all
      select 1, a.at, a.actor, a.action, a.details, a.id from public.audit_log a
      where a.subject_id = notes_and_history.id and a.subject = notes_and_history.subject
        and a.action not in ('booking_read', 'message_read', 'booking_noted', 'message_noted')
      union all
      select 1, note.at, note.author, 'noted', jsonb_build_object('note', note.id), 0 from note
    )
    select jsonb_build_object(
      'notes', coalesce((select jsonb_agg(to_jsonb(note) order by note.at, note.id) from note), '[]'),
      'timeline', (
        select jsonb_agg(
          jsonb_build_object('at', e.at, 'actor', e.actor, 'action', e.action, 'details', e.details)
          order by e.place, e.at, e.number
        ) from event e
      ),
      'others', jsonb_build_object(
        'bookings', (
          select count(*) from public.strategy_call_bookings b
          where lower(b.email) = lower(address) and b.id <> notes_and_history.id
        ),
        'messages', (
          select count(*) from public.contact_messages m
          where lower(m.email) = lower(address) and m.id <> notes_and_history.id
        )
      )
    )
  $$;

create or replace function private.refuse_overlap(booking uuid, slot tstzrange, holder uuid) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  other record;
begin
  perform private.lock_calls();
  select b.id, b.confirmed into other from public.strategy_call_bookings b
  where b.status = 'confirmed' and b.confirmed && slot and b.assigned_to is not distinct from holder and b.id <> booking
  order by b.call_at limit 1;
  if found then
    perform private.refuse(
      'overlap', 'Another call is confirmed for that time.',
      jsonb_build_object('booking', other.id, 'confirmed', other.confirmed)
    );
  end if;
end
$$;

create or replace function private.take_back_events(b public.strategy_call_bookings) returns boolean
  language plpgsql
  set search_path = ''
  as $$
begin
  update public.outbox o set state = 'dropped', reason = 'taken back', settled_at = now()
  where o.booking_id = b.id and o.channel = 'webhook' and o.state = 'waiting' and o.attempts = 0
    and o.kind in ('booking.confirmed', 'booking.cancelled')
    and o.created_at >= (
      select min(p.created_at) from public.outbox p
      where p.booking_id = b.id and p.channel = 'webhook' and p.state = 'waiting' and p.attempts = 0
        and p.facts -> 'before' = private.call_state(b)
    );
  return found;
end
$$;

create or replace function private.tell_of_new_device(member uuid, agent text) returns void
  language sql security definer
  set search_path = ''
  as $$ select private.enqueue_account_letter('new-device', member, jsonb_build_object('agent', agent)) $$;

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
      'meeting', private.host_of_call(was.assigned_to)),
    now() + private.undo_window(), lower(was.confirmed)
  );
end
$$;

create or replace function public.read_booking(booking uuid) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  wanted public.strategy_call_bookings;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  select * into wanted from public.strategy_call_bookings b where b.id = booking;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  end if;
  perform private.record_reading('booking_read', 'strategy_call_bookings', booking);
  return jsonb_build_object('booking', to_jsonb(wanted) - 'search')
    || private.notes_and_history('strategy_call_bookings', booking, wanted.created_at, wanted.email);
end
$$;

create or replace function public.read_message(message uuid) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  wanted public.contact_messages;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  select * into wanted from public.contact_messages m where m.id = read_message.message;
  if not found then
    raise exception 'There is no such message.' using errcode = 'PT404';
  end if;
  perform private.record_reading('message_read', 'contact_messages', wanted.id);
  return jsonb_build_object('message', to_jsonb(wanted) - 'search')
    || private.notes_and_history('contact_messages', wanted.id, wanted.created_at, wanted.email);
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

revoke all on function private.free_times_near(timestamp with time zone, timestamp with time zone, uuid) from public;

grant execute
  on function private.free_times_near(timestamp with time zone, timestamp with time zone, uuid)
  to backline_call_page;

reset check_function_bodies;
