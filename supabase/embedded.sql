-- The embedded database's superuser runs this file between administrator.sql and bootstrap.sql. Creates an owner who is
-- not a superuser, so that functions that run as the owner do not get a superuser's rights. A second run changes
-- nothing.
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
