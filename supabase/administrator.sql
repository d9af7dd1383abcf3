-- What only an administrator of the PostgreSQL server may give, for the owner of one database who may make no roles. Run it
-- once, in that database, as a superuser, naming the user of DATABASE_URL; left out, that is the owner of the database:
--
--   psql -d NAME -c "set backline.login = 'LOGIN'" -f supabase/administrator.sql
--
-- Where MIGRATION_URL signs in as a superuser or with CREATEROLE, our server does the same by itself. Every statement looks
-- first, so that a second run changes nothing.

do $$
declare
  role_name text;
  owner text := (select pg_get_userbyid(datdba) from pg_database where datname = current_database());
  -- Who serves.
  login text := coalesce(nullif(current_setting('backline.login', true), ''), owner);
  -- What a request may be; what the auth service runs as, which alone sees passwords, sessions and factors; and what the server
  -- does by itself, which row security binds and no token gives.
  names text[] := array[
    'anon', 'authenticated', 'service_role', 'supabase_auth_admin',
    'backline_call_page', 'backline_counters', 'backline_outbox', 'backline_upkeep', 'backline_webhooks'
  ];
  -- From 16 on a member may lack the right to become the role, and the maker of a role starts without it. What a role
  -- may do is nothing to its members until they become it.
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
    -- Who serves owns nothing, or should not, and may only become these.
    if not pg_has_role(login, role_name, become) then
      execute format('grant %I to %I', role_name, login) || only_become;
    end if;
  end loop;
  -- Before 16 that is said of the member, not of the membership.
  if become = 'member' and login <> all (array[current_user, owner])
    and (select rolinherit and not rolsuper from pg_roles where rolname = login)
  then
    begin
      execute format('alter role %I noinherit', login);
    exception when insufficient_privilege then null;
    end;
  end if;
  -- Left by a superuser who ran bootstrap.sql: what lies in it is for the owner of the database to make. Nobody else may
  -- even look into the schema.
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
