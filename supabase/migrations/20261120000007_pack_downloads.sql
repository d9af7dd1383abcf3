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
grant select, insert, update on private.pack_downloads to service_role;
