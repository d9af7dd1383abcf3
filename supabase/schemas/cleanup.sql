-- The clock of the cleanup jobs, and a check that the database accepts writes. Only backline_upkeep calls these
-- functions, except that an operator can confirm the date after a jump.

-- The day of the last cleanup. If the date jumps by more than a week, a clock was wrong or an old backup was restored, so the
-- cleanup stops.
create table private.last_cleanup (
  is_only boolean primary key default true,
  day date not null,

  constraint last_upkeep_is_only_check check (is_only)
);

alter table private.last_cleanup enable row level security;

insert into private.last_cleanup (day) values ((now() at time zone 'UTC')::date);

-- The readiness check always writes the same row, so that the table does not grow.
create table private.write_checks (
  is_only boolean primary key default true,
  at timestamptz not null,

  constraint write_tries_is_only_check check (is_only)
);

alter table private.write_checks enable row level security;

insert into private.write_checks (at) values (now());

-- Tests replace this function to set the clock.
create function private.moment() returns timestamptz
  language sql stable
  set search_path = ''
  as 'select pg_catalog.now()';

-- `held` is the reason why a process with this clock must not remove rows. Runs as its owner, because no other role can
-- write the date of the last cleanup.
create function private.begin_cleanup(process_time timestamptz) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  now_is timestamptz := private.moment();
  today date := (now_is at time zone 'UTC')::date;
  last_day date := coalesce((select l.day from private.last_cleanup l), today);
  ahead double precision := extract(epoch from process_time - now_is);
  reason text := case when abs(ahead) > 60 then 'clock' when today > last_day + 7 then 'calendar' end;
begin
  if reason is null then
    insert into private.last_cleanup as l (day) values (today)
      on conflict (is_only) do update set day = excluded.day where l.day <> excluded.day;
  end if;
  return jsonb_build_object(
    'now', extract(epoch from now_is) * 1000, 'held', reason, 'ahead', ahead, 'today', today, 'last_day', last_day
  );
end
$$;
grant execute on function private.begin_cleanup(timestamptz) to backline_upkeep;

-- Lets an operator confirm the date after a jump. Returns the database's date.
create function private.confirm_day(day date) returns date
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  today date := (private.moment() at time zone 'UTC')::date;
begin
  if confirm_day.day = today then
    insert into private.last_cleanup as l (day) values (today)
      on conflict (is_only) do update set day = excluded.day;
  end if;
  return today;
end
$$;
grant execute on function private.confirm_day(date) to backline_upkeep;

-- Fails if a booking would fail: on a standby, a read-only database or a full disk. The update needs no new space
-- on the disk, so this function first runs a query that writes more than `work_mem` to a file. Runs as its owner,
-- because no role can write the row.
create function private.check_writable() returns timestamptz
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
  update private.write_checks set at = moment;
  return moment;
end
$$;
grant execute on function private.check_writable() to backline_upkeep;
