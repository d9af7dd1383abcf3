-- The parts of a hosted Supabase project that exist before its first migration: the `auth` helpers and the grants on
-- `public`. Our server runs this as the owner of the tables, after administrator.sql. Never run this file in a Supabase
-- project. A second run changes nothing.

do $$
declare
  role_name text;
begin
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

  -- Default privileges belong to the user who sets them, so a new owner has to set them again.
  if not exists (
    select from pg_default_acl
    where defaclrole = (select oid from pg_roles where rolname = current_user) and defaclnamespace = 0 and defaclobjtype = 'f'
  ) then
    alter default privileges revoke execute on functions from public;
  end if;
end
$$;
