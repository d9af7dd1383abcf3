-- Until when somebody is owed an answer: whoever asked for a call or wrote, and whoever asks for another time of a call
-- that is confirmed. Lists, counts and letters ask this column and nothing else. Null where nothing is owed.

-- Immutable, as a stored column must be: a day of 24 hours is the same in every zone.
create function private.promised_by(asked timestamptz) returns timestamptz
  language sql immutable strict parallel safe
  set search_path = ''
  as $$ select ((asked at time zone 'UTC') + interval '24 hours') at time zone 'UTC' $$;
grant execute on function private.promised_by(timestamptz) to anon, authenticated, service_role;

alter table public.strategy_call_bookings
  add column due_at timestamptz generated always as (
    case
      when status = 'new' and answered_at is null then private.promised_by(created_at)
      when status = 'confirmed' then private.promised_by(proposed_at)
    end
  ) stored;
alter table public.contact_messages
  add column due_at timestamptz generated always as (
    case when status = 'new' and answered_at is null then private.promised_by(created_at) end
  ) stored;
grant select (due_at) on public.strategy_call_bookings, public.contact_messages to authenticated;

-- The most urgent first; of what owes nothing, the newest.
create index strategy_call_bookings_due_at_idx on public.strategy_call_bookings (due_at, created_at desc, id)
  include (status);
create index contact_messages_due_at_idx on public.contact_messages (due_at, created_at desc, id) include (status);

-- One person's page shows each row as the lists do.
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
      b.first_view, b.updated_at, b.answered_at, b.proposed_time, b.proposed_at, b.due_at
    from public.strategy_call_bookings b where lower(b.email) = lower(wanted)
  ) r;
  select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at desc, r.id), '[]') into messages from (
    select m.id, m.created_at, m.name, m.email, m.company, m.inquiry_type, m.status, m.assigned_to, m.source,
      m.campaign, m.first_view, m.updated_at, m.answered_at, m.due_at
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
