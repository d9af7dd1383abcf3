-- Realtime notifications of inserted, updated and deleted rows. Anyone who can connect can listen, so notifications
-- have no content; subscribers read the row with their own rights.

create function private.notify_row(name text, type text, id uuid) returns void
  language sql
  set search_path = ''
  as $$
    select pg_notify('realtime', json_build_object(
      'table', name, 'type', type, 'id', id,
      -- The time of the transaction, because the time of its commit is not known yet. PostgreSQL sends identical
      -- payloads only once.
      'at', now()
    )::text)
  $$;

-- Row security cannot check deleted rows, so `is_notified_of_deletions` decides who is notified.
create function private.notify_deletion() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.notify_row(tg_table_name, tg_op, old.id);
  return null;
end
$$;

-- Reports a change of the booking or message to which the note belongs. Only subscribers who can read that row are
-- notified; their page then reads the row again.
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

create function private.is_notified_of_deletions() returns boolean
  language sql stable
  return auth.role() = 'service_role' or private.staff_role() is not null;
grant execute on function private.is_notified_of_deletions() to authenticated, service_role;

-- True if the inserting process notifies after the commit. A NOTIFY locks the database until its transaction is
-- flushed to the disk, so transactions that notify cannot commit in parallel. A forged claim does no harm, because the
-- desk also polls.
create function private.publishes_after_commit() returns boolean
  language plpgsql stable
  set search_path = ''
  as $$
begin
  return coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb -> 'publishes' = 'true', false);
end
$$;

create function private.notify_new_rows(name text, ids uuid[]) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if not private.publishes_after_commit() then
    perform private.notify_row(name, 'INSERT', i) from unnest(ids) i;
  end if;
end
$$;

-- This transaction stores nothing, so its commit does not have to wait for the disk.
create function private.publish_new_rows(name text, ids uuid[]) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.notify_row(name, 'INSERT', i) from unnest(ids) i;
  perform pg_notify('outbox', '');
  perform set_config('synchronous_commit', 'off', true);
end
$$;
grant execute on function private.publish_new_rows(text, uuid[]) to backline_outbox;

-- Sends one notification for each statement and channel.
create function private.wake_outbox() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not private.publishes_after_commit() then
    perform pg_notify('outbox', a.channel) from (select distinct channel from added) a;
  end if;
  return null;
end
$$;
