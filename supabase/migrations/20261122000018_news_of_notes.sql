-- A note is news of what it is about: whoever has that booking or message open reads it anew, with the note in it. What
-- is told is the row that the note belongs to, so that who may not see that hears nothing, and nobody needs a second
-- channel. Told once for a row, whatever else changes it in the same transaction.
create function private.notify_note() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  perform pg_catalog.pg_notify(
    'realtime',
    pg_catalog.json_build_object(
      'schema', tg_table_schema,
      'table', case when new.booking_id is null then 'contact_messages' else 'strategy_call_bookings' end,
      'type', 'UPDATE',
      'id', coalesce(new.booking_id, new.message_id),
      'at', pg_catalog.now()
    )::text
  );
  return null;
end
$$;
create trigger notify after insert on public.notes
  for each row execute function private.notify_note();
