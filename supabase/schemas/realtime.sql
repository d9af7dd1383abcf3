-- Without a log of its own: what a crash of the database takes from here, it took from all who listened as well, and they
-- read anew. Whoever looks finds what a server left behind that ended between its commit and its announcement.
create unlogged table private.unannounced (
  id bigint generated always as identity,
  channel text not null,
  payloads text[] not null,

  constraint unannounced_pkey primary key (id)
);
-- PostgreSQL gives an unlogged table an unlogged sequence, which cannot be read any more on a standby that was promoted
-- ('bad magic number in sequence'): after a failover nothing could be stored.
alter sequence private.unannounced_id_seq set logged;

alter table private.unannounced enable row level security;
revoke all on private.unannounced from public, anon, authenticated, service_role;

-- Tells whoever listens that a row of a table the desk watches was made or changed. It says which row and never what
-- is in it: everybody who may connect may listen, and a notification holds 8000 bytes. Who hears of it reads the row
-- as themselves.
create function private.notify_row(name text, type text, id uuid) returns void
  language sql
  set search_path = ''
  as $$
    select pg_notify('realtime', json_build_object(
      'schema', 'public', 'table', name, 'type', type, 'id', id,
      -- The transaction's time: nobody knows the commit's before it. The same for both of two updates in one
      -- transaction, which PostgreSQL therefore tells as one.
      'at', now()
    )::text)
  $$;

-- Which row is gone, for whoever shows it. Nobody can be asked any more whether they may see it, so it is told to those
-- who see all: who works at the desk.
create function private.notify_deletion() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.notify_row(tg_table_name, tg_op, old.id);
  return null;
end
$$;

-- A note is news of what it is about: whoever has that booking or message open reads it anew, with the note in it. What
-- is told is the row that the note belongs to, so that who may not see that hears nothing, and nobody needs a second
-- channel. Told once for a row, whatever else changes it in the same transaction.
create function private.notify_note() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.notify_row(
    case when new.booking_id is null then 'contact_messages' else 'strategy_call_bookings' end, 'UPDATE',
    coalesce(new.booking_id, new.message_id)
  );
  return null;
end
$$;

create function private.hears_of_deletions() returns boolean
  language sql stable
  set search_path = ''
  as $$ select auth.role() = 'service_role' or private.staff_role() is not null $$;
grant execute on function private.hears_of_deletions() to authenticated, service_role;

-- A claim that a stranger makes up gains them nothing: their own news comes with the next look.
create function private.tell(channel text, payloads text[]) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if nullif(current_setting('request.jwt.claims', true), '')::jsonb -> 'announces' = 'true' then
    insert into private.unannounced (channel, payloads) values (tell.channel, tell.payloads);
  else
    perform pg_notify(tell.channel, p) from unnest(tell.payloads) as p;
  end if;
end
$$;

-- Tells what is committed and not told yet, whoever wrote it, in the order in which it was written; gives how many. Rows
-- that another process is telling are left to it. The news itself need not be on the disk before it is heard: the rows it
-- is about are.
create function private.announce() returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  news record;
  told integer := 0;
begin
  for news in
    with gone as (
      delete from private.unannounced u using (
        select o.id from private.unannounced o order by o.id for update skip locked
      ) mine where u.id = mine.id
      returning u.id, u.channel, u.payloads
    )
    select g.channel, g.payloads from gone g order by g.id
  loop
    perform pg_notify(news.channel, p) from unnest(news.payloads) as p;
    told := told + cardinality(news.payloads);
  end loop;
  perform set_config('synchronous_commit', 'off', true);
  return told;
end
$$;
grant execute on function private.announce() to backline_outbox;

create function private.tell_of_arrivals(name text, ids uuid[]) returns void
  language sql
  set search_path = ''
  as $$
    select private.tell('realtime', array_agg(json_build_object(
      'schema', 'public', 'table', name, 'type', 'INSERT', 'id', i, 'at', now()
    )::text))
    from unnest(ids) as i having count(*) > 0
  $$;

-- Wakes the processes that wait for something to do: says, once for each statement, on which channels there is some.
create function private.wake_outbox() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.tell('outbox', array_agg(distinct a.channel)) from added a having count(*) > 0;
  return null;
end
$$;
