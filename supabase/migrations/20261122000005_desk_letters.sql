-- One person's page shows each booking as the lists do, which now say whether its visitor asks for another time.
create or replace function public.read_person(address text) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  wanted text := private.trimmed(address);
  bookings jsonb;
  messages jsonb;
  newest uuid;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at desc, r.id), '[]') into bookings from (
    select b.id, b.created_at, b.name, b.email, b.company, b.phone, b.current_challenges, b.team_size,
      b.preferred_time, b.time_zone, b.status, b.confirmed, b.call_at, b.assigned_to, b.source, b.campaign,
      b.first_view, b.updated_at, b.answered_at, b.proposed_time, b.proposed_at
    from public.strategy_call_bookings b where lower(b.email) = lower(wanted)
  ) r;
  select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at desc, r.id), '[]') into messages from (
    select m.id, m.created_at, m.name, m.email, m.company, m.inquiry_type, m.status, m.assigned_to, m.source,
      m.campaign, m.first_view, m.updated_at, m.answered_at
    from public.contact_messages m where lower(m.email) = lower(wanted)
  ) r;
  select (r ->> 'id')::uuid into newest from jsonb_array_elements(bookings || messages) r
  order by (r ->> 'created_at')::timestamptz desc limit 1;
  -- Of whom nothing is kept, nothing was read.
  if newest is not null then
    perform private.record_reading('person_read', 'person', newest);
  end if;
  return jsonb_build_object('email', wanted, 'bookings', bookings, 'messages', messages) || private.visits_of(wanted);
end
$$;
