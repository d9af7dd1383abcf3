-- What time it is for whatever removes rows, and whether the database takes writes. backline_upkeep; an operator confirms a
-- day.

-- The day on which old rows were last looked for. The calendar goes on by days; where it jumps, a clock was set wrong,
-- or a backup lay for long, and rows are better kept than removed.
create table private.last_upkeep (
  is_only boolean primary key default true,
  day date not null,

  constraint last_upkeep_is_only_check check (is_only)
);

alter table private.last_upkeep enable row level security;
revoke all on private.last_upkeep from public, anon, authenticated, service_role;

insert into private.last_upkeep (day) values ((now() at time zone 'UTC')::date);

-- The row that readiness writes: always the same, so that the table never grows.
create table private.write_tries (
  is_only boolean primary key default true,
  at timestamptz not null,

  constraint write_tries_is_only_check check (is_only)
);

alter table private.write_tries enable row level security;
revoke all on private.write_tries from public, anon, authenticated, service_role;

insert into private.write_tries (at) values (now());

-- What time it is for whatever removes rows. A function of its own, so that a test can move the clock of its database.
create function private.moment() returns timestamptz
  language sql stable
  set search_path = ''
  as 'select pg_catalog.now()';

-- Says what time it is, and whether a process that takes `process_time` for now may remove what is too old. Its owner's
-- rights, since nobody else shall move the calendar.
create function private.begin_upkeep(process_time timestamptz) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  now_is timestamptz := private.moment();
  today date := (now_is at time zone 'UTC')::date;
  last_day date := coalesce((select l.day from private.last_upkeep l), today);
  ahead double precision := extract(epoch from process_time - now_is);
  reason text := case when abs(ahead) > 60 then 'clock' when today > last_day + 7 then 'calendar' end;
begin
  if reason is null then
    insert into private.last_upkeep as l (day) values (today)
      on conflict (is_only) do update set day = excluded.day where l.day <> excluded.day;
  end if;
  return jsonb_build_object(
    'now', extract(epoch from now_is) * 1000, 'held', reason, 'ahead', ahead, 'today', today, 'last_day', last_day
  );
end
$$;
grant execute on function private.begin_upkeep(timestamptz) to backline_upkeep;

-- An operator's word that the calendar is right, however far it went. Gives the day that it has.
create function private.confirm_day(day date) returns date
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  today date := (private.moment() at time zone 'UTC')::date;
begin
  if confirm_day.day = today then
    insert into private.last_upkeep as l (day) values (today)
      on conflict (is_only) do update set day = excluded.day;
  end if;
  return today;
end
$$;
grant execute on function private.confirm_day(date) to backline_upkeep;

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
