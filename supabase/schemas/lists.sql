-- Pages of the desk's lists: filters, order, search and counts. Members call functions that return only readable columns.

-- Each of the other views is named after its status, including spam.
create function private.view_condition(view text) returns text
  language sql immutable
  as $$
    select case view
      when 'all' then $c$status not in ('spam', 'spam?')$c$
      when 'open' then
        $c$(status = 'new' or due_at is not null) and status not in ('spam', 'spam?') and unanswered_since > now() is not true$c$
      -- For the visitor: an offer is open, or a reminder is set.
      when 'waiting' then $c$unanswered_since > now() and status not in ('spam', 'spam?')$c$
      when 'overdue' then 'due_at < now()'
      when 'follow-up' then 'follow_up_on is not null'
      when 'any' then 'true'
      else format('status = %L', view) end
  $$;

create function private.list_filters(week_column text, wanted jsonb) returns text
  language sql immutable
  as $$
    select concat_ws(' and ', 'true',
      case when wanted ->> 'source' is not null then format('source = %L', wanted ->> 'source') end,
      case when wanted ->> 'step_by' is not null then format('%L = any (follow_up_by::text[])', wanted ->> 'step_by') end,
      case when wanted ->> 'assignee' = 'nobody' then 'assigned_to is null'
        when wanted ->> 'assignee' is not null then format('assigned_to = %L::uuid', wanted ->> 'assignee') end,
      case when wanted -> 'ids' is not null then format(
        'id = any(%L::uuid[])', array(select jsonb_array_elements_text(wanted -> 'ids'))
      ) end,
      case when wanted ->> 'from' is not null then format('%I >= %L::timestamptz', week_column, wanted ->> 'from') end,
      case when wanted ->> 'until' is not null then format('%I < %L::timestamptz', week_column, wanted ->> 'until') end
    )
  $$;

-- Returns the columns that `authenticated` can select. A newly granted column appears in every list.
create function private.listed(relation regclass) returns text[]
  language sql stable
  set search_path = ''
  as $$
    select array_agg(a.attname::text order by a.attnum) from pg_catalog.pg_attribute a
    where a.attrelid = relation and a.attnum > 0 and not a.attisdropped
      and has_column_privilege('authenticated', relation, a.attnum, 'select')
  $$;

-- A search also counts matches outside the view and the filters. If nothing matches, one typo is allowed.
create function private.list_page(relation regclass, sorts text[], week_column text, wanted jsonb)
  returns jsonb
  language plpgsql stable
  set search_path = ''
  -- Enough memory for the keys of 100,000 rows.
  set work_mem = '16MB'
  as $$
declare
  -- If a member selects all rows of a list, the desk requests more rows than a page shows.
  per_page constant int := least(greatest(coalesce((wanted ->> 'most')::int, 50), 1), 500);
  columns constant text := (select string_agg(quote_ident(c), ', ') from unnest(private.listed(relation)) c)
    || case relation::text when 'public.strategy_call_bookings'
      then ', private.booking_state(strategy_call_bookings, now()) as state'
      else ', private.message_state(contact_messages, now()) as state' end;
  term text := wanted ->> 'term';
  sort text := coalesce(wanted ->> 'sort', 'due_at');
  way text := case when (wanted ->> 'down')::boolean then 'desc' else 'asc' end;
  skipped bigint := per_page * (greatest(coalesce((wanted ->> 'page')::int, 1), 1) - 1)::bigint;
  filters text := format(
    '%s and %s', private.view_condition(coalesce(wanted ->> 'view', 'all')), private.list_filters(week_column, wanted)
  );
  -- Rows without a due time come last, with the newest first.
  order_by text := case when sort = 'due_at' then format('due_at %s nulls last, created_at desc, id', way)
    else format('%I %s, id %s', sort, way, way) end;
  -- Sorts only keys, which an index can provide, and then reads the page's rows.
  page constant text := 'select coalesce(jsonb_agg(to_jsonb(r)), ''[]'') from (
    select %s from %s where id in (select id from %s order by %s limit %s offset %s) order by %s) r';
  sought text := private.search_condition(term, false);
  answer jsonb;
  rows jsonb;
  total bigint;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  if sort <> all (sorts) then
    raise exception 'cannot sort by %', sort using errcode = '22023';
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
        -- PostgreSQL underestimates the cost of testing a typo pattern. PostgreSQL uses the trigram index if the query
        -- needs a column that no other index has.
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

create function public.list_bookings(wanted jsonb default '{}') returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select private.list_page(
      'public.strategy_call_bookings', '{due_at,created_at,call_at,follow_up_on,name,company,status,source}', 'call_at', wanted
    )
  $$;
grant execute on function public.list_bookings(jsonb) to authenticated;

create function public.list_messages(wanted jsonb default '{}') returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select private.list_page(
      'public.contact_messages', '{due_at,created_at,name,company,status,source}', 'created_at', wanted
    )
  $$;
grant execute on function public.list_messages(jsonb) to authenticated;

-- Returns the number of rows in each view, with the list's filters and search.
create function private.list_counts(relation regclass, views text[], week_column text, wanted jsonb) returns jsonb
  language plpgsql stable
  set search_path = ''
  as $$
declare
  counting constant text := (
    select string_agg(format(
      '%L, count(*) filter (where %s and %s)', v, private.view_condition(v),
      private.list_filters(week_column, wanted || jsonb_build_object('view', v))
    ), ', ') from unnest(views) v
  );
  term constant text := wanted ->> 'term';
  sought text;
  is_found boolean;
  counts jsonb;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  foreach sought in array array[private.search_condition(term, false), private.search_condition(term, true)] loop
    execute format(
      'select count(*) > 0, jsonb_build_object(%s) from %s where %s', counting, relation,
      coalesce(sought, private.list_filters(week_column, wanted - 'assignee'))
    ) into is_found, counts;
    exit when is_found or sought is null;
  end loop;
  return counts;
end
$$;

create function public.booking_counts(wanted jsonb default '{}') returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select private.list_counts(
      'public.strategy_call_bookings', '{all,open,overdue,waiting,confirmed,follow-up,spam?}', 'call_at', wanted
    )
  $$;
grant execute on function public.booking_counts(jsonb) to authenticated;

create function public.message_counts(wanted jsonb default '{}') returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select private.list_counts('public.contact_messages', '{all,open,overdue,waiting,spam?}', 'created_at', wanted)
  $$;
grant execute on function public.message_counts(jsonb) to authenticated;

-- Skips from one name to the next in the index, because `distinct` would read every row.
create function private.list_sources(relation regclass) returns setof text
  language plpgsql stable
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return query execute format(
    'with recursive known as (
       select min(source) as source from %1$s
       union all
       select (select min(r.source) from %1$s r where r.source > k.source) from known k where k.source is not null
     )
     select k.source from known k where k.source is not null', relation
  );
end
$$;

create function public.booking_sources() returns setof text
  language sql stable security definer
  set search_path = ''
  as $$ select private.list_sources('public.strategy_call_bookings') $$;
grant execute on function public.booking_sources() to authenticated;

create function public.message_sources() returns setof text
  language sql stable security definer
  set search_path = ''
  as $$ select private.list_sources('public.contact_messages') $$;
grant execute on function public.message_sources() to authenticated;
