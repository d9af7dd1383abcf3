-- What the database of a hosted Supabase project is before our first migration, as far as it decides who may do what: its
-- roles, who owns schema auth, and which rights tables get by default. Run by the superuser, who is `supabase_admin` there
-- as here, on a server without anything else; the tables of accounts follow, made by `supabase_auth_admin`.
-- Facts: github.com/supabase/postgres, migrations/db (roles, demotion of postgres, later revocations, until 2026-10).

create role postgres login createdb createrole replication bypassrls;
alter database postgres owner to postgres;
create role dashboard_user createdb createrole replication;

create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
grant anon, authenticated, service_role to authenticator;

create schema extensions;
grant all on schema extensions to postgres, dashboard_user;
grant usage on schema extensions to anon, authenticated, service_role;
alter role postgres set search_path to "$user", public, extensions;

grant usage on schema public to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;

-- The auth service has a user and a schema of its own: postgres may use the tables in it, and neither make one there nor
-- become that user.
create role supabase_auth_admin login noinherit;
alter role supabase_auth_admin set search_path to auth;
create schema auth authorization supabase_admin;
grant all on schema auth to supabase_auth_admin;
grant usage on schema auth to postgres, dashboard_user, anon, authenticated, service_role;
alter default privileges for role supabase_auth_admin in schema auth grant all on tables to postgres, dashboard_user;
alter default privileges for role supabase_auth_admin in schema auth grant all on sequences to postgres, dashboard_user;
alter default privileges for role supabase_auth_admin in schema auth grant all on routines to postgres, dashboard_user;

-- From 16 on a user with CREATEROLE may give on only what it was given.
do $$
begin
  if current_setting('server_version_num')::int >= 160000 then
    grant anon, authenticated, service_role to postgres with admin option;
  end if;
end
$$;
