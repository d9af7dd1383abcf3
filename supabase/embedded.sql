-- On the embedded database alone, as its superuser, after bootstrap.sql: everything belongs to a role that is no superuser,
-- so that a function with its owner's rights has no more than these. What an earlier release left with the superuser is
-- handed over. Looks first: a second run changes nothing.
do $$
declare
  thing record;
begin
  if to_regrole('backline_owner') is null then
    create role backline_owner nologin;
  end if;
  for thing in
    with ours as (
      select oid from pg_namespace where nspname in ('auth', 'private', 'public', 'extensions', 'supabase_migrations')
    ),
    -- What came with an extension goes with it, a sequence of a column with its table.
    tied as (
      select classid, objid from pg_depend
      where deptype = 'e' or (classid = 'pg_class'::regclass and deptype in ('a', 'i'))
    )
    select format('database %I', datname) as name from pg_database
    where datname = current_database() and datdba <> 'backline_owner'::regrole
    union all
    select format('schema %I', nspname) from pg_namespace n
    where n.oid in (select oid from ours) and nspname <> 'public' and nspowner <> 'backline_owner'::regrole
    union all
    select format('%s %s', case relkind when 'S' then 'sequence' else 'table' end, c.oid::regclass) from pg_class c
    where relnamespace in (select oid from ours) and relkind in ('r', 'p', 'S')
      and relowner <> 'backline_owner'::regrole
      and not exists (select from tied where classid = 'pg_class'::regclass and objid = c.oid and relkind = 'S')
    union all
    select format('routine %s', p.oid::regprocedure) from pg_proc p
    where pronamespace in (select oid from ours) and proowner <> 'backline_owner'::regrole
      and not exists (select from tied where classid = 'pg_proc'::regclass and objid = p.oid)
    union all
    select format('type %s', t.oid::regtype) from pg_type t
    where typnamespace in (select oid from ours) and typtype in ('e', 'd') and typowner <> 'backline_owner'::regrole
      and not exists (select from tied where classid = 'pg_type'::regclass and objid = t.oid)
  loop
    execute format('alter %s owner to backline_owner', thing.name);
  end loop;
  -- The migration that takes execute from everybody spoke for who applied it, which was the superuser.
  if not exists (
    select from pg_default_acl
    where defaclrole = 'backline_owner'::regrole and defaclnamespace = 0 and defaclobjtype = 'f'
  ) then
    alter default privileges for role backline_owner revoke execute on functions from public;
  end if;
end
$$;
