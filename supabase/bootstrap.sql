-- What a hosted Supabase project already has before its first migration: the request roles and the
-- `auth` helpers; and who may become them. Applied by our server to its own or any other PostgreSQL, never by
-- `supabase db push`. Every statement looks first, so that a second run, or a run on a real Supabase project, changes
-- nothing that is there.

do $$
declare
  role_name text;
  -- Who serves: told by our server, else whoever runs this.
  login text := coalesce(nullif(current_setting('backline.login', true), ''), current_user);
  -- Alone on a PostgreSQL of our own, where the roles are ours as well.
  is_ours boolean := coalesce(current_setting('backline.is_ours', true), '') = 'on';
  -- From 16 on a member may lack the right to become the role, and the maker of a role starts without it. What a role
  -- may do is nothing to its members until they become it.
  become text := 'member';
  only_become text := '';
begin
  if current_setting('server_version_num')::int >= 160000 then
    become := 'set';
    only_become := ' with inherit false, set true';
  end if;
  -- What a request may be; what the auth service runs as, which alone sees passwords, sessions and factors; and what
  -- the server does by itself. Row security binds each of them.
  foreach role_name in array array[
    'anon', 'authenticated', 'service_role', 'supabase_auth_admin', 'backline_call_page', 'backline_counters',
    'backline_outbox', 'backline_upkeep', 'backline_webhooks'
  ] loop
    if to_regrole(role_name) is null then
      execute format('create role %I nologin noinherit', role_name);
    end if;
    -- Who serves owns nothing, or should not, and may only become these.
    if not pg_has_role(login, role_name, become) then
      execute format('grant %I to %I', role_name, login) || only_become;
    end if;
  end loop;
  -- Before 16 that is said of the member, not of the membership.
  if become = 'member' and login <> current_user
    and (select rolinherit and not rolsuper from pg_roles where rolname = login)
  then
    begin
      execute format('alter role %I noinherit', login);
    exception when insufficient_privilege then null;
    end;
  end if;
  -- Made by an earlier release, before policies said what it may do.
  if is_ours and (select rolbypassrls from pg_roles where rolname = 'service_role') then
    alter role service_role nobypassrls;
  end if;
  if to_regnamespace('auth') is null then
    create schema auth;
    grant usage on schema auth to anon, authenticated, service_role;
  end if;
  if to_regprocedure('auth.jwt()') is null then
    create function auth.jwt() returns jsonb language sql stable as
      $body$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb $body$;
  end if;
  if to_regprocedure('auth.uid()') is null then
    create function auth.uid() returns uuid language sql stable as
      $body$ select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $body$;
  end if;
  if to_regprocedure('auth.role()') is null then
    create function auth.role() returns text language sql stable as
      $body$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' $body$;
  end if;

  for role_name in
    select name from unnest(array['anon', 'authenticated', 'service_role']) as name
    where not has_schema_privilege(name, 'public', 'usage')
  loop
    execute format('grant usage on schema public to %I', role_name);
  end loop;
  if has_schema_privilege('anon', 'public', 'create') then
    revoke create on schema public from public;
  end if;

  -- Who makes functions from now on gives them to nobody, whoever it was before: the migration that says so spoke for
  -- the user who applied it.
  if not exists (
    select from pg_default_acl
    where defaclrole = (select oid from pg_roles where rolname = current_user) and defaclnamespace = 0 and defaclobjtype = 'f'
  ) then
    alter default privileges revoke execute on functions from public;
  end if;
end
$$;
