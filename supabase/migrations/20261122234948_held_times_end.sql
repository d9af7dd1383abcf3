alter type private.booking_export add attribute picked text cascade;

create or replace function private.keep_people(now_is timestamptz) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  oldest timestamptz := now_is - make_interval(days => (select s.keep_people_days from public.desk_settings s));
  bookings int;
  messages int;
begin
  if not pg_try_advisory_xact_lock(7206341006) then
    return null;
  end if;
  delete from public.strategy_call_bookings b
    where b.created_at < oldest and (b.confirmed is null or upper(b.confirmed) < oldest);
  get diagnostics bookings = row_count;
  delete from public.contact_messages m where m.created_at < oldest;
  get diagnostics messages = row_count;
  -- What somebody else is at, they remove: nobody waits for the upkeep in a circle.
  delete from private.call_holds c where c.booking in (
    select e.booking from private.call_holds e where e.until <= now_is for update skip locked
  );
  if bookings + messages > 0 then
    perform private.record(
      'people_pruned', 'person', null, jsonb_build_object('bookings', bookings, 'messages', messages)
    );
  end if;
  return jsonb_build_object('bookings', bookings, 'messages', messages);
end
$$;

create or replace function public.export_person(address text) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  asked text := private.asked_address(address);
  bookings jsonb;
  messages jsonb;
  notes jsonb;
  account jsonb;
  log jsonb;
  letters jsonb;
  events jsonb := '[]';
  visit record;
  ids uuid[];
begin
  perform private.require_staff('owner');
  select coalesce(jsonb_agg(to_jsonb(b) - 'search' || jsonb_build_object('held_until', c.until) order by b.created_at), '[]')
    into bookings
    from public.strategy_call_bookings b left join private.call_holds c on c.booking = b.id where lower(b.email) = asked;
  select coalesce(jsonb_agg(to_jsonb(m) - 'search' order by m.created_at), '[]') into messages
    from public.contact_messages m where lower(m.email) = asked;
  ids := array(select (sent ->> 'id')::uuid from jsonb_array_elements(bookings || messages) sent);
  select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at), '[]') into notes
    from public.notes n where n.booking_id = any (ids) or n.message_id = any (ids);
  select coalesce(jsonb_agg(
      jsonb_build_object(
        'created_at', o.created_at, 'kind', coalesce(o.sent_as, o.kind), 'state', o.state, 'settled_at', o.settled_at,
        'facts', o.facts
      ) order by o.created_at, o.id
    ), '[]') into letters
    from public.outbox o
    where o.channel = 'letter' and o.recipient is null
      and (
        o.booking_id = any (ids) or o.message_id = any (ids)
        or o.user_id in (select u.id from auth.users u where lower(u.email) = asked)
      );
  for visit in select * from private.visit_times(asked) loop
    events := events || (
      select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at), '[]') from public.user_interactions i
      where i.session_id = visit.session_id and i.created_at >= visit.from_time and i.created_at < visit.to_time
    );
  end loop;
  select jsonb_build_object(
      'id', u.id, 'email', u.email, 'created_at', u.created_at, 'invited_at', u.invited_at,
      'last_sign_in_at', u.last_sign_in_at, 'user_metadata', u.raw_user_meta_data,
      'role', (select m.role from public.staff_members m where m.id = u.id),
      'identities', (
        select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'identity_data', i.identity_data)), '[]')
        from auth.identities i where i.user_id = u.id
      ),
      'sessions', (
        select coalesce(jsonb_agg(jsonb_build_object('created_at', s.created_at, 'user_agent', s.user_agent)), '[]')
        from auth.sessions s where s.user_id = u.id
      ),
      'host', (select private.host_for_desk(h) from private.hosts h where h.id = u.id),
      'calendars', (
        select coalesce(jsonb_agg(
          private.calendar_for_desk(c) || jsonb_build_object('busy', c.busy) order by c.created_at, c.id
        ), '[]')
        from private.host_calendars c where c.host = u.id
      )
    )
    into account from auth.users u where lower(u.email) = asked;
  select coalesce(
      jsonb_agg(
        jsonb_build_object('at', l.at, 'action', l.action, 'subject', l.subject, 'details', l.details)
        order by l.at, l.id
      ), '[]'
    )
    into log from public.audit_log l where l.subject_id = any (ids);
  perform private.record('person_exported', 'person', (
    select (sent ->> 'id')::uuid from jsonb_array_elements(bookings || messages) sent
    order by sent ->> 'created_at' desc limit 1
  ), jsonb_build_object(
    'bookings', jsonb_array_length(bookings), 'messages', jsonb_array_length(messages),
    'interactions', jsonb_array_length(events)
  ));
  return jsonb_build_object(
    'email', asked, 'exported_at', now(), 'bookings', bookings, 'messages', messages, 'notes', notes,
    'letters', letters,
    'interactions', events, 'account', account, 'log', log
  );
end
$$;
