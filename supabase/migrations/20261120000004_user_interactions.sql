-- What visitors do: many small rows, written all day, read by the day, thrown away by the month. Each month is
-- a partition, so that throwing one away costs nothing. `keep_interactions` looks after them.
create table public.user_interactions (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  session_id uuid not null,
  event_type text not null,
  event_data jsonb not null default '{}',
  page_url text,
  user_agent text,
  referrer text,
  is_bot boolean not null default false,
  -- Browsers of the team say so themselves; a visitor who claims it is merely not counted.
  is_team boolean not null generated always as (event_data @> '{"team": true}') stored,

  constraint user_interactions_event_type_check check (
    event_type in (
      'page_view', 'button_click', 'form_submit', 'modal_open', 'modal_close', 'navigation', 'download',
      'engagement', 'search', 'error', 'custom_event'
    )
  ),
  -- The contract measures JSON text, at most 8192 bytes; stored, many small numbers take six times as much.
  constraint user_interactions_event_data_check check (
    jsonb_typeof(event_data) = 'object'
    and pg_column_size(event_data) <= 65536
    and not event_data @? '$.**{9}'
  ),
  -- Bytes first: they need no counting, and text that short in bytes is that short in characters.
  constraint user_interactions_page_url_check check (
    page_url <> '' and (octet_length(page_url) <= 2000 or char_length(page_url) <= 2000)
  ),
  constraint user_interactions_user_agent_check check (
    user_agent <> '' and (octet_length(user_agent) <= 512 or char_length(user_agent) <= 512)
  ),
  constraint user_interactions_referrer_check check (
    referrer <> '' and (octet_length(referrer) <= 2000 or char_length(referrer) <= 2000)
  )
) partition by range (created_at);

comment on table public.user_interactions is
  'What visitors do on the site, without their addresses and without what they type. One partition a month.';

alter table public.user_interactions enable row level security;
revoke all on public.user_interactions from public, anon, authenticated, service_role;
grant insert (
  id, session_id, event_type, event_data, page_url, user_agent, referrer, is_bot
) on public.user_interactions to anon;
grant select, insert, update, delete on public.user_interactions to service_role;

-- Says again what the column grant says: when a row was stored is ours to say.
create policy "visitors may say what they do" on public.user_interactions
  for insert to anon
  with check (created_at = now());

-- Where a row goes while its month has no partition, so that none is refused for want of upkeep. A key over all
-- partitions would have to hold the time as well, and the same id sent again later would be another row; each
-- partition has a key of its own instead.
create table public.user_interactions_other partition of public.user_interactions (
  constraint user_interactions_other_pkey primary key (id)
) default;
alter table public.user_interactions_other enable row level security;
revoke all on public.user_interactions_other from public, anon, authenticated, service_role;
create index user_interactions_other_created_at_idx on public.user_interactions_other using brin (created_at);

-- What stays when the rows are gone: one line per day, type and subject. Days are UTC.
create table public.interaction_days (
  day date not null,
  event_type text not null,
  subject text not null,
  visitor text not null,
  events bigint not null,
  sessions bigint not null,
  -- Of `value` or `seconds` in the data: three quarters of the events had this much or less.
  p75 numeric,

  constraint interaction_days_pkey primary key (day, event_type, subject, visitor),
  constraint interaction_days_visitor_check check (visitor in ('person', 'bot', 'team'))
);

comment on table public.interaction_days is
  'Interactions by UTC day. The type ''*'' holds all of a day''s events and its distinct sessions.';

alter table public.interaction_days enable row level security;
revoke all on public.interaction_days from public, anon, authenticated, service_role;
grant select on public.interaction_days to service_role;

-- What an event is about, by the one detail that tells events of its type apart.
create function private.interaction_subject(event_type text, event_data jsonb) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select left(coalesce(
      case event_type
        when 'page_view' then event_data ->> 'view'
        when 'button_click' then event_data ->> 'label'
        when 'form_submit' then concat_ws(':', event_data ->> 'form', event_data ->> 'outcome')
        when 'modal_open' then event_data ->> 'opener'
        when 'modal_close' then event_data ->> 'opener'
        when 'navigation' then event_data ->> 'to'
        when 'download' then event_data ->> 'pack'
        when 'engagement' then concat_ws(':', event_data ->> 'action', event_data ->> 'name')
        when 'search' then event_data ->> 'place'
        when 'error' then event_data ->> 'code'
        when 'custom_event' then event_data ->> 'name'
      end, ''), 100)
  $$;

-- Counts one day, anew if it was counted before. Subjects come from the public: of each type only the hundred
-- most frequent have a line of their own, so that nobody can fill the table.
create function private.count_interactions(of_day date) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  from_time timestamptz := of_day::timestamp at time zone 'UTC';
  to_time timestamptz := (of_day + 1)::timestamp at time zone 'UTC';
begin
  delete from public.interaction_days where day = of_day;

  insert into public.interaction_days (day, event_type, subject, visitor, events, sessions, p75)
  with event as (
    select
      i.event_type,
      private.interaction_subject(i.event_type, i.event_data) as subject,
      case when i.is_bot then 'bot' when i.is_team then 'team' else 'person' end as visitor,
      i.session_id,
      case
        when jsonb_typeof(i.event_data -> 'value') = 'number' then (i.event_data ->> 'value')::numeric
        when jsonb_typeof(i.event_data -> 'seconds') = 'number' then (i.event_data ->> 'seconds')::numeric
      end as measure
    from public.user_interactions i
    where i.created_at >= from_time and i.created_at < to_time
  ),
  ranked as (
    select event_type, subject, row_number() over (partition by event_type order by count(*) desc, subject) as place
    from event group by event_type, subject
  )
  select
    of_day, event.event_type, case when place <= 100 then event.subject else '(other)' end, visitor,
    count(*), count(distinct session_id), percentile_disc(0.75) within group (order by measure)
  from event join ranked using (event_type, subject)
  group by 2, 3, 4
  union all
  select of_day, '*', '', visitor, count(*), count(distinct session_id), null from event group by visitor;
end
$$;

-- One month's partition, with what the month's rows have gathered elsewhere. Made whole before it is attached.
create function private.make_interaction_month(month date) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  name text := 'user_interactions_' || to_char(month, 'YYYY_MM');
  from_time timestamptz := month::timestamp at time zone 'UTC';
  to_time timestamptz := (month + interval '1 month') at time zone 'UTC';
begin
  if to_regclass('public.' || name) is not null then
    return;
  end if;
  lock table public.user_interactions_other in access exclusive mode;
  execute format(
    'create table public.%I (like public.user_interactions including all, constraint %I primary key (id))',
    name, name || '_pkey'
  );
  execute format('alter table public.%I enable row level security', name);
  execute format('revoke all on public.%I from public, anon, authenticated, service_role', name);
  execute format(
    'create index %I on public.%I using brin (created_at)', name || '_created_at_idx', name
  );
  execute format(
    'with moved as (
       delete from public.user_interactions_other where created_at >= %L and created_at < %L returning *
     )
     insert into public.%I (id, created_at, session_id, event_type, event_data, page_url, user_agent, referrer, is_bot)
     select id, created_at, session_id, event_type, event_data, page_url, user_agent, referrer, is_bot from moved',
    from_time, to_time, name
  );
  execute format(
    'alter table public.user_interactions attach partition public.%I for values from (%L) to (%L)',
    name, from_time, to_time
  );
end
$$;

-- The upkeep of a day, safe to run at any time and as often as one likes: makes the partitions of this month and
-- the next two, counts the days that have ended, and throws away what is older than `keep_days`. Returns what it
-- did; null when another process is at it. With the rights of its owner, since partitions are the owner's to make
-- and drop; the time is told, so that a test may say another.
create function private.keep_interactions(now_is timestamptz, keep_days int) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  today date := (now_is at time zone 'UTC')::date;
  oldest date := today - keep_days;
  -- A transaction that began before midnight may commit after it: a day is counted an hour after its end.
  last_day date := ((now_is - interval '1 hour') at time zone 'UTC')::date - 1;
  next_day date;
  counted int := 0;
  dropped text[] := '{}';
  pruned bigint;
  partition record;
begin
  if keep_days < 1 then
    raise exception 'keep_days must be at least 1';
  end if;
  if not pg_try_advisory_xact_lock(7206341003) then
    return null;
  end if;

  for ahead in 0..2 loop
    perform private.make_interaction_month((date_trunc('month', today) + ahead * interval '1 month')::date);
  end loop;

  next_day := (select max(day) + 1 from public.interaction_days where event_type = '*');
  for next_day in
    select distinct (created_at at time zone 'UTC')::date
    from public.user_interactions
    where created_at >= coalesce(next_day::timestamp at time zone 'UTC', '-infinity')
      and created_at < (last_day + 1)::timestamp at time zone 'UTC'
    order by 1
  loop
    perform private.count_interactions(next_day);
    counted := counted + 1;
  end loop;

  for partition in
    select c.relname as name
    from pg_catalog.pg_inherits h join pg_catalog.pg_class c on c.oid = h.inhrelid
    where h.inhparent = 'public.user_interactions'::regclass
      and c.relname ~ '^user_interactions_\d{4}_\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= oldest
    order by 1
  loop
    execute format('drop table public.%I', partition.name);
    dropped := dropped || partition.name;
  end loop;

  -- Not what is still to be counted, should the time to keep be shorter than the time to count.
  delete from public.user_interactions
    where created_at < least(oldest, last_day + 1)::timestamp at time zone 'UTC';
  get diagnostics pruned = row_count;

  return jsonb_build_object('days_counted', counted, 'months_dropped', dropped, 'rows_pruned', pruned);
end
$$;
grant execute on function private.keep_interactions(timestamptz, int) to service_role;
