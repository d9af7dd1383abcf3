set check_function_bodies = off;

alter table public.outbox drop constraint outbox_kind_check;

create or replace function private.read_metrics() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    with item as (
      select o.channel, o.state, count(*) as count,
        extract(epoch from now() - min(o.due_at) filter (where o.due_at < now() and o.state = 'waiting')) as oldest
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

alter table public.outbox
  add constraint outbox_kind_check
    check
    ((kind = any (array['request-received'::text, 'call'::text, 'call-stands'::text, 'reminder-day'::text,
    'reminder-hour'::text,
    'message-received'::text,
    'confirm-request'::text,
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
    'account'::text,
    'second-step-reset'::text,
    'new-device'::text,
    'large-export'::text,
    'booking.created'::text, 'booking.confirmed'::text, 'booking.cancelled'::text, 'message.created'::text])));

reset check_function_bodies;
