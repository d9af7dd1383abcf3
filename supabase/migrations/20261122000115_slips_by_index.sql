-- As before, but for the search of what is one slip away: over 100,000 rows it took half a second in the first order of
-- the list, ten times as long as in the others.

create or replace function private.list_page(relation regclass, columns text, sorts text[], week_column text, wanted jsonb)
  returns jsonb
  language plpgsql stable
  set search_path = ''
  -- The keys of a hundred thousand rows fit into it.
  set work_mem = '16MB'
  as $$
declare
  per_page constant int := 50;
  term text := wanted ->> 'term';
  sort text := coalesce(wanted ->> 'sort', 'due_at');
  way text := case when (wanted ->> 'down')::boolean then 'desc' else 'asc' end;
  skipped bigint := per_page * (greatest(coalesce((wanted ->> 'page')::int, 1), 1) - 1)::bigint;
  filters text := concat_ws(' and ',
    private.view_condition(coalesce(wanted ->> 'view', 'all')),
    case when wanted ->> 'source' is not null then format('source = %L', wanted ->> 'source') end,
    case when wanted ->> 'assignee' = 'nobody' then 'assigned_to is null'
      when wanted ->> 'assignee' is not null then format('assigned_to = %L::uuid', wanted ->> 'assignee') end,
    case when wanted ->> 'from' is not null then format('%I >= %L::timestamptz', week_column, wanted ->> 'from') end,
    case when wanted ->> 'until' is not null then format('%I < %L::timestamptz', week_column, wanted ->> 'until') end
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
