-- administrator.sql creates these roles, but a hosted project may lack them.
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

-- Hosted projects grant the request roles access to new objects in `public`. We revoke these grants, so that only
-- explicit grants give access.
alter default privileges in schema public revoke all on tables from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from public, anon, authenticated, service_role;
-- By default, everyone can execute functions. This default is global, so only a global statement removes it.
alter default privileges revoke execute on functions from public;

-- This schema contains everything that the REST API does not expose. Request roles need explicit grants, and no token
-- carries the server's roles.
create schema private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role, supabase_auth_admin, backline_call_page, backline_counters,
  backline_outbox, backline_upkeep, backline_webhooks;
