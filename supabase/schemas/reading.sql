-- Returns one booking, message or visitor with notes and history. For all members. The audit log records each reading.

-- The timeline contains the notes and omits log entries about notes. Reading marks the reader's mentions and handovers as
-- seen.
create function private.notes_and_history(subject text, id uuid, received timestamptz, address text) returns jsonb
  language sql
  set search_path = ''
  as $$
    with note as (
      select n.id, n.created_at as at, n.author, n.body, n.mentioned from public.notes n
      where n.booking_id = notes_and_history.id or n.message_id = notes_and_history.id
    ),
    seen as (
      update private.mentions m set seen_at = now() from note
      where m.note = note.id and m.person = auth.uid() and m.seen_at is null
    ),
    taken as (
      update private.handovers h set seen_at = now()
      where h.person = auth.uid() and notes_and_history.id in (h.booking_id, h.message_id) and h.seen_at is null
    ),
    event as (
      select 0 as place, received as at, null::uuid as actor, 'received' as action, '{}'::jsonb as details, 0 as number
      union all
      select 1, a.at, a.actor, a.action, a.details, a.id from public.audit_log a
      where a.subject_id = notes_and_history.id and a.subject = notes_and_history.subject
        and a.action not in ('booking_read', 'message_read', 'email_file_read', 'booking_noted', 'message_noted')
      union all
      select 1, note.at, note.author, 'noted', jsonb_build_object('note', note.id), 0 from note
    )
    select jsonb_build_object(
      'notes', coalesce((select jsonb_agg(to_jsonb(note) order by note.at, note.id) from note), '[]'),
      'replies', private.replies_to(notes_and_history.id),
      'emails', private.emails_about(notes_and_history.id),
      'timeline', (
        select jsonb_agg(
          jsonb_build_object('at', e.at, 'actor', e.actor, 'action', e.action, 'details', e.details)
          order by e.place, e.at, e.number
        ) from event e
      ),
      'others', jsonb_build_object(
        'bookings', (
          select count(*) from public.strategy_call_bookings b
          where lower(b.email) = lower(address) and b.id <> notes_and_history.id
        ),
        'messages', (
          select count(*) from public.contact_messages m where lower(m.email) = lower(address) and m.id <> notes_and_history.id
        )
      )
    )
  $$;

create function public.read_booking(booking uuid) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  wanted public.strategy_call_bookings;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  select * into wanted from public.strategy_call_bookings b where b.id = booking;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  end if;
  perform private.record_reading('booking_read', 'strategy_call_bookings', booking);
  return jsonb_build_object(
    'booking', to_jsonb(wanted) - 'search' || jsonb_build_object('state', private.booking_state(wanted, now()))
  )
    || private.notes_and_history('strategy_call_bookings', booking, wanted.created_at, wanted.email);
end
$$;
grant execute on function public.read_booking(uuid) to authenticated;

create function public.read_message(message uuid) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  wanted public.contact_messages;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  select * into wanted from public.contact_messages m where m.id = read_message.message;
  if not found then
    raise exception 'There is no such message.' using errcode = 'PT404';
  end if;
  perform private.record_reading('message_read', 'contact_messages', wanted.id);
  return jsonb_build_object(
    'message', to_jsonb(wanted) - 'search' || jsonb_build_object('state', private.message_state(wanted, now()))
  )
    || private.notes_and_history('contact_messages', wanted.id, wanted.created_at, wanted.email);
end
$$;
grant execute on function public.read_message(uuid) to authenticated;

-- Returns visits from the rows within a day of their forms, so that few partitions are read.
create function private.visits_of(address text) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    with sent as (
      select b.session_id, b.created_at from public.strategy_call_bookings b where lower(b.email) = lower(address)
      union all
      select m.session_id, m.created_at from public.contact_messages m where lower(m.email) = lower(address)
    ),
    visit as (
      select s.session_id, min(s.created_at) - interval '1 day' as since, max(s.created_at) + interval '1 day' as until
      from sent s where s.session_id is not null group by s.session_id
    ),
    event as (
      select i.session_id, i.created_at as at, i.id, i.event_type, i.event_data, i.page_url, i.referrer
      from visit v cross join lateral (
        select * from public.user_interactions i
        where i.session_id = v.session_id and i.created_at between v.since and v.until
      ) i
    ),
    seen as (
      select distinct on (e.session_id)
        e.session_id, e.at, private.visit_first_view(e.page_url) as first_view,
        private.visit_source(e.page_url, e.referrer) as source, private.visit_campaign(e.page_url) as campaign,
        count(*) filter (where e.event_type = 'page_view') over (partition by e.session_id) as views
      from event e order by e.session_id, e.at, e.id
    )
    select jsonb_build_object(
      'visits', coalesce((select jsonb_agg(to_jsonb(s) order by s.at desc) from seen s), '[]'),
      'downloads', coalesce((
        select jsonb_agg(jsonb_build_object('at', e.at, 'pack', e.event_data ->> 'pack') order by e.at desc)
        from event e where e.event_type = 'download' and e.event_data ->> 'pack' is not null
      ), '[]')
    )
  $$;

create function private.picked(whole jsonb, columns text[]) returns jsonb
  language sql immutable
  as $$ select jsonb_object_agg(key, value) from jsonb_each(whole) where key = any (columns) $$;

-- Returns rows as in the lists, and the phone number of a booking.
create function public.read_person(address text) returns jsonb
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
  select coalesce(jsonb_agg(
      private.picked(to_jsonb(b), private.listed('public.strategy_call_bookings') || '{phone}')
        || jsonb_build_object('state', private.booking_state(b, now())) order by b.created_at desc, b.id
    ), '[]')
    into bookings from public.strategy_call_bookings b where lower(b.email) = lower(wanted);
  select coalesce(jsonb_agg(
      private.picked(to_jsonb(m), private.listed('public.contact_messages'))
        || jsonb_build_object('state', private.message_state(m, now())) order by m.created_at desc, m.id
    ), '[]')
    into messages from public.contact_messages m where lower(m.email) = lower(wanted);
  select (r ->> 'id')::uuid into newest from jsonb_array_elements(bookings || messages) r
  order by (r ->> 'created_at')::timestamptz desc limit 1;
  -- Does not log a reading that found nothing.
  if newest is not null then
    perform private.record_reading('person_read', 'person', newest);
  end if;
  return jsonb_build_object('email', wanted, 'bookings', bookings, 'messages', messages) || private.visits_of(wanted);
end
$$;
grant execute on function public.read_person(text) to authenticated;
