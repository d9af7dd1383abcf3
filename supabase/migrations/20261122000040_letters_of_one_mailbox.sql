-- As before, and a mailbox is asked about once, however many rows name it, and not at all where nobody is spaced: a restore of
-- thousands of rows, or a flood in one name, took as many looks as it has rows, each at all the others.
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
  waits_from timestamptz[];
  then_from timestamptz[];
begin
  if is_visitor then
    mailboxes := array(select distinct private.mailbox_of(e) as mailbox from unnest(emails) e order by 1);
    -- Of two at once, the second sees what the first wrote; in one order, or they would wait for one another.
    perform pg_advisory_xact_lock(hashtextextended('letters to ' || m, 0)) from unnest(mailboxes) m where m is not null;
    select array_agg(n.waits_from order by m.place), array_agg(n.then_from order by m.place) into waits_from, then_from
    from unnest(mailboxes) with ordinality as m (mailbox, place) cross join lateral private.next_letters(m.mailbox) n;
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
      when n.nth = 1 then waits_from[m.place]
      else then_from[m.place] + interval '1 minute' * (n.nth - 2)
    end as waits_until
    from numbered n left join unnest(mailboxes) with ordinality as m (mailbox, place) on m.mailbox = n.mailbox
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
