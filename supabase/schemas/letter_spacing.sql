-- Letters that came of a visitor's own hand to a mailbox, of the last day. Each table is asked by its own index: asked with
-- `or`, PostgreSQL reads the whole outbox.
create function private.letters_to(mailbox text) returns setof public.outbox
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

-- When the first of new letters to a mailbox leaves, and what of the next: one at a time, as `space_letters` says of a
-- single one. `waits_from` is null where the first leaves at once; the others follow it by minutes.
create function private.next_letters(mailbox text, out waits_from timestamptz, out then_from timestamptz)
  language plpgsql stable security definer
  set search_path = ''
  set enable_seqscan = off
  set jit = off
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

-- What a visitor's own hand causes may be a stranger's hand. The first letter to a mailbox that nobody here knows leaves at
-- once, and so does an invitation right after it; the next one an hour after it, then four, then sixteen. What comes while one waits lines up behind it, and is told
-- in it (private.gather_letters). What the team causes waits for nothing.
create function private.space_letters() returns trigger
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
    -- Who picks a free time after the answer to the same request has their invitation as soon as who picked it before.
    when told = 1 and new.kind = 'call' and new.facts ->> 'status' = 'confirmed' and exists (
      select from public.outbox o where o.booking_id = new.booking_id and o.kind = 'request-received' and o.state = 'sent'
    ) then null
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

-- The first of what waited for one mailbox tells of all: the others are settled with it and stand in its facts, so that each
-- try says the same. Gives whether this is the one; where several fall due at once, as after a night without a server, the
-- others hear that they are told already. One question is asked for all that wait for its answer: a yes lets all of them in.
create function private.gather_letters(item uuid) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.outbox;
  mailbox text;
  waiting uuid[];
begin
  select * into was from public.outbox o where o.id = item and o.facts ? 'waits' and o.kind <> 'call';
  select private.mailbox_of(coalesce(
    (
      select b.email from public.strategy_call_bookings b
      where b.id = was.booking_id and b.status = case was.kind when 'confirm-request' then 'spam?' else 'new' end
    ),
    (
      select m.email from public.contact_messages m
      where m.id = was.message_id and (m.status = 'spam?' or was.kind <> 'confirm-request') and m.status <> 'spam'
    )
  )) into mailbox;
  -- It has nobody to wait for, or is no longer true: whoever sends it finds out.
  if mailbox is null then
    return true;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('letters to ' || mailbox, 0));
  if exists (
    select from private.letters_to(mailbox) l
    where l.id <> item and l.facts -> 'others' ? coalesce(was.booking_id, was.message_id)::text
  ) then
    return false;
  end if;
  select array_agg(l.id order by l.due_at, l.id) into waiting
  from private.letters_to(mailbox) l
  left join public.strategy_call_bookings b on b.id = l.booking_id
  left join public.contact_messages m on m.id = l.message_id
  where l.state in ('waiting', 'sending') and l.facts ? 'waits' and l.kind <> 'call'
    and case was.kind
      when 'confirm-request' then l.kind = was.kind and 'spam?' in (b.status, m.status)
      else l.kind <> 'confirm-request' and (b.status = 'new' or m.status <> 'spam')
    end;
  update public.outbox o set facts = o.facts || jsonb_build_object('others', (
    select coalesce(o.facts -> 'others', '[]') || coalesce(jsonb_agg(coalesce(l.booking_id, l.message_id)), '[]')
    from public.outbox l
    where l.id = any (waiting[2:]) and not coalesce(o.facts -> 'others' ? coalesce(l.booking_id, l.message_id)::text, false)
  ))
  where o.id = waiting[1] and cardinality(waiting) > 1;
  update public.outbox o set state = 'dropped', reason = 'told in one letter with another', settled_at = clock_timestamp()
  where o.id = any (waiting[2:]) and o.state = 'waiting';
  return waiting[1] = item;
end
$$;
grant execute on function private.gather_letters(uuid) to backline_outbox;
