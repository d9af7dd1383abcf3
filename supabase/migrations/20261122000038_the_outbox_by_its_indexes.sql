-- Which letter told of a booking beside its own: asked for each letter that leaves. Few tell of others, so few are in it.
create index outbox_others_idx on public.outbox using gin ((facts -> 'others')) where facts ? 'others';

-- As before, and what is taken is found by its key: joined to a list of unknown length, PostgreSQL read the whole outbox each
-- time. A session keeps the plan.
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

-- As before; these are taken apart in their callers, and the third keeps its plan.
create or replace function private.is_arriving(created_at timestamptz) returns boolean
  language sql stable
  return created_at > now() - interval '10 minutes';
create or replace function private.promised_by(asked timestamptz) returns timestamptz
  language sql immutable strict parallel safe
  return ((asked at time zone 'UTC') + interval '24 hours') at time zone 'UTC';
create or replace function private.is_event_wanted(event text) returns boolean
  language plpgsql stable
  set search_path = ''
  as $$
begin
  return exists (select from public.webhooks w where w.is_active and event = any (w.events));
end
$$;
