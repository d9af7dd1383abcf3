-- The salts of visitor keys, and the number of downloads for each pack. Only the server writes these tables, as
-- backline_counters.

-- A salt is created when it is first needed and deleted the next day. Two random UUIDs have 244 random bits.
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

create policy "the cleanup job deletes salts" on private.rate_limit_salts to backline_upkeep using (true);

-- One row for each UTC day, pack and kind of visitor. The server updates the numbers every few seconds.
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

alter table private.pack_downloads enable row level security;

grant select, insert, update on private.pack_downloads to backline_counters;

create policy "the server counts" on private.pack_downloads to backline_counters using (true) with check (true);
