set check_function_bodies = off;

drop index public.strategy_call_bookings_created_at_idx;

alter table public.audit_log drop constraint audit_log_action_check;

drop function private.refuse_as_changed(uuid, text, tstzrange, timestamp with time zone);

alter table public.desk_settings add column currency text not null default 'EUR'::text;

alter table public.strategy_call_bookings add column outcome text;

alter table public.strategy_call_bookings add column outcome_value numeric(14,2);

alter table public.strategy_call_bookings add column next_step text;

alter table public.strategy_call_bookings add column next_step_on date;

alter table public.strategy_call_bookings add column next_step_by uuid;

alter type private.booking_export add attribute outcome text cascade;

alter type private.booking_export add attribute outcome_value text cascade;

alter type private.booking_export add attribute currency text cascade;

alter type private.booking_export add attribute next_step text cascade;

alter type private.booking_export add attribute next_step_on text cascade;

alter type private.booking_export add attribute next_step_by text cascade;

create or replace function private.digest_counts(now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'steps', (
        select coalesce(jsonb_agg(to_jsonb(d) order by d.at, d.id), '[]') from (
          select 'booking' as what, b.id, b.name as who, b.company, b.next_step as step,
            extract(epoch from b.next_step_on::timestamp at time zone s.time_zone)::float8 * 1000 as at,
            private.person_name(u.raw_user_meta_data, u.email) as host
          from public.strategy_call_bookings b left join auth.users u on u.id = b.next_step_by
          where b.status = 'held' and b.next_step_on <= (now_is at time zone s.time_zone)::date
          order by b.next_step_on, b.id limit 100
        ) d
      ),
      'suspects', (
        (select count(*) from public.strategy_call_bookings b where b.status = 'spam?')
        + (select count(*) from public.contact_messages m where m.status = 'spam?')
      ),
      'failed', (
        select count(*) from public.outbox o where o.state = 'failed' and o.settled_at > now_is - interval '1 day'
      ),
      'capacity', s.weekly_capacity,
      'taken', (
        select private.calls_taken(w.starts, w.ends)
        from private.week_of((now_is at time zone s.time_zone)::date, s.time_zone) w
      )
    )
    from public.desk_settings s
  $$;

create or replace function private.insight_outcomes(from_day date, to_day date) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    with call as materialized (
      select b.source, b.campaign, date_trunc('week', b.call_at at time zone 'UTC') as monday,
        ((b.outcome = 'won') is true)::int as won, case when b.outcome = 'won' then b.outcome_value end as value
      from public.strategy_call_bookings b
      where b.status = 'held' and b.call_at >= from_day::timestamp at time zone 'UTC'
        and b.call_at < (to_day + 1)::timestamp at time zone 'UTC'
    ),
    part as (
      select k.kind, k.name, 1 as held, c.won, c.value
      from call c cross join lateral (
        values ('source', c.source), ('campaign', c.campaign), ('week', c.monday::date::text)
      ) k (kind, name) where k.name is not null
      union all
      select 'week', w::date::text, 0, 0, null
      from generate_series(date_trunc('week', from_day::timestamp), to_day::timestamp, interval '7 days') w
    ),
    figure as (
      select kind, name, sum(held) as held, sum(won) as won, coalesce(sum(value), 0) as value from part group by 1, 2
    )
    select jsonb_build_object('currency', (select s.currency from public.desk_settings s), 'outcomes', (
      select jsonb_agg(to_jsonb(f) order by f.kind, f.held desc, f.name) from figure f
    ))
  $$;

create or replace function private.insights_of(from_day date, to_day date, visitor text, now_is timestamptz) returns jsonb
  language plpgsql stable
  set search_path = ''
  set jit = off
  set work_mem = '32MB'
  set enable_nestloop = off
  set plan_cache_mode = force_custom_plan
  as $$
declare
  days int := to_day - from_day + 1;
  before_to date := from_day - 1;
  before_from date := from_day - days;
  kinds text[] := case visitor when 'all' then '{person,bot}' else array[visitor] end;
  counted_to date := (select max(d.day) from private.visit_days d where d.dimension = '*');
  fresh_from date := greatest(counted_to + 1, before_from);
  fresh_time timestamptz := fresh_from::timestamp at time zone 'UTC';
  -- What was before it is gathered, and what is before all that is fresh is of no use.
  gathered_to timestamptz := (select u.moment from private.visits_until u where u.moment > fresh_time);
  fresh private.visit_days[];
  fresh_vitals private.vital_days[];
  fresh_bookings private.booking_visits[];
  -- The last day that the sums of its month have something of.
  summed_to date := greatest(counted_to, (gathered_to at time zone 'UTC')::date);
  present jsonb;
  past jsonb;
begin
  if fresh_from <= to_day then
    fresh := array(select v from private.count_visits(fresh_from, to_day, gathered_to) v);
    fresh_vitals := array(
      select v from private.count_vitals(
        greatest(fresh_time, gathered_to), (to_day + 1)::timestamp at time zone 'UTC'
      ) v
    );
    fresh_bookings := array(select v from private.count_booking_visits(greatest(fresh_from, from_day), to_day) v);
  end if;
  present := private.insight_range(from_day, to_day, kinds, fresh, now_is);
  past := private.insight_range(before_from, before_to, kinds, fresh, now_is);
  return jsonb_build_object(
    'range', jsonb_build_object('from', from_day, 'to', to_day, 'days', days),
    'before', jsonb_build_object('from', before_from, 'to', before_to, 'days', days),
    'visitor', visitor,
    'as_of', now_is,
    'begins', private.insights_begin(now_is),
    'totals', jsonb_build_object('now', present -> 'totals', 'before', past -> 'totals'),
    'days', present -> 'days',
    'days_before', past -> 'days',
    'funnel', jsonb_build_object('now', present -> 'funnel', 'before', past -> 'funnel'),
    'answers', jsonb_build_object('now', present -> 'answers', 'before', past -> 'answers'),
    'vitals', (
      select jsonb_agg(jsonb_build_object(
        'name', name, 'p75', n.p75, 'samples', coalesce(n.samples, 0),
        'p75_before', b.p75, 'samples_before', coalesce(b.samples, 0)
      ) order by place)
      from unnest('{LCP,INP,CLS,FCP,TTFB}'::text[]) with ordinality _ (name, place)
      left join private.insight_vitals(from_day, to_day, kinds, fresh_vitals, summed_to) n using (name)
      left join private.insight_vitals(before_from, before_to, kinds, fresh_vitals, summed_to) b using (name)
    )
  ) || private.insight_lists(from_day, to_day, kinds, fresh, fresh_bookings) || private.insight_outcomes(from_day, to_day);
end
$$;

create or replace function private.normalized_booking(booking public.strategy_call_bookings) returns public.strategy_call_bookings
  language plpgsql
  set search_path = ''
  as $$
begin
  booking.name := private.trimmed(booking.name);
  booking.email := private.trimmed(booking.email);
  booking.company := private.trimmed(booking.company);
  booking.phone := private.trimmed(booking.phone);
  booking.time_zone := nullif(private.trimmed(booking.time_zone), '');
  booking.message := nullif(private.trimmed(booking.message), '');
  booking.monthly_revenue := nullif(private.trimmed(booking.monthly_revenue), '');
  booking.budget_note := nullif(private.trimmed(booking.budget_note), '');
  booking.landing_page := nullif(private.trimmed(booking.landing_page), '');
  booking.referrer := nullif(private.trimmed(booking.referrer), '');
  booking.next_step := nullif(private.trimmed(booking.next_step), '');
  booking.picked := coalesce(booking.picked, false);
  return booking;
end
$$;

create or replace function private.refuse_as_changed(id uuid, state text, confirmed tstzrange, at timestamptz, what text default 'moved')
  returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  last record;
begin
  select a.actor, a.at into last from public.audit_log a
  where a.subject_id = refuse_as_changed.id and a.action in ('booking_' || what, 'message_' || what)
  order by a.at desc, a.id desc limit 1;
  perform private.refuse('changed', format('This was changed meanwhile: it is %s now.', state), jsonb_build_object(
    'status', state, 'confirmed', confirmed, 'what', what, 'by', last.actor, 'at', coalesce(last.at, refuse_as_changed.at)
  ));
end
$$;

create or replace function private.view_condition(view text) returns text
  language sql immutable
  as $$
    select case view
      when 'all' then $c$status not in ('spam', 'spam?')$c$
      when 'open' then $c$(status = 'new' or due_at is not null) and status not in ('spam', 'spam?')$c$
      when 'overdue' then 'due_at < now()'
      when 'follow-up' then $c$status = 'held' and next_step_on is not null$c$
      when 'any' then 'true'
      else format('status = %L', view) end
  $$;

create or replace function public.booking_counts(wanted jsonb default '{}') returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return private.list_counts('public.strategy_call_bookings', '{all,open,overdue,confirmed,follow-up,spam?}', 'call_at', wanted);
end
$$;

create or replace function public.export_bookings(from_day date default null, to_day date default null)
  returns setof private.booking_export
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  exported bigint;
begin
  perform private.require_staff('owner', 'agent');
  perform private.require_days(from_day, to_day);
  return query execute private.export_query(
    'public.strategy_call_bookings', 'private.booking_export', jsonb_build_object(
      'call_from', 'private.csv_time(lower(r.confirmed))', 'call_until', 'private.csv_time(upper(r.confirmed))',
      'assigned_to', 'private.csv_cell(u.email::text)'
    ) || (
      select jsonb_object_agg(o.name, format('case when r.status = ''held'' then %s end', o.cell)) from (values
        ('outcome', 'r.outcome'), ('outcome_value', 'r.outcome_value::text'), ('next_step_on', 'r.next_step_on::text'),
        ('currency', '(select s.currency from public.desk_settings s where r.outcome_value is not null)'),
        ('next_step', 'private.csv_cell(r.next_step)'),
        ('next_step_by', '(select private.csv_cell(o.email::text) from auth.users o where o.id = r.next_step_by)')
      ) o (name, cell)
    )
  ) using from_day, to_day;
  get diagnostics exported = row_count;
  perform private.record('bookings_exported', 'strategy_call_bookings', null,
    jsonb_build_object('rows', exported, 'from', from_day, 'to', to_day));
end
$$;

create or replace function public.list_bookings(wanted jsonb default '{}') returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return private.list_page(
    'public.strategy_call_bookings', '{due_at,created_at,call_at,next_step_on,name,company,status,source}', 'call_at', wanted
  );
end
$$;

create or replace function public.note_insights_export(report text, from_day date, to_day date, visitor text, lines integer) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent');
  perform private.require_insight_range(from_day, to_day, visitor);
  if report is null or report not in ('figures', 'days', 'origins', 'views', 'packs', 'vitals', 'faults', 'outcomes') then
    raise exception 'There is no such report' using errcode = '22023';
  end if;
  perform private.record('insights_exported', 'insights', null, jsonb_build_object(
    'rows', lines, 'from', from_day, 'to', to_day, 'report', report, 'visitor', visitor
  ));
end
$$;

create or replace function public.save_outcome(booking uuid, seen jsonb, becomes jsonb) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
  saw public.strategy_call_bookings;
  is_now public.strategy_call_bookings;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.strategy_call_bookings b where b.id = booking for update;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  end if;
  if becomes - array(select jsonb_object_keys(seen)) is distinct from '{}' then
    raise exception 'a column that changes must have been seen' using errcode = '22023';
  end if;
  if was.status <> 'held' then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  saw := jsonb_populate_record(was, seen);
  if (saw.outcome, saw.outcome_value, saw.next_step, saw.next_step_on, saw.next_step_by)
    is distinct from (was.outcome, was.outcome_value, was.next_step, was.next_step_on, was.next_step_by)
  then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at, 'outcome');
  end if;
  is_now := jsonb_populate_record(was, becomes);
  if is_now.next_step_by is distinct from was.next_step_by then
    perform private.check_assignee(is_now.next_step_by);
  end if;
  update public.strategy_call_bookings b set (outcome, outcome_value, next_step, next_step_on, next_step_by)
      = (is_now.outcome, is_now.outcome_value, is_now.next_step, is_now.next_step_on, is_now.next_step_by)
  where b.id = was.id
  returning * into is_now;
  perform private.record('booking_outcome', 'strategy_call_bookings', was.id, jsonb_strip_nulls(jsonb_build_object(
    'outcome', is_now.outcome, 'value', is_now.outcome_value,
    'currency', (select s.currency from public.desk_settings s where is_now.outcome_value is not null),
    'step_on', is_now.next_step_on, 'step_by', is_now.next_step_by
  )));
end
$$;

create or replace function public.week_of_calls(day date default null) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  settings public.desk_settings;
  week record;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  if not isfinite(day) then
    raise exception 'a week has a day' using errcode = '22008';
  end if;
  select * into settings from public.desk_settings;
  select * into week
  from private.week_of(coalesce(day, (now() at time zone settings.time_zone)::date), settings.time_zone);
  return jsonb_build_object(
    'monday', week.monday, 'from', week.starts, 'until', week.ends,
    'time_zone', settings.time_zone, 'currency', settings.currency, 'opens', settings.opens, 'closes', settings.closes,
    'work_days', settings.work_days, 'call_minutes', settings.call_minutes,
    'capacity', settings.weekly_capacity, 'taken', private.calls_taken(week.starts, week.ends),
    'days_off', (
      select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'note', d.note) order by d.day), '[]')
      from public.days_off d where d.day between week.monday and week.monday + 6
    ),
    'hosts', private.hosts_between(week.starts, week.ends)
  );
end
$$;

alter table public.audit_log
  add constraint audit_log_action_check
    check
    ((action = any (array['booking_moved'::text, 'message_moved'::text, 'booking_assigned'::text,
    'message_assigned'::text,
    'booking_proposed'::text,
    'proposal_declined'::text,
    'booking_outcome'::text,
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

alter table public.desk_settings add constraint desk_settings_currency_check check ((currency ~ '^[A-Z]{3}$'::text));

alter table public.strategy_call_bookings
  add constraint strategy_call_bookings_next_step_by_check check (((next_step_by is null) = (next_step is null)));

alter table public.strategy_call_bookings
  add constraint strategy_call_bookings_next_step_check
    check (((char_length(next_step) >= 1) and (char_length(next_step) <= 500)));

alter table public.strategy_call_bookings
  add constraint strategy_call_bookings_next_step_on_check
    check
    (((next_step_on >= '2000-01-01'::date) and (next_step_on <= '2199-12-31'::date) and ((next_step_on is null) =
    (next_step is null))));

alter table public.strategy_call_bookings
  add constraint strategy_call_bookings_outcome_check
    check ((outcome = any (array['won'::text, 'lost'::text, 'later'::text, 'no-fit'::text])));

alter table public.strategy_call_bookings
  add constraint strategy_call_bookings_outcome_value_check
    check (((outcome_value >= (0)::numeric) and (outcome_value <= ('999999999999'::bigint)::numeric)));

create index strategy_call_bookings_next_step_on_idx on public.strategy_call_bookings (next_step_on, id)
  where status = 'held' and next_step_on is not null;

revoke all on function private.insight_outcomes(date, date) from public;

revoke all on function private.refuse_as_changed(uuid, text, tstzrange, timestamp with time zone, text) from public;

revoke all on function public.save_outcome(uuid, jsonb, jsonb) from public;

grant execute on function public.save_outcome(uuid, jsonb, jsonb) to authenticated;

grant update (currency) on table public.desk_settings to authenticated;

grant update (currency) on table public.desk_settings to service_role;

grant select (next_step_by) on table public.strategy_call_bookings to authenticated;

grant select (next_step_on) on table public.strategy_call_bookings to authenticated;

grant select (next_step) on table public.strategy_call_bookings to authenticated;

grant select (outcome_value) on table public.strategy_call_bookings to authenticated;

grant select (outcome) on table public.strategy_call_bookings to authenticated;

create index strategy_call_bookings_created_at_idx on public.strategy_call_bookings (created_at, id)
  include (status, assigned_to, source, call_at, due_at, search, next_step_on);

reset check_function_bodies;
