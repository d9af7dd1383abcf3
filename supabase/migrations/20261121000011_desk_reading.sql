-- What the desk reads: whole rows one at a time, one person, and the week.

-- For the lists. Row security keeps PostgreSQL from looking a word up by an index, so a search looks at every row: the
-- first index of each table holds what the lists filter by, so that it looks there and not at the rows, which are ten
-- times as much. A list that is sorted leaves spam out, so the others hold the state too.
create index strategy_call_bookings_created_at_idx on public.strategy_call_bookings (created_at, id)
  include (status, assigned_to, source, call_at, search);
create index strategy_call_bookings_call_at_idx on public.strategy_call_bookings (call_at, id) include (status);
create index strategy_call_bookings_name_idx on public.strategy_call_bookings (name, id) include (status);
create index strategy_call_bookings_company_idx on public.strategy_call_bookings (company, id) include (status);
create index strategy_call_bookings_source_idx on public.strategy_call_bookings (source, id) include (status);
create index strategy_call_bookings_status_idx on public.strategy_call_bookings (status, id);
create index contact_messages_created_at_idx on public.contact_messages (created_at, id)
  include (status, assigned_to, source, search);
create index contact_messages_name_idx on public.contact_messages (name, id) include (status);
create index contact_messages_company_idx on public.contact_messages (company, id) include (status);
create index contact_messages_source_idx on public.contact_messages (source, id) include (status);
create index contact_messages_status_idx on public.contact_messages (status, id);
-- For all that one person sent.
create index strategy_call_bookings_person_idx on public.strategy_call_bookings (lower(email));
create index contact_messages_person_idx on public.contact_messages (lower(email));

-- Once in ten minutes: a screen that is looked at all morning is one reading and not a hundred.
create function private.record_reading(action text, subject text, subject_id uuid) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if not exists (
    select from public.audit_log a
    where a.subject_id = record_reading.subject_id and a.at > now() - interval '10 minutes'
      and a.actor = auth.uid() and a.action = record_reading.action
  ) then
    perform private.record(action, subject, subject_id);
  end if;
end
$$;

-- What belongs to a row of either table. In the timeline a note is what it is; that the log has it too is not said.
create function private.beside(subject text, id uuid, received timestamptz, address text) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    with note as (
      select n.id, n.created_at as at, n.author, n.body from public.notes n
      where n.booking_id = beside.id or n.message_id = beside.id
    ),
    event as (
      select 0 as place, received as at, null::uuid as actor, 'received' as action, '{}'::jsonb as details, 0 as number
      union all
      select 1, a.at, a.actor, a.action, a.details, a.id from public.audit_log a
      where a.subject_id = beside.id and a.subject = beside.subject
        and a.action not in ('booking_read', 'message_read', 'booking_noted', 'message_noted')
      union all
      select 1, note.at, note.author, 'noted', jsonb_build_object('note', note.id), 0 from note
    )
    select jsonb_build_object(
      'notes', coalesce((select jsonb_agg(to_jsonb(note) order by note.at, note.id) from note), '[]'),
      'timeline', (
        select jsonb_agg(
          jsonb_build_object('at', e.at, 'actor', e.actor, 'action', e.action, 'details', e.details)
          order by e.place, e.at, e.number
        ) from event e
      ),
      'others', jsonb_build_object(
        'bookings', (
          select count(*) from public.strategy_call_bookings b where lower(b.email) = lower(address) and b.id <> beside.id
        ),
        'messages', (
          select count(*) from public.contact_messages m where lower(m.email) = lower(address) and m.id <> beside.id
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
  return jsonb_build_object('booking', to_jsonb(wanted) - 'search')
    || private.beside('strategy_call_bookings', booking, wanted.created_at, wanted.email);
end
$$;

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
  return jsonb_build_object('message', to_jsonb(wanted) - 'search')
    || private.beside('contact_messages', wanted.id, wanted.created_at, wanted.email);
end
$$;

-- The visits in which one person sent something, and what was done in them. Within a day of the sending, so that few
-- of the partitions are looked at.
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
  select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at desc, r.id), '[]') into bookings from (
    select b.id, b.created_at, b.name, b.email, b.company, b.phone, b.current_challenges, b.team_size,
      b.preferred_time, b.time_zone, b.status, b.confirmed, b.call_at, b.assigned_to, b.source, b.campaign,
      b.first_view, b.updated_at, b.answered_at
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

-- Names for a filter. From one to the next in the index: looking at every row takes as long as there are rows.
create function public.booking_sources() returns setof text
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return query with recursive known as (
    select min(b.source) as source from public.strategy_call_bookings b
    union all
    select (select min(b.source) from public.strategy_call_bookings b where b.source > k.source)
    from known k where k.source is not null
  )
  select k.source from known k where k.source is not null;
end
$$;

create function public.message_sources() returns setof text
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return query with recursive known as (
    select min(m.source) as source from public.contact_messages m
    union all
    select (select min(m.source) from public.contact_messages m where m.source > k.source)
    from known k where k.source is not null
  )
  select k.source from known k where k.source is not null;
end
$$;

-- Without a day, about this week.
create function public.week_of_calls(day date default null) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  settings public.desk_settings;
  week record;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  if not isfinite(day) then
    raise exception 'a week has a day' using errcode = '22008';
  end if;
  select * into settings from public.desk_settings;
  select * into week
  from private.week_of(coalesce(day, (now() at time zone settings.time_zone)::date), settings.time_zone);
  return jsonb_build_object(
    'monday', week.monday, 'from', week.starts, 'until', week.ends,
    'time_zone', settings.time_zone, 'opens', settings.opens, 'closes', settings.closes,
    'work_days', settings.work_days, 'call_minutes', settings.call_minutes,
    'capacity', settings.weekly_capacity, 'taken', private.calls_taken(week.starts, week.ends),
    'days_off', (
      select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'note', d.note) order by d.day), '[]')
      from public.days_off d where d.day between week.monday and week.monday + 6
    )
  );
end
$$;

-- For everybody: it is what the site says anyway.
create function public.free_calls_this_week() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'capacity', s.weekly_capacity, 'taken', t.taken, 'free_calls', greatest(s.weekly_capacity - t.taken, 0)
    )
    from public.desk_settings s
    cross join lateral private.week_of((now() at time zone s.time_zone)::date, s.time_zone) w
    cross join lateral private.calls_taken(w.starts, w.ends) as t (taken)
  $$;

grant execute on function
  public.read_booking(uuid), public.read_message(uuid), public.read_person(text), public.booking_sources(),
  public.message_sources(), public.week_of_calls(date) to authenticated;
grant execute on function public.free_calls_this_week() to anon, authenticated, service_role;
