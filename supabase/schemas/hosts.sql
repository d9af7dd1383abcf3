-- Members who take calls, with their settings. Deleting a member deletes the row.
create table private.hosts (
  id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- False while the host is paused; a pause does not change the hours.
  takes_calls boolean not null default true,
  time_zone text not null,
  place text not null default 'phone',
  -- The meeting link for calls. The call's reference replaces `{reference}`.
  link text,
  -- The breaks and the notice period, in minutes.
  break_before integer not null default 0,
  break_after integer not null default 0,
  notice_minutes integer not null default 240,
  -- Null if there is no limit.
  daily_most integer,
  -- The time at which the host last received a call. The available host with the earliest such time receives the next
  -- call.
  last_given_at timestamptz,
  -- The SHA-256 of the key in the feed's URL; null if there is no feed.
  feed_key_hash bytea,
  feed_since timestamptz,
  -- True if visitors can see the host's name before a confirmation. The default is false, because the host decides.
  named_to_visitors boolean not null default false,

  constraint hosts_pkey primary key (id),
  constraint hosts_id_fkey foreign key (id) references public.staff_members (id) on delete cascade,
  constraint hosts_feed_key_hash_key unique (feed_key_hash),
  constraint hosts_time_zone_check check (char_length(time_zone) between 1 and 64),
  constraint hosts_place_check check (place in ('phone', 'link')),
  constraint hosts_link_check check (
    case when link is null then place <> 'link' else char_length(link) <= 500
      and replace(link, '{reference}', '') ~ '^https://[^[:space:]<>"{}]+$' end
  ),
  constraint hosts_break_before_check check (break_before between 0 and 120),
  constraint hosts_break_after_check check (break_after between 0 and 120),
  constraint hosts_notice_minutes_check check (notice_minutes between 0 and 20160),
  constraint hosts_daily_most_check check (daily_most between 1 and 50),
  constraint hosts_feed_since_check check ((feed_key_hash is null) = (feed_since is null))
);

alter table private.hosts enable row level security;

-- Sets `updated_at` only when a setting changes: `save_host` compares this time, and a new call does not change a
-- setting.
create trigger touch
  before update of takes_calls, time_zone, place, link, break_before, break_after, notice_minutes, daily_most,
    named_to_visitors on private.hosts
  for each row execute function private.touch_updated_at();

-- A day can have any number of ranges; `save_host` refuses overlaps.
create table private.host_hours (
  host uuid not null,
  -- The ISO number: Monday is 1.
  weekday integer not null,
  opens time not null,
  closes time not null,

  constraint host_hours_pkey primary key (host, weekday, opens),
  constraint host_hours_host_fkey foreign key (host) references private.hosts (id) on delete cascade,
  constraint host_hours_weekday_check check (weekday between 1 and 7),
  constraint host_hours_closes_check check (opens < closes)
);

alter table private.host_hours enable row level security;

-- These rows replace the weekly hours on their dates. A row without hours is a day off.
create table private.host_dates (
  id uuid not null default gen_random_uuid(),
  host uuid not null,
  day date not null,
  opens time,
  closes time,

  constraint host_dates_pkey primary key (id),
  constraint host_dates_day_key unique nulls not distinct (host, day, opens),
  constraint host_dates_host_fkey foreign key (host) references private.hosts (id) on delete cascade,
  constraint host_dates_day_check check (isfinite(day)),
  constraint host_dates_closes_check check ((opens is null) = (closes is null) and opens < closes)
);

alter table private.host_dates enable row level security;

-- A gist index cannot compare uuids without an extension, but it can compare IPv6 addresses, which have equally many
-- bits. Calls without a host count as calls of one host.
create function private.host_key(host uuid) returns inet
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select regexp_replace(
      replace(coalesce(host, '00000000-0000-0000-0000-000000000000')::text, '-', ''), '(....)(?=.)', '\1:', 'g'
    )::inet
  $$;
grant execute on function private.host_key(uuid) to anon, authenticated, service_role;

create table private.call_holds (
  booking uuid not null,
  host uuid not null,
  slot tstzrange not null,
  until timestamptz not null,
  -- False for an unverified hold. Such a hold does not count toward limits, and its request is not confirmed
  -- automatically.
  is_proven boolean not null default false,
  -- True for an offer's slots; an offer has up to three slots in addition to the visitor's own choice.
  is_offered boolean not null default false,

  constraint call_holds_pkey primary key (booking, slot),
  constraint call_holds_booking_fkey foreign key (booking) references public.strategy_call_bookings (id) on delete cascade,
  constraint call_holds_host_fkey foreign key (host) references private.hosts (id) on delete cascade,
  constraint call_holds_slot_excl exclude using gist (private.host_key(host) inet_ops with =, slot with &&)
);

alter table private.call_holds enable row level security;
