-- Limits emails, because anyone can type any email address. An unverified mailbox receives at most four emails a day,
-- and a team mailbox receives at most a hundred an hour about visitors' requests. Emails beyond these rate limits are
-- stored as dropped, so that the desk shows them. Emails caused by a member do not count toward a visitor's rate limit.
-- Queries use a union: with `or`, PostgreSQL reads the whole outbox.
create function private.limit_letters() returns trigger
  language plpgsql security definer
  set search_path = ''
  set enable_seqscan = off
  set jit = off
  as $$
declare
  reader text;
  letters integer;
begin
  -- Takes no lock: a few additional emails do no harm, and requests that queue several emails could deadlock. Reads the
  -- oldest emails first, so that the query can stop early.
  if new.recipient is not null then
    select count(*) into letters from (
      select from public.outbox o
      where o.created_at > now() - interval '1 hour' and o.recipient = new.recipient and o.state <> 'dropped'
        and o.kind in ('team-booking', 'team-message', 'team-proposal')
      order by o.created_at limit 100
    ) o;
    if letters >= 100 then
      new.state := 'dropped';
      new.reason := 'this mailbox has received 100 emails about requests within an hour';
      new.settled_at := now();
    end if;
    return new;
  end if;
  if current_setting('role', true) is distinct from 'anon'
    and coalesce(current_setting('backline.by', true), '') = ''
  then
    return new;
  end if;
  -- A mailbox that received an invitation also receives emails about changes to the call. Other code limits the number
  -- of moves.
  if new.kind = 'call' and exists (
    select from public.outbox o
    where o.booking_id = new.booking_id and o.kind = 'call' and o.state <> 'dropped' and o.facts ->> 'status' = 'confirmed'
  ) then
    return new;
  end if;
  select private.mailbox_of(coalesce(
    (select b.email from public.strategy_call_bookings b where b.id = new.booking_id and b.mailbox is null),
    (select m.email from public.contact_messages m where m.id = new.message_id)
  )) into reader;
  if reader is null then
    return new;
  end if;
  -- Serializes transactions, so that the second one sees the rows of the first.
  perform pg_advisory_xact_lock(hashtextextended('letters to ' || reader, 0));
  select count(*) into letters from (
    select o.* from public.strategy_call_bookings b join public.outbox o on o.booking_id = b.id
    where private.mailbox_of(b.email) = reader
    union all
    select o.* from public.contact_messages m join public.outbox o on o.message_id = m.id
    where private.mailbox_of(m.email) = reader
  ) o
  where o.channel = 'letter' and o.recipient is null and o.state <> 'dropped' and o.created_at > now() - interval '1 day'
    and o.kind in ('request-received', 'message-received', 'call');
  if letters >= 4 then
    new.state := 'dropped';
    new.reason := 'this mailbox is not verified and has received four emails within a day';
    new.settled_at := now();
  end if;
  return new;
end
$$;
