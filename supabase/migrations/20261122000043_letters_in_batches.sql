-- Letters leave many at a time (decision page 60): what became of several tries is written down in one commit, and of the
-- letters about one booking to one reader only one is under way at a time.

-- As before, but for the order: a letter waits while another about the same booking is on its way to the same reader, or is
-- due before it.
create or replace function private.claim_outbox(
  holder uuid, channel text, most integer, lease interval, now_is timestamptz
) returns setof public.outbox
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  due uuid[];
begin
  -- Whoever took these has been silent for too long; after a restart of the database they may say so first.
  if pg_postmaster_start_time() < clock_timestamp() - lease then
    due := array(
      select o.id from public.outbox o
      where o.channel = claim_outbox.channel and o.state = 'sending' and o.held_until < clock_timestamp()
      order by o.held_until limit most for update skip locked
    );
  end if;
  due := due || array(
    select o.id from public.outbox o
    where o.channel = claim_outbox.channel and o.state = 'waiting' and o.due_at < now_is + interval '1 millisecond'
      and not (o.channel = 'letter' and exists (
        select from public.outbox p
        where p.booking_id = o.booking_id and p.channel = 'letter' and p.recipient is not distinct from o.recipient
          and (
            p.state = 'sending'
            or p.state = 'waiting' and p.due_at < now_is + interval '1 millisecond'
              and (p.due_at, p.created_at, p.id) < (o.due_at, o.created_at, o.id)
          )
      ))
    order by o.due_at limit most - coalesce(cardinality(due), 0) for update skip locked
  );
  return query
    update public.outbox o set
      state = 'sending', holder = claim_outbox.holder, held_until = clock_timestamp() + lease,
      attempts = o.attempts + 1, is_doubtful = o.is_doubtful or o.state = 'sending'
    where o.id = any (due)
    returning o.*;
end
$$;

-- Writes down what became of several tries, as `settle_outbox` does of one; `is_untried` takes the try back. Gives those
-- that were the holder's, and whether it is written down: a row that somebody else has locked is left for another time,
-- so that two who want several rows each never wait for one another.
create function private.settle_outbox_items(holder uuid, items jsonb) returns table (id uuid, is_settled boolean)
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
    settled_at = case when t.state <> 'waiting' then clock_timestamp() end,
    sealed = case when t.state in ('waiting', 'failed') then o.sealed end,
    holder = null,
    held_until = null
  from jsonb_to_recordset(items) t (
    id uuid, state text, sent_as text, reason text, is_doubtful boolean, is_untried boolean, due_at timestamptz
  )
  where o.id = any (free) and t.id = o.id;
  return query select u.id, u.id = any (free) from unnest(ours) u (id);
end
$$;
revoke all on function private.settle_outbox_items(uuid, jsonb) from public;
grant execute on function private.settle_outbox_items(uuid, jsonb) to backline_outbox;
