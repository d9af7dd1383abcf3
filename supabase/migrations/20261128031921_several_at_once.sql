set check_function_bodies = off;

drop function public.export_bookings(date, date);

drop function public.export_messages(date, date);

create or replace function private.export_query(relation regclass, named regtype, others jsonb) returns text
  language sql stable
  set search_path = ''
  as $$
    select format(
      'select %s from %s r left join auth.users u on u.id = r.assigned_to
       where ($1 is null or r.created_at >= $1::timestamp at time zone ''UTC'')
         and ($2 is null or r.created_at < ($2 + 1)::timestamp at time zone ''UTC'')
         and ($3 is null or r.id = any ($3))
       order by r.created_at, r.id',
      string_agg(
        coalesce(others ->> wanted.attname, format(
          case c.atttypid
            when 'text'::regtype then 'private.csv_cell(r.%I)'
            when 'timestamptz'::regtype then 'private.csv_time(r.%I)'
            else 'r.%I::text'
          end, wanted.attname
        )), ', ' order by wanted.attnum
      ),
      relation
    )
    from pg_catalog.pg_type t
    join pg_catalog.pg_attribute wanted on wanted.attrelid = t.typrelid and wanted.attnum > 0 and not wanted.attisdropped
    left join pg_catalog.pg_attribute c on c.attrelid = relation and c.attname = wanted.attname and not c.attisdropped
    where t.oid = named
  $$;

create or replace function private.list_page(relation regclass, sorts text[], week_column text, wanted jsonb)
  returns jsonb
  language plpgsql stable
  set search_path = ''
  -- The keys of a hundred thousand rows fit into it.
  set work_mem = '16MB'
  as $$
declare
  -- More than a page for who ticks all of a list.
  per_page constant int := least(greatest(coalesce((wanted ->> 'most')::int, 50), 1), 500);
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

create or replace function public.change_many(list text, act text, rows jsonb) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  one record;
  done uuid[] := '{}';
begin
  perform private.require_staff('owner', 'agent');
  if jsonb_array_length(rows) > 500 then
    raise exception 'at most 500 rows at once' using errcode = '22023';
  end if;
  -- By id, so that two of these at once do not wait for each other in a circle.
  for one in select w.* from jsonb_to_recordset(rows) w (id uuid, "from" text, "to" text) order by w.id loop
    begin
      case list || ' ' || act
        when 'bookings move' then perform public.move_booking(one.id, one."from", one."to");
        when 'messages move' then perform public.move_message(one.id, one."from", one."to");
        when 'bookings undo' then perform public.undo_booking_move(one.id, one."from");
        when 'messages undo' then perform public.undo_message_move(one.id, one."from");
        when 'bookings assign' then
          update public.strategy_call_bookings b set assigned_to = one."to"::uuid
          where b.id = one.id and b.assigned_to is not distinct from one."from"::uuid and b.status <> 'confirmed';
        when 'messages assign' then
          update public.contact_messages m set assigned_to = one."to"::uuid
          where m.id = one.id and m.assigned_to is not distinct from one."from"::uuid;
        else raise exception 'there is no % of many %', act, list using errcode = '22023';
      end case;
      if found then
        done := done || one.id;
      end if;
    exception when sqlstate 'PT409' or sqlstate 'PT404' then null;
    end;
  end loop;
  return to_jsonb(done);
end
$$;

create or replace function public.export_bookings(from_day date default null, to_day date default null, ids uuid[] default null)
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
    )
  ) using from_day, to_day, ids;
  get diagnostics exported = row_count;
  perform private.record('bookings_exported', 'strategy_call_bookings', null,
    jsonb_build_object('rows', exported, 'from', from_day, 'to', to_day));
end
$$;

create or replace function public.export_messages(from_day date default null, to_day date default null, ids uuid[] default null)
  returns setof private.message_export
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  exported bigint;
begin
  perform private.require_staff('owner', 'agent');
  perform private.require_days(from_day, to_day);
  return query execute private.export_query(
    'public.contact_messages', 'private.message_export',
    jsonb_build_object('assigned_to', 'private.csv_cell(u.email::text)')
  ) using from_day, to_day, ids;
  get diagnostics exported = row_count;
  perform private.record('messages_exported', 'contact_messages', null,
    jsonb_build_object('rows', exported, 'from', from_day, 'to', to_day));
end
$$;

revoke all on function public.change_many(text, text, jsonb) from public;

grant execute on function public.change_many(text, text, jsonb) to authenticated;

revoke all on function public.export_bookings(date, date, uuid[]) from public;

grant execute on function public.export_bookings(date, date, uuid[]) to authenticated;

revoke all on function public.export_messages(date, date, uuid[]) from public;

grant execute on function public.export_messages(date, date, uuid[]) to authenticated;

reset check_function_bodies;
