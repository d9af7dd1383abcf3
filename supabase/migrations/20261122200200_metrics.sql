set check_function_bodies = off;

create or replace function private.read_metrics() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    with standby as materialized (
      select s.state, s.sync_state, extract(epoch from s.replay_lag) as lag from pg_catalog.pg_stat_replication s
      -- A backup is being taken over the others.
      where s.state is null or s.state in ('catchup', 'streaming')
    ),
    item as (
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
      -- Seconds since 1970; null where there was none.
      'backup', (
        select jsonb_build_object(
          'made', extract(epoch from max(k.snapshot_at)), 'proven', extract(epoch from max(k.proven_at))
        ) from private.backups k
      ),
      'size', pg_catalog.pg_database_size(pg_catalog.current_database()),
      'standbys', (select count(*) from standby),
      'lag', (select max(s.lag) from standby s),
      -- Acknowledged rows may be lost when the server is: nobody has to have them but this one.
      'asynchronous', (select count(*) > 0 from standby) and (
        current_setting('synchronous_standby_names') = '' or current_setting('synchronous_commit') in ('off', 'local')
      )
    )
  $$;

revoke all on function private.read_metrics() from public;
grant execute on function private.read_metrics() to backline_upkeep;

reset check_function_bodies;
