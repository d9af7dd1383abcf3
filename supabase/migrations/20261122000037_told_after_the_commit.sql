-- A NOTIFY takes a lock of the whole database until its transaction is flushed, so transactions that notify commit one after
-- the other. Whoever says by the claim `announces` that they announce by themselves writes down here, in the same
-- transaction, what is to be told, and has `private.announce` told it once the transaction is committed. Everybody else
-- notifies in their transaction as before: rows written by hand, programs, the desk. Decision page 58.

-- Without a log of its own: what a crash of the database takes from here, it took from all who listened as well, and they
-- read anew. Whoever looks finds what a server left behind that ended between its commit and its announcement.
create unlogged table private.unannounced (
  id bigint generated always as identity,
  channel text not null,
  payloads text[] not null,
  constraint unannounced_pkey primary key (id)
);
alter table private.unannounced enable row level security;
revoke all on private.unannounced from public, anon, authenticated, service_role;

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

-- Which rows are new: as `private.notify_change` says it of one, which goes on telling of those that change.
drop trigger notify on public.strategy_call_bookings;
drop trigger notify on public.contact_messages;
create trigger notify after update on public.strategy_call_bookings
  for each row execute function private.notify_change();
create trigger notify after update on public.contact_messages
  for each row execute function private.notify_change();

-- Definer, like the next: visitors write nowhere else.
create function private.tell_of_arrivals() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.tell('realtime', array_agg(json_build_object(
    'schema', tg_table_schema, 'table', tg_table_name, 'type', tg_op, 'id', a.id, 'at', now()
  )::text))
  from arrived a having count(*) > 0;
  return null;
end
$$;
create trigger notify_arrivals after insert on public.strategy_call_bookings
  referencing new table as arrived for each statement execute function private.tell_of_arrivals();
create trigger notify_arrivals after insert on public.contact_messages
  referencing new table as arrived for each statement execute function private.tell_of_arrivals();

create or replace function private.wake_outbox() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.tell('outbox', array_agg(distinct a.channel)) from added a having count(*) > 0;
  return null;
end
$$;
