set check_function_bodies = off;

alter table public.outbox drop constraint outbox_kind_check;

create or replace function private.note_backup(
  id uuid, place text, snapshot_at timestamptz, bytes bigint, has_key boolean, every_hours integer, failure text
) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into private.backups (id, place, snapshot_at, bytes, has_key, every_hours, failure)
  values (
    note_backup.id, left(note_backup.place, 500), note_backup.snapshot_at, note_backup.bytes, note_backup.has_key,
    note_backup.every_hours, note_backup.failure
  );
  if note_backup.failure is null then
    update public.outbox o set state = 'dropped', reason = 'a backup was written meanwhile', settled_at = now()
    where o.kind = 'team-backup' and o.state = 'waiting';
  end if;
  delete from private.backups b using (
    select o.id from private.backups o where o.id <> note_backup.id order by o.created_at desc offset 999
  ) old
  where b.id = old.id;
end
$$;

create or replace function private.plan_backup_letter(now_is timestamptz default now()) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  written integer;
begin
  insert into public.outbox (channel, kind, recipient, facts, once, due_at)
  select
    'letter', 'team-backup', t,
    jsonb_build_object('snapshot_at', f.snapshot_at, 'every_hours', f.every_hours, 'failure', f.failure),
    concat_ws(':', 'team-backup', coalesce(f.id::text, 'none'), t), now_is
  from private.backup_facts(now_is) f
  cross join private.team_mailboxes() as t
  where f.is_late
  on conflict (once) do nothing;
  get diagnostics written = row_count;
  return written;
end
$$;

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

create or replace function private.read_replication() returns table (standbys integer, lag float8, is_asynchronous boolean)
  language sql stable security definer
  set search_path = ''
  as $$
    select
      count(*)::integer,
      -- One that has everything has none, and null is said where we may not see.
      case when count(*) = count(s.state) then coalesce(max(extract(epoch from s.replay_lag)), 0) end::float8,
      count(*) > 0 and (
        current_setting('synchronous_standby_names') = '' or current_setting('synchronous_commit') in ('off', 'local')
      )
    from pg_catalog.pg_stat_replication s
    -- A backup is being taken over the others.
    where s.state is null or s.state in ('catchup', 'streaming')
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
    'team-backup'::text,
    'account'::text,
    'second-step-reset'::text,
    'new-device'::text,
    'large-export'::text,
    'booking.created'::text, 'booking.confirmed'::text, 'booking.cancelled'::text, 'message.created'::text])));

revoke all on function private.plan_backup_letter(timestamp with time zone) from public;
grant execute on function private.plan_backup_letter(timestamp with time zone) to backline_upkeep;
revoke all on function private.read_replication() from public;
grant execute on function private.read_replication() to backline_upkeep;

reset check_function_bodies;
