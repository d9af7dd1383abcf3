-- The roles and rights of a hosted Supabase project's database before our first migration: the roles, the owner of the
-- schema `auth`, and the default privileges on tables. The superuser `supabase_admin` runs this on an empty server;
-- `supabase_auth_admin` creates the account tables afterward.
-- Source: github.com/supabase/postgres, migrations/db up to 2026-10 (roles, demotion of postgres, later revocations).

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

-- The auth service has its own user and schema: postgres can use the schema's tables, but cannot create tables there or
-- become that user.
create role supabase_auth_admin login noinherit;
alter role supabase_auth_admin set search_path to auth;
create schema auth authorization supabase_admin;
grant all on schema auth to supabase_auth_admin;
grant usage on schema auth to postgres, dashboard_user, anon, authenticated, service_role;
alter default privileges for role supabase_auth_admin in schema auth grant all on tables to postgres, dashboard_user;
alter default privileges for role supabase_auth_admin in schema auth grant all on sequences to postgres, dashboard_user;
alter default privileges for role supabase_auth_admin in schema auth grant all on routines to postgres, dashboard_user;

-- Since PostgreSQL 16, a user with CREATEROLE can grant only roles that the user has with the admin option.
do $$
begin
  if current_setting('server_version_num')::int >= 160000 then
    grant anon, authenticated, service_role to postgres with admin option;
  end if;
end
$$;
