set check_function_bodies = off;

drop policy "visitors may write to us" on public.contact_messages;

drop policy "visitors may ask for a call" on public.strategy_call_bookings;

-- A form that waited for the word of its mailbox stays where the team sees it, among the suspects; nobody asks any more.
delete from public.outbox where kind = 'confirm-request';
alter table public.strategy_call_bookings disable trigger user;
update public.strategy_call_bookings set mailbox = null where mailbox = 'asked';
alter table public.strategy_call_bookings enable trigger user;

alter table public.contact_messages drop constraint contact_messages_mailbox_check;

alter table public.outbox drop constraint outbox_kind_check;

alter table public.strategy_call_bookings drop constraint strategy_call_bookings_mailbox_check;

drop function private.enqueue_question(uuid, uuid);

drop function private.lacks_proof();

drop function private.spend_proof(text, timestamp with time zone);

alter table public.contact_messages drop column mailbox;

drop table private.spent_proofs;

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
  perform private.tell_of_arrivals('strategy_call_bookings', ids);
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
  perform private.tell_of_arrivals('contact_messages', ids);
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
    perform private.check_wish(new.preferred_time);
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

create or replace function private.before_message_insert() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new := private.normalized_message(new);
  if current_user in ('anon', 'authenticated') then
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

create or replace function private.cap_letters() returns trigger
  language plpgsql security definer
  set search_path = ''
  set enable_seqscan = off
  set jit = off
  as $$
declare
  reader text;
  letters integer;
begin
  if current_setting('role', true) is distinct from 'anon'
    and coalesce(current_setting('backline.by', true), '') <> 'visitor'
  then
    return new;
  end if;
  -- A mailbox that has an invitation in its calendar hears what becomes of it; how often it may be moved is limited.
  if new.kind = 'call' and exists (
    select from public.outbox o
    where o.booking_id = new.booking_id and o.kind = 'call' and o.state <> 'dropped' and o.facts ->> 'status' = 'confirmed'
  ) then
    return new;
  end if;
  select private.mailbox_of(coalesce(
    (select b.email from public.strategy_call_bookings b where b.id = new.booking_id),
    (select m.email from public.contact_messages m where m.id = new.message_id)
  )) into reader;
  if reader is null or private.is_known_mailbox(reader) then
    return new;
  end if;
  -- Of two at once, the second sees what the first wrote.
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
    new.reason := 'this mailbox never answered and had four letters today';
    new.settled_at := now();
  end if;
  return new;
end
$$;

create or replace function private.confirm_mailbox(row_id uuid) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  known text;
begin
  select private.mailbox_of(b.email) into known from public.strategy_call_bookings b where b.id = row_id and b.status <> 'spam';
  if known is null then
    return false;
  end if;
  perform set_config('backline.by', 'visitor', true);
  -- In one order, so that two links of one mailbox do not wait for one another.
  update public.strategy_call_bookings b set mailbox = 'confirmed'
  where b.id = any (array(
    select c.id from public.strategy_call_bookings c
    where private.mailbox_of(c.email) = known and c.mailbox is null and c.status in ('new', 'confirmed')
    order by c.id for update
  ));
  perform set_config('backline.by', '', true);
  return true;
end
$$;

create or replace function private.is_known_mailbox(mailbox text) returns boolean
  language plpgsql stable security definer
  set search_path = ''
  set enable_seqscan = off
  set jit = off
  as $$
begin
  return exists (
    select from public.strategy_call_bookings b
    where private.mailbox_of(b.email) = is_known_mailbox.mailbox
      and (
        b.status in ('held', 'no-show') or b.mailbox = 'confirmed'
        or (
          select true from public.outbox o
          where o.booking_id = b.id and o.kind = 'call' and o.facts ->> 'by_visitor' = 'false' limit 1
        )
        -- A picked time may have been confirmed by itself, and anybody can pick one in somebody else's name.
        or (b.status = 'confirmed' and not b.picked)
      )
  ) or exists (
    select from public.contact_messages m
    where private.mailbox_of(m.email) = is_known_mailbox.mailbox
      and m.status = 'answered'
  );
end
$$;

create or replace function private.picked_state(asked public.strategy_call_bookings, now_is timestamptz) returns text
  language sql stable
  set search_path = ''
  as $$
    select case
      when not asked.picked or asked.status not in ('new', 'spam?', 'spam') then null
      when exists (select from private.call_holds c where c.booking = asked.id and c.until > now_is) then 'held'
      when private.awaits_proof(asked.email) then case
        when private.free_host(asked.preferred_time, now_is, s.call_minutes, asked.id) is not null then 'unproven'
        else 'taken'
      end
      when asked.status <> 'new' then 'held'
      else 'taken'
    end
    from public.desk_settings s
  $$;

alter table public.outbox
  add constraint outbox_kind_check
    check
    ((kind = any (array['request-received'::text, 'call'::text, 'call-stands'::text, 'reminder-day'::text,
    'reminder-hour'::text,
    'message-received'::text,
    'team-booking'::text,
    'team-message'::text,
    'team-call'::text,
    'team-call-erased'::text,
    'team-proposal'::text,
    'team-risk'::text,
    'team-digest'::text,
    'team-fault'::text,
    'team-calendar'::text,
    'team-backup'::text,
    'own-data'::text,
    'account'::text,
    'second-step-reset'::text,
    'new-device'::text,
    'large-export'::text,
    'booking.created'::text, 'booking.confirmed'::text, 'booking.cancelled'::text, 'message.created'::text])));

alter table public.strategy_call_bookings
  add constraint strategy_call_bookings_mailbox_check check ((mailbox = 'confirmed'::text));

create policy "visitors may write to us" on public.contact_messages
  for insert to anon, authenticated
  with check (
    status = case
      when private.looks_automatic(email, fill_seconds, filled_by, budget_note) then 'spam?'
      else 'new'
    end
    and assigned_to is null
    and source = private.visit_source(landing_page, referrer)
    and campaign is not distinct from private.visit_campaign(landing_page)
    and first_view is not distinct from private.visit_first_view(landing_page)
  );

create policy "visitors may ask for a call" on public.strategy_call_bookings
  for insert to anon, authenticated
  with check (
    status = case
      when private.looks_automatic(email, fill_seconds, filled_by, budget_note) then 'spam?'
      else 'new'
    end
    and confirmed is null and assigned_to is null and mailbox is null
    and source = private.visit_source(landing_page, referrer)
    and campaign is not distinct from private.visit_campaign(landing_page)
    and first_view is not distinct from private.visit_first_view(landing_page)
  );

reset check_function_bodies;
