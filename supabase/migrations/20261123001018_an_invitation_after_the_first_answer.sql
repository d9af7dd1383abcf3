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
    -- Who picks a free time after the first answer has their invitation as soon as who picked it before.
    when told = 1 and new.kind = 'call' and new.facts ->> 'status' = 'confirmed' then null
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
