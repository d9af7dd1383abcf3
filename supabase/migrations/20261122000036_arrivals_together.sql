-- What arrives together causes its letters and webhooks together: one insert for all rows of a statement, in place of
-- several for each. The same letters, the same moments, in the transaction of their causes as before. Decision page 58.

-- As before. Of each of the two tables by its own index: asked with `or`, PostgreSQL reads the whole outbox.
create or replace function private.letters_to(mailbox text) returns setof public.outbox
  language sql stable security definer
  set search_path = ''
  as $$
    select o.* from (
      select o.* from public.strategy_call_bookings b join public.outbox o on o.booking_id = b.id
      where private.mailbox_of(b.email) = letters_to.mailbox
      union all
      select o.* from public.contact_messages m join public.outbox o on o.message_id = m.id
      where private.mailbox_of(m.email) = letters_to.mailbox
    ) o
    where o.channel = 'letter' and o.recipient is null
      and o.kind in ('request-received', 'message-received', 'call', 'confirm-request')
      and (o.state in ('waiting', 'sending') or coalesce(o.settled_at, o.due_at) > now() - interval '1 day')
  $$;

-- As before, with plans that a session keeps, also one that it made while the tables were empty: no `exists` below an `or`,
-- which PostgreSQL may answer by reading the whole outbox.
create or replace function private.is_known_mailbox(mailbox text) returns boolean
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  return exists (
    select from public.strategy_call_bookings b
    where private.mailbox_of(b.email) = is_known_mailbox.mailbox
      and (
        b.status in ('confirmed', 'held', 'no-show') or b.mailbox = 'confirmed'
        or (
          select true from public.outbox o
          where o.booking_id = b.id and o.kind = 'call' and o.facts ->> 'by_visitor' = 'false' limit 1
        )
      )
  ) or exists (
    select from public.contact_messages m
    where private.mailbox_of(m.email) = is_known_mailbox.mailbox
      and (m.status = 'answered' or m.mailbox = 'confirmed')
  );
end
$$;
create or replace function private.team_mailboxes() returns setof text
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

-- When the first of new letters to a mailbox leaves, and what of the next: one at a time, as `space_letters` says of a
-- single one. `waits_from` is null where the first leaves at once; the others follow it by minutes.
create function private.next_letters(mailbox text, out waits_from timestamptz, out then_from timestamptz)
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  queued timestamptz;
  told integer;
  last_told timestamptz;
begin
  if mailbox is null or private.is_known_mailbox(mailbox) then
    return;
  end if;
  select
    max(o.due_at) filter (where o.state = 'waiting' and o.facts ? 'waits'),
    count(*) filter (where o.state <> 'dropped' and not (o.state = 'waiting' and o.facts ? 'waits')),
    max(coalesce(o.settled_at, o.due_at)) filter (where o.state <> 'dropped' and not (o.state = 'waiting' and o.facts ? 'waits'))
  into queued, told, last_told
  from (
    select o.* from public.strategy_call_bookings b join public.outbox o on o.booking_id = b.id
    where private.mailbox_of(b.email) = next_letters.mailbox
    union all
    select o.* from public.contact_messages m join public.outbox o on o.message_id = m.id
    where private.mailbox_of(m.email) = next_letters.mailbox
  ) o
  where o.channel = 'letter' and o.recipient is null
    and o.kind in ('request-received', 'message-received', 'call', 'confirm-request')
    and (o.state in ('waiting', 'sending') or coalesce(o.settled_at, o.due_at) > now() - interval '1 day');
  waits_from := case
    when queued is not null then greatest(queued, now()) + interval '1 minute'
    when told > 0 then last_told + interval '1 hour' * power(4, least(told - 1, 2))
  end;
  if waits_from <= now() then
    waits_from := null;
  end if;
  then_from := coalesce(
    waits_from + interval '1 minute',
    greatest(last_told, now()) + interval '1 hour' * power(4, least(told, 2))
  );
end
$$;

-- Answers what arrived, and tells the team: of bookings or of messages, whose ids and addresses come in the same order.
create function private.enqueue_arrivals(
  bookings uuid[], messages uuid[], emails text[], visitor_kind text, team_kind text
) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  is_visitor boolean := coalesce(current_setting('role', true), '') = 'anon'
    or coalesce(current_setting('backline.by', true), '') = 'visitor';
begin
  -- Of two at once, the second sees what the first wrote; in one order, or they would wait for one another.
  if is_visitor then
    perform pg_advisory_xact_lock(hashtextextended('letters to ' || m.mailbox, 0))
    from (select distinct private.mailbox_of(e) as mailbox from unnest(emails) e order by 1) m
    where m.mailbox is not null;
  end if;

  with arrived as (
    select
      coalesce(a.booking, a.message) as id, a.booking, a.message, private.mailbox_of(a.email) as mailbox, a.place
    from unnest(bookings, messages, emails) with ordinality as a (booking, message, email, place)
  ),
  numbered as (
    select a.*, row_number() over (partition by a.mailbox order by a.place) as nth from arrived a
  ),
  spaced as (
    select a.*, case
      when a.nth = 1 then n.waits_from
      else n.then_from + interval '1 minute' * (a.nth - 2)
    end as waits_until
    from numbered a
    left join lateral private.next_letters(a.mailbox) n on is_visitor
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

-- One alone, by a change of its state.
create or replace function private.enqueue_arrival(
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

-- Those are spaced where they are written.
drop trigger space on public.outbox;
create trigger space before insert on public.outbox for each row
  when (
    new.channel = 'letter' and new.recipient is null and new.user_id is null
    and new.kind not in ('request-received', 'message-received')
  )
  execute function private.space_letters();

-- A change of state goes on causing what it causes row by row; what the functions say of inserts is said below instead.
drop trigger enqueue_letters on public.strategy_call_bookings;
drop trigger enqueue_letters on public.contact_messages;
drop trigger enqueue_events on public.strategy_call_bookings;
drop trigger enqueue_events on public.contact_messages;
create trigger enqueue_letters after update on public.strategy_call_bookings
  for each row execute function private.enqueue_booking_letters();
create trigger enqueue_letters after update on public.contact_messages
  for each row execute function private.enqueue_message_letters();
create trigger enqueue_events after update on public.strategy_call_bookings
  for each row execute function private.enqueue_booking_events();
create trigger enqueue_events after update on public.contact_messages
  for each row execute function private.enqueue_message_events();

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
create trigger enqueue_arrivals after insert on public.strategy_call_bookings
  referencing new table as arrived for each statement execute function private.enqueue_for_bookings();

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
      'message.created', null, m.id,
      jsonb_build_object(
        'id', m.id, 'created_at', private.iso_instant(m.created_at), 'status', m.status,
        'name', m.name, 'email', m.email, 'company', m.company, 'inquiry_type', m.inquiry_type, 'message', m.message
      ),
      now(), null, 'message.created:' || m.id
    )
    from public.contact_messages m where m.id = any (ids);
  end if;
  return null;
end
$$;
create trigger enqueue_arrivals after insert on public.contact_messages
  referencing new table as arrived for each statement execute function private.enqueue_for_messages();
