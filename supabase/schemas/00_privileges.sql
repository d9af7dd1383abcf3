-- On PostgreSQL of our own and of others administrator.sql has made them, since what serves must be let become them too; on a
-- project that is brought the migrations alone nobody has.
do $$
declare
  name text;
begin
  foreach name in array array[
    'backline_call_page', 'backline_counters', 'backline_outbox', 'backline_upkeep', 'backline_webhooks'
  ] loop
    if to_regrole(name) is null then
      execute format('create role %I nologin noinherit', name);
    end if;
  end loop;
end
$$;

-- A hosted project grants every new table and function in `public` to the request roles by default.
-- We grant by hand instead, so a forgotten line means 'refused' and never 'open'.
alter default privileges in schema public revoke all on tables from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from public, anon, authenticated, service_role;
-- Execute for everyone is a global default, which only a global statement takes away.
alter default privileges revoke execute on functions from public;

-- Everything outside the REST surface lives here. The request roles may call what is granted by name; the roles of the
-- server's own work have the rights of that work alone, and no token carries them (decision 1).
create schema private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role, supabase_auth_admin, backline_call_page, backline_counters,
  backline_outbox, backline_upkeep, backline_webhooks;
