-- A spreadsheet parts columns by what its country has for a comma: by a semicolon in half of Europe, by a tab or a bar on
-- request; and one that does so sees no quotes around our cells. So whatever stands behind one of those, or behind a
-- line end, may come to stand at the beginning of a cell, and is kept from being a formula there as it is at the
-- beginning of ours. Spaces and quotes before it may go away when such a cell is read.
--
-- To have what was sent: take one apostrophe from the beginning of a cell, and one from each row of apostrophes before
-- = + - @ that follows such a separator, or spaces and quotes behind one or at the beginning.
create or replace function private.csv_cell(value text) returns text
  language sql immutable parallel safe
  return case
      when value ~ '^(?:[-=+@''\t\r\n\uff1d\uff0b\uff0d\uff20]|0[0-9 ()./-]+$|[0-9]{12,}$)' then ''''
      else ''
    end
    || regexp_replace(value, '(^[ "]+|[;|\t\r\n][ "]*)(''*[-=+@\uff1d\uff0b\uff0d\uff20])', '\1''\2', 'g');

-- As it was, with what an event says of itself made a cell like the others: a visitor wrote it.
create or replace function public.export_interactions(from_day date, to_day date)
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

-- As it was, written so that PostgreSQL knows which functions it calls. The text of a body is not read by `pg_dump`, so a
-- dump made the tables with this in a generated column before the functions that this needs, and could not be restored.
create or replace function private.search_text(phone text, name text, email text, company text) returns text
  language sql immutable parallel safe
  return (
    select case when octet_length(found) > 2000 then left(found, 500) else found end
    from (
      select concat(private.phone_digits(phone) || ' ', private.plain(name || ' ' || email || ' ' || company)) as found
    ) text
  );
