-- Where letters to the team go: the mailboxes of the settings, else whoever owns the desk. Definer, since nobody else
-- may read addresses of accounts.
create function private.team_mailboxes() returns setof text
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  return query
    select distinct lower(m.mailbox) from public.desk_settings s, unnest(s.answer_mailboxes) as m (mailbox)
    union
    select lower(u.email) from public.staff_members m join auth.users u on u.id = m.id
    where m.role = 'owner' and m.disabled_at is null and u.deleted_at is null and u.email is not null
      and not exists (select from public.desk_settings s where cardinality(s.answer_mailboxes) > 0);
end
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
grant execute on function private.call_hosts(uuid) to backline_outbox;

-- What is older came by a restore, and was answered when it was new. Written with `return`, so that callers take its text in.
create function private.is_arriving(created_at timestamptz) returns boolean
  language sql stable
  return created_at > now() - interval '10 minutes';

-- So long a change made at the desk waits: as long as it can be undone there, and somewhat more.
create function private.second_thought() returns interval
  language sql immutable
  as $$ select interval '15 seconds' $$;

-- What arrives is answered at once, and the team hears of it. What looks like spam waits until somebody has looked: then this
-- is done for that one row.
create function private.enqueue_arrival(
  booking_id uuid, message_id uuid, visitor_kind text, team_kind text
) returns void
  language sql
  set search_path = ''
  as $$
    select private.enqueue_arrivals(array[booking_id], array[message_id], array[coalesce(
      (select b.email from public.strategy_call_bookings b where b.id = enqueue_arrival.booking_id),
      (select m.email from public.contact_messages m where m.id = enqueue_arrival.message_id)
    )], visitor_kind, team_kind)
  $$;

-- Answers what arrived, and tells the team: of bookings or of messages, whose ids and addresses come in the same order. One
-- insert for all rows of a statement (decision 58). A mailbox is asked about once, however many rows name it, and not at all
-- where nobody is spaced, as in a restore. Its lists are short or long, the plan is the same: a new one costs more than a row.
create function private.enqueue_arrivals(
  bookings uuid[], messages uuid[], emails text[], visitor_kind text, team_kind text
) returns void
  language plpgsql
  set search_path = ''
  set plan_cache_mode = force_generic_plan
  as $$
declare
  is_visitor boolean := coalesce(current_setting('role', true), '') = 'anon'
    or coalesce(current_setting('backline.by', true), '') = 'visitor';
  mailboxes text[] := '{}';
  seen text[];
  waits_from timestamptz[];
  then_from timestamptz[];
begin
  if is_visitor then
    mailboxes := array(select distinct private.mailbox_of(e) as mailbox from unnest(emails) e order by 1);
    -- Of two at once, the second sees what the first wrote; in one order, or they would wait for one another.
    perform pg_advisory_xact_lock(hashtextextended('letters to ' || m, 0)) from unnest(mailboxes) m where m is not null;
    seen := private.mailboxes_seen_before(mailboxes, bookings, messages);
    select array_agg(n.waits_from order by m.place), array_agg(n.then_from order by m.place) into waits_from, then_from
    from unnest(seen) with ordinality as m (mailbox, place) cross join lateral private.next_letters(m.mailbox) n;
  end if;

  with arrived as (
    select coalesce(a.booking, a.message) as id, a.booking, a.message, private.mailbox_of(a.email) as mailbox, a.place
    from unnest(bookings, messages, emails) with ordinality as a (booking, message, email, place)
  ),
  numbered as (
    select a.*, row_number() over (partition by a.mailbox order by a.place) as nth from arrived a
  ),
  spaced as (
    select n.*, case
      when m.place is not null and n.nth = 1 then waits_from[m.place]
      when m.place is not null then then_from[m.place] + interval '1 minute' * (n.nth - 2)
      -- Nothing else of this mailbox is there: its first letter waits for nothing, and the next for that one.
      when is_visitor and n.mailbox is not null and n.nth > 1 then now() + interval '1 hour' + interval '1 minute' * (n.nth - 2)
    end as waits_until
    from numbered n left join unnest(seen) with ordinality as m (mailbox, place) on m.mailbox = n.mailbox
  )
  insert into public.outbox (channel, kind, booking_id, message_id, recipient, once, due_at, give_up_at, facts)
  select
    'letter', visitor_kind, s.booking, s.message, null, visitor_kind || ':' || s.id,
    coalesce(s.waits_until, now()), coalesce(s.waits_until, now()) + interval '3 days',
    case when s.waits_until is null then '{}'::jsonb else '{"waits": true}' end
  from spaced s
  union all
  select
    'letter', team_kind, a.booking, a.message, t, team_kind || ':' || a.id || ':' || t, now(), now() + interval '3 days', '{}'
  from arrived a cross join private.team_mailboxes() as t
  on conflict (once) do nothing;
end
$$;

-- What a change of a booking causes; what arrives is answered by `enqueue_for_bookings`.
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

create function private.enqueue_message_letters() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') then
    perform private.enqueue_arrival(null, new.id, 'message-received', 'team-message');
  end if;
  return null;
end
$$;

create function private.enqueue_for_bookings() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  ids uuid[];
  emails text[];
begin
  select array_agg(a.id), array_agg(a.email) into ids, emails
  from arrived a where a.status = 'new' and private.is_arriving(a.created_at);
  if ids is null then
    return null;
  end if;
  perform private.enqueue_arrivals(ids, '{}', emails, 'request-received', 'team-booking');
  if private.is_event_wanted('booking.created') then
    perform private.enqueue_event(
      'booking.created', b.id, null, private.booking_for_programs(b), now(), null, 'booking.created:' || b.id
    )
    from public.strategy_call_bookings b where b.id = any (ids);
  end if;
  return null;
end
$$;

create function private.enqueue_for_messages() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  ids uuid[];
  emails text[];
begin
  select array_agg(a.id), array_agg(a.email) into ids, emails
  from arrived a where a.status = 'new' and private.is_arriving(a.created_at);
  if ids is null then
    return null;
  end if;
  perform private.enqueue_arrivals('{}', ids, emails, 'message-received', 'team-message');
  if private.is_event_wanted('message.created') then
    perform private.enqueue_event(
      'message.created', null, m.id, private.message_for_programs(m), now(), null, 'message.created:' || m.id
    )
    from public.contact_messages m where m.id = any (ids);
  end if;
  return null;
end
$$;
