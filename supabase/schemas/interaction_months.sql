-- Monthly partitions of interactions: created in advance, counted by day, and dropped later. Only backline_upkeep calls
-- these functions.

-- Moves the month's rows out of the default partition first, because otherwise the new partition cannot be attached.
create function private.make_interaction_month(month date) returns void
  language plpgsql set search_path = '' as $$
declare
  name text := 'user_interactions_' || to_char(month, 'YYYY_MM');
  from_time timestamptz := month::timestamp at time zone 'UTC';
  to_time timestamptz := (month + interval '1 month') at time zone 'UTC';
  -- All columns except generated ones.
  columns text := 'id, created_at, session_id, event_type, event_data, page_url, user_agent, referrer, is_bot, visitor_key';
begin
  if to_regclass('public.' || name) is not null then
    return;
  end if;
  lock table public.user_interactions_other in access exclusive mode;
  if to_regclass('public.' || name) is not null then
    return;
  end if;
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
     insert into public.%I (%s) select %s from moved',
    from_time, to_time, name, columns, columns
  );
  execute format(
    'alter table public.user_interactions attach partition public.%I for values from (%L) to (%L)',
    name, from_time, to_time
  );
end
$$;

create function private.make_interaction_months() returns void
  language plpgsql security definer set search_path = '' as $$
begin
  for ahead in 0..2 loop
    perform private.make_interaction_month(
      (date_trunc('month', now() at time zone 'UTC') + ahead * interval '1 month')::date
    );
  end loop;
end
$$;
grant execute on function private.make_interaction_months() to backline_upkeep;

-- Creates partitions, counts past days, and removes rows older than `keep_days`. Safe to run at any time; returns
-- null if another process is already running this function. Runs as its owner, because only the owner can create
-- and drop partitions.
create function private.maintain_interactions(
  now_is timestamptz, keep_days int, enough interval default '4 minutes'
) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  today date := (now_is at time zone 'UTC')::date;
  oldest date := today - keep_days;
  -- A transaction that begins before midnight can commit after midnight, so a day is counted an hour after its end.
  last_day date := ((now_is - interval '1 hour') at time zone 'UTC')::date - 1;
  next_interactions date;
  -- Older versions did not count visits, so a counted day may still need a count of its visits.
  next_visits date;
  of_day date;
  counted int := 0;
  is_late boolean := false;
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

  next_interactions := coalesce(
    (select max(day) + 1 from public.interaction_days where event_type = '*'), '-infinity'
  );
  next_visits := coalesce((select max(day) + 1 from private.visit_days where dimension = '*'), '-infinity');
  for of_day in
    select distinct (created_at at time zone 'UTC')::date
    from public.user_interactions
    where created_at >= least(next_interactions, next_visits)::timestamp at time zone 'UTC'
      and created_at < (last_day + 1)::timestamp at time zone 'UTC'
    order by 1
  loop
    if of_day >= next_interactions then
      perform private.count_interactions(of_day);
    end if;
    if of_day >= next_visits then
      perform private.store_visit_days(of_day);
    end if;
    counted := counted + 1;
    if clock_timestamp() > statement_timestamp() + enough then
      last_day := of_day;
      is_late := true;
      exit;
    end if;
  end loop;
  if not is_late then
    perform private.refresh_visits(last_day + 1, now_is);
  end if;

  for partition in
    select c.relname as name
    from pg_catalog.pg_inherits h join pg_catalog.pg_class c on c.oid = h.inhrelid
    where h.inhparent = 'public.user_interactions'::regclass
      and c.relname ~ '^user_interactions_\d{4}_\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= least(oldest, last_day + 1)
    order by 1
  loop
    execute format('drop table public.%I', partition.name);
    dropped := dropped || partition.name;
  end loop;

  -- Keeps uncounted rows, even if they are older than `keep_days`.
  delete from public.user_interactions
    where created_at < least(oldest, last_day + 1)::timestamp at time zone 'UTC';
  get diagnostics pruned = row_count;

  -- Adds the pages that were filled since the last vacuum to the time index. Otherwise, queries for today would read
  -- all these pages.
  perform pg_catalog.brin_summarize_new_values(i.indexrelid)
    from pg_catalog.pg_index i
    join pg_catalog.pg_inherits h on h.inhrelid = i.indrelid
    join pg_catalog.pg_class c on c.oid = i.indexrelid
    join pg_catalog.pg_am a on a.oid = c.relam
    where h.inhparent = 'public.user_interactions'::regclass and a.amname = 'brin';

  return jsonb_build_object('days_counted', counted, 'months_dropped', dropped, 'rows_pruned', pruned);
end
$$;
grant execute on function private.maintain_interactions(timestamptz, int, interval) to backline_upkeep;
