-- Roles that only an administrator can create, for a database owner who cannot. Run it once in that database as a superuser.
-- LOGIN is the user of DATABASE_URL; the default is the owner of the database:
--
--   psql -d NAME -c "set backline.login = 'LOGIN'" -f supabase/administrator.sql
--
-- If the user of MIGRATION_URL is a superuser or has CREATEROLE, our server does the same automatically. A second run changes
-- nothing.

do $$
declare
  role_name text;
  owner text := (select pg_get_userbyid(datdba) from pg_database where datname = current_database());
  -- The server's login.
  login text := coalesce(nullif(current_setting('backline.login', true), ''), owner);
  -- The roles of requests; of the auth service, which alone sees passwords, sessions and factors; and of the server's own work,
  -- which row security binds and no token grants.
  names text[] := array[
    'anon', 'authenticated', 'service_role', 'supabase_auth_admin',
    'backline_call_page', 'backline_counters', 'backline_outbox', 'backline_upkeep', 'backline_webhooks'
  ];
  -- Since PostgreSQL 16 a member may lack the right to set the role, and the creator of a role lacks it at first. Members have
  -- a role's rights only after setting it.
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
  -- Before PostgreSQL 16, inheriting is a property of the member, not of the membership.
  if become = 'member' and login <> all (array[current_user, owner])
    and (select rolinherit and not rolsuper from pg_roles where rolname = login)
  then
    begin
      execute format('alter role %I noinherit', login);
    exception when insufficient_privilege then null;
    end;
  end if;
  -- A superuser who ran bootstrap.sql owns the schema; only its owner could create tables in it.
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
