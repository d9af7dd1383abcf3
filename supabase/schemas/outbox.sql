-- Emails and webhook deliveries. Each row is written in the transaction that causes it, leased by one process at a
-- time, retried if necessary, and finally stored with its result. Decision 13.
create table public.outbox (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  channel text not null,
  -- src/shared/contract/outbox.ts lists the kinds.
  kind text not null,
  -- The kind that was actually sent. For a changed call, for example, 'call-moved' or 'call-confirmed'.
  sent_as text,
  -- Deleting the booking, message or account deletes the row, so that nothing is sent about an erased person.
  booking_id uuid,
  message_id uuid,
  user_id uuid,
  -- A mailbox of the team. Null for an email to the visitor or the account.
  recipient text,
  -- The state of the booking or message when the row was written.
  facts jsonb not null default '{}',
  -- An email that contains a key, or the recipient of an 'own-data' email. Encrypted, and deleted after sending.
  sealed text,
  -- Unique, so that a cause adds only one row.
  once text,
  due_at timestamptz not null default now(),
  ends_at timestamptz,
  -- If an attempt fails after this time, no other attempt follows.
  abandon_at timestamptz not null default now() + interval '3 days',
  state text not null default 'waiting',
  attempts integer not null default 0,
  -- The process that has the lease, and the time at which the lease expires.
  lease_owner uuid,
  lease_expires_at timestamptz,
  -- True if an attempt ended after everything was sent but before a response arrived: the email or event may have
  -- arrived.
  may_have_arrived boolean not null default false,
  -- The result of the last attempt. Never contains an address.
  reason text,
  settled_at timestamptz,
  webhook_id uuid,
  -- The time at which the item was due before its first failed attempt; alerts count from this time. Null until an
  -- attempt fails. Also null if the last attempt failed only because of the email address, which a visitor may have
  -- mistyped or invented.
  first_due_at timestamptz,

  constraint outbox_pkey primary key (id),
  constraint outbox_once_key unique (once),
  constraint outbox_booking_id_fkey foreign key (booking_id)
    references public.strategy_call_bookings (id) on delete cascade,
  constraint outbox_message_id_fkey foreign key (message_id)
    references public.contact_messages (id) on delete cascade,
  constraint outbox_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint outbox_channel_check check (channel in ('letter', 'webhook')),
  constraint outbox_kind_check check (kind in (
    'request-received', 'call', 'call-stands', 'reply', 'times-offered', 'time-taken', 'reminder-day', 'reminder-hour',
    'message-received', 'team-booking', 'team-message', 'team-call', 'team-call-erased', 'team-proposal', 'team-risk',
    'team-digest', 'team-fault', 'team-calendar', 'team-backup', 'team-mention', 'team-assigned', 'own-data',
    'account', 'second-step-reset', 'new-device', 'large-export', 'booking.created', 'booking.confirmed', 'booking.completed',
    'booking.no-show', 'booking.outcome', 'booking.cancelled', 'booking.assigned', 'message.created',
    'message.answered', 'message.assigned'
  )),
  constraint outbox_sent_as_check check (sent_as ~ '^[a-z]+([.-][a-z]+)*$' and char_length(sent_as) <= 40),
  constraint outbox_booking_or_message_check check (num_nonnulls(booking_id, message_id) <= 1),
  constraint outbox_recipient_check check (char_length(recipient) <= 254),
  constraint outbox_state_check check (
    state in ('waiting', 'sending', 'sent', 'dropped', 'failed')
    and (state = 'sending') = (lease_owner is not null) and (state = 'sending') = (lease_expires_at is not null)
  ),
  constraint outbox_reason_check check (char_length(reason) <= 300),
  constraint outbox_webhook_id_fkey foreign key (webhook_id) references public.webhooks (id) on delete cascade,
  constraint outbox_webhook_id_check check ((channel = 'webhook') = (webhook_id is not null))
);

comment on table public.outbox is 'Emails and webhooks: to be sent, sent, cancelled.';

create index outbox_due_idx on public.outbox ((kind <> 'account'), due_at) where state = 'waiting' and channel = 'letter';
create index outbox_webhook_due_idx on public.outbox (webhook_id, due_at) where state = 'waiting';
create index outbox_lease_idx on public.outbox (channel, lease_expires_at) where state = 'sending';
create index outbox_created_at_idx on public.outbox (created_at desc, id);
create index outbox_failed_idx on public.outbox (created_at desc) where state = 'failed';
create index outbox_booking_id_idx on public.outbox (booking_id) where booking_id is not null;
create index outbox_message_id_idx on public.outbox (message_id) where message_id is not null;
create index outbox_user_id_idx on public.outbox (user_id) where user_id is not null;
create index outbox_webhook_id_idx on public.outbox (webhook_id, created_at desc) where webhook_id is not null;

alter table public.outbox enable row level security;

grant
  select (
    id, created_at, updated_at, channel, kind, sent_as, booking_id, message_id, user_id, recipient, due_at, ends_at,
    state, attempts, may_have_arrived, reason, settled_at, webhook_id
  )
  on public.outbox to authenticated;
grant delete on public.outbox to service_role;
grant
  select (
    id, created_at, updated_at, channel, kind, sent_as, booking_id, message_id, user_id, recipient, facts, once, due_at,
    ends_at, abandon_at, state, attempts, lease_owner, lease_expires_at, may_have_arrived, reason, settled_at, webhook_id
  ),
  insert (
    id, channel, kind, booking_id, message_id, user_id, recipient, facts, once, due_at, ends_at, abandon_at, webhook_id
  ),
  update (
    recipient, facts, once, due_at, ends_at, abandon_at, state, attempts, lease_owner, lease_expires_at, may_have_arrived, reason,
    settled_at
  )
  on public.outbox to service_role;
grant
  select (id, kind, sent_as, booking_id, message_id, recipient, facts, state, may_have_arrived)
  on public.outbox to backline_outbox;

create policy "members read the outbox" on public.outbox
  for select to authenticated
  using (
    (user_id is null and (select private.staff_role()) is not null) or (select private.staff_role()) = 'owner'
  );

create policy "the outbox reads" on public.outbox for select to backline_outbox using (true);

create policy "service role" on public.outbox to service_role using (true) with check (true);

create trigger touch before update on public.outbox
  for each row execute function private.touch_updated_at();

create trigger wake after insert on public.outbox
  referencing new table as added
  for each statement execute function private.wake_outbox();

create trigger limit_letters before insert on public.outbox for each row
  when (
    new.channel = 'letter' and new.user_id is null and new.state = 'waiting'
    and (new.recipient is null or new.kind in ('team-booking', 'team-message', 'team-proposal'))
  )
  execute function private.limit_letters();

-- Leases due rows of a channel, including rows whose lease has expired. Each process gets up to `most` rows for each
-- receiver (the mail server or a webhook), so that a slow receiver does not delay others. Emails with a key come first,
-- because their readers are waiting. Leases use the database's time, so that the clocks of processes do not matter. No
-- lease expires until the database has run for the length of a lease, because processes cannot renew leases while the
-- database is down. `now_is` is precise to the millisecond, but times in rows are precise to the microsecond. An email
-- waits while an email about the same booking is being sent to the same reader, or is due earlier (decision 13).
-- Updates rows by key, because PostgreSQL reads the whole outbox to join it to a list of unknown length. Runs as its
-- owner, because only these functions can change the outbox.
create function private.lease_outbox(
  lease_owner uuid, channel text, most integer, lease interval, now_is timestamptz
) returns setof public.outbox
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  due uuid[];
  before timestamptz := now_is + interval '1 millisecond';
begin
  if lease_outbox.channel = 'letter' then
    most := greatest(0, most - (
      select count(*) from public.outbox o
      where o.channel = 'letter' and o.state = 'sending' and o.lease_owner = lease_outbox.lease_owner
    ));
  end if;
  -- After the database restarts, processes get time to renew their leases.
  if pg_postmaster_start_time() < clock_timestamp() - lease then
    due := array(
      select o.id from public.outbox o
      where o.channel = lease_outbox.channel and o.state = 'sending' and o.lease_expires_at < clock_timestamp()
        and o.lease_owner <> lease_outbox.lease_owner
      order by o.lease_expires_at limit most for update skip locked
    );
  end if;
  if lease_outbox.channel = 'letter' then
    due := due || array(
      select o.id from public.outbox o
      where o.channel = 'letter' and o.state = 'waiting' and o.due_at < before
        and not exists (
          select from public.outbox p
          where p.booking_id = o.booking_id and p.channel = 'letter' and p.recipient is not distinct from o.recipient
            and (
              p.state = 'sending'
              or p.state = 'waiting' and p.due_at < before
                and (p.due_at, p.created_at, p.id) < (o.due_at, o.created_at, o.id)
            )
        )
      order by o.kind <> 'account', o.due_at limit most - coalesce(cardinality(due), 0) for update skip locked
    );
  else
    due := due || array(
      select o.id from public.webhooks w cross join lateral (
        select o.id from public.outbox o
        where o.webhook_id = w.id and o.state = 'waiting' and o.due_at < before
        order by o.due_at limit greatest(0, most - (
          select count(*) from public.outbox p
          where p.channel = 'webhook' and p.webhook_id = w.id and p.state = 'sending' and p.lease_owner = lease_outbox.lease_owner
        )) for update skip locked
      ) o
    );
  end if;
  return query
    update public.outbox o set
      state = 'sending', lease_owner = lease_outbox.lease_owner, lease_expires_at = clock_timestamp() + lease,
      attempts = o.attempts + 1, may_have_arrived = o.may_have_arrived or o.state = 'sending'
    where o.id = any (due)
    returning o.*;
end
$$;
grant execute on function private.lease_outbox(uuid, text, int, interval, timestamptz) to backline_outbox;

-- Renews a process's leases. If the clock was set back, also shortens leases that are longer than a new lease, and
-- makes rows with a future change time due.
create function private.renew_outbox_leases(lease_owner uuid, lease interval) returns void
  language sql security definer
  set search_path = ''
  as $$
    update public.outbox o set lease_expires_at = clock_timestamp() + lease
    where o.state = 'sending' and (o.lease_owner = renew_outbox_leases.lease_owner or o.lease_expires_at > clock_timestamp() + lease);
    update public.outbox o set due_at = o.due_at - (o.updated_at - clock_timestamp())
    where o.state = 'waiting' and o.updated_at > clock_timestamp() + interval '1 minute';
  $$;
grant execute on function private.renew_outbox_leases(uuid, interval) to backline_outbox;

-- Stores a result: 'sent', 'dropped', 'failed', or 'waiting' until `due_at`. If `is_untried` is true, the attempt
-- does not count. Returns false if the lease was lost.
create function private.record_outbox_attempt(lease_owner uuid, item uuid, result jsonb) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  t record;
begin
  select * into t from jsonb_to_record(result) _ (
    state text, sent_as text, reason text, may_have_arrived boolean, is_untried boolean, is_of_address boolean,
    due_at timestamptz
  );
  update public.outbox o set
    state = t.state,
    sent_as = coalesce(t.sent_as, o.sent_as),
    reason = left(t.reason, 300),
    may_have_arrived = o.may_have_arrived or t.may_have_arrived,
    attempts = o.attempts - t.is_untried::int,
    due_at = coalesce(t.due_at, o.due_at),
    first_due_at = case when t.is_of_address is not true then
      coalesce(o.first_due_at, case when t.due_at is not null then o.due_at end)
    end,
    settled_at = case when t.state <> 'waiting' then clock_timestamp() end,
    sealed = case when t.state in ('waiting', 'failed') then o.sealed end,
    lease_owner = null,
    lease_expires_at = null
  where o.id = record_outbox_attempt.item and o.lease_owner = record_outbox_attempt.lease_owner and o.state = 'sending';
  return found;
end
$$;
grant execute on function private.record_outbox_attempt(uuid, uuid, jsonb) to backline_outbox;

-- Emails to visitors stay as long as their booking or message. Other finished rows are deleted after 90 days.
create function private.prune_outbox(now_is timestamptz) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  gone integer;
begin
  delete from public.outbox o
  where o.state in ('sent', 'dropped') and o.settled_at < now_is - interval '90 days'
    and (o.channel = 'webhook' or o.recipient is not null or num_nonnulls(o.booking_id, o.message_id) = 0);
  get diagnostics gone = row_count;
  return gone;
end
$$;
grant execute on function private.prune_outbox(timestamptz) to backline_outbox;
