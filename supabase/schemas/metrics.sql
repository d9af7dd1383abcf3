-- Returns the standbys, and whether acknowledged rows could be missing from them. PostgreSQL shows the lag only to
-- pg_monitor.
create function private.read_replication() returns table (standbys integer, lag float8, is_asynchronous boolean)
  language sql stable security definer
  set search_path = ''
  as $$
    select
      count(*)::integer,
      -- 0 if there are no standbys; null if PostgreSQL does not show the lag.
      case when count(*) = count(s.state) then coalesce(max(extract(epoch from s.replay_lag)), 0) end::float8,
      count(*) > 0 and (
        current_setting('synchronous_standby_names') = '' or current_setting('synchronous_commit') in ('off', 'local')
      )
    from pg_catalog.pg_stat_replication s
    -- Leaves out connections in other states, which belong to backups.
    where s.state is null or s.state in ('catchup', 'streaming')
  $$;
grant execute on function private.read_replication() to backline_upkeep;

-- Uses only indexes, so that reading /metrics takes milliseconds. Runs as its owner, because the caller cannot read the rows.
create function private.read_metrics() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    with item as (
      select o.channel, o.state, count(*) as count,
        -- Includes attempts that are under way, because an attempt takes a long time if the receiver does not respond.
        extract(epoch from now() - min(coalesce(o.first_due_at, o.due_at)) filter (where o.state <> 'failed')) as oldest
      from public.outbox o where o.state = 'waiting' or o.state = 'sending' or o.state = 'failed'
      group by 1, 2
    )
    select jsonb_build_object(
      'owed', jsonb_build_object(
        'booking', (
          select jsonb_build_object(
            'late', count(*) filter (where b.due_at < now()), 'age', extract(epoch from now() - min(b.unanswered_since)),
            'soon', count(*) filter (where private.answer_due_soon(b.due_at, b.due_hours, now()))
          )
          -- While an offer is open, the visitor does not wait. After a reminder, nothing was promised.
          from public.strategy_call_bookings b
          where b.due_at is not null and b.unanswered_since <= now() and b.remind_at is null
        ),
        'message', (
          select jsonb_build_object(
            'late', count(*) filter (where m.due_at < now()), 'age', extract(epoch from now() - min(m.unanswered_since)),
            'soon', count(*) filter (where private.answer_due_soon(m.due_at, m.answer_hours, now()))
          )
          from public.contact_messages m
          where m.due_at is not null and m.unanswered_since <= now() and m.remind_at is null
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
      -- Calendars of active hosts. `age` is the longest time since one of these calendars was read.
      'calendars', (
        select jsonb_build_object(
          'read', count(*) filter (where c.fault is null), 'failing', count(*) filter (where c.fault is not null),
          'age', extract(epoch from now() - min(coalesce(c.read_at, c.failing_since, c.due_at)))
        )
        from private.host_calendars c join private.active_hosts() h on h.id = c.host
      ),
      -- Seconds since 1970, or null if there is no backup.
      'backup', (
        select jsonb_build_object(
          'made', extract(epoch from max(k.snapshot_at)), 'proven', extract(epoch from max(k.proven_at)),
          -- Null if no backups are scheduled.
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
grant execute on function private.read_metrics() to backline_upkeep;
