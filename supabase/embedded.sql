-- Only on the embedded database, as its superuser, after administrator.sql and before bootstrap.sql: everything belongs to
-- a role that is no superuser, so that a function with its owner's rights has no more than these. A second run changes nothing.
do $$
begin
  if to_regrole('backline_owner') is null then
    create role backline_owner nologin;
  end if;
  if exists (
    select from pg_database where datname = current_database() and datdba <> 'backline_owner'::regrole
  ) then
    execute format('alter database %I owner to backline_owner', current_database());
  end if;
end
$$;
