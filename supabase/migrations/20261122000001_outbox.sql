-- What has to leave the house: letters, and webhooks in a later file. A row is written in the transaction of its cause,
-- taken by whichever process comes first, tried until it is out, and kept with what became of it. Decision page 28.

create table public.outbox (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  channel text not null,
  -- What it is about, as src/shared/contract/outbox.ts lists it.
  kind text not null,
  -- What was sent in the end: a change of a call may have become 'call-moved' or 'call-confirmed' by then.
  sent_as text,
  -- It goes with what it is about: nothing is sent about somebody who was erased.
  booking_id uuid,
  message_id uuid,
  user_id uuid,
  -- A mailbox of the team; null: whoever sent the booking or the message.
  recipient text,
  -- How things stood when it was written.
  facts jsonb not null default '{}',
  -- A whole letter with a key in it, sealed with the server's own; emptied once it is out.
  sealed text,
  -- What is enough once. A second row of the same cause is refused.
  once text,
  due_at timestamptz not null default now(),
  -- After this moment it is of no use to anybody.
  ends_at timestamptz,
  -- After this moment a try that fails is the last one.
  give_up_at timestamptz not null default now() + interval '3 days',
  state text not null default 'waiting',
  attempts integer not null default 0,
  -- Who is at it, and until when it is theirs unless they say that they still are.
  holder uuid,
  held_until timestamptz,
  -- A try ended when the other side had everything and had not answered: it may have arrived.
  is_doubtful boolean not null default false,
  -- What the last try ended with, or why it was given up; never an address.
  reason text,
  settled_at timestamptz,

  constraint outbox_pkey primary key (id),
  constraint outbox_once_key unique (once),
  constraint outbox_booking_id_fkey foreign key (booking_id)
    references public.strategy_call_bookings (id) on delete cascade,
  constraint outbox_message_id_fkey foreign key (message_id)
    references public.contact_messages (id) on delete cascade,
  constraint outbox_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint outbox_channel_check check (channel in ('letter', 'webhook')),
  constraint outbox_kind_check check (kind ~ '^[a-z]+([.-][a-z]+)*$' and char_length(kind) <= 40),
  constraint outbox_sent_as_check check (sent_as ~ '^[a-z]+([.-][a-z]+)*$' and char_length(sent_as) <= 40),
  constraint outbox_booking_id_check check (num_nonnulls(booking_id, message_id) <= 1),
  constraint outbox_recipient_check check (char_length(recipient) <= 254),
  constraint outbox_state_check check (
    state in ('waiting', 'sending', 'sent', 'dropped', 'failed')
    and (state = 'sending') = (holder is not null) and (state = 'sending') = (held_until is not null)
  ),
  constraint outbox_reason_check check (char_length(reason) <= 300)
);
comment on table public.outbox is 'Letters and webhooks: to be sent, sent, given up.';
create index outbox_due_idx on public.outbox (channel, due_at) where state = 'waiting';
create index outbox_held_idx on public.outbox (channel, held_until) where state = 'sending';
create index outbox_created_at_idx on public.outbox (created_at desc, id);
create index outbox_failed_idx on public.outbox (created_at desc) where state = 'failed';
create index outbox_booking_id_idx on public.outbox (booking_id) where booking_id is not null;
create index outbox_message_id_idx on public.outbox (message_id) where message_id is not null;
create index outbox_user_id_idx on public.outbox (user_id) where user_id is not null;

create trigger touch before update on public.outbox
  for each row execute function private.touch_updated_at();

-- Wakes the processes that wait for something to do: says, once for each statement, on which channels there is some.
create function private.wake_outbox() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  perform pg_catalog.pg_notify('outbox', a.channel) from (select distinct added.channel from added) a;
  return null;
end
$$;
create trigger wake after insert on public.outbox
  referencing new table as added
  for each statement execute function private.wake_outbox();

alter table public.outbox enable row level security;
revoke all on public.outbox from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.outbox to service_role;
-- Not the facts, which hold what a visitor sent, and not what is sealed.
grant select (
  id, created_at, updated_at, channel, kind, sent_as, booking_id, message_id, user_id, recipient, due_at, ends_at,
  state, attempts, is_doubtful, reason, settled_at
) on public.outbox to authenticated;
create policy "staff see what is sent" on public.outbox
  for select to authenticated
  using (
    (user_id is null and (select private.staff_role()) is not null) or (select private.staff_role()) = 'owner'
  );

-- Takes up to so many rows of a channel that are due, for as long as `lease`, and passes over those that somebody else is
-- taking. Also those whose holder has gone silent: nobody knows how far their try came. Leases are in the database's
-- time, so that the clocks of the processes do not matter, and start anew when it does: nobody could renew one while it
-- was away, and whoever has sent something gets to say so. What is due is told, so that a test may say another time; in
-- whole milliseconds, while a row knows parts of one.
create function private.claim_outbox(
  holder uuid, channel text, most integer, lease interval, now_is timestamptz
) returns setof public.outbox
  language sql
  set search_path = ''
  as $$
    with silent as materialized (
      select o.id from public.outbox o
      where o.channel = claim_outbox.channel and o.state = 'sending' and o.held_until < clock_timestamp()
        and pg_postmaster_start_time() < clock_timestamp() - lease
      order by o.held_until limit most for update skip locked
    ),
    ready as materialized (
      select o.id from public.outbox o
      where o.channel = claim_outbox.channel and o.state = 'waiting' and o.due_at < now_is + interval '1 millisecond'
      order by o.due_at limit greatest(most - (select count(*) from silent), 0) for update skip locked
    ),
    due as (select silent.id from silent union all select ready.id from ready)
    update public.outbox o set
      state = 'sending', holder = claim_outbox.holder, held_until = clock_timestamp() + lease,
      attempts = o.attempts + 1, is_doubtful = o.is_doubtful or o.state = 'sending'
    from due where o.id = due.id
    returning o.*
  $$;

-- Says that the holder is still at these. Gives those that are still theirs.
create function private.renew_outbox(holder uuid, ids uuid[], lease interval) returns setof uuid
  language sql
  set search_path = ''
  as $$
    update public.outbox o set held_until = clock_timestamp() + lease
    where o.id = any (ids) and o.holder = renew_outbox.holder and o.state = 'sending'
    returning o.id
  $$;

-- Writes down what became of a try: 'sent', 'dropped', 'failed', or 'waiting' until `due_at`. Nothing happens, and it
-- says so, when the row is no longer the holder's.
create function private.settle_outbox(
  id uuid, holder uuid, state text, sent_as text, reason text, is_doubtful boolean, due_at timestamptz
) returns boolean
  language plpgsql
  set search_path = ''
  as $$
begin
  update public.outbox o set
    state = settle_outbox.state,
    sent_as = coalesce(settle_outbox.sent_as, o.sent_as),
    reason = left(settle_outbox.reason, 300),
    is_doubtful = o.is_doubtful or settle_outbox.is_doubtful,
    due_at = coalesce(settle_outbox.due_at, o.due_at),
    settled_at = case when settle_outbox.state <> 'waiting' then clock_timestamp() end,
    sealed = case when settle_outbox.state in ('waiting', 'failed') then o.sealed end,
    holder = null,
    held_until = null
  where o.id = settle_outbox.id and o.holder = settle_outbox.holder and o.state = 'sending';
  return found;
end
$$;

-- Letters to visitors stay as long as what they are about: they say what somebody was told. What else is settled goes
-- after a season. Gives how many went.
create function private.prune_outbox(now_is timestamptz) returns integer
  language plpgsql
  set search_path = ''
  as $$
declare
  gone integer;
begin
  delete from public.outbox o
  where o.state in ('sent', 'dropped') and o.settled_at < now_is - interval '90 days'
    and (o.channel = 'webhook' or o.recipient is not null or o.user_id is not null);
  get diagnostics gone = row_count;
  return gone;
end
$$;
grant execute on function
  private.claim_outbox(uuid, text, integer, interval, timestamptz),
  private.renew_outbox(uuid, uuid[], interval),
  private.settle_outbox(uuid, uuid, text, text, text, boolean, timestamptz),
  private.prune_outbox(timestamptz)
to service_role;

-- What somebody is told of their account: a letter with a key in it, which only the server can open. For nobody, of
-- whom an answer must not tell that there is nobody, the same is done and nothing is left. Definer: the auth service may
-- write nothing else here.
create function private.post_account_letter(user_id uuid, letter text, sealed text, ends_at timestamptz) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  posted uuid;
begin
  insert into public.outbox (channel, kind, sent_as, user_id, sealed, ends_at)
  values (
    'letter', 'account', post_account_letter.letter, post_account_letter.user_id, post_account_letter.sealed,
    post_account_letter.ends_at
  ) returning id into posted;
  if post_account_letter.user_id is null then
    delete from public.outbox o where o.id = posted;
  end if;
end
$$;
grant execute on function private.post_account_letter(uuid, text, text, timestamptz) to supabase_auth_admin;

-- By hand, from the desk: tries once more what was given up, or gives up what waits.
create function public.send_again(item uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.outbox;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.outbox o where o.id = item for update;
  if not found or (was.user_id is not null and private.staff_role() <> 'owner') then
    raise exception 'There is nothing like that to send.' using errcode = 'PT404';
  end if;
  if was.state not in ('failed', 'waiting') then
    perform private.refuse(
      'not_allowed', format('What is %s is not sent again.', was.state), jsonb_build_object('state', was.state)
    );
  end if;
  update public.outbox o set
    state = 'waiting', due_at = now(), give_up_at = now() + interval '3 days', attempts = 0, settled_at = null
  where o.id = item;
  perform private.record(was.channel || '_retried', 'outbox', item, jsonb_build_object('kind', was.kind));
  perform pg_notify('outbox', was.channel);
end
$$;

create function public.give_up(item uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.outbox;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.outbox o where o.id = item for update;
  if not found or (was.user_id is not null and private.staff_role() <> 'owner') then
    raise exception 'There is nothing like that to send.' using errcode = 'PT404';
  end if;
  if was.state not in ('failed', 'waiting') then
    perform private.refuse(
      'not_allowed', format('What is %s cannot be given up.', was.state), jsonb_build_object('state', was.state)
    );
  end if;
  update public.outbox o
  set state = 'dropped', reason = 'given up by hand', settled_at = now(), sealed = null where o.id = item;
  perform private.record(was.channel || '_stopped', 'outbox', item, jsonb_build_object('kind', was.kind));
end
$$;
grant execute on function public.send_again(uuid), public.give_up(uuid) to authenticated;
