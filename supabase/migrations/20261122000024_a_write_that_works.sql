-- The row that readiness writes: always the same, so that the table never grows.
create table private.write_tries (
  is_only boolean primary key default true,
  at timestamptz not null,
  constraint write_tries_is_only_check check (is_only)
);
alter table private.write_tries enable row level security;
revoke all on private.write_tries from public, anon, authenticated, service_role;
insert into private.write_tries (at) values (now());

-- Fails where a booking would: on a standby, on a database set to read only, on a full disk. A row in its old place asks
-- the disk for nothing, so more is put aside than memory may hold: that goes into a file, which a full disk refuses. Its
-- owner's rights, since nobody else may write the row. Gives the time by the clock of the database.
create function private.try_write() returns timestamptz
  language plpgsql security definer
  set search_path = ''
  set work_mem = '64kB'
  as $$
declare
  moment timestamptz := clock_timestamp();
begin
  perform count(w.words) from (
    with wide as materialized (select repeat('x', 1000) || n as words from generate_series(1, 400) n)
    select wide.words from wide
  ) w;
  update private.write_tries set at = moment;
  return moment;
end
$$;

grant execute on function private.try_write() to backline_upkeep;
