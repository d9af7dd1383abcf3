-- What the team works with: when it holds calls, what it writes down, and which columns it sees in its lists.

-- The first functions that a request may call are below. A hosted project gives each to this role too; we say who.
alter default privileges in schema public revoke execute on functions from service_role;

-- One row for the whole desk, so it needs no id.
create table public.desk_settings (
  "only" boolean not null default true,
  updated_at timestamptz not null default now(),
  -- Hours, days and weeks are meant in this zone.
  time_zone text not null default 'UTC',
  weekly_capacity integer not null default 5,
  opens time not null default '09:00',
  closes time not null default '17:00',
  -- ISO days: Monday is 1.
  work_days integer[] not null default '{1,2,3,4,5}',
  call_minutes integer not null default 30,
  answer_mailboxes text[] not null default '{}',
  -- Null: as the server is configured.
  keep_interaction_days integer,
  -- Null: for ever.
  keep_people_days integer,

  constraint desk_settings_pkey primary key ("only"),
  constraint desk_settings_only_check check ("only"),
  constraint desk_settings_weekly_capacity_check check (weekly_capacity between 0 and 200),
  constraint desk_settings_closes_check check (opens < closes),
  constraint desk_settings_work_days_check check (
    work_days <@ '{1,2,3,4,5,6,7}' and array_position(work_days, null) is null and cardinality(work_days) <= 7
  ),
  constraint desk_settings_call_minutes_check check (call_minutes between 15 and 120),
  constraint desk_settings_keep_interaction_days_check check (keep_interaction_days between 30 and 3650),
  constraint desk_settings_keep_people_days_check check (keep_people_days between 30 and 3650)
);
comment on table public.desk_settings is 'When the team holds calls and how long it keeps what: one row.';
insert into public.desk_settings default values;

create table public.days_off (
  day date not null,
  note text,

  constraint days_off_pkey primary key (day),
  constraint days_off_day_check check (isfinite(day)),
  constraint days_off_note_check check (char_length(note) between 1 and 200)
);
comment on table public.days_off is 'Days on which no call is held.';

-- Triggers, since a check may ask no other table; they speak as the column's check would.
create function private.tidy_desk_settings() returns trigger
  language plpgsql
  set search_path = ''
  as $$
declare
  broken text := case
    -- Names that browsers know too: not those for other ways of counting seconds.
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
create trigger tidy before update on public.desk_settings
  for each row execute function private.tidy_desk_settings();

create function private.tidy_day_off() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new.note := nullif(private.trimmed(new.note), '');
  return new;
end
$$;
create trigger tidy before insert on public.days_off for each row execute function private.tidy_day_off();

-- Which settings were changed, not what they are now: mailboxes are people's.
create function private.record_settings() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  names jsonb := (
    select jsonb_agg(n.key order by n.key) from jsonb_each(to_jsonb(new)) n
    where n.key <> 'updated_at' and n.value is distinct from to_jsonb(old) -> n.key
  );
begin
  if names is not null then
    perform private.record('settings_changed', 'desk_settings', null, jsonb_build_object('columns', names));
  end if;
  return null;
end
$$;
create trigger record after update on public.desk_settings
  for each row execute function private.record_settings();

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
create trigger record after insert or delete on public.days_off
  for each row execute function private.record_day_off();

alter table public.desk_settings enable row level security;
alter table public.days_off enable row level security;
revoke all on public.desk_settings, public.days_off from public, anon, authenticated, service_role;
grant select on public.desk_settings, public.days_off to authenticated, service_role;
grant update (
  time_zone, weekly_capacity, opens, closes, work_days, call_minutes, answer_mailboxes, keep_interaction_days,
  keep_people_days
) on public.desk_settings to authenticated, service_role;
grant insert (day, note), delete on public.days_off to authenticated, service_role;
create policy "staff read the settings" on public.desk_settings
  for select to authenticated using ((select private.staff_role()) is not null);
create policy "owners change the settings" on public.desk_settings
  for update to authenticated
  using ((select private.staff_role()) = 'owner') with check ((select private.staff_role()) = 'owner');
create policy "staff read days off" on public.days_off
  for select to authenticated using ((select private.staff_role()) is not null);
create policy "owners add days off" on public.days_off
  for insert to authenticated with check ((select private.staff_role()) = 'owner');
create policy "owners remove days off" on public.days_off
  for delete to authenticated using ((select private.staff_role()) = 'owner');

-- What the team writes down about a booking or a message: added, never changed; it goes when the row goes.
create table public.notes (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  -- No foreign key: a note stays when the account of who wrote it goes.
  author uuid default auth.uid(),
  booking_id uuid,
  message_id uuid,
  body text not null,

  constraint notes_pkey primary key (id),
  constraint notes_booking_id_fkey foreign key (booking_id)
    references public.strategy_call_bookings (id) on delete cascade,
  constraint notes_message_id_fkey foreign key (message_id)
    references public.contact_messages (id) on delete cascade,
  constraint notes_booking_id_check check (num_nonnulls(booking_id, message_id) = 1),
  constraint notes_body_check check (char_length(body) between 1 and 5000)
);
comment on table public.notes is 'What the team writes down about a booking or a message; append-only.';
create index notes_booking_id_idx on public.notes (booking_id) where booking_id is not null;
create index notes_message_id_idx on public.notes (message_id) where message_id is not null;

create function private.tidy_note() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new.body := private.trimmed(new.body);
  return new;
end
$$;
create trigger tidy before insert on public.notes for each row execute function private.tidy_note();

create function private.record_note() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  note jsonb := jsonb_build_object('note', new.id);
begin
  if new.booking_id is null then
    perform private.record('message_noted', 'contact_messages', new.message_id, note);
  else
    perform private.record('booking_noted', 'strategy_call_bookings', new.booking_id, note);
  end if;
  return null;
end
$$;
create trigger record after insert on public.notes for each row execute function private.record_note();

alter table public.notes enable row level security;
revoke all on public.notes from public, anon, authenticated, service_role;
grant select on public.notes to authenticated, service_role;
grant insert (id, booking_id, message_id, body) on public.notes to authenticated, service_role;
create policy "staff read notes" on public.notes
  for select to authenticated using ((select private.staff_role()) is not null);
create policy "agents write notes" on public.notes
  for insert to authenticated
  with check ((select private.staff_role()) in ('owner', 'agent') and author = auth.uid());

-- What the lists sort and search by.
alter table public.strategy_call_bookings
  -- When it first got an answer, by whatever move: the promise of 24 hours ends there.
  add column answered_at timestamptz,
  add column call_at timestamptz generated always as (coalesce(lower(confirmed), preferred_time)) stored,
  add column search text generated always as (lower(name || ' ' || email || ' ' || company)) stored;
alter table public.contact_messages
  add column answered_at timestamptz,
  add column search text generated always as (lower(name || ' ' || email || ' ' || company)) stored;

-- Lists show who wrote and what about. What else a visitor sent is read one row at a time by functions that record the
-- reading. And the state changes by functions too, since who changes it must say which state they saw.
revoke select on public.strategy_call_bookings, public.contact_messages from authenticated;
revoke update (status, confirmed) on public.strategy_call_bookings from authenticated;
revoke update (status) on public.contact_messages from authenticated;
grant select (
  id, created_at, name, email, company, current_challenges, team_size, preferred_time, time_zone, status, confirmed,
  call_at, assigned_to, source, campaign, first_view, updated_at, answered_at, search
) on public.strategy_call_bookings to authenticated;
grant select (
  id, created_at, name, email, company, inquiry_type, status, assigned_to, source, campaign, first_view, updated_at,
  answered_at, search
) on public.contact_messages to authenticated;

-- The ISO week of a day in a zone, from midnight to midnight there: 167 or 169 hours when the clocks change.
create function private.week_of(
  day date, time_zone text, out monday date, out starts timestamptz, out ends timestamptz
)
  language sql stable
  set search_path = ''
  as $$
    select m.monday, m.monday::timestamp at time zone time_zone, (m.monday + 7)::timestamp at time zone time_zone
    from (select date_trunc('week', day::timestamp)::date as monday) m
  $$;

-- Calls that count against the capacity: held, to be held, or missed by the visitor.
create function private.calls_taken(starts timestamptz, ends timestamptz, but_for uuid default null) returns integer
  language sql stable
  set search_path = ''
  as $$
    select count(*)::integer from public.strategy_call_bookings b
    where b.call_at >= starts and b.call_at < ends and b.confirmed is not null
      and b.status in ('confirmed', 'held', 'no-show') and b.id is distinct from but_for
  $$;
