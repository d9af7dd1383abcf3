set check_function_bodies = off;

alter table public.outbox drop constraint outbox_kind_check;

create or replace function private.note_calendar_fault(calendar uuid, fault text, now_is timestamptz) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  kept private.host_calendars;
begin
  update private.host_calendars c set
    tried_at = now_is,
    fault = note_calendar_fault.fault,
    failing_since = coalesce(c.failing_since, now_is)
  where c.id = calendar
  returning * into kept;
  if kept.failing_since <= now_is - interval '24 hours' and kept.told_at is null then
    insert into public.outbox (channel, kind, user_id, recipient, facts, once, due_at, ends_at)
    select
      'letter', 'team-calendar', u.id, lower(u.email),
      jsonb_build_object('name', kept.name, 'place', kept.place, 'code', kept.fault, 'since', kept.failing_since),
      concat_ws(':', 'team-calendar', kept.id, extract(epoch from kept.failing_since)), now_is, now_is + interval '1 day'
    from auth.users u
    join public.staff_members m on m.id = u.id and m.disabled_at is null
    where u.id = kept.host and u.deleted_at is null and u.email is not null
    on conflict (once) do nothing;
    update private.host_calendars c set told_at = now_is where c.id = kept.id
    returning * into kept;
  end if;
  return case when kept.id is not null then private.calendar_for_desk(kept) end;
end
$$;

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
          'made', extract(epoch from max(k.snapshot_at)), 'proven', extract(epoch from max(k.proven_at))
        ) from private.backups k
      ),
      'size', pg_catalog.pg_database_size(pg_catalog.current_database()),
      'standbys', (select count(*) from standby),
      -- One that has everything has none, and null is said where we may not see.
      'lag', (select case when count(*) = count(s.state) then coalesce(max(s.lag), 0) end from standby s),
      -- Acknowledged rows may be lost when the server is: nobody has to have them but this one.
      'asynchronous', (select count(*) > 0 from standby) and (
        current_setting('synchronous_standby_names') = '' or current_setting('synchronous_commit') in ('off', 'local')
      )
    )
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
    'account'::text,
    'second-step-reset'::text,
    'new-device'::text,
    'large-export'::text,
    'booking.created'::text, 'booking.confirmed'::text, 'booking.cancelled'::text, 'message.created'::text])));

reset check_function_bodies;
