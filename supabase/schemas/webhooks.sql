-- External programs that the outbox notifies of bookings and messages. Decision 15.
create table public.webhooks (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The server checks the URL more strictly before storing or calling it.
  url text not null,
  description text,
  events text[] not null,
  is_active boolean not null default true,
  -- The reason the server switched off the webhook: the receiver no longer exists, or has accepted no event for days.
  stopped_because text,
  failing_since timestamptz,
  -- Encrypted. Events are also signed with the previous secret until it expires, so that a receiver has time to switch.
  sealed_secret text not null,
  sealed_previous text,
  previous_until timestamptz,

  constraint webhooks_pkey primary key (id),
  constraint webhooks_url_check check (char_length(url) <= 2000 and url ~ '^https?://[!-~]+$'),
  constraint webhooks_description_check check (char_length(description) between 1 and 200),
  constraint webhooks_events_check check (
    events <@ '{booking.created,booking.confirmed,booking.completed,booking.no-show,booking.outcome,booking.cancelled,booking.assigned,message.created,message.answered,message.assigned}'
    and array_position(events, null) is null and cardinality(events) between 1 and 10
  ),
  constraint webhooks_stopped_because_check check (
    stopped_because is null or (stopped_because in ('gone', 'failing') and not is_active)
  ),
  constraint webhooks_previous_until_check check ((sealed_previous is null) = (previous_until is null))
);

comment on table public.webhooks is 'Programs that are notified of bookings and messages; owners manage them.';

alter table public.webhooks enable row level security;

grant delete on public.webhooks to authenticated, service_role;
grant
  select (
    id, created_at, updated_at, url, description, events, is_active, stopped_because, failing_since, previous_until
  ),
  update (is_active)
  on public.webhooks to authenticated;
grant
  select (
    id, created_at, updated_at, url, description, events, is_active, stopped_because, failing_since, previous_until
  ),
  update (url, description, events, is_active)
  on public.webhooks to service_role;
grant
  select (id, url, is_active, sealed_secret, sealed_previous, previous_until)
  on public.webhooks to backline_outbox;
grant
  select (id, url, is_active, sealed_secret, sealed_previous, previous_until),
  insert (id, url, description, events, sealed_secret),
  update (url, description, events, sealed_secret, sealed_previous, previous_until)
  on public.webhooks to backline_webhooks;

create policy "owners see webhooks" on public.webhooks
  for select to authenticated using ((select private.staff_role()) = 'owner');

create policy "owners pause webhooks" on public.webhooks
  for update to authenticated
  using ((select private.staff_role()) = 'owner') with check ((select private.staff_role()) = 'owner');

create policy "owners remove webhooks" on public.webhooks
  for delete to authenticated using ((select private.staff_role()) = 'owner');

create policy "the outbox reads" on public.webhooks for select to backline_outbox using (true);

create policy "owners manage webhooks through the server" on public.webhooks to backline_webhooks
  using ((select private.staff_role()) = 'owner') with check ((select private.staff_role()) = 'owner');

create policy "service role" on public.webhooks to service_role using (true) with check (true);

create trigger normalize before insert or update on public.webhooks
  for each row execute function private.normalize_webhook();

create trigger record after insert or update or delete on public.webhooks
  for each row execute function private.record_webhook();

-- Runs as its owner, because no role can call the functions that it uses.
create function private.normalize_webhook() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  new.description := nullif(private.trimmed(new.description), '');
  if tg_op = 'UPDATE' then
    new.updated_at := now();
    -- If a webhook is resumed or its URL changes, earlier failures no longer count.
    if (new.is_active and not old.is_active) or new.url <> old.url then
      new.failing_since := null;
    end if;
    if new.is_active then
      new.stopped_because := null;
    end if;
  -- Limits the number of webhooks, because each webhook adds a row to the outbox for every event.
  elsif (select count(*) from public.webhooks) >= 20 then
    perform private.refuse('too_many', 'The limit is 20 webhooks: remove one first.', '{"most": 20}');
  end if;
  return new;
end
$$;

-- Logs only the names of changed columns, because a URL can contain a key.
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

create function private.record_webhook_test(hook uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner');
  perform private.record('webhook_tested', 'webhooks', hook);
end
$$;
grant execute on function private.record_webhook_test(uuid) to backline_webhooks;

-- Stores the time since which attempts have failed. Switches off a webhook if its receiver no longer exists, or if
-- attempts have failed for as long as `patience`.
create function private.record_webhook_attempt(
  hook uuid, went_well boolean, is_gone boolean, patience interval, now_is timestamptz
) returns void
  language plpgsql security definer
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
grant execute on function private.record_webhook_attempt(uuid, boolean, boolean, interval, timestamptz) to backline_outbox;
