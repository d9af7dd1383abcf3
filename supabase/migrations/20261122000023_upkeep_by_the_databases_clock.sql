-- What time it is for whatever removes rows. A function of its own, so that a test can move the clock of its database.
create function private.moment() returns timestamptz
  language sql stable
  set search_path = ''
  as 'select pg_catalog.now()';

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

-- Where no bootstrap.sql of ours has made it.
do $$
begin
  if to_regrole('backline_upkeep') is null then
    create role backline_upkeep nologin noinherit;
  end if;
end
$$;
grant execute on function private.begin_upkeep(timestamptz) to backline_upkeep;
grant execute on function private.confirm_day(date) to backline_upkeep;
