set check_function_bodies = off;

alter table public.audit_log drop constraint audit_log_action_check;

create or replace function private.has_call(status text) returns boolean
  language sql immutable parallel safe
  return status in ('confirmed', 'held', 'no-show');

create or replace function private.insight_lists(
  from_day date, to_day date, kinds text[], fresh private.visit_days[], fresh_bookings private.booking_visits[]
) returns jsonb
  language plpgsql stable
  set search_path = ''
  as $$
begin
  return (
    with booking as materialized (
      select b.id, private.has_call(b.status)::int as confirmed, (b.status = 'held')::int as held, b.source,
        b.campaign, b.first_view
      from public.strategy_call_bookings b
      where b.created_at >= from_day::timestamp at time zone 'UTC'
        and b.created_at < (to_day + 1)::timestamp at time zone 'UTC'
        and private.is_wanted(b.status)
    ),
    trace as (
      select booking.confirmed, booking.held, t.views, t.packs
      from booking join private.booking_visits t on t.booking = booking.id
      union all
      select booking.confirmed, booking.held, t.views, t.packs
      from booking join unnest(fresh_bookings) t on t.booking = booking.id
    ),
    part (dimension, value, sessions, views, opened, sent, bookings, confirmed, held, downloads) as (
      select v.dimension, v.value, sum(v.sessions), sum(v.views), sum(v.opened), sum(v.sent), 0, 0, 0, 0
      from private.visit_days v
      where v.dimension in ('source', 'campaign', 'first_view', 'view', 'pack')
        and v.day between from_day and to_day and v.visitor = any (kinds)
      group by 1, 2
      union all
      select v.dimension, v.value, v.sessions, v.views, v.opened, v.sent, 0, 0, 0, 0
      from unnest(fresh) v
      where v.dimension <> '*' and v.day between from_day and to_day and v.visitor = any (kinds)
      union all
      select d.dimension, d.value, 0, 0, 0, 0, sum(o.bookings), sum(o.confirmed), sum(o.held), 0
      from (
        select source, campaign, coalesce(first_view, '') as first_view, count(*) as bookings,
          sum(confirmed) as confirmed, sum(held) as held
        from booking group by 1, 2, 3
      ) o
      cross join lateral (values ('source', o.source), ('campaign', o.campaign), ('first_view', o.first_view))
        d (dimension, value)
      where d.value is not null group by 1, 2
      union all
      select 'view', name, 0, 0, 0, 0, count(*), sum(confirmed), sum(held), 0
      from (select unnest(views) as name, confirmed, held from trace) _ group by 2
      union all
      select 'pack', name, 0, 0, 0, 0, count(*), sum(confirmed), sum(held), 0
      from (select unnest(packs) as name, confirmed, held from trace) _ group by 2
      union all
      select 'pack', d.pack, 0, 0, 0, 0, 0, 0, 0, sum(d.downloads) from private.pack_downloads d
      where d.day between from_day and to_day and d.visitor = any (kinds) group by 2
    ),
    ranked as (
      select *,
        row_number() over (partition by dimension order by sessions desc, bookings desc, value) as by_visits,
        row_number() over (partition by dimension order by bookings desc, downloads desc, value) as by_bookings
      from (
        select dimension, value, sum(sessions) as sessions, sum(views) as views, sum(opened) as opened,
          sum(sent) as sent, sum(bookings) as bookings, sum(confirmed) as confirmed, sum(held) as held,
          sum(downloads) as downloads
        from part group by dimension, value
      ) _
    ),
    entry as (
      select dimension, case when least(by_visits, by_bookings) <= 50 then value else '(other)' end as name,
        sum(sessions) as sessions, sum(views) as views, sum(opened) as opened, sum(sent) as sent,
        sum(bookings) as bookings, sum(confirmed) as confirmed, sum(held) as held, sum(downloads) as downloads
      from ranked group by 1, 2
    ),
    list as (
      select dimension, jsonb_agg(
        case dimension
          when 'view' then jsonb_build_object('view', name, 'views', views, 'sessions', sessions)
          when 'pack' then jsonb_build_object('pack', name, 'downloads', downloads, 'sessions', sessions)
          else jsonb_build_object(dimension, name, 'sessions', sessions, 'opened', opened, 'sent', sent)
        end || jsonb_build_object('bookings', bookings, 'confirmed', confirmed, 'held', held)
        order by name = '(other)', sessions desc, bookings desc, downloads desc, name
      ) as entries
      from entry group by dimension
    )
    select jsonb_object_agg(d.key, coalesce(list.entries, '[]'))
    from (values
      ('source', 'sources'), ('campaign', 'campaigns'), ('first_view', 'first_views'), ('view', 'views'), ('pack', 'packs')
    ) d (dimension, key) left join list using (dimension)
  );
end
$$;

create or replace function private.insight_range(
  from_day date, to_day date, kinds text[], fresh private.visit_days[], now_is timestamptz
) returns jsonb
  language plpgsql stable
  set search_path = ''
  as $$
declare
  from_time timestamptz := from_day::timestamp at time zone 'UTC';
  to_time timestamptz := (to_day + 1)::timestamp at time zone 'UTC';
begin
  return (
    with counted as (
      select * from private.visit_days v
      where v.dimension = '*' and v.day between from_day and to_day and v.visitor = any (kinds)
      union all
      select * from unnest(fresh) v
      where v.dimension = '*' and v.day between from_day and to_day and v.visitor = any (kinds)
    ),
    visit as materialized (
      select day, sum(c.visitors) as visitors, sum(sessions) as sessions, sum(views) as views, sum(opened) as opened,
        sum(sent) as sent
      from counted c group by day
    ),
    booking as materialized (
      select (b.created_at at time zone 'UTC')::date as day, b.created_at, b.answered_at, b.status
      from public.strategy_call_bookings b
      where b.created_at >= from_time and b.created_at < to_time and private.is_wanted(b.status)
    ),
    message as materialized (
      select m.created_at, m.answered_at, m.status from public.contact_messages m
      where m.created_at >= from_time and m.created_at < to_time and private.is_wanted(m.status)
    ),
    booked as (select day, count(*) as bookings from booking group by day),
    -- Who left the state 'new' before it was noted when, was answered at a time that nobody knows.
    received as (
      select *, answered_at <= created_at + interval '24 hours' as in_time,
        answered_at is not null or status = 'new' and created_at <= now_is - interval '24 hours' as is_due
      from (select created_at, answered_at, status from booking union all select * from message) _
    )
    select jsonb_build_object(
      'days', (
        select jsonb_agg(jsonb_build_object(
          'day', day, 'visitors', coalesce(visit.visitors, 0), 'sessions', coalesce(sessions, 0),
          'views', coalesce(views, 0), 'bookings', coalesce(bookings, 0)
        ) order by day)
        from (select from_day + n as day from generate_series(0, to_day - from_day) n) _
        left join visit using (day) left join booked using (day)
      ),
      'totals', (
        select jsonb_build_object(
          'visitors', coalesce(sum(v.visitors), 0), 'sessions', coalesce(sum(sessions), 0),
          'views', coalesce(sum(views), 0),
          'downloads', (
            select coalesce(sum(d.downloads), 0) from private.pack_downloads d
            where d.day between from_day and to_day and d.visitor = any (kinds)
          ),
          'bookings', (select count(*) from booking), 'messages', (select count(*) from message)
        ) from visit v
      ),
      'funnel', (
        select jsonb_build_object(
          'sessions', coalesce(sum(sessions), 0), 'opened', coalesce(sum(opened), 0), 'sent', coalesce(sum(sent), 0),
          'bookings', (select count(*) from booking),
          'confirmed', (select count(*) from booking where private.has_call(status)),
          'held', (select count(*) from booking where status = 'held')
        ) from visit
      ),
      'answers', (
        select jsonb_build_object(
          'median_seconds', round(percentile_cont(0.5) within group (
            order by extract(epoch from answered_at - created_at)::double precision
          )),
          'answered', count(answered_at), 'within_24h', count(*) filter (where in_time),
          'due', count(*) filter (where is_due),
          'breached', count(*) filter (where is_due and in_time is not true)
        ) from received
      )
    )
  );
end
$$;

revoke all on function private.has_call(text) from public;

alter table public.audit_log
  add constraint audit_log_action_check
    check
    ((action = any (array['booking_moved'::text, 'message_moved'::text, 'booking_assigned'::text,
    'message_assigned'::text,
    'booking_proposed'::text,
    'proposal_declined'::text,
    'booking_noted'::text,
    'message_noted'::text,
    'booking_read'::text,
    'message_read'::text,
    'person_read'::text,
    'person_exported'::text,
    'person_erased'::text,
    'bookings_exported'::text,
    'messages_exported'::text,
    'interactions_exported'::text,
    'insights_exported'::text,
    'settings_changed'::text,
    'day_off_added'::text,
    'day_off_removed'::text,
    'host_saved'::text,
    'letter_retried'::text,
    'letter_stopped'::text,
    'webhook_added'::text,
    'webhook_changed'::text,
    'webhook_paused'::text,
    'webhook_resumed'::text,
    'webhook_switched_off'::text,
    'webhook_secret_renewed'::text,
    'webhook_removed'::text,
    'webhook_tested'::text,
    'webhook_retried'::text,
    'webhook_stopped'::text,
    'calendar_added'::text,
    'calendar_removed'::text,
    'calendar_read'::text,
    'feed_renewed'::text,
    'feed_ended'::text,
    'member_added'::text,
    'role_changed'::text,
    'member_stopped'::text,
    'member_restored'::text,
    'member_removed'::text,
    'second_factor_reset'::text,
    'people_pruned'::text,
    'session_ended'::text,
    'sessions_ended'::text, 'token_ended'::text, 'keys_replaced'::text, 'mail_confirmed'::text])));
