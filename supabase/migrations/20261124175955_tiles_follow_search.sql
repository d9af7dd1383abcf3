set check_function_bodies = off;

drop function private.list_counts(regclass, text[]);

drop function public.booking_counts();

drop function public.message_counts();

create or replace function private.list_counts(relation regclass, views text[], week_column text, wanted jsonb) returns jsonb
  language plpgsql stable
  set search_path = ''
  as $$
declare
  counting constant text := (
    select string_agg(format(
      '%L, count(*) filter (where %s and %s)', v, private.view_condition(v), private.list_filters(week_column, wanted)
    ), ', ') from unnest(views) v
  );
  term constant text := wanted ->> 'term';
  sought text;
  is_found boolean;
  counts jsonb;
begin
  foreach sought in array array[private.search_condition(term, false), private.search_condition(term, true)] loop
    execute format(
      'select count(*) > 0, jsonb_build_object(%s) from %s where %s', counting, relation,
      coalesce(sought, private.list_filters(week_column, wanted))
    ) into is_found, counts;
    exit when is_found or sought is null;
  end loop;
  return counts;
end
$$;

create or replace function private.list_filters(week_column text, wanted jsonb) returns text
  language sql immutable
  as $$
    select concat_ws(' and ', 'true',
      case when wanted ->> 'source' is not null then format('source = %L', wanted ->> 'source') end,
      case when wanted ->> 'assignee' = 'nobody' then 'assigned_to is null'
        when wanted ->> 'assignee' is not null then format('assigned_to = %L::uuid', wanted ->> 'assignee') end,
      case when wanted ->> 'from' is not null then format('%I >= %L::timestamptz', week_column, wanted ->> 'from') end,
      case when wanted ->> 'until' is not null then format('%I < %L::timestamptz', week_column, wanted ->> 'until') end
    )
  $$;

create or replace function private.list_page(relation regclass, sorts text[], week_column text, wanted jsonb)
  returns jsonb
  language plpgsql stable
  set search_path = ''
  -- The keys of a hundred thousand rows fit into it.
  set work_mem = '16MB'
  as $$
declare
  per_page constant int := 50;
  columns constant text := (select string_agg(quote_ident(c), ', ') from unnest(private.listed(relation)) c);
  term text := wanted ->> 'term';
  sort text := coalesce(wanted ->> 'sort', 'due_at');
  way text := case when (wanted ->> 'down')::boolean then 'desc' else 'asc' end;
  skipped bigint := per_page * (greatest(coalesce((wanted ->> 'page')::int, 1), 1) - 1)::bigint;
  filters text := format(
    '%s and %s', private.view_condition(coalesce(wanted ->> 'view', 'all')), private.list_filters(week_column, wanted)
  );
  -- What is owed nothing comes last, and of that the newest first.
  order_by text := case when sort = 'due_at' then format('due_at %s nulls last, created_at desc, id', way)
    else format('%I %s, id %s', sort, way, way) end;
  -- Keys first, which an index may know alone: whole rows are read of the page itself.
  page constant text := 'select coalesce(jsonb_agg(to_jsonb(r)), ''[]'') from (
    select %s from %s where id in (select id from %s order by %s limit %s offset %s) order by %s) r';
  sought text := private.search_condition(term, false);
  answer jsonb;
  rows jsonb;
  total bigint;
begin
  if sort <> all (sorts) then
    raise exception 'a list is not sorted by %', sort using errcode = '22023';
  end if;
  if sought is null then
    execute format(page, columns, relation, format('%s where %s', relation, filters), order_by, per_page, skipped, order_by)
      into rows;
    total := skipped + jsonb_array_length(rows);
    if jsonb_array_length(rows) = per_page or (total = skipped and skipped > 0) then
      execute format('select count(*) from %s where %s', relation, filters) into total;
    end if;
    return jsonb_build_object('rows', rows, 'total', total, 'is_near', false, 'elsewhere', null);
  end if;
  foreach sought in array array[sought, private.search_condition(term, true)] loop
    execute format(
      'with found as materialized (select id, status, %s, (%s) is true as fits from %s where %s)
       select jsonb_build_object(
         ''rows'', (%s),
         ''total'', count(*) filter (where fits),
         ''elsewhere'', jsonb_build_object(
           ''spam'', count(*) filter (where status = ''spam'' and not fits),
           ''suspect'', count(*) filter (where status = ''spam?'' and not fits),
           ''others'', count(*) filter (where status not in (''spam'', ''spam?'') and not fits)
         ),
         ''is_near'', %L::boolean and count(*) filter (where fits) > 0,
         ''found'', count(*)
       ) from found',
      case sort when 'due_at' then 'due_at, created_at' when 'status' then 'id as same' else quote_ident(sort) end
        -- Trying a pattern of slips on a row costs more than PostgreSQL thinks: with a column that no index holds beside
        -- the text, it takes the index of trigrams and not every entry of another one.
        || case when answer is null then '' else ', name as of_the_row' end,
      filters, relation, sought,
      format(page, columns, relation, 'found where fits', order_by, per_page, skipped, order_by),
      answer is not null
    ) into answer;
    exit when (answer ->> 'found')::bigint > 0;
  end loop;
  return answer - 'found';
end
$$;

create or replace function public.booking_counts(wanted jsonb default '{}') returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return private.list_counts('public.strategy_call_bookings', '{all,open,overdue,confirmed,spam?}', 'call_at', wanted);
end
$$;

create or replace function public.message_counts(wanted jsonb default '{}') returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return private.list_counts('public.contact_messages', '{all,open,overdue,spam?}', 'created_at', wanted);
end
$$;

revoke all on function private.list_counts(regclass, text[], text, jsonb) from public;
revoke all on function private.list_filters(text, jsonb) from public;
revoke all on function public.booking_counts(jsonb) from public;
grant execute on function public.booking_counts(jsonb) to authenticated;
revoke all on function public.message_counts(jsonb) from public;
grant execute on function public.message_counts(jsonb) to authenticated;

reset check_function_bodies;
