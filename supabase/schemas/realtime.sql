-- News of rows: which one was made, changed or removed, and nothing of what is in it. Steps and triggers tell; who hears
-- reads the row as themselves.

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

-- Whether the process that stores these rows publishes them itself, after the commit: a NOTIFY holds a lock of the whole
-- database until its transaction is flushed, so that all that notify commit one after the other. A claim that a stranger
-- makes up gains them nothing: the desk asks again by itself.
create function private.publishes_itself() returns boolean
  language sql stable
  set search_path = ''
  as $$
    select coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb -> 'publishes' = 'true', false)
  $$;

create function private.notify_arrivals(name text, ids uuid[]) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if not private.publishes_itself() then
    perform private.notify_row(name, 'INSERT', i) from unnest(ids) i;
  end if;
end
$$;

-- Publishes rows that are committed. Neither they nor their letters wait for it, so it need not be on the disk before it
-- is heard.
create function private.publish_arrivals(name text, ids uuid[]) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.notify_row(name, 'INSERT', i) from unnest(ids) i;
  perform pg_notify('outbox', '');
  perform set_config('synchronous_commit', 'off', true);
end
$$;
grant execute on function private.publish_arrivals(text, uuid[]) to backline_outbox;

-- Wakes the processes that wait for something to do: says, once for each statement, on which channels there is some.
create function private.wake_outbox() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not private.publishes_itself() then
    perform pg_notify('outbox', a.channel) from (select distinct channel from added) a;
  end if;
  return null;
end
$$;
