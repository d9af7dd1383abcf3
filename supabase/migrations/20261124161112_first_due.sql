set check_function_bodies = off;

alter table public.outbox add column first_due_at timestamp with time zone;

create or replace function private.read_metrics() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    with item as (
      select o.channel, o.state, count(*) as count,
        -- Also of what is being tried at this moment: where the other side is silent, that is most of the time.
        extract(epoch from now() - min(coalesce(o.first_due_at, o.due_at)) filter (where o.state <> 'failed')) as oldest
      from public.outbox o where o.state = 'waiting' or o.state = 'sending' or o.state = 'failed'
      group by 1, 2
    )
    select jsonb_build_object(
      'owed', jsonb_build_object(
        'booking', (
          select jsonb_build_object('late', count(*) filter (where b.due_at < now()), 'due', extract(epoch from min(b.due_at) - now()))
          from public.strategy_call_bookings b where b.due_at is not null
        ),
        'message', (
          select jsonb_build_object('late', count(*) filter (where m.due_at < now()), 'due', extract(epoch from min(m.due_at) - now()))
          from public.contact_messages m where m.due_at is not null
        )
      ),
      'outbox', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'channel', i.channel, 'state', i.state, 'count', i.count, 'oldest', i.oldest
        )), '[]') from item i
      ),
      'webhooks', (
        select jsonb_build_object(
          'active', count(*) filter (where w.is_active and w.failing_since is null),
          'failing', count(*) filter (where w.is_active and w.failing_since is not null),
          'paused', count(*) filter (where not w.is_active and w.stopped_because is null),
          'switched_off', count(*) filter (where w.stopped_because is not null)
        ) from public.webhooks w
      ),
      -- Of people who take calls now; the age is that of the one that nobody could read for longest.
      'calendars', (
        select jsonb_build_object(
          'read', count(*) filter (where c.fault is null), 'failing', count(*) filter (where c.fault is not null),
          'age', extract(epoch from now() - min(coalesce(c.read_at, c.created_at)))
        )
        from private.host_calendars c join private.hosts h on h.id = c.host and h.takes_calls
      ),
      -- Seconds since 1970; null where there was none.
      'backup', (
        select jsonb_build_object(
          'made', extract(epoch from max(k.snapshot_at)), 'proven', extract(epoch from max(k.proven_at)),
          -- Null where none is scheduled.
          'late', (select case when f.every_hours is not null then f.is_late end from private.backup_facts() f)
        ) from private.backups k
      ),
      'size', pg_catalog.pg_database_size(pg_catalog.current_database()),
      'standbys', r.standbys,
      'lag', r.lag,
      'asynchronous', r.is_asynchronous
    )
    from private.read_replication() r
  $$;

create or replace function private.settle_outbox(
  id uuid, holder uuid, state text, sent_as text, reason text, is_doubtful boolean, due_at timestamptz
) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update public.outbox o set
    state = settle_outbox.state,
    sent_as = coalesce(settle_outbox.sent_as, o.sent_as),
    reason = left(settle_outbox.reason, 300),
    is_doubtful = o.is_doubtful or settle_outbox.is_doubtful,
    due_at = coalesce(settle_outbox.due_at, o.due_at),
    first_due_at = coalesce(o.first_due_at, case when settle_outbox.due_at is not null then o.due_at end),
    settled_at = case when settle_outbox.state <> 'waiting' then clock_timestamp() end,
    sealed = case when settle_outbox.state in ('waiting', 'failed') then o.sealed end,
    holder = null,
    held_until = null
  where o.id = settle_outbox.id and o.holder = settle_outbox.holder and o.state = 'sending';
  return found;
end
$$;

create or replace function private.settle_outbox_items(holder uuid, items jsonb) returns table (id uuid, is_settled boolean)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  ours uuid[];
  free uuid[];
begin
  ours := array(
    select o.id from public.outbox o
    where o.id = any (array(select (i ->> 'id')::uuid from jsonb_array_elements(items) i))
      and o.holder = settle_outbox_items.holder and o.state = 'sending'
  );
  free := array(
    select o.id from public.outbox o
    where o.id = any (ours) and o.holder = settle_outbox_items.holder and o.state = 'sending'
    for update skip locked
  );
  update public.outbox o set
    state = t.state,
    sent_as = coalesce(t.sent_as, o.sent_as),
    reason = left(t.reason, 300),
    is_doubtful = o.is_doubtful or t.is_doubtful,
    attempts = o.attempts - t.is_untried::int,
    due_at = coalesce(t.due_at, o.due_at),
    first_due_at = coalesce(o.first_due_at, case when t.due_at is not null then o.due_at end),
    settled_at = case when t.state <> 'waiting' then clock_timestamp() end,
    sealed = case when t.state in ('waiting', 'failed') then o.sealed end,
    holder = null,
    held_until = null
  from jsonb_to_recordset(items) t (
    id uuid, state text, sent_as text, reason text, is_doubtful boolean, is_untried boolean, due_at timestamptz
  )
  where o.id = any (free) and t.id = o.id;
  return query select u.id, u.id = any (free) from unnest(ours) u (id);
end
$$;

create or replace function public.send_again(item uuid) returns void
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
    state = 'waiting', due_at = now(), first_due_at = null, give_up_at = now() + interval '3 days', attempts = 0,
    settled_at = null
  where o.id = item;
  perform private.record(was.channel || '_retried', 'outbox', item, jsonb_build_object('kind', was.kind));
  perform pg_notify('outbox', was.channel);
end
$$;

reset check_function_bodies;
