-- Programs of the owners' that hear of bookings and messages. What they are told is written down in the transaction of
-- its cause, one row of the outbox for each of them, and sent by the server. Decision page 32.

create table public.webhooks (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The server looks at it more closely before it stores or calls it.
  url text not null,
  description text,
  events text[] not null,
  is_active boolean not null default true,
  -- Why the server switched it off: the receiver said that it is gone, or nothing was taken for days.
  stopped_because text,
  -- The first try since when none has gone well.
  failing_since timestamptz,
  -- Sealed with the server's key. The one before signs too until its time is over, so that a receiver can change.
  sealed_secret text not null,
  sealed_previous text,
  previous_until timestamptz,

  constraint webhooks_pkey primary key (id),
  constraint webhooks_url_check check (char_length(url) <= 2000 and url ~ '^https?://[!-~]+$'),
  constraint webhooks_description_check check (char_length(description) between 1 and 200),
  constraint webhooks_events_check check (
    events <@ '{booking.created,booking.confirmed,booking.cancelled,message.created}'
    and array_position(events, null) is null and cardinality(events) between 1 and 4
  ),
  constraint webhooks_stopped_because_check check (
    stopped_because is null or (stopped_because in ('gone', 'failing') and not is_active)
  ),
  constraint webhooks_previous_until_check check ((sealed_previous is null) = (previous_until is null))
);
comment on table public.webhooks is 'Programs that are told of bookings and messages; owners keep them.';

-- Definer: what it calls is granted to nobody.
create function private.tidy_webhook() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  new.description := nullif(private.trimmed(new.description), '');
  if tg_op = 'UPDATE' then
    new.updated_at := now();
    -- Paused, begun again or aimed elsewhere: what went wrong before counts no more.
    if (new.is_active and not old.is_active) or new.url <> old.url then
      new.failing_since := null;
    end if;
    if new.is_active then
      new.stopped_because := null;
    end if;
  -- Each of them costs a row for everything that arrives.
  elsif (select count(*) from public.webhooks) >= 20 then
    perform private.refuse('too_many', 'Twenty webhooks are enough: remove one first.', '{"most": 20}');
  end if;
  return new;
end
$$;
create trigger tidy before insert or update on public.webhooks
  for each row execute function private.tidy_webhook();

-- What was changed, not what it is now: an address may hold a key.
create function private.record_webhook() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  names jsonb;
begin
  if tg_op = 'INSERT' then
    perform private.record('webhook_added', 'webhooks', new.id, jsonb_build_object('events', new.events));
    return null;
  elsif tg_op = 'DELETE' then
    perform private.record('webhook_removed', 'webhooks', old.id);
    return null;
  end if;
  if new.sealed_secret <> old.sealed_secret then
    perform private.record('webhook_secret_renewed', 'webhooks', new.id);
  end if;
  if old.is_active and not new.is_active then
    if new.stopped_because is null then
      perform private.record('webhook_paused', 'webhooks', new.id);
    else
      perform private.record(
        'webhook_switched_off', 'webhooks', new.id, jsonb_build_object('because', new.stopped_because)
      );
    end if;
  elsif new.is_active and not old.is_active then
    perform private.record('webhook_resumed', 'webhooks', new.id);
  end if;
  select jsonb_agg(n.key order by n.key) into names from jsonb_each(to_jsonb(new)) n
    where n.key in ('url', 'description', 'events') and n.value is distinct from to_jsonb(old) -> n.key;
  if names is not null then
    perform private.record('webhook_changed', 'webhooks', new.id, jsonb_build_object('columns', names));
  end if;
  return null;
end
$$;
create trigger record after insert or update or delete on public.webhooks
  for each row execute function private.record_webhook();

-- Added, aimed and given its secret by the server alone, which asks who wants it: a secret is made and sealed there.
alter table public.webhooks enable row level security;
revoke all on public.webhooks from public, anon, authenticated, service_role;
grant select (
  id, created_at, updated_at, url, description, events, is_active, stopped_because, failing_since, previous_until
) on public.webhooks to authenticated;
grant update (is_active), delete on public.webhooks to authenticated;
grant select, insert, update, delete on public.webhooks to service_role;
create policy "owners see webhooks" on public.webhooks
  for select to authenticated using ((select private.staff_role()) = 'owner');
create policy "owners pause webhooks" on public.webhooks
  for update to authenticated
  using ((select private.staff_role()) = 'owner') with check ((select private.staff_role()) = 'owner');
create policy "owners remove webhooks" on public.webhooks
  for delete to authenticated using ((select private.staff_role()) = 'owner');
grant execute on function private.record(text, text, uuid, jsonb) to service_role;

-- What is to be told, in the outbox

alter table public.outbox
  add column webhook_id uuid,
  add constraint outbox_webhook_id_fkey foreign key (webhook_id) references public.webhooks (id) on delete cascade,
  add constraint outbox_webhook_id_check check ((channel = 'webhook') = (webhook_id is not null));
create index outbox_webhook_id_idx on public.outbox (webhook_id, created_at desc) where webhook_id is not null;
grant select (webhook_id) on public.outbox to authenticated;

-- Whether anybody wants to hear of this: asked before anything is made for them.
create function private.is_event_wanted(event text) returns boolean
  language sql stable
  set search_path = ''
  as $$ select exists (select from public.webhooks w where w.is_active and event = any (w.events)) $$;

-- A moment as a program reads it, whatever zone the session is in.
create function private.iso_instant(at timestamptz) returns text
  language sql immutable
  set search_path = ''
  as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- `before` is how the call stood; it is for us and is not sent. `once` is what tells a second of the same from the first.
create function private.enqueue_event(
  event text, booking_id uuid, message_id uuid, data jsonb, due timestamptz, before jsonb, once text
) returns void
  language sql
  set search_path = ''
  as $$
    insert into public.outbox (channel, kind, webhook_id, booking_id, message_id, facts, due_at, once)
    select
      'webhook', event, w.id, booking_id, message_id,
      jsonb_build_object('type', event, 'timestamp', private.iso_instant(now()), 'data', data, 'before', before),
      due, once || ':' || w.id
    from public.webhooks w where w.is_active and event = any (w.events)
    on conflict (once) do nothing
  $$;

create function private.booking_for_programs(b public.strategy_call_bookings) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'id', b.id, 'created_at', private.iso_instant(b.created_at), 'status', b.status, 'sequence', b.call_sequence,
      'name', b.name, 'email', b.email, 'company', b.company, 'phone', b.phone,
      'current_challenges', b.current_challenges, 'team_size', b.team_size, 'message', b.message,
      'preferred_time', private.iso_instant(b.preferred_time), 'time_zone', b.time_zone,
      'confirmed_start', private.iso_instant(lower(b.confirmed)), 'confirmed_end', private.iso_instant(upper(b.confirmed))
    )
  $$;

-- What a change of a call is to those who hear of calls; null when it is nothing to them. A call that was not held after
-- all keeps its time, and a time is told once.
create function private.call_event(was public.strategy_call_bookings, is_now public.strategy_call_bookings) returns text
  language sql immutable
  set search_path = ''
  as $$
    select case
      when is_now.status = 'confirmed' and is_now.confirmed is distinct from was.confirmed then 'booking.confirmed'
      when is_now.status = 'cancelled' and was.status in ('new', 'confirmed') then 'booking.cancelled'
    end
  $$;

create function private.how_call_stands(b public.strategy_call_bookings) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'status', b.status, 'start', private.iso_instant(lower(b.confirmed)), 'end', private.iso_instant(upper(b.confirmed))
    )
  $$;

-- Takes back what still waits to be told of a call that is again as it was before: somebody pressed Undo. With it goes
-- what came after. Says whether there was something.
create function private.take_back_events(b public.strategy_call_bookings) returns boolean
  language plpgsql
  set search_path = ''
  as $$
begin
  update public.outbox o set state = 'dropped', reason = 'taken back', settled_at = now()
  where o.booking_id = b.id and o.channel = 'webhook' and o.state = 'waiting' and o.attempts = 0
    and o.kind in ('booking.confirmed', 'booking.cancelled')
    and o.created_at >= (
      select min(p.created_at) from public.outbox p
      where p.booking_id = b.id and p.channel = 'webhook' and p.state = 'waiting' and p.attempts = 0
        and p.facts -> 'before' = private.how_call_stands(b)
    );
  return found;
end
$$;

create function private.enqueue_booking_events() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  event text;
  previous jsonb := '{}';
begin
  if (tg_op = 'INSERT' and new.status = 'new' and private.is_arriving(new.created_at))
    or (tg_op = 'UPDATE' and new.status = 'new' and old.status in ('spam?', 'spam'))
  then
    if private.is_event_wanted('booking.created') then
      perform private.enqueue_event(
        'booking.created', new.id, null, private.booking_for_programs(new), now(), null, 'booking.created:' || new.id
      );
    end if;
    return null;
  end if;
  if tg_op = 'INSERT' or (new.status = old.status and new.confirmed is not distinct from old.confirmed)
    or not exists (select from public.webhooks) or private.take_back_events(new)
  then
    return null;
  end if;
  event := private.call_event(old, new);
  if event is not null and private.is_event_wanted(event) then
    if old.status = 'confirmed' then
      previous := jsonb_build_object(
        'previous_start', private.iso_instant(lower(old.confirmed)),
        'previous_end', private.iso_instant(upper(old.confirmed))
      );
    end if;
    perform private.enqueue_event(
      event, new.id, null, private.booking_for_programs(new) || previous,
      -- Nobody is signed in where a visitor changes their own call, and nobody there takes it back.
      now() + case when auth.uid() is null then interval '0' else private.second_thought() end,
      private.how_call_stands(old), null
    );
  end if;
  return null;
end
$$;
create trigger enqueue_events after insert or update on public.strategy_call_bookings
  for each row execute function private.enqueue_booking_events();

create function private.enqueue_message_events() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.status = 'new' and (
    (tg_op = 'INSERT' and private.is_arriving(new.created_at))
    or (tg_op = 'UPDATE' and old.status in ('spam?', 'spam'))
  ) and private.is_event_wanted('message.created') then
    perform private.enqueue_event(
      'message.created', null, new.id,
      jsonb_build_object(
        'id', new.id, 'created_at', private.iso_instant(new.created_at), 'status', new.status,
        'name', new.name, 'email', new.email, 'company', new.company,
        'inquiry_type', new.inquiry_type, 'message', new.message
      ),
      now(), null, 'message.created:' || new.id
    );
  end if;
  return null;
end
$$;
create trigger enqueue_events after insert or update on public.contact_messages
  for each row execute function private.enqueue_message_events();

-- What the server learns from a try

-- Keeps since when nothing goes well, and switches off what has not taken anything for so long, or says that it is gone.
-- Of several tries at once none undoes a better one. The time is told, so that a test may say another.
create function private.note_webhook_try(
  hook uuid, went_well boolean, is_gone boolean, patience interval, now_is timestamptz
) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if went_well then
    update public.webhooks w set failing_since = null where w.id = hook and w.failing_since is not null;
  elsif is_gone then
    update public.webhooks w set is_active = false, stopped_because = 'gone' where w.id = hook and w.is_active;
  else
    update public.webhooks w set failing_since = now_is where w.id = hook and w.is_active and w.failing_since is null;
    update public.webhooks w set is_active = false, stopped_because = 'failing'
      where w.id = hook and w.is_active and w.failing_since <= now_is - patience;
  end if;
end
$$;
grant execute on function private.note_webhook_try(uuid, boolean, boolean, interval, timestamptz) to service_role;
