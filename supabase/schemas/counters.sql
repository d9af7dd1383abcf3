-- The salts behind the keys of visitors, and how often packs were sent. Written by the server in the role backline_counters;
-- no request reaches either.

-- A day's salt for visitor keys, made at first use and deleted the day after. Two random UUIDs are 244 random bits.
create unlogged table private.rate_limit_salts (
  day date not null,
  salt text not null default gen_random_uuid()::text || gen_random_uuid()::text,

  constraint rate_limit_salts_pkey primary key (day)
);

alter table private.rate_limit_salts enable row level security;

grant select, insert, delete on private.rate_limit_salts to backline_counters;
grant delete on private.rate_limit_salts to backline_upkeep;
grant select (day) on private.rate_limit_salts to backline_upkeep;

create policy "the server counts" on private.rate_limit_salts to backline_counters using (true) with check (true);

create policy "the upkeep forgets salts" on private.rate_limit_salts to backline_upkeep using (true);

-- Counters, so the table has neither id nor created_at.
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

grant select, insert, update on private.pack_downloads to backline_counters;

create policy "the server counts" on private.pack_downloads to backline_counters using (true) with check (true);
