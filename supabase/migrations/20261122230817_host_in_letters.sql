set check_function_bodies = off;

create or replace function private.booking_for_programs(b public.strategy_call_bookings) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'id', b.id, 'created_at', private.iso_instant(b.created_at), 'status', b.status, 'sequence', b.call_sequence,
      'name', b.name, 'email', b.email, 'company', b.company, 'phone', b.phone,
      'current_challenges', b.current_challenges, 'team_size', b.team_size, 'message', b.message,
      'preferred_time', private.iso_instant(b.preferred_time), 'time_zone', b.time_zone,
      'confirmed_start', private.iso_instant(lower(b.confirmed)), 'confirmed_end', private.iso_instant(upper(b.confirmed)), 'picked', b.picked,
      'host', case when b.confirmed is not null and b.assigned_to is not null then
        jsonb_build_object('id', b.assigned_to, 'name', private.host_of_call(b.assigned_to) -> 'host')
      end,
      'place', case when b.confirmed is not null then private.host_of_call(b.assigned_to) -> 'place' end,
      'link', case when b.confirmed is not null then private.host_of_call(b.assigned_to) -> 'link' end
    )
  $$;

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
    case when s.waits_until is null then '{}'::jsonb else '{"waits": true}' end || private.meeting_facts(s.booking)
  from spaced s
  union all
  select
    'letter', team_kind, a.booking, a.message, t, team_kind || ':' || a.id || ':' || t, now(), now() + interval '3 days',
    private.meeting_facts(a.booking)
  from arrived a cross join private.team_mailboxes() as t
  on conflict (once) do nothing;
end
$$;

create or replace function private.enqueue_booking_letters() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  how_it_stands jsonb := jsonb_build_object(
    'sequence', new.call_sequence, 'status', new.status, 'starts', lower(new.confirmed), 'ends', upper(new.confirmed),
    'by_visitor', auth.uid() is null, 'meeting', private.host_of_call(new.assigned_to)
  );
  -- Nobody is signed in where a visitor changes their own call, and nobody there takes it back.
  due timestamptz := now() + case when auth.uid() is null then interval '0' else private.second_thought() end;
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') and not private.is_settled_at_once(new.id) then
    perform private.enqueue_arrival(new.id, null, 'request-received', 'team-booking');
  end if;
  if new.call_sequence = old.call_sequence then
    return null;
  end if;
  -- The visitor hears of a call that is confirmed, moved, passed to somebody else or called off.
  if new.status = 'confirmed' or (new.status = 'cancelled' and old.status in ('new', 'confirmed')) then
    insert into public.outbox (channel, kind, booking_id, facts, due_at)
    values ('letter', 'call', new.id, how_it_stands, due);
  end if;
  -- And so do those in whose calendars it stands, or stood.
  if new.status = 'confirmed' or (new.status = 'cancelled' and old.status = 'confirmed') then
    insert into public.outbox (channel, kind, booking_id, recipient, facts, due_at)
    select 'letter', 'team-call', new.id, h, how_it_stands, due from (
      select h from private.call_hosts(new.assigned_to) as h
      union
      select h from private.call_hosts(old.assigned_to) as h where old.status = 'confirmed'
    ) hosts;
  end if;
  return null;
end
$$;

create or replace function private.enqueue_question() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into public.outbox (channel, kind, booking_id, message_id, once, facts)
  values (
    'letter', 'confirm-request', case tg_table_name when 'strategy_call_bookings' then new.id end,
    case tg_table_name when 'contact_messages' then new.id end, 'confirm-request:' || new.id,
    private.meeting_facts(new.id)
  )
  on conflict (once) do nothing;
  return null;
end
$$;

create or replace function private.host_of_call(assigned_to uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'host', max(h.name), 'place', coalesce(max(h.place), 'phone'), 'link', max(h.link) filter (where h.place = 'link')
    )
    from (
      select nullif(private.trimmed(u.raw_user_meta_data ->> 'name'), '') as name, h.place, h.link
      from public.staff_members m join auth.users u on u.id = m.id left join private.hosts h on h.id = m.id
      where m.id = host_of_call.assigned_to and m.disabled_at is null and u.deleted_at is null
    ) h
  $$;

create or replace function private.meeting_facts(booking uuid) returns jsonb
  language sql stable
  set search_path = ''
  as $$ select coalesce((select jsonb_build_object('meeting', m) from private.meeting_of(booking) m where m is not null), '{}') $$;

create or replace function private.meeting_of(booking uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select case
      when b.confirmed is not null then private.host_of_call(b.assigned_to)
      else jsonb_build_object('host', null, 'link', null, 'place', case
        when c.host is not null then h.place
        when not exists (select from private.active_hosts() a where a.place = 'link') then 'phone'
      end)
    end || jsonb_build_object('held_until', (extract(epoch from c.until) * 1000)::float8)
    from public.strategy_call_bookings b
    left join private.call_holds c on c.booking = b.id and c.until > now()
    left join private.hosts h on h.id = c.host
    where b.id = meeting_of.booking
  $$;

create or replace function private.number_call() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if new.status <> old.status or new.confirmed is distinct from old.confirmed then
    new.call_sequence := old.call_sequence + 1;
    new.call_changed_at := now();
    new.proposed_time := null;
    new.proposed_at := null;
  -- With somebody else, or elsewhere.
  elsif new.status = 'confirmed' and (new.assigned_to is distinct from old.assigned_to or new.call_sequence > old.call_sequence) then
    new.call_sequence := old.call_sequence + 1;
  else
    new.call_sequence := old.call_sequence;
    new.call_changed_at := old.call_changed_at;
  end if;
  return new;
end
$$;

create or replace function private.renumber_calls() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update public.strategy_call_bookings b set call_sequence = b.call_sequence + 1
  where b.assigned_to = new.id and b.status = 'confirmed' and upper(b.confirmed) > now();
  return null;
end
$$;

create trigger renumber_calls_anew after insert on private.hosts
  for each row when (new.place = 'link') execute function private.renumber_calls();

create trigger renumber_calls after update on private.hosts for each row
  when ((new.place, case new.place when 'link' then new.link end) is distinct from
    (old.place, case old.place when 'link' then old.link end))
  execute function private.renumber_calls();

create trigger renumber_calls after update on public.staff_members
  for each row when ((new.disabled_at is null) <> (old.disabled_at is null)) execute function private.renumber_calls();

revoke all on function private.host_of_call(uuid) from public;
revoke all on function private.meeting_facts(uuid) from public;
revoke all on function private.meeting_of(uuid) from public;
grant execute on function private.meeting_of(uuid) to backline_outbox;
revoke all on function private.renumber_calls() from public;

reset check_function_bodies;
