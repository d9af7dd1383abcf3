set check_function_bodies = off;

alter table public.strategy_call_bookings drop constraint strategy_call_bookings_confirmed_excl;

create table private.call_holds (
  booking uuid not null,
  host uuid not null,
  slot tstzrange not null,
  until timestamp with time zone not null,
  constraint call_holds_pkey primary key (booking)
);

alter table private.call_holds enable row level security;

create table private.host_calendars (
  id uuid not null default gen_random_uuid(),
  host uuid not null,
  created_at timestamp with time zone not null default now(),
  name text not null,
  busy tstzmultirange not null default '{}'::tstzmultirange,
  constraint host_calendars_name_check check (((char_length(name) >= 1) and (char_length(name) <= 100))),
  constraint host_calendars_pkey primary key (id)
);

alter table private.host_calendars enable row level security;

create table private.host_dates (
  id uuid not null default gen_random_uuid(),
  host uuid not null,
  day date not null,
  opens time without time zone,
  closes time without time zone,
  constraint host_dates_closes_check check ((((opens is null) = (closes is null)) and (opens < closes))),
  constraint host_dates_day_check check (isfinite(day)),
  constraint host_dates_day_key unique nulls not distinct (host, day, opens),
  constraint host_dates_pkey primary key (id)
);

alter table private.host_dates enable row level security;

create table private.host_hours (
  host uuid not null,
  weekday integer not null,
  opens time without time zone not null,
  closes time without time zone not null,
  constraint host_hours_closes_check check ((opens < closes)),
  constraint host_hours_pkey primary key (host, weekday, opens),
  constraint host_hours_weekday_check check (((weekday >= 1) and (weekday <= 7)))
);

alter table private.host_hours enable row level security;

create table private.hosts (
  id uuid not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  takes_calls boolean not null default true,
  time_zone text not null,
  place text not null default 'phone'::text,
  link text,
  break_before integer not null default 0,
  break_after integer not null default 0,
  notice_minutes integer not null default 240,
  daily_most integer,
  last_given_at timestamp with time zone,
  feed_key_hash bytea,
  feed_since timestamp with time zone,
  constraint hosts_break_after_check check (((break_after >= 0) and (break_after <= 120))),
  constraint hosts_break_before_check check (((break_before >= 0) and (break_before <= 120))),
  constraint hosts_daily_most_check check (((daily_most >= 1) and (daily_most <= 50))),
  constraint hosts_feed_key_hash_key unique (feed_key_hash),
  constraint hosts_feed_since_check check (((feed_key_hash is null) = (feed_since is null))),
  constraint hosts_link_check check (
case
    when (link is null) then (place <> 'link'::text)
    else ((char_length(link) <= 500) and (link ~ '^https://[^[:space:]<>"]+$'::text))
end),
  constraint hosts_notice_minutes_check check (((notice_minutes >= 0) and (notice_minutes <= 20160))),
  constraint hosts_pkey primary key (id),
  constraint hosts_place_check check ((place = any (array['phone'::text, 'link'::text]))),
  constraint hosts_time_zone_check check (((char_length(time_zone) >= 1) and (char_length(time_zone) <= 64)))
);

alter table private.hosts enable row level security;

alter table public.desk_settings add column confirm_at_once boolean not null default false;

alter table public.desk_settings add column moves_at_once boolean not null default false;

alter table public.desk_settings add column move_notice_minutes integer not null default 1440;

alter table public.desk_settings add column most_moves integer not null default 3;

alter table public.strategy_call_bookings add column picked boolean not null default false;

create or replace function private.host_key(host uuid) returns inet
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select regexp_replace(
      replace(coalesce(host, '00000000-0000-0000-0000-000000000000')::text, '-', ''), '(....)(?=.)', '\1:', 'g'
    )::inet
  $$;

create or replace function private.tidy_strategy_call_booking() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  elsif current_user in ('anon', 'authenticated')
    -- A visitor's time only: a restore brings rows whose time has passed. Five minutes, because clocks
    -- differ and forms wait; two years, because a later year is a slip of the finger.
    and new.preferred_time not between now() - interval '5 minutes' and now() + interval '2 years'
  then
    perform private.refuse_wish(new.preferred_time);
  end if;
  new.name := private.trimmed(new.name);
  new.email := private.trimmed(new.email);
  new.company := private.trimmed(new.company);
  new.phone := private.trimmed(new.phone);
  new.time_zone := nullif(private.trimmed(new.time_zone), '');
  new.message := nullif(private.trimmed(new.message), '');
  new.monthly_revenue := nullif(private.trimmed(new.monthly_revenue), '');
  new.budget_note := nullif(private.trimmed(new.budget_note), '');
  new.landing_page := nullif(private.trimmed(new.landing_page), '');
  new.referrer := nullif(private.trimmed(new.referrer), '');
  new.picked := coalesce(new.picked, false);
  return new;
end
$$;

alter table private.call_holds
  add constraint call_holds_booking_fkey foreign key (booking) references public.strategy_call_bookings(id)
    on delete cascade;

alter table private.hosts
  add constraint hosts_id_fkey foreign key (id) references public.staff_members(id) on delete cascade;

alter table private.call_holds
  add constraint call_holds_host_fkey foreign key (host) references private.hosts(id) on delete cascade;

alter table private.host_calendars
  add constraint host_calendars_host_fkey foreign key (host) references private.hosts(id) on delete cascade;

alter table private.host_dates
  add constraint host_dates_host_fkey foreign key (host) references private.hosts(id) on delete cascade;

alter table private.host_hours
  add constraint host_hours_host_fkey foreign key (host) references private.hosts(id) on delete cascade;

alter table public.desk_settings
  add constraint desk_settings_most_moves_check check (((most_moves >= 0) and (most_moves <= 20)));

alter table public.desk_settings
  add constraint desk_settings_move_notice_minutes_check
    check (((move_notice_minutes >= 0) and (move_notice_minutes <= 20160)));

create index host_calendars_host_idx on private.host_calendars (host);

create trigger touch before update on private.hosts for each row execute function private.touch_updated_at();

comment on table private.call_holds is 'Times that requests have picked and that are held for them.';

comment on table private.host_calendars is 'Calendars in which a host may be busy.';

comment on table private.host_dates is 'Dates on which a host has other hours, or none.';

comment on table private.host_hours is 'When in a week each host takes calls.';

comment on table private.hosts is 'People of the desk who take calls, and how.';

revoke all on function private.host_key(uuid) from public;
grant execute on function private.host_key(uuid) to anon, authenticated, service_role;
grant update (confirm_at_once) on table public.desk_settings to authenticated;
grant update (most_moves) on table public.desk_settings to authenticated;
grant update (move_notice_minutes) on table public.desk_settings to authenticated;
grant update (moves_at_once) on table public.desk_settings to authenticated;
grant update (confirm_at_once) on table public.desk_settings to service_role;
grant update (most_moves) on table public.desk_settings to service_role;
grant update (move_notice_minutes) on table public.desk_settings to service_role;
grant update (moves_at_once) on table public.desk_settings to service_role;
grant insert (picked) on table public.strategy_call_bookings to anon;
grant select (picked) on table public.strategy_call_bookings to authenticated;

alter table private.call_holds
  add constraint call_holds_slot_excl exclude using gist (private.host_key(host) inet_ops with =, slot with &&);

alter table public.strategy_call_bookings
  add constraint strategy_call_bookings_confirmed_excl exclude using gist (private.host_key(assigned_to) inet_ops
    with =, confirmed with &&) where ((status = 'confirmed'::text));

reset check_function_bodies;

-- Until now one lane held the calls of all: whoever holds one is a host from now on, in the hours that calls were held in.
insert into private.hosts (id, time_zone, last_given_at)
select m.id, s.time_zone, max(b.call_changed_at)
from public.desk_settings s
cross join public.staff_members m
join public.strategy_call_bookings b on b.assigned_to = m.id and b.status in ('confirmed', 'held', 'no-show')
where m.disabled_at is null and m.role in ('owner', 'agent')
group by m.id, s.time_zone;

insert into private.host_hours (host, weekday, opens, closes)
select h.id, d.weekday, s.opens, s.closes
from private.hosts h cross join public.desk_settings s cross join lateral (select distinct unnest(s.work_days)) d (weekday);
