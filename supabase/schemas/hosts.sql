-- People of the desk who take calls, and how: nobody is one until they say so. A row goes with its member.
create table private.hosts (
  id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- False: the hours are kept, and the host is given no more calls.
  takes_calls boolean not null default true,
  -- The zone of the host's hours and dates.
  time_zone text not null,
  place text not null default 'phone',
  -- The address of the call, where it is not by phone; `{reference}` in it stands for the reference of each call.
  link text,
  -- Minutes without a call before and after each call.
  break_before integer not null default 0,
  break_after integer not null default 0,
  notice_minutes integer not null default 240,
  -- Null: as many as fit.
  daily_most integer,
  -- When the host was last given a call: the next one goes to another.
  last_given_at timestamptz,
  -- The SHA-256 of the key in the feed's address; null without a feed.
  feed_key_hash bytea,
  feed_since timestamptz,
  -- Whether visitors may read the host's name before a call is confirmed. The host decides, hence false.
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

comment on table private.hosts is 'People of the desk who take calls, and how.';

alter table private.hosts enable row level security;

-- Settings only, since `save_host` compares `updated_at`: being given a call is no change of settings.
create trigger touch
  before update of takes_calls, time_zone, place, link, break_before, break_after, notice_minutes, daily_most,
    named_to_visitors on private.hosts
  for each row execute function private.touch_updated_at();

-- Any number of ranges a day; `save_host` refuses those that overlap.
create table private.host_hours (
  host uuid not null,
  -- ISO: Monday is 1.
  weekday integer not null,
  opens time not null,
  closes time not null,

  constraint host_hours_pkey primary key (host, weekday, opens),
  constraint host_hours_host_fkey foreign key (host) references private.hosts (id) on delete cascade,
  constraint host_hours_weekday_check check (weekday between 1 and 7),
  constraint host_hours_closes_check check (opens < closes)
);

comment on table private.host_hours is 'When in a week each host takes calls.';

alter table private.host_hours enable row level security;

-- A date with rows here has these hours and not the week's; a row without hours is a day off.
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

comment on table private.host_dates is 'Dates on which a host has other hours, or none.';

alter table private.host_dates enable row level security;

-- A gist index compares uuids only with an extension; it compares addresses, which have as many bits. Calls without a
-- host count as calls of one host.
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
  -- Whether the mailbox is proven to be the sender's. Without that a hold does not count in the week or day, and the
  -- request is not confirmed automatically.
  is_proven boolean not null default false,
  -- Whether the team has offered it; up to three for a booking, beside the one that its visitor chose.
  is_offered boolean not null default false,

  constraint call_holds_pkey primary key (booking, slot),
  constraint call_holds_booking_fkey foreign key (booking) references public.strategy_call_bookings (id) on delete cascade,
  constraint call_holds_host_fkey foreign key (host) references private.hosts (id) on delete cascade,
  constraint call_holds_slot_excl exclude using gist (private.host_key(host) inet_ops with =, slot with &&)
);

comment on table private.call_holds is 'Slots that are held for bookings: chosen by their visitors, or offered to them.';

alter table private.call_holds enable row level security;
