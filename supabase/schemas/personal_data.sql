-- The data stored under one email address: owners export and erase it, and the cleanup job deletes data that is too
-- old.

-- Returns the visits in which the person sent a form, each with a time range, so that few partitions are read.
create function private.visit_times(address text) returns table (
  session_id uuid, from_time timestamptz, to_time timestamptz
)
  language plpgsql stable
  set search_path = ''
  as $$
begin
  return query
    select sent.session_id, min(sent.created_at) - interval '2 days', max(sent.created_at) + interval '2 days'
    from (
      select b.session_id, b.created_at from public.strategy_call_bookings b where lower(b.email) = address
      union all
      select m.session_id, m.created_at from public.contact_messages m where lower(m.email) = address
    ) sent
    where sent.session_id is not null
    group by sent.session_id;
end
$$;

-- Refuses an empty email address, so that nothing is exported or erased by accident.
create function private.required_address(address text) returns text
  language plpgsql immutable
  set search_path = ''
  as $$
declare
  asked text := lower(private.trimmed(address));
begin
  if asked is null or asked = '' then
    raise exception 'An email address is required' using errcode = '22023';
  end if;
  return asked;
end
$$;

-- `asked` comes from `required_address`. `version` increases when a field's name or meaning changes.
create function private.person_data(asked text) returns jsonb
  language plpgsql stable
  set search_path = ''
  as $$
declare
  bookings jsonb;
  messages jsonb;
  notes jsonb;
  replies jsonb;
  emails jsonb;
  account jsonb;
  log jsonb;
  letters jsonb;
  events jsonb := '[]';
  visit record;
  ids uuid[];
begin
  select coalesce(jsonb_agg(to_jsonb(b) - 'search' || jsonb_build_object('held_until', (
      select max(c.until) from private.call_holds c where c.booking = b.id
    )) order by b.created_at), '[]')
    into bookings from public.strategy_call_bookings b where lower(b.email) = asked;
  select coalesce(jsonb_agg(to_jsonb(m) - 'search' order by m.created_at), '[]') into messages
    from public.contact_messages m where lower(m.email) = asked;
  ids := array(select (sent ->> 'id')::uuid from jsonb_array_elements(bookings || messages) sent);
  select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at), '[]') into notes
    from public.notes n where n.booking_id = any (ids) or n.message_id = any (ids);
  select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at), '[]') into replies
    from private.replies r where r.booking_id = any (ids) or r.message_id = any (ids);
  select coalesce(jsonb_agg(to_jsonb(e) || jsonb_build_object('files', (
      select coalesce(jsonb_agg(
        jsonb_build_object('name', f.name, 'size', f.size, 'base64', encode(f.content, 'base64')) order by f.place
      ), '[]') from private.email_files f where f.email = e.id
    )) order by e.created_at), '[]') into emails
    from private.visitor_emails e
    where lower(e.from_address) = asked or e.booking_id = any (ids) or e.message_id = any (ids);
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
  return jsonb_build_object(
    'version', 1, 'email', asked, 'exported_at', now(), 'bookings', bookings, 'messages', messages, 'notes', notes,
    'replies', replies, 'emails', emails, 'letters', letters, 'interactions', events, 'account', account, 'log', log
  );
end
$$;

-- If nobody is signed in, `who` says who exported the data.
create function private.record_export(person jsonb, who jsonb default '{}') returns void
  language sql
  set search_path = ''
  as $$
    select private.record('person_exported', 'person', (
      select (sent ->> 'id')::uuid from jsonb_array_elements((person -> 'bookings') || (person -> 'messages')) sent
      order by sent ->> 'created_at' desc limit 1
    ), jsonb_build_object(
      'bookings', jsonb_array_length(person -> 'bookings'), 'messages', jsonb_array_length(person -> 'messages'),
      'interactions', jsonb_array_length(person -> 'interactions')
    ) || who)
  $$;

create function public.export_person(address text) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  asked text := private.required_address(address);
  person jsonb;
begin
  perform private.require_staff('owner');
  person := private.person_data(asked);
  perform private.record_export(person);
  return person;
end
$$;
grant execute on function public.export_person(text) to authenticated;

-- Erases an address's bookings, messages, notes, visits and account. A member's account stays until the member is
-- disabled. The log and the daily counts stay, because they identify nobody. `mentions` lists other rows that contain
-- the address. Visitors must not see these other rows, so if `who` is given, the rows are only logged.
create function private.erase_address(asked text, who jsonb default '{}') returns jsonb
  language plpgsql
  set search_path = ''
  as $$
declare
  newest uuid;
  visit record;
  here int;
  bookings int;
  messages int;
  interactions int := 0;
  account text := 'none';
  mentions jsonb;
begin
  select sent.id into newest from (
    select b.id, b.created_at from public.strategy_call_bookings b where lower(b.email) = asked
    union all
    select m.id, m.created_at from public.contact_messages m where lower(m.email) = asked
  ) sent order by sent.created_at desc limit 1;

  -- Erases visits first, because the rows that are erased afterward identify these visits.
  for visit in select * from private.visit_times(asked) loop
    delete from public.user_interactions i
      where i.session_id = visit.session_id and i.created_at >= visit.from_time and i.created_at < visit.to_time;
    get diagnostics here = row_count;
    interactions := interactions + here;
  end loop;
  -- Locks calls before rows, like `booking_to_change`, because deleting a booking deletes its holds.
  perform private.lock_calls();
  delete from public.strategy_call_bookings b where lower(b.email) = asked;
  get diagnostics bookings = row_count;
  delete from public.contact_messages m where lower(m.email) = asked;
  get diagnostics messages = row_count;
  -- This address may also have written in another person's conversation.
  delete from private.said s using private.visitor_emails e where s.thing = e.id and lower(e.from_address) = asked;
  delete from private.visitor_emails e where lower(e.from_address) = asked;

  select case when m.id is null then 'erased' else 'kept' end into account
    from auth.users u left join public.staff_members m on m.id = u.id and m.disabled_at is null
    where lower(u.email) = asked
    order by m.id nulls last limit 1;
  delete from auth.users u where lower(u.email) = asked
    and not exists (select from public.staff_members m where m.id = u.id and m.disabled_at is null);

  -- For a month, links to the erased data open a page that says that the data was erased.
  update private.data_links l set address = null, until = now() + interval '30 days' where l.address = asked;

  -- Skips the sender's address, which can end with this address, and the search column, which contains this address.
  select coalesce(jsonb_agg(distinct jsonb_build_object('subject', found.subject, 'id', found.id)), '[]')
    into mentions from (
      select 'strategy_call_bookings' as subject, b.id from public.strategy_call_bookings b
        where strpos(lower(
          (select string_agg(v.value, ' ') from jsonb_each_text(to_jsonb(b) - '{email,search}'::text[]) v)
        ), asked) > 0
      union all
      select 'contact_messages', m.id from public.contact_messages m
        where strpos(lower(
          (select string_agg(v.value, ' ') from jsonb_each_text(to_jsonb(m) - '{email,search}'::text[]) v)
        ), asked) > 0
      union all
      select
        case when n.booking_id is null then 'contact_messages' else 'strategy_call_bookings' end,
        coalesce(n.booking_id, n.message_id)
      from public.notes n where strpos(lower(n.body), asked) > 0
      union all
      select
        case when r.booking_id is null then 'contact_messages' else 'strategy_call_bookings' end,
        coalesce(r.booking_id, r.message_id)
      from private.replies r where strpos(lower(r.body), asked) > 0
      union all
      select
        case when e.booking_id is null then 'contact_messages' else 'strategy_call_bookings' end,
        coalesce(e.booking_id, e.message_id)
      from private.visitor_emails e where strpos(lower(concat_ws(' ', e.subject, e.body, e.quoted)), asked) > 0
      limit 50
    ) found;

  perform private.record('person_erased', 'person', newest, jsonb_build_object(
    'bookings', bookings, 'messages', messages, 'interactions', interactions,
    'account', coalesce(account, 'none')
  ) || case when who = '{}' then who else who || jsonb_build_object('mentions', (
    select coalesce(jsonb_agg(m -> 'id'), '[]') from jsonb_array_elements(mentions) m
  )) end);
  return jsonb_build_object(
    'bookings', bookings, 'messages', messages, 'interactions', interactions,
    'account', coalesce(account, 'none'), 'mentions', mentions
  );
end
$$;

create function public.erase_person(address text) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  asked text := private.required_address(address);
begin
  perform private.require_staff('owner');
  return private.erase_address(asked);
end
$$;
grant execute on function public.erase_person(text) to authenticated;

-- Deletes rows older than `keep_people_days`, except bookings with a more recent call. Also deletes expired holds and
-- links, and old requests for links. Returns null if another process is already deleting them.
create function private.erase_expired_people(now_is timestamptz) returns jsonb
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
  perform private.end_holds(now_is);
  delete from private.data_links l where l.until <= now_is;
  -- Requests whose email could not be sent in time, for example because there is no mail server.
  delete from public.outbox o
    where o.kind = 'own-data' and o.sealed is not null and o.ends_at <= now_is
      and (o.state <> 'sending' or o.lease_expires_at <= now_is);
  if bookings + messages > 0 then
    perform private.record(
      'people_pruned', 'person', null, jsonb_build_object('bookings', bookings, 'messages', messages)
    );
  end if;
  return jsonb_build_object('bookings', bookings, 'messages', messages);
end
$$;
grant execute on function private.erase_expired_people(timestamptz) to backline_upkeep;
