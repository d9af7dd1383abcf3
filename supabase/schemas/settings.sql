-- The desk's settings and days off. Members can read these tables; owners can change them.

-- The table has only one row, so the row needs no id.
create table public.desk_settings (
  "only" boolean not null default true,
  updated_at timestamptz not null default now(),
  time_zone text not null default 'UTC',
  weekly_capacity integer not null default 5,
  -- The hours within which the team promises an answer. A change affects only new promises.
  answer_hours integer not null default 24,
  opens time not null default '09:00',
  closes time not null default '17:00',
  work_days integer[] not null default '{1,2,3,4,5}',
  call_minutes integer not null default 30,
  answer_mailboxes text[] not null default '{}',
  -- Null if the server's setting applies.
  keep_interaction_days integer,
  -- Null if age-based deletion is off.
  keep_people_days integer,
  -- True if the team receives the daily digest email. Decision 13.
  daily_digest boolean not null default true,
  -- These columns determine whether the server confirms held slots without the team, and whether visitors can move
  -- confirmed calls without the team.
  confirm_at_once boolean not null default false,
  moves_at_once boolean not null default false,
  -- The minimum notice for moving a call, in minutes before the call starts, and the maximum number of moves.
  move_notice_minutes integer not null default 1440,
  most_moves integer not null default 3,
  -- True if an owner has chosen the zone. Until then, the desk asks for the zone.
  zone_chosen boolean not null default false,
  currency text not null default 'EUR',

  constraint desk_settings_pkey primary key ("only"),
  constraint desk_settings_only_check check ("only"),
  constraint desk_settings_weekly_capacity_check check (weekly_capacity between 0 and 200),
  constraint desk_settings_answer_hours_check check (answer_hours between 1 and 168),
  constraint desk_settings_closes_check check (opens < closes),
  constraint desk_settings_work_days_check check (
    work_days <@ '{1,2,3,4,5,6,7}' and array_position(work_days, null) is null and cardinality(work_days) <= 7
  ),
  constraint desk_settings_call_minutes_check check (call_minutes between 15 and 120),
  constraint desk_settings_keep_interaction_days_check check (keep_interaction_days between 30 and 3650),
  constraint desk_settings_move_notice_minutes_check check (move_notice_minutes between 0 and 20160),
  constraint desk_settings_most_moves_check check (most_moves between 0 and 20),
  constraint desk_settings_keep_people_days_check check (keep_people_days between 30 and 3650),
  constraint desk_settings_currency_check check (currency ~ '^[A-Z]{3}$')
);

comment on table public.desk_settings is 'When the team takes calls and how long data is kept: one row.';

alter table public.desk_settings enable row level security;

grant select on public.desk_settings to authenticated, service_role;
grant
  update (
    time_zone, weekly_capacity, answer_hours, opens, closes, work_days, call_minutes, answer_mailboxes,
    keep_interaction_days, keep_people_days, daily_digest, confirm_at_once, moves_at_once, move_notice_minutes,
    most_moves, currency
  )
  on public.desk_settings to authenticated, service_role;
grant select (time_zone, call_minutes, answer_hours) on public.desk_settings to backline_outbox;
grant select (keep_interaction_days, weekly_capacity, answer_hours, call_minutes) on public.desk_settings to backline_upkeep;

create policy "members read the settings" on public.desk_settings
  for select to authenticated using ((select private.staff_role()) is not null);

create policy "owners change the settings" on public.desk_settings
  for update to authenticated
  using ((select private.staff_role()) = 'owner') with check ((select private.staff_role()) = 'owner');

create policy "the cleanup job reads retention" on public.desk_settings for select to backline_upkeep using (true);

create policy "the outbox reads" on public.desk_settings for select to backline_outbox using (true);

create policy "service role" on public.desk_settings to service_role using (true) with check (true);

create trigger normalize before update on public.desk_settings
  for each row execute function private.normalize_desk_settings();

-- An update that sets the zone counts as a choice of the zone, even if the zone stays the same.
create trigger choose_zone before update of time_zone on public.desk_settings
  for each row execute function private.mark_zone_chosen();

create trigger record after update on public.desk_settings
  for each row execute function private.record_settings();

insert into public.desk_settings default values;

create table public.days_off (
  day date not null,
  note text,

  constraint days_off_pkey primary key (day),
  constraint days_off_day_check check (isfinite(day)),
  constraint days_off_note_check check (char_length(note) between 1 and 200)
);

comment on table public.days_off is 'Days without calls.';

alter table public.days_off enable row level security;

grant select, delete on public.days_off to authenticated, service_role;
grant insert (day, note) on public.days_off to authenticated, service_role;

create policy "members read days off" on public.days_off
  for select to authenticated using ((select private.staff_role()) is not null);

create policy "owners add days off" on public.days_off
  for insert to authenticated with check ((select private.staff_role()) = 'owner');

create policy "owners remove days off" on public.days_off
  for delete to authenticated using ((select private.staff_role()) = 'owner');

create policy "service role" on public.days_off to service_role using (true) with check (true);

create trigger normalize before insert on public.days_off for each row execute function private.normalize_day_off();

create trigger record after insert or delete on public.days_off
  for each row execute function private.record_day_off();

-- A trigger checks these settings, because the checks query other tables. The trigger raises the same error as a check
-- constraint on the column.
create function private.normalize_desk_settings() returns trigger
  language plpgsql
  set search_path = ''
  as $$
declare
  broken text := case
    -- Refuses zones that begin with 'posix/' or 'right/', which browsers do not support.
    when new.time_zone is distinct from old.time_zone and (new.time_zone ~ '^(posix|right)/' or not exists (
      select from pg_catalog.pg_timezone_names z where z.name = new.time_zone
    )) then 'time_zone'
    when cardinality(new.answer_mailboxes) > 10 or exists (
      select from unnest(new.answer_mailboxes) as mailbox
      where mailbox is null or char_length(mailbox) > 254
        or mailbox !~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'
    ) then 'answer_mailboxes'
  end;
begin
  if broken is not null then
    raise exception using
      errcode = 'check_violation',
      schema = tg_table_schema,
      table = tg_table_name,
      constraint = 'desk_settings_' || broken || '_check',
      message = format('new row for relation "desk_settings" violates check constraint "desk_settings_%s_check"', broken);
  end if;
  new.updated_at := now();
  return new;
end
$$;

create function private.mark_zone_chosen() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new.zone_chosen := true;
  return new;
end
$$;

-- Logs only the names of changed settings, because mailboxes are personal data.
create function private.record_settings() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  names jsonb := (
    select jsonb_agg(n.key order by n.key) from jsonb_each(to_jsonb(new)) n
    where n.key not in ('updated_at', 'zone_chosen') and n.value is distinct from to_jsonb(old) -> n.key
  );
begin
  if names is not null then
    perform private.record('settings_changed', 'desk_settings', null, jsonb_build_object('columns', names));
  end if;
  return null;
end
$$;

create function private.normalize_day_off() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new.note := nullif(private.trimmed(new.note), '');
  return new;
end
$$;

create function private.record_day_off() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.record(
    case tg_op when 'INSERT' then 'day_off_added' else 'day_off_removed' end,
    'days_off', null, jsonb_build_object('day', case tg_op when 'INSERT' then new.day else old.day end)
  );
  return null;
end
$$;

create function private.touch_updated_at() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new.updated_at := now();
  return new;
end
$$;
