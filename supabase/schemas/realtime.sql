-- Realtime notifications: row N of table T was inserted, updated or deleted. They never hold content, because everybody
-- who may connect may listen; a subscriber reads the row with their own rights.

create function private.notify_row(name text, type text, id uuid) returns void
  language sql
  set search_path = ''
  as $$
    select pg_notify('realtime', json_build_object(
      'table', name, 'type', type, 'id', id,
      -- The transaction's time, because the commit's is not known yet. Two updates of a row in one transaction give the
      -- same text, which PostgreSQL sends once.
      'at', now()
    )::text)
  $$;

-- Whether a subscriber may see a deleted row can no longer be checked: see `hears_of_deletions`.
create function private.notify_deletion() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.notify_row(tg_table_name, tg_op, old.id);
  return null;
end
$$;

-- Publishes the row that the note belongs to: a page that shows it reads it again, with the note, and a subscriber who
-- may not see it receives nothing.
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
  return auth.role() = 'service_role' or private.staff_role() is not null;
grant execute on function private.hears_of_deletions() to authenticated, service_role;

-- Whether the process that stores these rows publishes them itself, after the commit: a NOTIFY locks the whole database
-- until its transaction is flushed, so that notifying transactions commit one after the other. A visitor who forges the
-- claim gains nothing: the desk also polls.
create function private.publishes_itself() returns boolean
  language plpgsql stable
  set search_path = ''
  as $$
begin
  return coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb -> 'publishes' = 'true', false);
end
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

-- Publishes committed rows. Nothing is stored here, so its commit need not wait for the disk.
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

-- Wakes the sending processes, once for each statement and channel.
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
