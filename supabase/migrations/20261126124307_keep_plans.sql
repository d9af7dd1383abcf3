-- A function in SQL is planned anew in each transaction; these three are asked with each booking, and keep their plans now.

create or replace function private.enqueue_arrivals(bookings uuid[], messages uuid[], visitor_kind text, team_kind text) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  insert into public.outbox (channel, kind, booking_id, message_id, recipient, once, facts)
  select
    'letter', l.kind, a.booking, a.message, l.recipient, concat_ws(':', l.kind, coalesce(a.booking, a.message), l.recipient), f
  from unnest(bookings, messages) as a (booking, message)
  cross join private.meeting_facts(a.booking) f
  cross join lateral (
    select visitor_kind, null union all select team_kind, t from private.team_mailboxes() as t
  ) as l (kind, recipient)
  order by private.mailbox_of(coalesce(
    (select b.email from public.strategy_call_bookings b where b.id = a.booking),
    (select m.email from public.contact_messages m where m.id = a.message)
  ))
  on conflict (once) do nothing;
end
$$;

create or replace function private.meeting_of(booking uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  return (
    select case
      when b.confirmed is not null then private.host_of_call(b.assigned_to)
      else jsonb_build_object('host', null, 'link', null, 'place', case
        when c.host is not null then h.place
        when not exists (select from private.active_hosts() a where a.place = 'link') then 'phone'
      end)
    end || jsonb_build_object(
      'held_until', (extract(epoch from c.until) * 1000)::float8,
      'is_unproven', coalesce(private.picked_state(b, now()) = 'unproven', false)
    )
    from public.strategy_call_bookings b
    left join private.call_holds c on c.booking = b.id and c.until > now()
    left join private.hosts h on h.id = c.host
    where b.id = meeting_of.booking
  );
end
$$;

create or replace function private.picked_state(asked public.strategy_call_bookings, now_is timestamptz) returns text
  language plpgsql stable
  set search_path = ''
  as $$
begin
  return (
    select case
      when not asked.picked or asked.status not in ('new', 'spam?', 'spam') then null
      when exists (select from private.call_holds c where c.booking = asked.id and c.until > now_is) then 'held'
      when private.awaits_proof(asked.email) then case
        when private.free_host(asked.preferred_time, now_is, s.call_minutes, asked.id) is not null then 'unproven'
        else 'taken'
      end
      when asked.status <> 'new' then 'held'
      else 'taken'
    end
    from public.desk_settings s
  );
end
$$;
