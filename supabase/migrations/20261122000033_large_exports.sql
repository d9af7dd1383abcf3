-- A large export writes to whoever made it and to the owners: a thousand rows at once, or in a day by many small ones. Every
-- export is in the log with its number of rows, so that it is told from there, whichever function made it.
create function private.tell_of_large_export() returns trigger
  language plpgsql
  set search_path = ''
  as $$
declare
  large constant bigint := 1000;
  exported bigint := (new.details ->> 'rows')::bigint;
  of_day bigint;
begin
  if exported >= large then
    perform private.tell_of_account(
      'large-export', new.actor, jsonb_build_object('action', new.action, 'rows', exported), 'export ' || new.id
    );
    return null;
  end if;
  select sum((l.details ->> 'rows')::bigint) into of_day from public.audit_log l
  where l.at > now() - interval '1 day' and l.actor = new.actor and l.action like '%\_exported';
  if of_day >= large then
    perform private.tell_of_account(
      'large-export', new.actor, jsonb_build_object('rows', of_day),
      'exports of ' || new.actor || ' on ' || (now() at time zone 'UTC')::date
    );
  end if;
  return null;
end
$$;
create trigger tell_of_large_export after insert on public.audit_log
  for each row when (new.action like '%\_exported' and new.details ? 'rows' and new.actor is not null)
  execute function private.tell_of_large_export();
