-- A mailbox that has not answered us gets one letter, and then one now and then: whoever types an address may be anybody.
-- Decision page 53.

-- The mailbox that an address leads to, for counting. Most services take what follows a plus for a tag, Gmail passes over
-- dots and has two names, and none minds capitals. Nothing is stored, found or written to by this. The server counts by
-- the same rule (src/server/lib/mail/mailbox.ts); a test compares them.
create function private.mailbox_of(email text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  as $$
    select case
      when name is null or name = '' or domain = '' then address
      when domain in ('gmail.com', 'googlemail.com') then replace(untagged, '.', '') || '@gmail.com'
      else untagged || '@' || domain
    end
    from (select lower(private.trimmed(email)) as address) a
    cross join lateral (
      select substring(address from '^(.*)@[^@]*$') as name, substring(address from '@([^@]*)$') as domain
    ) parts
    cross join lateral (select regexp_replace(name, '^(.[^+]*)\+.*$', '\1') as untagged) bare
  $$;
-- Whoever writes a row writes its index.
grant execute on function private.mailbox_of(text) to anon, authenticated, service_role;

create index strategy_call_bookings_mailbox_idx on public.strategy_call_bookings (private.mailbox_of(email), created_at);
create index contact_messages_mailbox_idx on public.contact_messages (private.mailbox_of(email), created_at);

-- As before, and by mailbox.
create or replace function private.looks_automatic(email text, fill_seconds real, filled_by text, budget_note text)
  returns boolean
  language sql volatile security definer
  set search_path = ''
  as $$
    select case
      -- Nobody sees this field, and browsers have no value for it.
      when budget_note is not null then true
      -- Slow enough for anybody, or nobody knows.
      when coalesce(fill_seconds >= 3, true) then false
      -- Nobody types that fast, and nobody who typed was seen.
      when filled_by is distinct from 'browser' then true
      -- A browser does. A visitor sends a booking and a message; a third within an hour is a program that claims
      -- to be a browser.
      else 1 < (
        select count(*) from (
          select b.created_at from public.strategy_call_bookings b
          where private.mailbox_of(b.email) = private.mailbox_of(looks_automatic.email)
          union all
          select m.created_at from public.contact_messages m
          where private.mailbox_of(m.email) = private.mailbox_of(looks_automatic.email)
        ) earlier
        where earlier.created_at > now() - interval '1 hour'
      )
    end
  $$;

-- Whether the team has dealt with somebody at this mailbox: they confirmed a call, held one, or answered a message. Whoever
-- opens a link may be a program that reads mail before people do.
create function private.is_known_mailbox(mailbox text) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
    select exists (
      select from public.strategy_call_bookings b
      where private.mailbox_of(b.email) = is_known_mailbox.mailbox
        and (
          b.status in ('confirmed', 'held', 'no-show')
          or exists (
            select from public.outbox o
            where o.booking_id = b.id and o.kind = 'call' and o.facts ->> 'by_visitor' = 'false'
          )
        )
    ) or exists (
      select from public.contact_messages m where private.mailbox_of(m.email) = is_known_mailbox.mailbox and m.status = 'answered'
    )
  $$;

-- Letters that came of a visitor's own hand to a mailbox, of the last day.
create function private.letters_to(mailbox text) returns setof public.outbox
  language sql stable security definer
  set search_path = ''
  as $$
    select o.* from public.outbox o
    where o.channel = 'letter' and o.recipient is null and o.kind in ('request-received', 'message-received', 'call')
      and (
        o.booking_id in (select b.id from public.strategy_call_bookings b where private.mailbox_of(b.email) = letters_to.mailbox)
        or o.message_id in (select m.id from public.contact_messages m where private.mailbox_of(m.email) = letters_to.mailbox)
      )
      and (o.state in ('waiting', 'sending') or coalesce(o.settled_at, o.due_at) > now() - interval '1 day')
  $$;

-- What a visitor's own hand causes may be a stranger's hand. The first letter to a mailbox that nobody here knows leaves at
-- once; the next one an hour after it, then four, then sixteen. What comes while one waits lines up behind it, and is told
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
create trigger space before insert on public.outbox
  for each row when (new.channel = 'letter' and new.recipient is null and new.user_id is null)
  execute function private.space_letters();

-- The first of what waited for one mailbox tells of all: the others are settled with it and stand in its facts, so that each
-- try says the same. Gives whether this is the one; where several fall due at once, as after a night without a server,
-- the others hear that they are told already.
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
    (select b.email from public.strategy_call_bookings b where b.id = was.booking_id and b.status = 'new'),
    (select m.email from public.contact_messages m where m.id = was.message_id and m.status <> 'spam')
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
    and (b.status = 'new' or m.status <> 'spam');
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
