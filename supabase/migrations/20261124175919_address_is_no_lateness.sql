drop function private.settle_outbox(uuid, uuid, text, text, text, boolean, timestamp with time zone);

create or replace function private.settle_outbox_items(holder uuid, items jsonb) returns table (id uuid, is_settled boolean)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  ours uuid[];
  free uuid[];
begin
  ours := array(
    select o.id from public.outbox o
    where o.id = any (array(select (i ->> 'id')::uuid from jsonb_array_elements(items) i))
      and o.holder = settle_outbox_items.holder and o.state = 'sending'
  );
  free := array(
    select o.id from public.outbox o
    where o.id = any (ours) and o.holder = settle_outbox_items.holder and o.state = 'sending'
    for update skip locked
  );
  update public.outbox o set
    state = t.state,
    sent_as = coalesce(t.sent_as, o.sent_as),
    reason = left(t.reason, 300),
    is_doubtful = o.is_doubtful or t.is_doubtful,
    attempts = o.attempts - t.is_untried::int,
    due_at = coalesce(t.due_at, o.due_at),
    first_due_at = case when t.is_of_address is not true then
      coalesce(o.first_due_at, case when t.due_at is not null then o.due_at end)
    end,
    settled_at = case when t.state <> 'waiting' then clock_timestamp() end,
    sealed = case when t.state in ('waiting', 'failed') then o.sealed end,
    holder = null,
    held_until = null
  from jsonb_to_recordset(items) t (
    id uuid, state text, sent_as text, reason text, is_doubtful boolean, is_untried boolean, is_of_address boolean,
    due_at timestamptz
  )
  where o.id = any (free) and t.id = o.id;
  return query select u.id, u.id = any (free) from unnest(ours) u (id);
end
$$;
