-- The data API serves these two tables, and a token of a program (`service_role`) could read in them what is sealed: the
-- secrets by which webhooks are signed, and letters about accounts that wait with their links. Without the key nothing can
-- be read in it; but whoever finds a token should not take it along, to try a key on later. Nor can anybody who lacks the key
-- write something sealed: a webhook inserted by a program could never be signed, so programs insert none (owners do, at the
-- desk). The server itself reads and writes all of it as its own roles.

revoke select, insert, update on public.webhooks from service_role;
grant
  select (id, created_at, updated_at, url, description, events, is_active, stopped_because, failing_since, previous_until),
  update (url, description, events, is_active)
  on public.webhooks to service_role;

revoke select, insert, update on public.outbox from service_role;
grant
  select (id, created_at, updated_at, channel, kind, sent_as, booking_id, message_id, user_id, recipient, facts, once, due_at,
    ends_at, give_up_at, state, attempts, holder, held_until, is_doubtful, reason, settled_at, webhook_id),
  insert (id, channel, kind, booking_id, message_id, user_id, recipient, facts, once, due_at, ends_at, give_up_at, webhook_id),
  update (recipient, facts, once, due_at, ends_at, give_up_at, state, attempts, holder, held_until, is_doubtful, reason, settled_at)
  on public.outbox to service_role;
