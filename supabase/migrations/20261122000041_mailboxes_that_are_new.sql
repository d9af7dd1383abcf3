-- Most who write have never written before, and for them nothing has to be looked up letter by letter. A plan that a connection
-- made over empty tables, and keeps, read all of them for each mailbox once they were full: each look goes by an index, whatever
-- the tables seemed to be.

create function private.mailboxes_seen_before(mailboxes text[], bookings uuid[], messages uuid[]) returns text[]
  language plpgsql stable
  set search_path = ''
  set enable_seqscan = off
  set jit = off
  as $$
begin
  return array(
    select private.mailbox_of(b.email) from public.strategy_call_bookings b
    where private.mailbox_of(b.email) = any (mailboxes) and b.id <> all (array_remove(bookings, null))
    union
    select private.mailbox_of(m.email) from public.contact_messages m
    where private.mailbox_of(m.email) = any (mailboxes) and m.id <> all (array_remove(messages, null))
    order by 1
  );
end
$$;

alter function private.next_letters(text) set enable_seqscan = off;
alter function private.next_letters(text) set jit = off;
alter function private.is_known_mailbox(text) set enable_seqscan = off;
alter function private.is_known_mailbox(text) set jit = off;

create or replace function private.enqueue_arrivals(
  bookings uuid[], messages uuid[], emails text[], visitor_kind text, team_kind text
) returns void
  language plpgsql
  set search_path = ''
  set plan_cache_mode = force_generic_plan
  as $$
declare
  is_visitor boolean := coalesce(current_setting('role', true), '') = 'anon'
    or coalesce(current_setting('backline.by', true), '') = 'visitor';
  mailboxes text[] := '{}';
  seen text[];
  waits_from timestamptz[];
  then_from timestamptz[];
begin
  if is_visitor then
    mailboxes := array(select distinct private.mailbox_of(e) as mailbox from unnest(emails) e order by 1);
    -- Of two at once, the second sees what the first wrote; in one order, or they would wait for one another.
    perform pg_advisory_xact_lock(hashtextextended('letters to ' || m, 0)) from unnest(mailboxes) m where m is not null;
    seen := private.mailboxes_seen_before(mailboxes, bookings, messages);
    select array_agg(n.waits_from order by m.place), array_agg(n.then_from order by m.place) into waits_from, then_from
    from unnest(seen) with ordinality as m (mailbox, place) cross join lateral private.next_letters(m.mailbox) n;
  end if;

  with arrived as (
    select coalesce(a.booking, a.message) as id, a.booking, a.message, private.mailbox_of(a.email) as mailbox, a.place
    from unnest(bookings, messages, emails) with ordinality as a (booking, message, email, place)
  ),
  numbered as (
    select a.*, row_number() over (partition by a.mailbox order by a.place) as nth from arrived a
  ),
  spaced as (
    select n.*, case
      when m.place is not null and n.nth = 1 then waits_from[m.place]
      when m.place is not null then then_from[m.place] + interval '1 minute' * (n.nth - 2)
      -- Nothing else of this mailbox is there: its first letter waits for nothing, and the next for that one.
      when is_visitor and n.mailbox is not null and n.nth > 1 then now() + interval '1 hour' + interval '1 minute' * (n.nth - 2)
    end as waits_until
    from numbered n left join unnest(seen) with ordinality as m (mailbox, place) on m.mailbox = n.mailbox
  )
  insert into public.outbox (channel, kind, booking_id, message_id, recipient, once, due_at, give_up_at, facts)
  select
    'letter', visitor_kind, s.booking, s.message, null, visitor_kind || ':' || s.id,
    coalesce(s.waits_until, now()), coalesce(s.waits_until, now()) + interval '3 days',
    case when s.waits_until is null then '{}'::jsonb else '{"waits": true}' end
  from spaced s
  union all
  select
    'letter', team_kind, a.booking, a.message, t, team_kind || ':' || a.id || ':' || t, now(), now() + interval '3 days', '{}'
  from arrived a cross join private.team_mailboxes() as t
  on conflict (once) do nothing;
end
$$;
