-- Only for the embedded database, as its superuser, between administrator.sql and bootstrap.sql: the owner of everything is not
-- a superuser, so that functions with the owner's rights have no more than those. A second run changes nothing.
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
