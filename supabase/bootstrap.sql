-- What a hosted Supabase project already has before its first migration: the request roles and the
-- `auth` helpers. Applied by our server to its own or any other PostgreSQL, never by `supabase db push`.
-- Every statement looks first, so that a second run, or a run on a real Supabase project, changes nothing.

do $$
declare
  role_name text;
  -- From 16 on a member may lack the right to become the role, and the maker of a role starts without it.
  become text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  if to_regrole('anon') is null then
    create role anon nologin noinherit;
  end if;
  if to_regrole('authenticated') is null then
    create role authenticated nologin noinherit;
  end if;
  if to_regrole('service_role') is null then
    create role service_role nologin noinherit bypassrls;
  end if;
  -- What the auth service runs as: it alone sees passwords, sessions and factors.
  if to_regrole('supabase_auth_admin') is null then
    create role supabase_auth_admin nologin noinherit;
  end if;
  -- The pool of the embedded database signs in as this role: it owns nothing and may only become the four.
  if to_regrole('authenticator') is null then
    create role authenticator login noinherit;
  end if;
  foreach role_name in array array['anon', 'authenticated', 'service_role', 'supabase_auth_admin'] loop
    if not pg_has_role('authenticator', role_name, become) then
      execute format('grant %I to authenticator', role_name);
    end if;
    -- A server on DATABASE_URL runs requests from the session of the user named there.
    if not pg_has_role(current_user, role_name, become) then
      execute format('grant %I to current_user', role_name);
    end if;
  end loop;

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
end
$$;
