set check_function_bodies = off;

drop function private.list_page(regclass, text, text[], text, jsonb);

drop function public.export_bookings(date, date);

drop function public.export_messages(date, date);

create type private.booking_export as (
  id text,
  created_at text,
  status text,
  name text,
  email text,
  company text,
  phone text,
  current_challenges text,
  team_size text,
  preferred_time text,
  time_zone text,
  call_from text,
  call_until text,
  assigned_to text,
  answered_at text,
  source text,
  campaign text,
  first_view text,
  landing_page text,
  referrer text,
  session_id text,
  monthly_revenue text,
  message text,
  fill_seconds text,
  budget_note text,
  updated_at text
);

create type private.message_export as (
  id text,
  created_at text,
  status text,
  name text,
  email text,
  company text,
  inquiry_type text,
  message text,
  assigned_to text,
  answered_at text,
  source text,
  campaign text,
  first_view text,
  landing_page text,
  referrer text,
  session_id text,
  fill_seconds text,
  budget_note text,
  updated_at text
);

create or replace function private.export_query(relation regclass, named regtype, others jsonb) returns text
  language sql stable
  set search_path = ''
  as $$
    select format(
      'select %s from %s r left join auth.users u on u.id = r.assigned_to
       where ($1 is null or r.created_at >= $1::timestamp at time zone ''UTC'')
         and ($2 is null or r.created_at < ($2 + 1)::timestamp at time zone ''UTC'')
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
  per_page constant int := 50;
  columns constant text := (select string_agg(quote_ident(c), ', ') from unnest(private.listed(relation)) c);
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

create or replace function private.listed(relation regclass) returns text[]
  language sql stable
  set search_path = ''
  as $$
    select array_agg(a.attname::text order by a.attnum) from pg_catalog.pg_attribute a
    where a.attrelid = relation and a.attnum > 0 and not a.attisdropped
      and has_column_privilege('authenticated', relation, a.attnum, 'select')
  $$;

create or replace function private.picked(whole jsonb, columns text[]) returns jsonb
  language sql immutable
  as $$ select jsonb_object_agg(key, value) from jsonb_each(whole) where key = any (columns) $$;

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
    )
  ) using from_day, to_day;
  get diagnostics exported = row_count;
  perform private.record('bookings_exported', 'strategy_call_bookings', null,
    jsonb_build_object('rows', exported, 'from', from_day, 'to', to_day));
end
$$;

create or replace function public.export_messages(from_day date default null, to_day date default null)
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
  ) using from_day, to_day;
  get diagnostics exported = row_count;
  perform private.record('messages_exported', 'contact_messages', null,
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
    'public.strategy_call_bookings', '{due_at,created_at,call_at,name,company,status,source}', 'call_at', wanted
  );
end
$$;

create or replace function public.list_messages(wanted jsonb default '{}') returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return private.list_page(
    'public.contact_messages', '{due_at,created_at,name,company,status,source}', 'created_at', wanted
  );
end
$$;

create or replace function public.read_person(address text) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  wanted text := private.trimmed(address);
  bookings jsonb;
  messages jsonb;
  newest uuid;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  select coalesce(jsonb_agg(
      private.picked(to_jsonb(b), private.listed('public.strategy_call_bookings') || '{phone}') order by b.created_at desc, b.id
    ), '[]')
    into bookings from public.strategy_call_bookings b where lower(b.email) = lower(wanted);
  select coalesce(jsonb_agg(
      private.picked(to_jsonb(m), private.listed('public.contact_messages')) order by m.created_at desc, m.id
    ), '[]')
    into messages from public.contact_messages m where lower(m.email) = lower(wanted);
  select (r ->> 'id')::uuid into newest from jsonb_array_elements(bookings || messages) r
  order by (r ->> 'created_at')::timestamptz desc limit 1;
  -- Of whom nothing is kept, nothing was read.
  if newest is not null then
    perform private.record_reading('person_read', 'person', newest);
  end if;
  return jsonb_build_object('email', wanted, 'bookings', bookings, 'messages', messages) || private.visits_of(wanted);
end
$$;

revoke all on function private.export_query(regclass, regtype, jsonb) from public;

revoke all on function private.list_page(regclass, text[], text, jsonb) from public;

revoke all on function private.listed(regclass) from public;

revoke all on function private.picked(jsonb, text[]) from public;

revoke all on function public.export_bookings(date, date) from public;

grant execute on function public.export_bookings(date, date) to authenticated;

revoke all on function public.export_messages(date, date) from public;

grant execute on function public.export_messages(date, date) to authenticated;

reset check_function_bodies;
