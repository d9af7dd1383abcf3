-- Creates the roles that the database's owner cannot create. A superuser runs this file once in the database. LOGIN is
-- the user in DATABASE_URL; the default is the owner of the database: psql -d NAME -c "set backline.login = 'LOGIN'" -f
-- supabase/administrator.sql If the user in MIGRATION_URL is a superuser or has CREATEROLE, our server does the same
-- automatically. A second run changes nothing.

do $$
declare
  role_name text;
  owner text := (select pg_get_userbyid(datdba) from pg_database where datname = current_database());
  -- The role with which the server signs in to the database.
  login text := coalesce(nullif(current_setting('backline.login', true), ''), owner);
  -- First the roles for requests; then the auth service's role, the only one that can read passwords, sessions and
  -- factors; then the roles for the server's own work. Row security applies to this last group, and no token grants its
  -- roles.
  names text[] := array[
    'anon', 'authenticated', 'service_role', 'supabase_auth_admin',
    'backline_call_page', 'backline_counters', 'backline_outbox', 'backline_upkeep', 'backline_webhooks'
  ];
  -- A database user gets the privileges of a granted role only after SET ROLE. Since PostgreSQL 16, the grant
  -- determines whether the user can set the role, and initially the creator of a role cannot set it.
  become text := 'member';
  only_become text := '';
begin
  if current_setting('server_version_num')::int >= 160000 then
    become := 'set';
    only_become := ' with inherit false, set true';
  end if;
  foreach role_name in array names loop
    if to_regrole(role_name) is null then
      execute format('create role %I nologin noinherit', role_name);
    end if;
    if not pg_has_role(login, role_name, become) then
      execute format('grant %I to %I', role_name, login) || only_become;
    end if;
  end loop;
  -- Before PostgreSQL 16, the user's own setting, not the grant, determines whether the user inherits the privileges.
  if become = 'member' and login <> all (array[current_user, owner])
    and (select rolinherit and not rolsuper from pg_roles where rolname = login)
  then
    begin
      execute format('alter role %I noinherit', login);
    exception when insufficient_privilege then null;
    end;
  end if;
  -- If a superuser ran bootstrap.sql, that superuser owns the schema and is the only user who can create tables in it.
  if exists (
    select from pg_namespace join pg_roles r on r.oid = nspowner
    where nspname = 'auth' and rolsuper and rolname = current_user
  ) then
    if to_regclass('auth.users') is null then
      execute format('alter schema auth owner to %I', owner);
    end if;
  end if;
end
$$;
