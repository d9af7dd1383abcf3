-- Tells whoever listens that a row of a table the desk watches was made or changed. It says which row and never what
-- is in it: everybody who may connect may listen, and a notification holds 8000 bytes. Who hears of it reads the row
-- as themselves.
create function private.notify_change() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  perform pg_catalog.pg_notify(
    'realtime',
    pg_catalog.json_build_object(
      'schema', tg_table_schema,
      'table', tg_table_name,
      'type', tg_op,
      'id', new.id,
      -- The transaction's time: nobody knows the commit's before it. The same for both of two updates in one
      -- transaction, which PostgreSQL therefore tells as one.
      'at', pg_catalog.now()
    )::text
  );
  return null;
end
$$;

create trigger notify after insert or update on public.strategy_call_bookings
  for each row execute function private.notify_change();
create trigger notify after insert or update on public.contact_messages
  for each row execute function private.notify_change();
