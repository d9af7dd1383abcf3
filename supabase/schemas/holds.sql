-- Temporary reservations of slots, and automatic confirmations. Insert and update triggers call these functions.

-- Serializes bookings, so that the second request for a slot gets a readable error instead of a constraint violation.
create function private.lock_calls() returns void
  language sql
  return pg_advisory_xact_lock(7206341004);

-- Records that this host received a call, so that another host receives the next call. Skips a locked row to avoid a
-- deadlock: a transaction that saves a host's settings waits for the host's calls, so a transaction that moves such a
-- call must not wait for the host's row.
create function private.mark_host_given_call(chosen uuid) returns void
  language sql
  set search_path = ''
  as $$
    update private.hosts h set last_given_at = now()
    where h.id = (select f.id from private.hosts f where f.id = chosen for no key update skip locked)
  $$;

-- True if a mail server sends our emails; our server stores this value when it starts. Without a mail server, visitors
-- cannot verify mailboxes.
create table private.mail_service (
  is_only boolean not null default true,
  is_there boolean not null,

  constraint mail_service_pkey primary key (is_only),
  constraint mail_service_is_only_check check (is_only)
);

alter table private.mail_service enable row level security;

create function private.record_mail_service(is_there boolean) returns void
  language sql security definer
  set search_path = ''
  as $$
    insert into private.mail_service as m (is_there) values (record_mail_service.is_there)
    on conflict (is_only) do update set is_there = excluded.is_there where m.is_there <> excluded.is_there
  $$;
grant execute on function private.record_mail_service(boolean) to backline_upkeep;

-- Returns a booking's current holds. A hold does not count while its host takes no calls.
create function private.live_holds(booking uuid, now_is timestamptz) returns setof private.call_holds
  language plpgsql stable
  set search_path = ''
  as $$
begin
  return query
    select c.* from private.call_holds c join private.active_hosts() h on h.id = c.host
    where c.booking = live_holds.booking and c.until > now_is and lower(c.slot) > now_is;
end
$$;

-- Anyone can type any email address, so a slot is held only after a link in an email has verified the mailbox. Without
-- a mail server, a slot is held at once.
create function private.needs_mailbox_proof(request public.strategy_call_bookings) returns boolean
  language sql stable
  set search_path = ''
  as $$ select request.mailbox is null and not exists (select from private.mail_service m where not m.is_there) $$;

-- Deletes expired holds. Skips locked rows to avoid deadlocks.
create function private.end_holds(now_is timestamptz) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  expired record;
begin
  for expired in
    with deleted as (
      delete from private.call_holds c where (c.booking, c.slot) in (
        select e.booking, e.slot from private.call_holds e where e.until <= now_is for update skip locked
      )
      returning c.booking, c.is_offered
    )
    select g.booking, bool_or(g.is_offered) as is_offer from deleted g group by 1
  loop
    if expired.is_offer then
      perform private.record('offer_ended', 'strategy_call_bookings', expired.booking);
    end if;
    perform private.notify_row('strategy_call_bookings', 'UPDATE', expired.booking);
  end loop;
end
$$;

-- Holds the chosen slot with an available host until the slot begins; returns the host, or null. Suspected and unverified
-- requests get no hold. A mailbox can have at most three holds and upcoming confirmed calls.
create function private.hold_slot(asked public.strategy_call_bookings) returns uuid
  language plpgsql
  set search_path = ''
  as $$
declare
  minutes integer := (select s.call_minutes from public.desk_settings s);
  chosen uuid;
begin
  if not asked.picked or asked.status <> 'new' or private.needs_mailbox_proof(asked) then
    return null;
  end if;
  perform private.lock_calls();
  perform private.end_holds(now());
  if (
    select count(*) from public.strategy_call_bookings b
    left join private.call_holds c on c.booking = b.id and not c.is_offered
    where private.mailbox_of(b.email) = private.mailbox_of(asked.email) and b.picked and b.id <> asked.id
      and (c.booking is not null or (b.status = 'confirmed' and b.call_at > now()))
  ) >= 3 then
    return null;
  end if;
  chosen := private.available_host(asked.preferred_time, now(), minutes, asked.id);
  if chosen is not null then
    delete from private.call_holds c where c.booking = asked.id and not c.is_offered;
    insert into private.call_holds (booking, host, slot, until, is_proven) values (
      asked.id, chosen, tstzrange(asked.preferred_time, asked.preferred_time + make_interval(mins => minutes)),
      asked.preferred_time, not exists (select from private.mail_service m where not m.is_there)
    );
    perform private.mark_host_given_call(chosen);
  end if;
  return chosen;
end
$$;

-- A request keeps its hold while an answer is due. After a reply, the hold lasts until the next work day; after an
-- offer, until the offer ends. Returns whether this change added a hold.
create function private.update_hold(old public.strategy_call_bookings, new public.strategy_call_bookings) returns boolean
  language plpgsql
  set search_path = ''
  as $$
begin
  -- An email from the visitor does not end the offer.
  if (old.status, old.confirmed) is distinct from (new.status, new.confirmed) and coalesce(new.unanswered_since <= now(), true)
    or new.unanswered_since is distinct from old.unanswered_since and new.unanswered_since <= now()
      and current_setting('backline.by', true) is distinct from 'email'
  then
    delete from private.call_holds c where c.booking = new.id and c.is_offered;
  end if;
  if new.status not in ('new', 'spam?') or not new.picked or new.preferred_time <> old.preferred_time then
    delete from private.call_holds c where c.booking = new.id and not c.is_offered;
  elsif new.unanswered_since is distinct from old.unanswered_since then
    update private.call_holds c set until = case
      when new.unanswered_since <= now() then lower(c.slot)
      when new.remind_at is null and new.unanswered_since is not null then least(lower(c.slot), new.unanswered_since)
      else least(lower(c.slot), private.next_work_day(now()))
    end
    where c.booking = new.id and not c.is_offered;
  end if;
  if new.status = 'confirmed' and (old.status, old.confirmed, old.assigned_to)
    is distinct from (new.status, new.confirmed, new.assigned_to)
  then
    perform private.end_overlapping_holds(new);
  end if;
  return new.picked and (old.status, old.picked, old.preferred_time, old.mailbox)
      is distinct from (new.status, new.picked, new.preferred_time, new.mailbox)
    and private.hold_slot(new) is not null;
end
$$;

-- Called after a member has confirmed a call in a slot that other bookings held. If such a booking has no other hold,
-- an answer to it becomes due. The visitors are notified when the confirmation can no longer be undone.
create function private.end_overlapping_holds(call public.strategy_call_bookings) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  affected record;
  was public.strategy_call_bookings;
begin
  for affected in
    with deleted as (
      delete from private.call_holds c
      where c.host = call.assigned_to and c.slot && call.confirmed and c.booking <> call.id and c.until > now() returning *
    )
    select g.booking, min(lower(g.slot)) as starts, jsonb_agg(to_jsonb(g)) as holds
    from deleted g group by 1 order by 1
  loop
    select * into was from public.strategy_call_bookings b where b.id = affected.booking;
    -- The other offered slots stay open.
    continue when exists (select from private.live_holds(was.id, now()) c where c.is_offered);
    update public.strategy_call_bookings b set unanswered_since = least(b.unanswered_since, now()) where b.id = was.id;
    perform private.record('hold_lost', 'strategy_call_bookings', was.id);
    insert into public.outbox (channel, kind, booking_id, facts, due_at, ends_at) values (
      'letter', 'time-taken', was.id, jsonb_build_object(
        'starts', affected.starts, 'cause', call.id, 'holds', affected.holds, 'since', was.unanswered_since
      ), now() + private.undo_window(), affected.starts
    );
  end loop;
end
$$;

-- The confirmation was undone before visitors were notified.
create function private.restore_overlapping_holds(call uuid) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  untold record;
begin
  for untold in
    delete from public.outbox o
    where o.kind = 'time-taken' and o.facts ->> 'cause' = call::text and o.state = 'waiting' and o.attempts = 0
    returning o.booking_id as id, o.facts
  loop
    insert into private.call_holds
    select * from jsonb_populate_recordset(null::private.call_holds, untold.facts -> 'holds') on conflict do nothing;
    update public.strategy_call_bookings b set unanswered_since = (untold.facts ->> 'since')::timestamptz where b.id = untold.id;
    perform private.record('hold_restored', 'strategy_call_bookings', untold.id);
  end loop;
end
$$;

-- Confirms a request without the team if the request has a hold, its mailbox is verified, and the owners allow
-- automatic confirmation.
create function private.confirm_automatically(asked uuid) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  perform set_config('backline.by', 'automatic', true);
  update public.strategy_call_bookings b set status = 'confirmed', confirmed = c.slot, assigned_to = c.host
  from private.live_holds(asked, now()) c, public.desk_settings s
  where not c.is_offered and c.is_proven and s.confirm_at_once and b.id = asked and b.status = 'new';
  perform set_config('backline.by', '', true);
end
$$;
