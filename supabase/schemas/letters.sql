-- Queues emails in the transaction that causes them. The insert and update triggers call these functions.

-- Returns the mailboxes in the settings, or the owners' mailboxes if the settings contain none. Runs as its owner,
-- because callers cannot read accounts.
create function private.team_mailboxes() returns setof text
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  return query
    select distinct lower(m.mailbox) from public.desk_settings s, unnest(s.answer_mailboxes) as m (mailbox)
    union
    select lower(u.email) from public.staff_members m join auth.users u on u.id = m.id
    where m.role = 'owner' and m.disabled_at is null and u.deleted_at is null and u.email is not null
      and not exists (select from public.desk_settings s where cardinality(s.answer_mailboxes) > 0);
end
$$;

-- Returns the mailbox of the host, or the mailboxes of the team if there is no host. The calendars of these mailboxes
-- contain the call.
create function private.call_hosts(assigned_to uuid) returns setof text
  language sql stable security definer
  set search_path = ''
  as $$
    with host as (
      select lower(u.email) as address from public.staff_members m join auth.users u on u.id = m.id
      where m.id = call_hosts.assigned_to and m.disabled_at is null and u.deleted_at is null and u.email is not null
    )
    select host.address from host
    union
    select t from private.team_mailboxes() as t where not exists (select from host)
  $$;
grant execute on function private.call_hosts(uuid) to backline_outbox;

-- Inserts the call's reference into the link; returns null if there is no call.
create function private.link_of_call(link text, booking uuid) returns text
  language sql immutable
  return replace(link, '{reference}', upper(left(booking::text, 8)));

-- Returns a call's host and place as its visitor sees them. If a call has no active host, the team calls by phone.
create function private.host_of_call(assigned_to uuid, booking uuid default null) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'host', max(h.name), 'place', coalesce(max(h.place), 'phone'), 'link', private.link_of_call(max(h.link) filter (where h.place = 'link'), booking)
    )
    from (
      select nullif(private.trimmed(u.raw_user_meta_data ->> 'name'), '') as name, h.place, h.link
      from public.staff_members m join auth.users u on u.id = m.id left join private.hosts h on h.id = m.id
      where m.id = host_of_call.assigned_to and m.disabled_at is null and u.deleted_at is null
    ) h
  $$;

-- Returns the host and place of a call. For a request, returns the state of its time and, if known, the place (null
-- means that the confirmation will name the place). Never returns the host of a request's hold.
create function private.meeting_of(booking uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  return (
    select case
      when b.confirmed is not null then private.host_of_call(b.assigned_to, b.id)
      else jsonb_build_object('host', null, 'link', null, 'time', private.booking_state(b, now()) -> 'time', 'place', case
        when c.host is not null then h.place
        when not exists (select from private.active_hosts() a where a.place = 'link') then 'phone'
      end)
    end || jsonb_build_object('why', private.last_change(b, now()) -> 'what')
    from public.strategy_call_bookings b
    left join private.live_holds(b.id, now()) c on not c.is_offered
    left join private.hosts h on h.id = c.host
    where b.id = meeting_of.booking
  );
end
$$;
grant execute on function private.meeting_of(uuid) to backline_outbox;

-- Assigns new sequence numbers to upcoming calls, so that emails about the new place or host are queued.
create function private.renumber_calls() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- Locks in a fixed order, so that two changes of hosts do not deadlock.
  update public.strategy_call_bookings b set call_sequence = b.call_sequence + 1
  where b.id = any (array(
    select c.id from public.strategy_call_bookings c
    where c.assigned_to = coalesce(new.id, old.id) and c.status = 'confirmed' and upper(c.confirmed) > now()
    order by c.id for update
  ));
  return null;
end
$$;

create trigger renumber_calls after update on public.staff_members
  for each row when ((new.disabled_at is null) <> (old.disabled_at is null)) execute function private.renumber_calls();

create trigger renumber_calls_on_delete after delete on public.staff_members
  for each row when (old.disabled_at is null) execute function private.renumber_calls();

create trigger renumber_calls after update on private.hosts for each row
  when ((new.place, case new.place when 'link' then new.link end) is distinct from
    (old.place, case old.place when 'link' then old.link end))
  execute function private.renumber_calls();

create trigger renumber_calls_on_insert after insert on private.hosts
  for each row when (new.place = 'link') execute function private.renumber_calls();

-- Returns false for rows older than ten minutes, which come from a restore. Written with `return`, so that
-- PostgreSQL can inline it.
create function private.is_new_row(created_at timestamptz) returns boolean
  language sql stable
  return created_at > now() - interval '10 minutes';

-- Returns how long emails and events about a change in the desk wait: slightly longer than members can undo the change.
create function private.undo_window() returns interval
  language sql immutable
  as $$ select interval '15 seconds' $$;

-- Queues the receipt of a booking or message and the team's emails. If `team_kind` is null, the team gets no email.
-- Called for one row at a time, because PostgreSQL would plan a list of unknown length again for each call, and
-- planning takes longer than the work.
create function private.enqueue_receipt(booking uuid, message uuid, visitor_kind text, team_kind text) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  facts jsonb := case when booking is null then '{}' else jsonb_build_object('meeting', private.meeting_of(booking)) end;
begin
  insert into public.outbox (channel, kind, booking_id, message_id, recipient, once, facts)
  select
    'letter', l.kind, booking, message, l.recipient, concat_ws(':', l.kind, coalesce(booking, message), l.recipient), facts
  from (
    select visitor_kind, null
    union all
    select team_kind, t from private.team_mailboxes() as t where team_kind is not null
  ) as l (kind, recipient)
  on conflict (once) do nothing;
end
$$;

create function private.enqueue_booking_letters(old public.strategy_call_bookings, new public.strategy_call_bookings)
  returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  how_it_stands jsonb := jsonb_build_object(
    'sequence', new.call_sequence, 'status', new.status, 'starts', lower(new.confirmed), 'ends', upper(new.confirmed),
    'by_visitor', auth.uid() is null, 'meeting', private.host_of_call(new.assigned_to, new.id)
  );
  -- A confirmed call keeps its time only if it becomes a completed call or a no-show.
  is_given_up boolean := old.status = 'confirmed' and new.confirmed is null;
  -- If no member is signed in, the visitor changed the call, and nobody can undo the change.
  due timestamptz := now() + case when auth.uid() is null then interval '0' else private.undo_window() end;
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') then
    perform private.enqueue_receipt(new.id, null, 'request-received', 'team-booking');
  end if;
  if new.call_sequence = old.call_sequence then
    return;
  end if;
  if new.status = 'confirmed' or is_given_up or (new.status = 'cancelled' and old.status = 'new') then
    insert into public.outbox (channel, kind, booking_id, facts, due_at)
    values ('letter', 'call', new.id, how_it_stands, due);
  end if;
  if new.status = 'confirmed' or is_given_up then
    insert into public.outbox (channel, kind, booking_id, recipient, facts, due_at)
    select 'letter', 'team-call', new.id, h, how_it_stands, due from (
      select h from private.call_hosts(new.assigned_to) as h
      union
      select h from private.call_hosts(old.assigned_to) as h where old.status = 'confirmed'
    ) hosts;
  end if;
end
$$;

create function private.enqueue_booking_receipt(arrived public.strategy_call_bookings) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  -- If a member entered a phone booking, the function that adds the booking queues the emails.
  if arrived.entered_by is null then
    perform private.enqueue_receipt(arrived.id, null, 'request-received', 'team-booking');
  end if;
  if private.is_event_wanted('booking.created') then
    perform private.enqueue_event(
      'booking.created', arrived.id, null, private.booking_for_programs(arrived), now(), null,
      'booking.created:' || arrived.id
    );
  end if;
end
$$;
