-- A hosted project grants every new table and function in `public` to the request roles by default.
-- We grant by hand instead, so a forgotten line means 'refused' and never 'open'.
alter default privileges in schema public revoke all on tables from public, anon, authenticated;
alter default privileges in schema public revoke all on sequences from public, anon, authenticated;
alter default privileges in schema public revoke all on functions from public, anon, authenticated;
-- Execute for everyone is a global default, which only a global statement takes away.
alter default privileges revoke execute on functions from public;

-- Things that are no part of the REST surface live here. The request roles may call what is granted by name.
create schema private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- Takes off what JavaScript's trim() takes off, so that the form and the table mean the same by 'trimmed'.
create function private.trimmed(value text) returns text
  language sql immutable parallel safe
  as $$
    select btrim(
      value,
      U&'\0009\000a\000b\000c\000d\0020\00a0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200a\2028\2029\202f\205f\3000\feff'
    )
  $$;
grant execute on function private.trimmed(text) to anon, authenticated, service_role;
