-- What a hosted Supabase project already has before its first migration: the `auth` helpers, and who may use `public`.
-- Applied by our server, as the owner of the tables, to its own or any other PostgreSQL after administrator.sql, never by
-- `supabase db push` nor to the database of a project. Every statement looks first, so that a second run changes nothing.

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
