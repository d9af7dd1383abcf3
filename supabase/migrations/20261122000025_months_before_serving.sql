-- The months are made before the first request is served: a row that is on its way to where it belongs without them
-- is refused when its month appears meanwhile. Several processes may start at once, so whoever waited looks again.
create or replace function private.make_interaction_month(month date) returns void
  language plpgsql set search_path = '' as $$
declare
  name text := 'user_interactions_' || to_char(month, 'YYYY_MM');
  from_time timestamptz := month::timestamp at time zone 'UTC';
  to_time timestamptz := (month + interval '1 month') at time zone 'UTC';
  -- All but what is generated.
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
revoke execute on function private.make_interaction_months() from public;

-- On PostgreSQL of our own and of others bootstrap.sql has made the role of the upkeep.
do $$
begin
  if to_regrole('backline_upkeep') is null then
    create role backline_upkeep nologin noinherit;
  end if;
end
$$;
grant execute on function private.make_interaction_months() to backline_upkeep;
