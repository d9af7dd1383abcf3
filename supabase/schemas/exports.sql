-- Exports of bookings, messages and interactions as files. For owners and agents. The audit log records each export.

-- Puts an apostrophe before values that a spreadsheet would run as formulas or convert to numbers, such as phone numbers
-- with a leading zero and very long numbers. Also doubles a leading apostrophe, so that removing one restores the value.
--
-- Some spreadsheets ignore our quotes and split columns at a semicolon (in half of Europe), a tab or a bar. After such
-- a separator or a line break, text can start a new cell. This text therefore also gets an apostrophe, even after
-- spaces and quotes, because programs may drop them. To restore a value, remove one apostrophe from its start. Also
-- remove one from each run of apostrophes that comes before = + - @ and after a separator, or after spaces and quotes
-- at the start or after a separator.
create function private.csv_cell(value text) returns text
  language sql immutable parallel safe
  return case
      when value ~ '^(?:[-=+@''\t\r\n\uff1d\uff0b\uff0d\uff20]|0[0-9 ()./-]+$|[0-9]{12,}$)' then ''''
      else ''
    end
    || regexp_replace(value, '(^[ "]+|[;|\t\r\n][ "]*)(''*[-=+@\uff1d\uff0b\uff0d\uff20])', '\1''\2', 'g');

create function private.csv_time(value timestamptz) returns text
  language sql stable parallel safe
  return to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Both days are in UTC and inclusive; null means unlimited.
create function private.require_days(from_day date, to_day date, most int default null) returns void
  language plpgsql immutable
  set search_path = ''
  as $$
begin
  if from_day > to_day then
    raise exception 'The first day, %, is after the last one, %', from_day, to_day using errcode = '22023';
  elsif most is not null and (from_day is null or to_day is null) then
    raise exception 'The first and last day are required' using errcode = '22023';
  elsif to_day - from_day >= most then
    raise exception 'From % to % is more than % days', from_day, to_day, most using errcode = '22023';
  end if;
end
$$;

-- An export's columns in order. Columns that are not listed are never exported.
create type private.booking_export as (
  id text, created_at text, status text, name text, email text, company text, phone text, current_challenges text,
  team_size text, preferred_time text, time_zone text, call_from text, call_until text, assigned_to text, answered_at text,
  source text, campaign text, first_view text, landing_page text, referrer text, session_id text, monthly_revenue text,
  message text, fill_seconds text, budget_note text, updated_at text, picked text, outcome text,
  outcome_value text, currency text, next_step text, next_step_on text, next_step_by text,
  earlier_calls text
);
create type private.message_export as (
  id text, created_at text, status text, name text, email text, company text, inquiry_type text, message text,
  assigned_to text, answered_at text, source text, campaign text, first_view text, landing_page text, referrer text,
  session_id text, fill_seconds text, budget_note text, updated_at text
);

-- Returns a query for the rows from day $1 to day $2, or for the rows that $3 lists. A name in `named` is a column or a
-- key in `others`. All text columns are escaped here, so that no export contains unescaped text.
create function private.export_query(relation regclass, named regtype, others jsonb) returns text
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

-- The export includes spam. Runs as its owner, because members cannot select most columns. The log records the export, and
-- our server sends the rows only after the entry is committed.
create function public.export_bookings(from_day date default null, to_day date default null, ids uuid[] default null)
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
      'assigned_to', 'private.csv_cell(u.email::text)', 'earlier_calls', 'private.csv_cell(r.earlier_calls::text)'
    ) || (
      select jsonb_object_agg(o.name, format('case when r.status = ''completed'' then %s end', o.cell)) from (values
        ('outcome', 'r.outcome'), ('outcome_value', 'r.outcome_value::text'), ('next_step_on', 'r.next_step_on::text'),
        ('currency', '(select s.currency from public.desk_settings s where r.outcome_value is not null)'),
        ('next_step', 'private.csv_cell(r.next_step)'),
        ('next_step_by', '(select private.csv_cell(o.email::text) from auth.users o where o.id = r.next_step_by)')
      ) o (name, cell)
    )
  ) using from_day, to_day, ids;
  get diagnostics exported = row_count;
  perform private.record('bookings_exported', 'strategy_call_bookings', null,
    jsonb_build_object('rows', exported, 'from', from_day, 'to', to_day));
end
$$;
grant execute on function public.export_bookings(date, date, uuid[]) to authenticated;

create function public.export_messages(from_day date default null, to_day date default null, ids uuid[] default null)
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
grant execute on function public.export_messages(date, date, uuid[]) to authenticated;

-- Escapes event data too, because it comes from visitors.
create function public.export_interactions(from_day date, to_day date)
  returns table (
    id text, created_at text, session_id text, event_type text, subject text, event_data text, page_url text,
    referrer text, user_agent text, is_bot text, is_team text
  )
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  exported bigint;
begin
  perform private.require_staff('owner', 'agent');
  perform private.require_days(from_day, to_day, 731);
  return query
    select
      i.id::text, private.csv_time(i.created_at), i.session_id::text, private.csv_cell(i.event_type),
      private.csv_cell(private.interaction_subject(i.event_type, i.event_data)),
      private.csv_cell(i.event_data::text), private.csv_cell(i.page_url), private.csv_cell(i.referrer),
      private.csv_cell(i.user_agent), i.is_bot::text, i.is_team::text
    from public.user_interactions i
    where i.created_at >= export_interactions.from_day::timestamp at time zone 'UTC'
      and i.created_at < (export_interactions.to_day + 1)::timestamp at time zone 'UTC'
    order by i.created_at;
  get diagnostics exported = row_count;
  perform private.record('interactions_exported', 'user_interactions', null,
    jsonb_build_object('rows', exported, 'from', from_day, 'to', to_day));
end
$$;
grant execute on function public.export_interactions(date, date) to authenticated;

-- Emails the member and the owners if the member exports many rows: a thousand at once or within a day. A trigger on
-- the audit log calls this function, because every export logs its number of rows.
create function private.enqueue_export_letter() returns trigger
  language plpgsql
  set search_path = ''
  as $$
declare
  large constant bigint := 1000;
  exported bigint := (new.details ->> 'rows')::bigint;
  of_day bigint;
begin
  if exported >= large then
    perform private.enqueue_account_letter(
      'large-export', new.actor, jsonb_build_object('action', new.action, 'rows', exported), 'export ' || new.id
    );
    return null;
  end if;
  select sum((l.details ->> 'rows')::bigint) into of_day from public.audit_log l
  where l.at > now() - interval '1 day' and l.actor = new.actor and l.action like '%\_exported';
  if of_day >= large then
    perform private.enqueue_account_letter(
      'large-export', new.actor, jsonb_build_object('rows', of_day),
      'exports of ' || new.actor || ' on ' || (now() at time zone 'UTC')::date
    );
  end if;
  return null;
end
$$;
