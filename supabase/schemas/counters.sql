-- What the server's processes tell each other about request limits, once a second and only about keys that come
-- near a limit. Unlogged: after a crash counting starts again, which harms nobody. Neither table has the columns
-- that every table has, since a row lives for minutes and is nothing but a number.
create unlogged table private.rate_limit_hits (
  -- An HMAC of limit, window and client under the salt of the day: an address is never stored.
  key text not null,
  -- The process that counted.
  process uuid not null,
  hits integer not null,
  -- When the window ends, and the row with it.
  until timestamptz not null,
  changed_at timestamptz not null default now(),

  constraint rate_limit_hits_pkey primary key (key, process),
  constraint rate_limit_hits_key_check check (char_length(key) = 22)
);

create index rate_limit_hits_changed_at_idx on private.rate_limit_hits (changed_at);

create index rate_limit_hits_until_idx on private.rate_limit_hits (until);

alter table private.rate_limit_hits enable row level security;
revoke all on private.rate_limit_hits from public, anon, authenticated, service_role;

grant select, insert, update, delete on private.rate_limit_hits to backline_counters;

create policy "the server counts" on private.rate_limit_hits to backline_counters using (true) with check (true);

-- One salt a day, made by whoever needs it first and deleted the day after. Two random UUIDs are 244 random bits.
create unlogged table private.rate_limit_salts (
  day date not null,
  salt text not null default gen_random_uuid()::text || gen_random_uuid()::text,

  constraint rate_limit_salts_pkey primary key (day)
);

alter table private.rate_limit_salts enable row level security;
revoke all on private.rate_limit_salts from public, anon, authenticated, service_role;

grant select, insert, delete on private.rate_limit_salts to backline_counters;
grant delete on private.rate_limit_salts to backline_upkeep;
grant select (day) on private.rate_limit_salts to backline_upkeep;

create policy "the server counts" on private.rate_limit_salts to backline_counters using (true) with check (true);

create policy "the upkeep forgets salts" on private.rate_limit_salts to backline_upkeep using (true);

-- How often each pack was taken, by UTC day. One line per day and pack is all there is to know: no row says who,
-- so the columns that every table has would say nothing.
create table private.pack_downloads (
  day date not null,
  pack text not null,
  visitor text not null,
  downloads bigint not null,

  constraint pack_downloads_pkey primary key (day, pack, visitor),
  constraint pack_downloads_pack_check check (char_length(pack) between 1 and 100),
  constraint pack_downloads_visitor_check check (visitor in ('person', 'bot')),
  constraint pack_downloads_downloads_check check (downloads > 0)
);

comment on table private.pack_downloads is
  'Downloads by UTC day and pack, those of programs apart. The server adds to them every few seconds.';

alter table private.pack_downloads enable row level security;
revoke all on private.pack_downloads from public, anon, authenticated, service_role;

grant select, insert, update on private.pack_downloads to backline_counters;

create policy "the server counts" on private.pack_downloads to backline_counters using (true) with check (true);
