-- Generated from the migrations by `npx vitest run tools/schema.test.ts -u`. Reviewed like code, never edited.

-- Roles of a request

-- anon: never signs in
-- authenticated: never signs in
-- authenticator: may sign in, may become anon, authenticated, backline_call_page, backline_counters, backline_outbox, backline_upkeep, backline_webhooks, service_role, supabase_auth_admin
-- backline_call_page: never signs in
-- backline_counters: never signs in
-- backline_outbox: never signs in
-- backline_upkeep: never signs in
-- backline_webhooks: never signs in
-- service_role: never signs in
-- supabase_auth_admin: never signs in

-- Functions

CREATE OR REPLACE FUNCTION public.add_member(address text, role text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid;
begin
  perform private.require_staff('owner');
  select u.id into account from auth.users u
  where lower(u.email) = lower(private.trimmed(address)) and u.deleted_at is null
    and (u.email_confirmed_at is not null or u.invited_at is not null);
  if account is null then
    raise exception 'Nobody has an account with this address: invite them first' using errcode = 'PT404';
  end if;
  if account = auth.uid() then
    raise exception 'nobody changes what they are themselves' using errcode = '42501';
  end if;
  insert into public.staff_members as m (id, role) values (account, add_member.role)
    on conflict (id) do update set role = excluded.role, disabled_at = null
    where (m.role, m.disabled_at) is distinct from (excluded.role, null);
  return account;
end
$function$
;
CREATE OR REPLACE FUNCTION public.audit_trail(before timestamp with time zone DEFAULT NULL::timestamp with time zone, most integer DEFAULT 100, kind text DEFAULT NULL::text, who uuid DEFAULT NULL::uuid)
 RETURNS TABLE(at timestamp with time zone, actor uuid, action text, outcome text, subject text, subject_id uuid, details jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  page int := least(greatest(coalesce(most, 100), 1), 500);
  until timestamptz := coalesce(before, 'infinity');
  uuid_shape constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
begin
  perform private.require_staff('owner');
  if audit_trail.kind not in ('sign-in', 'reading', 'change', 'export', 'people') then
    raise exception 'There is no such kind of entry' using errcode = '22023';
  end if;
  return query
    select e.at, e.actor, e.action, e.outcome, e.subject, e.subject_id, e.details
    from (
      (
        select l.at, l.actor, l.action, 'done' as outcome, l.subject, l.subject_id, l.details, l.id as number
        from public.audit_log l
        where l.at < until and (who is null or l.actor = who)
          and (audit_trail.kind is null or private.audit_kind(l.action, 'change') = audit_trail.kind)
        order by l.at desc fetch first (page) rows with ties
      )
      union all
      (
        select
          a.created_at, a.actor, a.action, a.outcome, case when a.subject_id is not null then 'users' end,
          a.subject_id, a.traits - array['user', 'user_id', 'user_email', 'user_phone'], 0
        from (
          select
            x.created_at,
            case
              when x.payload ->> 'actor_id' ~ uuid_shape and x.payload ->> 'actor_id' !~ '^[0-]*$'
              then (x.payload ->> 'actor_id')::uuid
            end as actor,
            x.payload ->> 'action' as action,
            coalesce(x.payload ->> 'outcome', 'done') as outcome,
            case
              when coalesce(t.traits ->> 'user', t.traits ->> 'user_id') ~ uuid_shape
              then coalesce(t.traits ->> 'user', t.traits ->> 'user_id')::uuid
            end as subject_id,
            t.traits
          from auth.audit_log_entries x
          cross join lateral (
            select case when json_typeof(x.payload -> 'traits') = 'object' then (x.payload -> 'traits')::jsonb
              else '{}' end as traits
          ) t
          -- Who asks for one person, or for what this log never has, is not made to wait for all of it.
          where x.created_at < until and (who is null or x.payload ->> 'actor_id' = who::text)
            and (audit_trail.kind is null or audit_trail.kind in ('sign-in', 'people'))
        ) a
        where a.action <> 'token_refreshed'
          and (audit_trail.kind is null or private.audit_kind(a.action, 'sign-in') = audit_trail.kind)
        order by a.created_at desc fetch first (page) rows with ties
      )
      order by 1 desc fetch first (page) rows with ties
    ) e
    order by e.at desc, e.number desc;
end
$function$
;
CREATE OR REPLACE FUNCTION public.booking_counts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return private.list_counts('public.strategy_call_bookings', '{all,open,overdue,confirmed,spam?}');
end
$function$
;
CREATE OR REPLACE FUNCTION public.booking_sources()
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION public.calls_to_come(address text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked text := private.asked_address(address);
begin
  perform private.require_staff('owner');
  return (
    select coalesce(
      jsonb_agg(jsonb_build_object('starts', lower(b.confirmed), 'assigned_to', b.assigned_to) order by b.call_at), '[]'
    )
    from public.strategy_call_bookings b
    where lower(b.email) = asked and b.status = 'confirmed' and lower(b.confirmed) > now()
  );
end
$function$
;
CREATE OR REPLACE FUNCTION public.decline_proposal(booking uuid, proposed timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was public.strategy_call_bookings;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.strategy_call_bookings b where b.id = decline_proposal.booking for update;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  end if;
  if was.status <> 'confirmed' then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  perform private.check_proposal(proposed, was.proposed_time);
  update public.strategy_call_bookings b set proposed_time = null, proposed_at = null where b.id = was.id;
  perform private.record(
    'proposal_declined', 'strategy_call_bookings', was.id, jsonb_build_object('proposed', was.proposed_time)
  );
  insert into public.outbox (channel, kind, booking_id, facts, due_at, ends_at)
  values (
    'letter', 'call-stands', was.id,
    jsonb_build_object('starts', lower(was.confirmed), 'ends', upper(was.confirmed), 'proposed', was.proposed_time),
    now() + private.second_thought(), lower(was.confirmed)
  );
end
$function$
;
CREATE OR REPLACE FUNCTION public.desk_me()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me jsonb;
begin
  if private.session_is_live() then
    select jsonb_build_object(
      'id', u.id,
      'email', coalesce(u.email, ''),
      'name', private.person_name(u.raw_user_meta_data, u.email),
      'role', private.staff_role(),
      'member', exists (select from public.staff_members m where m.id = u.id and m.disabled_at is null)
    )
    into me from auth.users u where u.id = auth.uid();
  end if;
  if me is null then
    raise exception 'this is for people who signed in' using errcode = '42501';
  end if;
  if me ->> 'role' is not null then
    insert into private.last_here as h (member, at) values (auth.uid(), now())
      on conflict (member) do update set at = excluded.at where h.at < excluded.at - interval '1 minute';
  end if;
  return me;
end
$function$
;
CREATE OR REPLACE FUNCTION public.desk_people()
 RETURNS TABLE(id uuid, email text, name text, role text, state text, created_at timestamp with time zone, last_sign_in_at timestamp with time zone, last_here_at timestamp with time zone, has_second_factor boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return query
    select
      m.id, coalesce(u.email, '')::text, private.person_name(u.raw_user_meta_data, u.email), m.role,
      case
        when m.disabled_at is not null or u.deleted_at is not null or u.banned_until > now() then 'stopped'
        when u.email_confirmed_at is null then 'invited'
        else 'active'
      end,
      m.created_at, u.last_sign_in_at, greatest(u.last_sign_in_at, h.at),
      exists (select from auth.mfa_factors f where f.user_id = m.id and f.status = 'verified')
    from public.staff_members m join auth.users u on u.id = m.id
    left join private.last_here h on h.member = m.id
    order by 3, 2, 1;
end
$function$
;
CREATE OR REPLACE FUNCTION public.end_all_sessions(confirmed boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ended integer;
begin
  perform private.require_staff('owner');
  perform private.require_confirmed(confirmed);
  ended := private.end_sessions(null);
  perform private.record('sessions_ended', 'sessions', null, jsonb_build_object('sessions', ended));
  return ended;
end
$function$
;
CREATE OR REPLACE FUNCTION public.end_session(session uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  delete from auth.sessions s where s.id = session and s.user_id = auth.uid();
  if not found then
    raise exception 'This session has ended already' using errcode = 'PT404';
  end if;
  perform private.record('session_ended', 'sessions', session);
end
$function$
;
CREATE OR REPLACE FUNCTION public.end_sessions_of(member uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ended integer;
begin
  perform private.require_staff('owner');
  if not exists (select from public.staff_members m where m.id = member) then
    raise exception 'Nobody like this works here' using errcode = 'PT404';
  end if;
  ended := private.end_sessions(member);
  perform private.record('sessions_ended', 'staff_members', member, jsonb_build_object('sessions', ended));
  return ended;
end
$function$
;
CREATE OR REPLACE FUNCTION public.end_token(token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ended jsonb;
begin
  perform private.require_staff('owner');
  ended := private.end_token(private.trimmed(token));
  if ended is null then
    raise exception 'No session goes by this token, or it has ended already' using errcode = 'PT404';
  end if;
  perform private.record('token_ended', 'sessions', (ended ->> 'member')::uuid, ended - 'member');
  return ended;
end
$function$
;
CREATE OR REPLACE FUNCTION public.erase_person(address text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked text := private.asked_address(address);
  newest uuid;
  visit record;
  here int;
  bookings int;
  messages int;
  interactions int := 0;
  account text := 'none';
  mentions jsonb;
begin
  perform private.require_staff('owner');
  select sent.id into newest from (
    select b.id, b.created_at from public.strategy_call_bookings b where lower(b.email) = asked
    union all
    select m.id, m.created_at from public.contact_messages m where lower(m.email) = asked
  ) sent order by sent.created_at desc limit 1;

  -- The visits first, while something still tells whose they were.
  for visit in select * from private.visit_times(asked) loop
    delete from public.user_interactions i
      where i.session_id = visit.session_id and i.created_at >= visit.from_time and i.created_at < visit.to_time;
    get diagnostics here = row_count;
    interactions := interactions + here;
  end loop;
  delete from public.strategy_call_bookings b where lower(b.email) = asked;
  get diagnostics bookings = row_count;
  delete from public.contact_messages m where lower(m.email) = asked;
  get diagnostics messages = row_count;

  select case when m.id is null then 'erased' else 'kept' end into account
    from auth.users u left join public.staff_members m on m.id = u.id and m.disabled_at is null
    where lower(u.email) = asked
    order by m.id nulls last limit 1;
  delete from auth.users u where lower(u.email) = asked
    and not exists (select from public.staff_members m where m.id = u.id and m.disabled_at is null);

  select coalesce(jsonb_agg(distinct jsonb_build_object('subject', found.subject, 'id', found.id)), '[]')
    into mentions from (
      select 'strategy_call_bookings' as subject, b.id from public.strategy_call_bookings b
        where strpos(lower(concat_ws(
          ' ', b.message, b.name, b.company, b.phone, b.monthly_revenue, b.budget_note, b.landing_page, b.referrer,
          b.source, b.campaign
        )), asked) > 0
      union all
      select 'contact_messages', m.id from public.contact_messages m
        where strpos(lower(concat_ws(
          ' ', m.message, m.name, m.company, m.budget_note, m.landing_page, m.referrer, m.source, m.campaign
        )), asked) > 0
      union all
      select
        case when n.booking_id is null then 'contact_messages' else 'strategy_call_bookings' end,
        coalesce(n.booking_id, n.message_id)
      from public.notes n where strpos(lower(n.body), asked) > 0
      limit 50
    ) found;

  perform private.record('person_erased', 'person', newest, jsonb_build_object(
    'bookings', bookings, 'messages', messages, 'interactions', interactions,
    'account', coalesce(account, 'none')
  ));
  return jsonb_build_object(
    'bookings', bookings, 'messages', messages, 'interactions', interactions,
    'account', coalesce(account, 'none'), 'mentions', mentions
  );
end
$function$
;
CREATE OR REPLACE FUNCTION public.export_bookings(from_day date DEFAULT NULL::date, to_day date DEFAULT NULL::date)
 RETURNS TABLE(id text, created_at text, status text, name text, email text, company text, phone text, current_challenges text, team_size text, preferred_time text, time_zone text, call_from text, call_until text, assigned_to text, answered_at text, source text, campaign text, first_view text, landing_page text, referrer text, session_id text, monthly_revenue text, message text, fill_seconds text, budget_note text, updated_at text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  exported bigint;
begin
  perform private.require_staff('owner', 'agent');
  perform private.require_days(from_day, to_day);
  return query
    select
      b.id::text, private.csv_time(b.created_at), b.status, private.csv_cell(b.name), private.csv_cell(b.email),
      private.csv_cell(b.company), private.csv_cell(b.phone), b.current_challenges, b.team_size,
      private.csv_time(b.preferred_time), private.csv_cell(b.time_zone), private.csv_time(lower(b.confirmed)),
      private.csv_time(upper(b.confirmed)), private.csv_cell(u.email::text), private.csv_time(b.answered_at),
      private.csv_cell(b.source), private.csv_cell(b.campaign), private.csv_cell(b.first_view),
      private.csv_cell(b.landing_page), private.csv_cell(b.referrer), b.session_id::text,
      private.csv_cell(b.monthly_revenue), private.csv_cell(b.message), b.fill_seconds::text,
      private.csv_cell(b.budget_note), private.csv_time(b.updated_at)
    from public.strategy_call_bookings b left join auth.users u on u.id = b.assigned_to
    where (export_bookings.from_day is null or b.created_at >= export_bookings.from_day::timestamp at time zone 'UTC')
      and (export_bookings.to_day is null or b.created_at < (export_bookings.to_day + 1)::timestamp at time zone 'UTC')
    order by b.created_at, b.id;
  get diagnostics exported = row_count;
  perform private.record('bookings_exported', 'strategy_call_bookings', null,
    jsonb_build_object('rows', exported, 'from', from_day, 'to', to_day));
end
$function$
;
CREATE OR REPLACE FUNCTION public.export_interactions(from_day date, to_day date)
 RETURNS TABLE(id text, created_at text, session_id text, event_type text, subject text, event_data text, page_url text, referrer text, user_agent text, is_bot text, is_team text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  exported bigint;
begin
  perform private.require_staff('owner', 'agent');
  perform private.require_days(from_day, to_day, 731);
  return query
    select
      i.id::text, private.csv_time(i.created_at), i.session_id::text, private.csv_cell(i.event_type),
      private.csv_cell(private.interaction_subject(i.event_type, i.event_data)),
      private.csv_cell(i.event_data::text), private.csv_cell(i.page_url), private.csv_cell(i.referrer),
      private.csv_cell(i.user_agent), i.is_bot::text, i.is_team::text
    from public.user_interactions i
    where i.created_at >= export_interactions.from_day::timestamp at time zone 'UTC'
      and i.created_at < (export_interactions.to_day + 1)::timestamp at time zone 'UTC'
    order by i.created_at;
  get diagnostics exported = row_count;
  perform private.record('interactions_exported', 'user_interactions', null,
    jsonb_build_object('rows', exported, 'from', from_day, 'to', to_day));
end
$function$
;
CREATE OR REPLACE FUNCTION public.export_messages(from_day date DEFAULT NULL::date, to_day date DEFAULT NULL::date)
 RETURNS TABLE(id text, created_at text, status text, name text, email text, company text, inquiry_type text, message text, assigned_to text, answered_at text, source text, campaign text, first_view text, landing_page text, referrer text, session_id text, fill_seconds text, budget_note text, updated_at text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  exported bigint;
begin
  perform private.require_staff('owner', 'agent');
  perform private.require_days(from_day, to_day);
  return query
    select
      m.id::text, private.csv_time(m.created_at), m.status, private.csv_cell(m.name), private.csv_cell(m.email),
      private.csv_cell(m.company), m.inquiry_type, private.csv_cell(m.message), private.csv_cell(u.email::text),
      private.csv_time(m.answered_at), private.csv_cell(m.source), private.csv_cell(m.campaign),
      private.csv_cell(m.first_view), private.csv_cell(m.landing_page), private.csv_cell(m.referrer),
      m.session_id::text, m.fill_seconds::text, private.csv_cell(m.budget_note), private.csv_time(m.updated_at)
    from public.contact_messages m left join auth.users u on u.id = m.assigned_to
    where (export_messages.from_day is null or m.created_at >= export_messages.from_day::timestamp at time zone 'UTC')
      and (export_messages.to_day is null or m.created_at < (export_messages.to_day + 1)::timestamp at time zone 'UTC')
    order by m.created_at, m.id;
  get diagnostics exported = row_count;
  perform private.record('messages_exported', 'contact_messages', null,
    jsonb_build_object('rows', exported, 'from', from_day, 'to', to_day));
end
$function$
;
CREATE OR REPLACE FUNCTION public.export_person(address text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  select coalesce(jsonb_agg(to_jsonb(b) - 'search' order by b.created_at), '[]') into bookings
    from public.strategy_call_bookings b where lower(b.email) = asked;
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
$function$
;
CREATE OR REPLACE FUNCTION public.free_calls_this_week()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.free_calls(now()) $function$
;
CREATE OR REPLACE FUNCTION public.give_up(item uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was public.outbox;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.outbox o where o.id = item for update;
  if not found or (was.user_id is not null and private.staff_role() <> 'owner') then
    raise exception 'There is nothing like that to send.' using errcode = 'PT404';
  end if;
  if was.state not in ('failed', 'waiting') then
    perform private.refuse(
      'not_allowed', format('What is %s cannot be given up.', was.state), jsonb_build_object('state', was.state)
    );
  end if;
  update public.outbox o
  set state = 'dropped', reason = 'given up by hand', settled_at = now(), sealed = null where o.id = item;
  perform private.record(was.channel || '_stopped', 'outbox', item, jsonb_build_object('kind', was.kind));
end
$function$
;
CREATE OR REPLACE FUNCTION public.insights(from_day date, to_day date, visitor text DEFAULT 'person'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  perform private.require_insight_range(from_day, to_day, visitor);
  return private.insights_of(from_day, to_day, visitor, now());
end
$function$
;
CREATE OR REPLACE FUNCTION public.insights_faults(from_day date, to_day date, visitor text DEFAULT 'person'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  perform private.require_insight_range(from_day, to_day, visitor);
  return private.insights_faults_of(from_day, to_day, visitor, now());
end
$function$
;
CREATE OR REPLACE FUNCTION public.insights_live(visitor text DEFAULT 'person'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  if visitor is null or visitor not in ('person', 'bot', 'all') then
    raise exception 'The visitor must be person, bot or all.' using errcode = '22023';
  end if;
  return private.insights_live_of(visitor, now());
end
$function$
;
CREATE OR REPLACE FUNCTION public.list_bookings(wanted jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return private.list_page(
    'public.strategy_call_bookings',
    'id, created_at, name, email, company, current_challenges, team_size, preferred_time, time_zone, status, confirmed,
     call_at, assigned_to, source, campaign, first_view, updated_at, answered_at, proposed_time, proposed_at, due_at',
    '{due_at,created_at,call_at,name,company,status,source}', 'call_at', wanted
  );
end
$function$
;
CREATE OR REPLACE FUNCTION public.list_messages(wanted jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return private.list_page(
    'public.contact_messages',
    'id, created_at, name, email, company, inquiry_type, status, assigned_to, source, campaign, first_view, updated_at,
     answered_at, due_at',
    '{due_at,created_at,name,company,status,source}', 'created_at', wanted
  );
end
$function$
;
CREATE OR REPLACE FUNCTION public.message_counts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return private.list_counts('public.contact_messages', '{all,open,overdue,spam?}');
end
$function$
;
CREATE OR REPLACE FUNCTION public.message_sources()
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION public.move_booking(booking uuid, expected text, target text, call_start timestamp with time zone DEFAULT NULL::timestamp with time zone, call_minutes integer DEFAULT NULL::integer, anyway boolean DEFAULT false, expected_time timestamp with time zone DEFAULT NULL::timestamp with time zone, expected_proposal timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was public.strategy_call_bookings;
  begins timestamptz := date_trunc('minute', call_start);
  minutes integer := coalesce(call_minutes, (select s.call_minutes from public.desk_settings s));
  slot tstzrange;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.strategy_call_bookings b where b.id = booking for update;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  end if;
  if target = 'confirmed' then
    if begins is null or not isfinite(begins) or minutes not between 5 and 480 then
      raise exception 'confirming needs call_start, and call_minutes between 5 and 480' using errcode = '22023';
    end if;
    if expected = 'confirmed' and expected_time is null then
      raise exception 'another time for a confirmed call needs expected_time' using errcode = '22023';
    end if;
    slot := tstzrange(begins, begins + make_interval(mins => minutes));
  end if;

  if was.status is distinct from expected
    or (expected_time is not null and was.call_at is distinct from expected_time)
  then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  if expected_proposal is distinct from 'infinity' then
    perform private.check_proposal(expected_proposal, was.proposed_time);
  end if;
  perform private.check_move(private.booking_moves(), was.status, target);
  if target = 'confirmed' then
    perform private.check_call(was.id, slot, anyway);
  end if;
  update public.strategy_call_bookings b set
    status = target,
    confirmed = coalesce(slot, b.confirmed),
    assigned_to = case
      when slot is distinct from was.confirmed and target = 'confirmed' then coalesce(b.assigned_to, auth.uid())
      else b.assigned_to
    end
  where b.id = was.id;
end
$function$
;
CREATE OR REPLACE FUNCTION public.move_message(message uuid, expected text, target text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was public.contact_messages;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.contact_messages m where m.id = move_message.message for update;
  if not found then
    raise exception 'There is no such message.' using errcode = 'PT404';
  end if;
  if was.status is distinct from expected then
    perform private.refuse_as_changed(was.id, was.status, null, was.updated_at);
  end if;
  perform private.check_move(private.message_moves(), was.status, target);
  update public.contact_messages m set status = target where m.id = was.id;
end
$function$
;
CREATE OR REPLACE FUNCTION public.my_sessions()
 RETURNS TABLE(id uuid, created_at timestamp with time zone, refreshed_at timestamp with time zone, user_agent text, aal text, is_current boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return query
    select
      s.id, s.created_at, s.refreshed_at at time zone 'utc', s.user_agent, s.aal::text,
      s.id::text = auth.jwt() ->> 'session_id'
    from auth.sessions s
    where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
    order by 6 desc, coalesce(s.refreshed_at at time zone 'utc', s.created_at) desc;
end
$function$
;
CREATE OR REPLACE FUNCTION private.announce()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  news record;
  told integer := 0;
begin
  for news in
    with gone as (
      delete from private.unannounced u using (
        select o.id from private.unannounced o order by o.id for update skip locked
      ) mine where u.id = mine.id
      returning u.id, u.channel, u.payloads
    )
    select g.channel, g.payloads from gone g order by g.id
  loop
    perform pg_notify(news.channel, p) from unnest(news.payloads) as p;
    told := told + cardinality(news.payloads);
  end loop;
  perform set_config('synchronous_commit', 'off', true);
  return told;
end
$function$
;
CREATE OR REPLACE FUNCTION private.ask_mailbox_first()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.status = 'new' and current_setting('backline.proof', true) = 'missing' then
    new.status := 'spam?';
    new.mailbox := 'asked';
  end if;
  return new;
end
$function$
;
CREATE OR REPLACE FUNCTION private.asked_address(address text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  asked text := lower(private.trimmed(address));
begin
  if asked is null or asked = '' then
    raise exception 'Whose? Give an address' using errcode = '22023';
  end if;
  return asked;
end
$function$
;
CREATE OR REPLACE FUNCTION private.audit_kind(action text, otherwise text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (action ~~ '%\_read'::text) THEN 'reading'::text WHEN (action ~~ '%\_exported'::text) THEN 'export'::text WHEN ((action ~~ ANY (ARRAY['member\_%'::text, 'role\_%'::text])) OR (action = ANY (ARRAY['user_invited'::text, 'user_signedup'::text, 'user_modified'::text, 'user_deleted'::text, 'owner_created'::text, 'factors_reset'::text, 'second_factor_reset'::text]))) THEN 'people'::text WHEN (action = ANY (ARRAY['session_ended'::text, 'sessions_ended'::text, 'token_ended'::text, 'keys_replaced'::text])) THEN 'sign-in'::text ELSE otherwise END
;
CREATE OR REPLACE FUNCTION private.begin_upkeep(process_time timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  now_is timestamptz := private.moment();
  today date := (now_is at time zone 'UTC')::date;
  last_day date := coalesce((select l.day from private.last_upkeep l), today);
  ahead double precision := extract(epoch from process_time - now_is);
  reason text := case when abs(ahead) > 60 then 'clock' when today > last_day + 7 then 'calendar' end;
begin
  if reason is null then
    insert into private.last_upkeep as l (day) values (today)
      on conflict (is_only) do update set day = excluded.day where l.day <> excluded.day;
  end if;
  return jsonb_build_object(
    'now', extract(epoch from now_is) * 1000, 'held', reason, 'ahead', ahead, 'today', today, 'last_day', last_day
  );
end
$function$
;
CREATE OR REPLACE FUNCTION private.beside(subject text, id uuid, received timestamp with time zone, address text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
  $function$
;
CREATE OR REPLACE FUNCTION private.booking_for_programs(b strategy_call_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select jsonb_build_object(
      'id', b.id, 'created_at', private.iso_instant(b.created_at), 'status', b.status, 'sequence', b.call_sequence,
      'name', b.name, 'email', b.email, 'company', b.company, 'phone', b.phone,
      'current_challenges', b.current_challenges, 'team_size', b.team_size, 'message', b.message,
      'preferred_time', private.iso_instant(b.preferred_time), 'time_zone', b.time_zone,
      'confirmed_start', private.iso_instant(lower(b.confirmed)), 'confirmed_end', private.iso_instant(upper(b.confirmed))
    )
  $function$
;
CREATE OR REPLACE FUNCTION private.booking_moves()
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select '{
      "new": ["confirmed", "cancelled", "spam"], "spam?": ["new", "spam"],
      "confirmed": ["held", "no-show", "cancelled", "confirmed"], "held": ["no-show", "confirmed"],
      "no-show": ["held", "confirmed"], "cancelled": ["new"], "spam": ["new"]
    }'::jsonb
  $function$
;
CREATE OR REPLACE FUNCTION private.call_event(was strategy_call_bookings, is_now strategy_call_bookings)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
    select case
      when is_now.status = 'confirmed' and is_now.confirmed is distinct from was.confirmed then 'booking.confirmed'
      when is_now.status = 'cancelled' and was.status in ('new', 'confirmed') then 'booking.cancelled'
    end
  $function$
;
CREATE OR REPLACE FUNCTION private.call_hosts(assigned_to uuid)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    with host as (
      select lower(u.email) as address from public.staff_members m join auth.users u on u.id = m.id
      where m.id = call_hosts.assigned_to and m.disabled_at is null and u.deleted_at is null and u.email is not null
    )
    select host.address from host
    union
    select t from private.team_mailboxes() as t where not exists (select from host)
  $function$
;
CREATE OR REPLACE FUNCTION private.call_off()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- What a process is sending now may arrive; nothing more is taken from here on.
  perform from public.outbox o where o.booking_id = old.id and o.kind = 'team-call' for update;
  insert into public.outbox (channel, kind, recipient, facts, once, ends_at)
  select
    'letter', 'team-call-erased', told.recipient, jsonb_build_object(
      'booking', old.id, 'sequence', old.call_sequence + 1, 'starts', stood.starts, 'ends', stood.ends
    ), 'team-call-erased:' || old.id || ':' || told.recipient, stood.ends
  from (
    select distinct on (o.recipient) o.recipient, o.state = 'sent' and o.sent_as = 'team-call-cancelled' as is_off
    from public.outbox o
    where o.booking_id = old.id and o.kind = 'team-call' and (o.state in ('sent', 'sending') or o.is_doubtful)
    order by o.recipient, (o.facts ->> 'sequence')::int desc
  ) told
  cross join lateral (
    select (o.facts ->> 'starts')::timestamptz as starts, (o.facts ->> 'ends')::timestamptz as ends
    from public.outbox o
    where o.booking_id = old.id and o.kind = 'team-call' and o.recipient = told.recipient
      and (o.state in ('sent', 'sending') or o.is_doubtful)
      and o.facts ->> 'starts' is not null and coalesce(o.sent_as <> 'team-call-cancelled', true)
    order by (o.facts ->> 'sequence')::int desc limit 1
  ) stood
  where not told.is_off and stood.starts > now() and told.recipient <> lower(old.email)
  on conflict (once) do nothing;
  return old;
end
$function$
;
CREATE OR REPLACE FUNCTION private.calls_taken(starts timestamp with time zone, ends timestamp with time zone, but_for uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select count(*)::integer from public.strategy_call_bookings b
    where b.call_at >= starts and b.call_at < ends and b.confirmed is not null
      and b.status in ('confirmed', 'held', 'no-show') and b.id is distinct from but_for
  $function$
;
CREATE OR REPLACE FUNCTION private.calls_within(span tstzrange, minutes integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select floor(extract(epoch from upper(span) - lower(span)) / 60 / minutes)::integer $function$
;
CREATE OR REPLACE FUNCTION private.cancel_call(booking uuid, seen_status text, seen_start timestamp with time zone, now_is timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was public.strategy_call_bookings;
begin
  select * into was from public.strategy_call_bookings b where b.id = cancel_call.booking for update;
  -- Pressed twice, or the team was faster: it is what they want.
  if was.status = 'cancelled' then
    return 'done';
  elsif private.is_call_as_seen(was, seen_status, seen_start, now_is) is not true then
    return 'changed';
  end if;
  perform set_config('backline.by', 'visitor', true);
  -- What looks like spam and is taken back is nobody's work any more; it has no other way out.
  update public.strategy_call_bookings b
  set status = case was.status when 'spam?' then 'spam' else 'cancelled' end where b.id = was.id;
  perform set_config('backline.by', '', true);
  return 'done';
end
$function$
;
CREATE OR REPLACE FUNCTION private.check_assignee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select from public.staff_members m
    where m.id = new.assigned_to and m.disabled_at is null and m.role in ('owner', 'agent')
  ) then
    perform private.refuse(
      'not_staff', 'Only an owner or an agent of the desk can be assigned.',
      jsonb_build_object('assigned_to', new.assigned_to)
    );
  end if;
  return new;
end
$function$
;
CREATE OR REPLACE FUNCTION private.check_begun(call tstzrange)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if lower(call) > now() then
    perform private.refuse(
      'not_begun', 'This call has not begun.', jsonb_build_object('starts', lower(call), 'now', now())
    );
  end if;
end
$function$
;
CREATE OR REPLACE FUNCTION private.check_call(booking uuid, slot tstzrange, anyway boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  settings public.desk_settings;
  other record;
  week record;
  begins timestamp;
  ends timestamp;
  taken integer;
  warnings text[];
  sentences text[];
begin
  -- One confirmation after the other: each sees what the one before it took, so two at once cannot overrun the
  -- capacity, and an overlap is found here, where it can be explained, and not by the constraint.
  perform pg_advisory_xact_lock(7206341004);
  select * into settings from public.desk_settings;

  select b.id, b.confirmed into other from public.strategy_call_bookings b
  where b.status = 'confirmed' and b.confirmed && slot and b.id <> booking order by b.call_at limit 1;
  if found then
    perform private.refuse(
      'overlap', 'Another call is confirmed for that time.',
      jsonb_build_object('booking', other.id, 'confirmed', other.confirmed)
    );
  end if;

  begins := lower(slot) at time zone settings.time_zone;
  ends := upper(slot) at time zone settings.time_zone;
  select * into week from private.week_of(begins::date, settings.time_zone);
  taken := private.calls_taken(week.starts, week.ends, booking);
  select array_agg(w.code), array_agg(w.sentence) into warnings, sentences from (values
    ('past', 'That time has passed.', lower(slot) < now()),
    ('day_off', 'That is a day off.', exists (select from public.days_off d where d.day = begins::date)),
    (
      'outside_hours', 'That is outside the hours of work.',
      extract(isodow from begins)::integer <> all (settings.work_days)
        or begins < begins::date + settings.opens or ends > begins::date + settings.closes
    ),
    ('week_full', 'That week is full.', taken >= settings.weekly_capacity)
  ) as w (code, sentence, is_so) where w.is_so;
  if warnings is not null and anyway is not true then
    perform private.refuse(warnings[1], array_to_string(sentences, ' '), jsonb_build_object(
      'warnings', warnings, 'capacity', settings.weekly_capacity, 'taken', taken
    ));
  end if;
end
$function$
;
CREATE OR REPLACE FUNCTION private.check_move(moves jsonb, from_state text, to_state text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not coalesce(moves -> from_state ? to_state, false) then
    perform private.refuse(
      'not_allowed', format('What is %s cannot become %s.', from_state, to_state),
      jsonb_build_object('from', from_state, 'to', to_state)
    );
  end if;
end
$function$
;
CREATE OR REPLACE FUNCTION private.check_proposal(seen timestamp with time zone, proposed timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if seen is distinct from proposed then
    perform private.refuse(
      'wish_changed', 'The visitor has changed their wish for another time meanwhile.',
      jsonb_build_object('proposed', proposed)
    );
  end if;
end
$function$
;
CREATE OR REPLACE FUNCTION private.claim_outbox(holder uuid, channel text, most integer, lease interval, now_is timestamp with time zone)
 RETURNS SETOF outbox
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due uuid[];
begin
  -- Whoever took these has been silent for too long; after a restart of the database they may say so first.
  if pg_postmaster_start_time() < clock_timestamp() - lease then
    due := array(
      select o.id from public.outbox o
      where o.channel = claim_outbox.channel and o.state = 'sending' and o.held_until < clock_timestamp()
      order by o.held_until limit most for update skip locked
    );
  end if;
  due := due || array(
    select o.id from public.outbox o
    where o.channel = claim_outbox.channel and o.state = 'waiting' and o.due_at < now_is + interval '1 millisecond'
      and not (o.channel = 'letter' and exists (
        select from public.outbox p
        where p.booking_id = o.booking_id and p.channel = 'letter' and p.recipient is not distinct from o.recipient
          and (
            p.state = 'sending'
            or p.state = 'waiting' and p.due_at < now_is + interval '1 millisecond'
              and (p.due_at, p.created_at, p.id) < (o.due_at, o.created_at, o.id)
          )
      ))
    order by o.due_at limit most - coalesce(cardinality(due), 0) for update skip locked
  );
  return query
    update public.outbox o set
      state = 'sending', holder = claim_outbox.holder, held_until = clock_timestamp() + lease,
      attempts = o.attempts + 1, is_doubtful = o.is_doubtful or o.state = 'sending'
    where o.id = any (due)
    returning o.*;
end
$function$
;
CREATE OR REPLACE FUNCTION private.confirm_day(day date)
 RETURNS date
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (private.moment() at time zone 'UTC')::date;
begin
  if confirm_day.day = today then
    insert into private.last_upkeep as l (day) values (today)
      on conflict (is_only) do update set day = excluded.day;
  end if;
  return today;
end
$function$
;
CREATE OR REPLACE FUNCTION private.confirm_mailbox(row_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked text;
begin
  select private.mailbox_of(r.email) into asked from (
    select b.email from public.strategy_call_bookings b where b.id = row_id and b.mailbox is not null and b.status <> 'spam'
    union all
    select m.email from public.contact_messages m where m.id = row_id and m.mailbox is not null and m.status <> 'spam'
  ) r;
  if asked is null then
    return false;
  end if;
  perform set_config('backline.by', 'visitor', true);
  update public.strategy_call_bookings b
  set mailbox = 'confirmed', status = case b.status when 'spam?' then 'new' else b.status end
  where private.mailbox_of(b.email) = asked and b.mailbox = 'asked' and b.status <> 'spam';
  update public.contact_messages m
  set mailbox = 'confirmed', status = case m.status when 'spam?' then 'new' else m.status end
  where private.mailbox_of(m.email) = asked and m.mailbox = 'asked' and m.status <> 'spam';
  perform set_config('backline.by', '', true);
  return true;
end
$function$
;
CREATE OR REPLACE FUNCTION private.count_faults(from_day date, to_day date)
 RETURNS SETOF private.fault_days
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    with fault as materialized (
      select * from private.faults_between(
        from_day::timestamp at time zone 'UTC', (to_day + 1)::timestamp at time zone 'UTC'
      )
    ),
    ranked as (
      select f.day, f.code, f.place, f.cause, f.release, row_number() over (
        partition by f.day order by count(distinct f.session_id) desc, f.code, f.place, f.cause, f.release
      ) > 100 as is_rest
      from fault f group by 1, 2, 3, 4, 5
    ),
    named as (
      select
        f.day, case when r.is_rest then '(other)' else f.code end as code,
        case when r.is_rest then '' else f.place end as place, case when r.is_rest then '' else f.cause end as cause,
        case when r.is_rest then '' else f.release end as release, f.visitor, f.session_id, f.met_at
      from fault f join ranked r using (day, code, place, cause, release)
      union all
      select f.day, '*', '', '', '', f.visitor, f.session_id, f.met_at from fault f
    )
    select n.day, n.code, n.place, n.cause, n.release, n.visitor, count(*), count(distinct n.session_id),
      min(n.met_at), max(n.met_at)
    from named n group by 1, 2, 3, 4, 5, 6
  $function$
;
CREATE OR REPLACE FUNCTION private.count_interactions(of_day date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  from_time timestamptz := of_day::timestamp at time zone 'UTC';
  to_time timestamptz := (of_day + 1)::timestamp at time zone 'UTC';
begin
  delete from public.interaction_days where day = of_day;

  insert into public.interaction_days (day, event_type, subject, visitor, events, sessions, p75)
  with event as (
    select
      i.event_type,
      private.interaction_subject(i.event_type, i.event_data) as subject,
      case when i.is_bot then 'bot' when i.is_team then 'team' else 'person' end as visitor,
      i.session_id,
      case
        when jsonb_typeof(i.event_data -> 'value') = 'number' then (i.event_data ->> 'value')::numeric
        when jsonb_typeof(i.event_data -> 'seconds') = 'number' then (i.event_data ->> 'seconds')::numeric
      end as measure
    from public.user_interactions i
    where i.created_at >= from_time and i.created_at < to_time
  ),
  ranked as (
    select event_type, subject, row_number() over (partition by event_type order by count(*) desc, subject) as place
    from event group by event_type, subject
  )
  select
    of_day, event.event_type, case when place <= 100 then event.subject else '(other)' end, visitor,
    count(*), count(distinct session_id), percentile_disc(0.75) within group (order by measure)
  from event join ranked using (event_type, subject)
  group by 2, 3, 4
  union all
  select of_day, '*', '', visitor, count(*), count(distinct session_id), null from event group by visitor;
end
$function$
;
CREATE OR REPLACE FUNCTION private.count_visits(from_day date, to_day date, since timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS SETOF private.visit_days
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
 SET work_mem TO '32MB'
 SET enable_nestloop TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  return query
  with visit as materialized (
    select
      day, session_id,
      case when k.visitor = 'bot' or f.visitor = 'bot' then 'bot' else 'person' end as visitor,
      -- Where our server did not say which browser it was, each visit is one.
      coalesce(least(k.browser, f.browser), hashtextextended(session_id::text, 0)) as browser,
      coalesce(k.views, 0) + coalesce(f.views, 0) as views,
      coalesce(k.opened or f.opened, false)::int as opened, coalesce(k.sent or f.sent, false)::int as sent,
      -- What came first tells where the visit is from, but a page before anything else.
      case when is_later then f.source else k.source end as source,
      case when is_later then f.campaign else k.campaign end as campaign,
      case when is_later then f.first_view else k.first_view end as first_view,
      k.seen || f.seen as seen, k.taken || f.taken as taken
    from (select * from private.visits v where since is not null and v.day between from_day and to_day) k
    full join private.visits_between(
      greatest(from_day::timestamp at time zone 'UTC', since), (to_day + 1)::timestamp at time zone 'UTC'
    ) f using (day, session_id)
    cross join lateral (select k.views is null or k.views = 0 and f.views > 0 as is_later) _
    where coalesce(k.visitor, '') <> 'team' and coalesce(f.visitor, '') <> 'team'
  ),
  -- First by all three together, which are few beside the visits.
  origin as (
    select v.day, v.visitor, v.source, v.campaign, v.first_view, count(*) as sessions, sum(v.views) as views,
      sum(v.opened) as opened, sum(v.sent) as sent
    from visit v group by 1, 2, 3, 4, 5
  ),
  step as (
    select v.day, v.session_id, v.visitor, v.opened, v.sent, 'view' as dimension, unnest(v.seen) as value from visit v
    union all
    select v.day, v.session_id, v.visitor, v.opened, v.sent, 'pack', unnest(v.taken) from visit v
  ),
  counted as (
    select o.day, d.dimension, d.value, o.visitor, sum(o.sessions) as sessions, sum(o.views) as views,
      sum(o.opened) as opened, sum(o.sent) as sent
    from origin o
    cross join lateral (values ('source', o.source), ('campaign', o.campaign), ('first_view', o.first_view))
      d (dimension, value)
    where d.value is not null
    group by 1, 2, 3, 4
    union all
    select s.day, s.dimension, s.value, s.visitor, count(*), sum(s.times), sum(s.opened), sum(s.sent)
    from (
      select step.day, step.session_id, step.dimension, step.value, step.visitor, step.opened, step.sent,
        count(*) as times
      from step group by 1, 2, 3, 4, 5, 6, 7
    ) s
    group by 1, 2, 3, 4
  ),
  ranked as (
    select *, dense_rank() over (partition by c.day, c.dimension order by c.all_sessions desc, c.value) as place
    from (
      select *, sum(c.sessions) over (partition by c.day, c.dimension, c.value) as all_sessions from counted c
    ) c
  )
  select
    r.day, r.dimension, case when r.place <= 100 then r.value else '(other)' end, r.visitor,
    sum(r.sessions)::bigint, null::bigint, sum(r.views)::bigint, sum(r.opened)::bigint, sum(r.sent)::bigint
  from ranked r
  group by 1, 2, 3, 4
  union all
  select v.day, '*', '', v.visitor, count(*), count(distinct v.browser), sum(v.views)::bigint, sum(v.opened),
    sum(v.sent)
  from visit v
  group by 1, 4;
end
$function$
;
CREATE OR REPLACE FUNCTION private.count_vitals(from_time timestamp with time zone, to_time timestamp with time zone)
 RETURNS SETOF private.vital_days
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  return query
  select
    (i.created_at at time zone 'UTC')::date, i.event_data ->> 'name',
    case when i.is_bot then 'bot' else 'person' end,
    private.vital_bucket((i.event_data ->> 'value')::numeric), count(*)
  from public.user_interactions i
  where i.created_at >= from_time and i.created_at < to_time
    and i.event_type = 'engagement' and not i.is_team
    and i.event_data ->> 'action' = 'web_vital'
    and i.event_data ->> 'name' in ('CLS', 'FCP', 'INP', 'LCP', 'TTFB')
    and jsonb_typeof(i.event_data -> 'value') = 'number'
  group by 1, 2, 3, 4;
end
$function$
;
CREATE OR REPLACE FUNCTION private.csv_cell(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (CASE WHEN (value ~ '^(?:[-=+@''\t\r\n\uff1d\uff0b\uff0d\uff20]|0[0-9 ()./-]+$|[0-9]{12,}$)'::text) THEN ''''::text ELSE ''::text END || regexp_replace(value, '(^[ "]+|[;|\t\r\n][ "]*)(''*[-=+@\uff1d\uff0b\uff0d\uff20])'::text, '\1''\2'::text, 'g'::text))
;
CREATE OR REPLACE FUNCTION private.csv_time(value timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN to_char((value AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text)
;
CREATE OR REPLACE FUNCTION private.digest_counts(now_is timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select jsonb_build_object(
      'suspects', (
        (select count(*) from public.strategy_call_bookings b where b.status = 'spam?')
        + (select count(*) from public.contact_messages m where m.status = 'spam?')
      ),
      'failed', (
        select count(*) from public.outbox o where o.state = 'failed' and o.settled_at > now_is - interval '1 day'
      ),
      'capacity', s.weekly_capacity,
      'taken', (
        select private.calls_taken(w.starts, w.ends)
        from private.week_of((now_is at time zone s.time_zone)::date, s.time_zone) w
      )
    )
    from public.desk_settings s
  $function$
;
CREATE OR REPLACE FUNCTION private.end_sessions(member uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ended integer;
begin
  delete from auth.flow_state f where f.user_id is not null and (member is null or f.user_id = member);
  delete from auth.one_time_tokens t
  where t.token_type = 'recovery_token' and (member is null or t.user_id = member);
  delete from auth.sessions s where member is null or s.user_id = member;
  get diagnostics ended = row_count;
  return ended;
end
$function$
;
CREATE OR REPLACE FUNCTION private.end_token(token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  part text := translate(split_part(token, '.', 2), '-_', '+/');
  claims jsonb;
  session uuid;
  whose uuid;
begin
  if part = '' then
    select t.session_id into session from auth.refresh_tokens t
    where t.token = encode(sha256(convert_to(end_token.token, 'UTF8')), 'hex');
  else
    begin
      claims := convert_from(decode(rpad(part, (length(part) + 3) / 4 * 4, '='), 'base64'), 'UTF8')::jsonb;
      session := (claims ->> 'session_id')::uuid;
      if session is null and claims ->> 'jti' is not null then
        delete from private.ended_tokens e where e.ends_at < now();
        insert into private.ended_tokens (jti) values ((claims ->> 'jti')::uuid) on conflict do nothing;
        return jsonb_build_object('what', 'token', 'member', null);
      end if;
    exception when data_exception then
      return null;
    end;
  end if;
  delete from auth.sessions s where s.id = session returning s.user_id into whose;
  return case when whose is not null then jsonb_build_object('what', 'session', 'member', whose) end;
end
$function$
;
CREATE OR REPLACE FUNCTION private.enqueue_arrival(booking_id uuid, message_id uuid, visitor_kind text, team_kind text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    select private.enqueue_arrivals(array[booking_id], array[message_id], array[coalesce(
      (select b.email from public.strategy_call_bookings b where b.id = enqueue_arrival.booking_id),
      (select m.email from public.contact_messages m where m.id = enqueue_arrival.message_id)
    )], visitor_kind, team_kind)
  $function$
;
CREATE OR REPLACE FUNCTION private.enqueue_arrivals(bookings uuid[], messages uuid[], emails text[], visitor_kind text, team_kind text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
    case when s.waits_until is null then '{}'::jsonb else '{"waits": true}' end
  from spaced s
  union all
  select
    'letter', team_kind, a.booking, a.message, t, team_kind || ':' || a.id || ':' || t, now(), now() + interval '3 days', '{}'
  from arrived a cross join private.team_mailboxes() as t
  on conflict (once) do nothing;
end
$function$
;
CREATE OR REPLACE FUNCTION private.enqueue_booking_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  event text;
  previous jsonb := '{}';
begin
  if (tg_op = 'INSERT' and new.status = 'new' and private.is_arriving(new.created_at))
    or (tg_op = 'UPDATE' and new.status = 'new' and old.status in ('spam?', 'spam'))
  then
    if private.is_event_wanted('booking.created') then
      perform private.enqueue_event(
        'booking.created', new.id, null, private.booking_for_programs(new), now(), null, 'booking.created:' || new.id
      );
    end if;
    return null;
  end if;
  if tg_op = 'INSERT' or (new.status = old.status and new.confirmed is not distinct from old.confirmed)
    or not exists (select from public.webhooks) or private.take_back_events(new)
  then
    return null;
  end if;
  event := private.call_event(old, new);
  if event is not null and private.is_event_wanted(event) then
    if old.status = 'confirmed' then
      previous := jsonb_build_object(
        'previous_start', private.iso_instant(lower(old.confirmed)),
        'previous_end', private.iso_instant(upper(old.confirmed))
      );
    end if;
    perform private.enqueue_event(
      event, new.id, null, private.booking_for_programs(new) || previous,
      -- Nobody is signed in where a visitor changes their own call, and nobody there takes it back.
      now() + case when auth.uid() is null then interval '0' else private.second_thought() end,
      private.how_call_stands(old), null
    );
  end if;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.enqueue_booking_letters()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  how_it_stands jsonb := jsonb_build_object(
    'sequence', new.call_sequence, 'status', new.status, 'starts', lower(new.confirmed), 'ends', upper(new.confirmed),
    'by_visitor', auth.uid() is null
  );
  -- Nobody is signed in where a visitor changes their own call, and nobody there takes it back.
  due timestamptz := now() + case when auth.uid() is null then interval '0' else private.second_thought() end;
begin
  if tg_op = 'INSERT' then
    if new.status = 'new' and private.is_arriving(new.created_at) then
      perform private.enqueue_arrival(new.id, null, 'request-received', 'team-booking');
    end if;
    return null;
  end if;
  if new.status = 'new' and old.status in ('spam?', 'spam') then
    perform private.enqueue_arrival(new.id, null, 'request-received', 'team-booking');
  end if;
  if new.call_sequence = old.call_sequence then
    return null;
  end if;
  -- The visitor hears of a call that is confirmed, moved or called off.
  if new.call_changed_at is distinct from old.call_changed_at
    and (new.status = 'confirmed' or (new.status = 'cancelled' and old.status in ('new', 'confirmed')))
  then
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
$function$
;
CREATE OR REPLACE FUNCTION private.enqueue_event(event text, booking_id uuid, message_id uuid, data jsonb, due timestamp with time zone, before jsonb, once text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    insert into public.outbox (channel, kind, webhook_id, booking_id, message_id, facts, due_at, once)
    select
      'webhook', event, w.id, booking_id, message_id,
      jsonb_build_object('type', event, 'timestamp', private.iso_instant(now()), 'data', data, 'before', before),
      due, once || ':' || w.id
    from public.webhooks w where w.is_active and event = any (w.events)
    on conflict (once) do nothing
  $function$
;
CREATE OR REPLACE FUNCTION private.enqueue_for_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
  emails text[];
begin
  select array_agg(a.id), array_agg(a.email) into ids, emails
  from arrived a where a.status = 'new' and private.is_arriving(a.created_at);
  if ids is null then
    return null;
  end if;
  perform private.enqueue_arrivals(ids, '{}', emails, 'request-received', 'team-booking');
  if private.is_event_wanted('booking.created') then
    perform private.enqueue_event(
      'booking.created', b.id, null, private.booking_for_programs(b), now(), null, 'booking.created:' || b.id
    )
    from public.strategy_call_bookings b where b.id = any (ids);
  end if;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.enqueue_for_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
  emails text[];
begin
  select array_agg(a.id), array_agg(a.email) into ids, emails
  from arrived a where a.status = 'new' and private.is_arriving(a.created_at);
  if ids is null then
    return null;
  end if;
  perform private.enqueue_arrivals('{}', ids, emails, 'message-received', 'team-message');
  if private.is_event_wanted('message.created') then
    perform private.enqueue_event(
      'message.created', null, m.id,
      jsonb_build_object(
        'id', m.id, 'created_at', private.iso_instant(m.created_at), 'status', m.status,
        'name', m.name, 'email', m.email, 'company', m.company, 'inquiry_type', m.inquiry_type, 'message', m.message
      ),
      now(), null, 'message.created:' || m.id
    )
    from public.contact_messages m where m.id = any (ids);
  end if;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.enqueue_message_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status = 'new' and (
    (tg_op = 'INSERT' and private.is_arriving(new.created_at))
    or (tg_op = 'UPDATE' and old.status in ('spam?', 'spam'))
  ) and private.is_event_wanted('message.created') then
    perform private.enqueue_event(
      'message.created', null, new.id,
      jsonb_build_object(
        'id', new.id, 'created_at', private.iso_instant(new.created_at), 'status', new.status,
        'name', new.name, 'email', new.email, 'company', new.company,
        'inquiry_type', new.inquiry_type, 'message', new.message
      ),
      now(), null, 'message.created:' || new.id
    );
  end if;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.enqueue_message_letters()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status = 'new' and (
    (tg_op = 'INSERT' and private.is_arriving(new.created_at))
    or (tg_op = 'UPDATE' and old.status in ('spam?', 'spam'))
  ) then
    perform private.enqueue_arrival(null, new.id, 'message-received', 'team-message');
  end if;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.enqueue_question()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.outbox (channel, kind, booking_id, message_id, once)
  values (
    'letter', 'confirm-request', case tg_table_name when 'strategy_call_bookings' then new.id end,
    case tg_table_name when 'contact_messages' then new.id end, 'confirm-request:' || new.id
  )
  on conflict (once) do nothing;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.faults_between(from_time timestamp with time zone, to_time timestamp with time zone)
 RETURNS TABLE(day date, met_at timestamp with time zone, session_id uuid, visitor text, code text, place text, cause text, release text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select
      (i.created_at at time zone 'UTC')::date, i.created_at, i.session_id, case when i.is_bot then 'bot' else 'person' end,
      i.event_data ->> 'code', left(coalesce(i.event_data ->> 'place', ''), 100),
      left(coalesce(i.event_data ->> 'cause', ''), 150), left(coalesce(i.event_data ->> 'release', ''), 40)
    from public.user_interactions i
    where i.created_at >= from_time and i.created_at < to_time
      and i.event_type = 'error' and not i.is_team and private.is_fault(i.event_data ->> 'code')
  $function$
;
CREATE OR REPLACE FUNCTION private.free_calls(now_is timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    with settings as (select s.*, (now_is at time zone s.time_zone)::date as today from public.desk_settings s),
    week as (
      select n.name, s.weekly_capacity as capacity, private.calls_taken(w.starts, w.ends) as taken, r.open, r.free
      from settings s
      cross join (values ('this', 0), ('next', 7)) n (name, days)
      cross join lateral private.week_of(s.today + n.days, s.time_zone) w
      cross join lateral private.room_for_calls(greatest(w.starts, now_is + interval '1 hour'), w.ends) r
    ),
    left_of as (
      select w.*, greatest(least(w.capacity - w.taken, w.free), 0) as left_over from week w
    )
    select jsonb_build_object(
      'capacity', t.capacity, 'taken', t.taken, 'free_calls', t.left_over,
      'week', case when t.open > 0 then t.name when n.open > 0 then n.name end,
      'left', case when t.open > 0 then t.left_over else n.left_over end
    )
    from left_of t, left_of n where t.name = 'this' and n.name = 'next'
  $function$
;
CREATE OR REPLACE FUNCTION private.gather_letters(item uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was public.outbox;
  mailbox text;
  waiting uuid[];
begin
  select * into was from public.outbox o where o.id = item and o.facts ? 'waits' and o.kind <> 'call';
  select private.mailbox_of(coalesce(
    (
      select b.email from public.strategy_call_bookings b
      where b.id = was.booking_id and b.status = case was.kind when 'confirm-request' then 'spam?' else 'new' end
    ),
    (
      select m.email from public.contact_messages m
      where m.id = was.message_id and (m.status = 'spam?' or was.kind <> 'confirm-request') and m.status <> 'spam'
    )
  )) into mailbox;
  -- It has nobody to wait for, or is no longer true: whoever sends it finds out.
  if mailbox is null then
    return true;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('letters to ' || mailbox, 0));
  if exists (
    select from private.letters_to(mailbox) l
    where l.id <> item and l.facts -> 'others' ? coalesce(was.booking_id, was.message_id)::text
  ) then
    return false;
  end if;
  select array_agg(l.id order by l.due_at, l.id) into waiting
  from private.letters_to(mailbox) l
  left join public.strategy_call_bookings b on b.id = l.booking_id
  left join public.contact_messages m on m.id = l.message_id
  where l.state in ('waiting', 'sending') and l.facts ? 'waits' and l.kind <> 'call'
    and case was.kind
      when 'confirm-request' then l.kind = was.kind and 'spam?' in (b.status, m.status)
      else l.kind <> 'confirm-request' and (b.status = 'new' or m.status <> 'spam')
    end;
  update public.outbox o set facts = o.facts || jsonb_build_object('others', (
    select coalesce(o.facts -> 'others', '[]') || coalesce(jsonb_agg(coalesce(l.booking_id, l.message_id)), '[]')
    from public.outbox l
    where l.id = any (waiting[2:]) and not coalesce(o.facts -> 'others' ? coalesce(l.booking_id, l.message_id)::text, false)
  ))
  where o.id = waiting[1] and cardinality(waiting) > 1;
  update public.outbox o set state = 'dropped', reason = 'told in one letter with another', settled_at = clock_timestamp()
  where o.id = any (waiting[2:]) and o.state = 'waiting';
  return waiting[1] = item;
end
$function$
;
CREATE OR REPLACE FUNCTION private.gather_visits(from_day date, now_is timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  from_time timestamptz := from_day::timestamp at time zone 'UTC';
  -- By the database's own time, and a minute before the last row: what began earlier than that is committed.
  until timestamptz := (
    select max(created_at) - interval '1 minute' from public.user_interactions
    where created_at >= from_time and created_at <= now_is
  );
begin
  delete from private.visits;
  delete from private.visits_until;
  delete from private.vital_days where day >= from_day;
  if until > from_time then
    insert into private.visits select * from private.visits_between(from_time, until);
    insert into private.vital_days select * from private.count_vitals(from_time, until);
    insert into private.visits_until (moment) values (until);
  end if;
  perform private.sum_vitals(from_day);
end
$function$
;
CREATE OR REPLACE FUNCTION private.hears_of_deletions()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select auth.role() = 'service_role' or private.staff_role() is not null $function$
;
CREATE OR REPLACE FUNCTION private.host_of(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN NULLIF(regexp_replace(lower("substring"(address, '^[Hh][Tt][Tt][Pp][Ss]?://(?:[^/?#@]*@)?(\[[^]/?#]*\]|[^/?#:]*)'::text)), '^www\.'::text, ''::text), ''::text)
;
CREATE OR REPLACE FUNCTION private.how_call_stands(b strategy_call_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select jsonb_build_object(
      'status', b.status, 'start', private.iso_instant(lower(b.confirmed)), 'end', private.iso_instant(upper(b.confirmed))
    )
  $function$
;
CREATE OR REPLACE FUNCTION private.index_search()
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  place text;
begin
  begin
    if not exists (select from pg_catalog.pg_extension where extname = 'pg_trgm') then
      create schema if not exists extensions;
      create extension pg_trgm with schema extensions;
    end if;
  exception when insufficient_privilege or undefined_file or feature_not_supported then
    return sqlerrm;
  end;
  select quote_ident(n.nspname) into place
  from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  if to_regclass('public.strategy_call_bookings_search_idx') is null then
    execute format(
      'create index strategy_call_bookings_search_idx on public.strategy_call_bookings using gin (search %s.gin_trgm_ops)
         with (gin_pending_list_limit = 256)',
      place
    );
  end if;
  if to_regclass('public.contact_messages_search_idx') is null then
    execute format(
      'create index contact_messages_search_idx on public.contact_messages using gin (search %s.gin_trgm_ops)
         with (gin_pending_list_limit = 256)', place
    );
  end if;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.insight_lists(from_day date, to_day date, kinds text[], fresh private.visit_days[], fresh_bookings private.booking_visits[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    with booking as materialized (
      select b.id, (b.status = 'held')::int as held, b.source, b.campaign, b.first_view
      from public.strategy_call_bookings b
      where b.created_at >= from_day::timestamp at time zone 'UTC'
        and b.created_at < (to_day + 1)::timestamp at time zone 'UTC'
        and private.is_wanted(b.status)
    ),
    trace as (
      select booking.held, t.views, t.packs from booking join private.booking_visits t on t.booking = booking.id
      union all
      select booking.held, t.views, t.packs from booking join unnest(fresh_bookings) t on t.booking = booking.id
    ),
    part (dimension, value, sessions, views, opened, sent, bookings, held, downloads) as (
      select v.dimension, v.value, sum(v.sessions), sum(v.views), sum(v.opened), sum(v.sent), 0, 0, 0
      from private.visit_days v
      where v.dimension in ('source', 'campaign', 'first_view', 'view', 'pack')
        and v.day between from_day and to_day and v.visitor = any (kinds)
      group by 1, 2
      union all
      select v.dimension, v.value, v.sessions, v.views, v.opened, v.sent, 0, 0, 0
      from unnest(fresh) v
      where v.dimension <> '*' and v.day between from_day and to_day and v.visitor = any (kinds)
      union all
      select d.dimension, d.value, 0, 0, 0, 0, sum(o.bookings), sum(o.held), 0
      from (
        select source, campaign, coalesce(first_view, '') as first_view, count(*) as bookings, sum(held) as held
        from booking group by 1, 2, 3
      ) o
      cross join lateral (values ('source', o.source), ('campaign', o.campaign), ('first_view', o.first_view))
        d (dimension, value)
      where d.value is not null group by 1, 2
      union all
      select 'view', name, 0, 0, 0, 0, count(*), sum(held), 0
      from (select unnest(views) as name, held from trace) _ group by 2
      union all
      select 'pack', name, 0, 0, 0, 0, count(*), sum(held), 0
      from (select unnest(packs) as name, held from trace) _ group by 2
      union all
      select 'pack', d.pack, 0, 0, 0, 0, 0, 0, sum(d.downloads) from private.pack_downloads d
      where d.day between from_day and to_day and d.visitor = any (kinds) group by 2
    ),
    ranked as (
      select *,
        row_number() over (partition by dimension order by sessions desc, bookings desc, value) as by_visits,
        row_number() over (partition by dimension order by bookings desc, downloads desc, value) as by_bookings
      from (
        select dimension, value, sum(sessions) as sessions, sum(views) as views, sum(opened) as opened,
          sum(sent) as sent, sum(bookings) as bookings, sum(held) as held, sum(downloads) as downloads
        from part group by dimension, value
      ) _
    ),
    entry as (
      select dimension, case when least(by_visits, by_bookings) <= 50 then value else '(other)' end as name,
        sum(sessions) as sessions, sum(views) as views, sum(opened) as opened, sum(sent) as sent,
        sum(bookings) as bookings, sum(held) as held, sum(downloads) as downloads
      from ranked group by 1, 2
    ),
    list as (
      select dimension, jsonb_agg(
        case dimension
          when 'view' then jsonb_build_object('view', name, 'views', views, 'sessions', sessions)
          when 'pack' then jsonb_build_object('pack', name, 'downloads', downloads, 'sessions', sessions)
          else jsonb_build_object(dimension, name, 'sessions', sessions, 'opened', opened, 'sent', sent)
        end || jsonb_build_object('bookings', bookings, 'held', held)
        order by name = '(other)', sessions desc, bookings desc, downloads desc, name
      ) as entries
      from entry group by dimension
    )
    select jsonb_object_agg(d.key, coalesce(list.entries, '[]'))
    from (values
      ('source', 'sources'), ('campaign', 'campaigns'), ('first_view', 'first_views'), ('view', 'views'), ('pack', 'packs')
    ) d (dimension, key) left join list using (dimension)
  );
end
$function$
;
CREATE OR REPLACE FUNCTION private.insight_range(from_day date, to_day date, kinds text[], fresh private.visit_days[], now_is timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  from_time timestamptz := from_day::timestamp at time zone 'UTC';
  to_time timestamptz := (to_day + 1)::timestamp at time zone 'UTC';
begin
  return (
    with counted as (
      select * from private.visit_days v
      where v.dimension = '*' and v.day between from_day and to_day and v.visitor = any (kinds)
      union all
      select * from unnest(fresh) v
      where v.dimension = '*' and v.day between from_day and to_day and v.visitor = any (kinds)
    ),
    visit as materialized (
      select day, sum(c.visitors) as visitors, sum(sessions) as sessions, sum(views) as views, sum(opened) as opened,
        sum(sent) as sent
      from counted c group by day
    ),
    booking as materialized (
      select (b.created_at at time zone 'UTC')::date as day, b.created_at, b.answered_at, b.status
      from public.strategy_call_bookings b
      where b.created_at >= from_time and b.created_at < to_time and private.is_wanted(b.status)
    ),
    message as materialized (
      select m.created_at, m.answered_at, m.status from public.contact_messages m
      where m.created_at >= from_time and m.created_at < to_time and private.is_wanted(m.status)
    ),
    booked as (select day, count(*) as bookings from booking group by day),
    -- Who left the state 'new' before it was noted when, was answered at a time that nobody knows.
    received as (
      select *, answered_at <= created_at + interval '24 hours' as in_time,
        answered_at is not null or status = 'new' and created_at <= now_is - interval '24 hours' as is_due
      from (select created_at, answered_at, status from booking union all select * from message) _
    )
    select jsonb_build_object(
      'days', (
        select jsonb_agg(jsonb_build_object(
          'day', day, 'visitors', coalesce(visit.visitors, 0), 'sessions', coalesce(sessions, 0),
          'views', coalesce(views, 0), 'bookings', coalesce(bookings, 0)
        ) order by day)
        from (select from_day + n as day from generate_series(0, to_day - from_day) n) _
        left join visit using (day) left join booked using (day)
      ),
      'totals', (
        select jsonb_build_object(
          'visitors', coalesce(sum(v.visitors), 0), 'sessions', coalesce(sum(sessions), 0),
          'views', coalesce(sum(views), 0),
          'downloads', (
            select coalesce(sum(d.downloads), 0) from private.pack_downloads d
            where d.day between from_day and to_day and d.visitor = any (kinds)
          ),
          'bookings', (select count(*) from booking), 'messages', (select count(*) from message)
        ) from visit v
      ),
      'funnel', (
        select jsonb_build_object(
          'sessions', coalesce(sum(sessions), 0), 'opened', coalesce(sum(opened), 0), 'sent', coalesce(sum(sent), 0),
          'bookings', (select count(*) from booking),
          'held', (select count(*) from booking where status = 'held')
        ) from visit
      ),
      'answers', (
        select jsonb_build_object(
          'median_seconds', round(percentile_cont(0.5) within group (
            order by extract(epoch from answered_at - created_at)::double precision
          )),
          'answered', count(answered_at), 'within_24h', count(*) filter (where in_time),
          'due', count(*) filter (where is_due),
          'breached', count(*) filter (where is_due and in_time is not true)
        ) from received
      )
    )
  );
end
$function$
;
CREATE OR REPLACE FUNCTION private.insight_vitals(from_day date, to_day date, kinds text[], fresh private.vital_days[], summed_to date)
 RETURNS TABLE(name text, p75 numeric, samples bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  months_from date := date_trunc('month', from_day + interval '1 month' - interval '1 day');
  -- A month that has nothing after this range lies in it whole, over or not.
  months_to date := date_trunc('month', case when to_day >= summed_to then to_day + interval '1 month' else to_day + 1 end);
begin
  months_to := greatest(months_from, months_to);
  return query
  with sample as (
    select v.name, v.bucket, sum(v.samples) as samples
    from (
      select m.name, m.bucket, m.samples, m.visitor from private.vital_months m
      where m.month >= months_from and m.month < months_to
      union all
      select d.name, d.bucket, d.samples, d.visitor from private.vital_days d
      where d.day >= from_day and d.day < least(months_from, to_day + 1)
      union all
      select d.name, d.bucket, d.samples, d.visitor from private.vital_days d
      where d.day >= months_to and d.day <= to_day
      union all
      select d.name, d.bucket, d.samples, d.visitor from unnest(fresh) d where d.day between from_day and to_day
    ) v
    where v.visitor = any (kinds) group by 1, 2
  ),
  running as (
    select *, sum(s.samples) over (partition by s.name order by s.bucket) as upto,
      sum(s.samples) over (partition by s.name) as total
    from sample s
  )
  select r.name, round(private.vital_value(min(r.bucket) filter (where r.upto >= 0.75 * r.total)),
    case r.name when 'CLS' then 4 else 0 end), max(r.total)::bigint
  from running r group by r.name;
end
$function$
;
CREATE OR REPLACE FUNCTION private.insights_begin(now_is timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    with first as (
      select
        coalesce(
          (select min(d.day) from private.visit_days d where d.dimension = '*'),
          (select (min(i.created_at) at time zone 'UTC')::date from public.user_interactions i)
        ) as visit,
        (select (least(
          (select min(b.created_at) from public.strategy_call_bookings b),
          (select min(m.created_at) from public.contact_messages m)
        ) at time zone 'UTC')::date) as request,
        (select (now_is at time zone 'UTC')::date - s.keep_people_days from public.desk_settings s) as kept
    )
    select jsonb_build_object(
      'visits', f.visit, 'requests', greatest(least(f.visit, f.request), f.kept)
    ) from first f
  $function$
;
CREATE OR REPLACE FUNCTION private.insights_faults_of(from_day date, to_day date, visitor text, now_is timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  kinds text[] := case visitor when 'all' then '{person,bot}' else array[visitor] end;
  fresh_from date := greatest(
    from_day, (select max(d.day) + 1 from private.visit_days d where d.dimension = '*')
  );
begin
  return (
    with line as materialized (
      select * from private.fault_days d where d.day between from_day and least(to_day, fresh_from - 1)
      union all
      select * from private.count_faults(fresh_from, to_day) where fresh_from <= to_day
    ),
    fault as (
      select l.code, l.place, l.cause, l.release, sum(l.faults) as faults, sum(l.visits) as visits,
        min(l.first_at) as first_at, max(l.last_at) as last_at
      from line l where l.visitor = any (kinds) and l.code <> '*'
      group by 1, 2, 3, 4
    ),
    ranked as (
      select *, f.code = '(other)'
        or row_number() over (order by f.code = '(other)', f.visits desc, f.last_at desc, f.code, f.place, f.cause) > 50
        as is_rest
      from fault f
    ),
    named as (
      select case when r.is_rest then '(other)' else r.code end as code,
        case when r.is_rest then '' else r.place end as place, case when r.is_rest then '' else r.cause end as cause,
        case when r.is_rest then '' else r.release end as release, r.is_rest, sum(r.faults) as faults,
        sum(r.visits) as visits, min(r.first_at) as first_at, max(r.last_at) as last_at
      from ranked r group by 1, 2, 3, 4, 5
    )
    select jsonb_build_object(
      'range', jsonb_build_object('from', from_day, 'to', to_day, 'days', to_day - from_day + 1),
      'visitor', visitor,
      'as_of', now_is,
      'visits', (
        select coalesce(sum(l.visits), 0) from line l where l.visitor = any (kinds) and l.code = '*'
      ),
      'faults', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'code', n.code, 'place', n.place, 'cause', n.cause, 'release', n.release, 'faults', n.faults,
          'visits', n.visits, 'first_at', n.first_at, 'last_at', n.last_at
        ) order by n.is_rest, n.visits desc, n.last_at desc, n.code, n.place, n.cause), '[]')
        from named n
      )
    )
  );
end
$function$
;
CREATE OR REPLACE FUNCTION private.insights_live_of(visitor text, now_is timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  since timestamptz := now_is - interval '30 minutes';
begin
  return (
    with event as materialized (
      select i.session_id, i.created_at, i.id, i.event_type, i.event_data ->> 'view' as view, i.page_url, i.referrer,
        i.is_bot, i.is_team, ceil(extract(epoch from i.created_at - since) / 60)::int as minute
      from public.user_interactions i
      where i.created_at > since and i.created_at <= now_is
    ),
    visit as materialized (
      select session_id, count(*) as events, (array_agg(
        array[page_url, referrer] order by event_type <> 'page_view', created_at, id
      ))[1:1] as came
      from event group by session_id
      having not bool_or(is_team) and (visitor = 'all' or bool_or(is_bot) = (visitor = 'bot'))
    )
    select jsonb_build_object(
      'as_of', now_is,
      'minutes', (
        select jsonb_agg(coalesce(sessions, 0) order by minute)
        from generate_series(1, 30) minute left join (
          select minute, count(distinct session_id) as sessions
          from event join visit using (session_id) group by minute
        ) _ using (minute)
      ),
      'sessions', (select count(*) from visit),
      'events', (select coalesce(sum(events), 0) from visit),
      'views', (
        select coalesce(jsonb_agg(jsonb_build_object('view', view, 'sessions', sessions) order by sessions desc, view), '[]')
        from (
          select left(view, 100) as view, count(distinct session_id) as sessions
          from event join visit using (session_id)
          where event_type = 'page_view' and view is not null
          group by 1 order by 2 desc, 1 limit 10
        ) _
      ),
      'sources', (
        select coalesce(
          jsonb_agg(jsonb_build_object('source', source, 'sessions', sessions) order by sessions desc, source), '[]'
        )
        from (
          select private.visit_source(came[1][1], came[1][2]) as source, count(*) as sessions
          from visit group by 1 order by 2 desc, 1 limit 10
        ) _
      )
    )
  );
end
$function$
;
CREATE OR REPLACE FUNCTION private.insights_of(from_day date, to_day date, visitor text, now_is timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
 SET work_mem TO '32MB'
 SET enable_nestloop TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  days int := to_day - from_day + 1;
  before_to date := from_day - 1;
  before_from date := from_day - days;
  kinds text[] := case visitor when 'all' then '{person,bot}' else array[visitor] end;
  counted_to date := (select max(d.day) from private.visit_days d where d.dimension = '*');
  fresh_from date := greatest(counted_to + 1, before_from);
  fresh_time timestamptz := fresh_from::timestamp at time zone 'UTC';
  -- What was before it is gathered, and what is before all that is fresh is of no use.
  gathered_to timestamptz := (select u.moment from private.visits_until u where u.moment > fresh_time);
  fresh private.visit_days[];
  fresh_vitals private.vital_days[];
  fresh_bookings private.booking_visits[];
  -- The last day that the sums of its month have something of.
  summed_to date := greatest(counted_to, (gathered_to at time zone 'UTC')::date);
  present jsonb;
  past jsonb;
begin
  if fresh_from <= to_day then
    fresh := array(select v from private.count_visits(fresh_from, to_day, gathered_to) v);
    fresh_vitals := array(
      select v from private.count_vitals(
        greatest(fresh_time, gathered_to), (to_day + 1)::timestamp at time zone 'UTC'
      ) v
    );
    fresh_bookings := array(select v from private.trace_bookings(greatest(fresh_from, from_day), to_day) v);
  end if;
  present := private.insight_range(from_day, to_day, kinds, fresh, now_is);
  past := private.insight_range(before_from, before_to, kinds, fresh, now_is);
  return jsonb_build_object(
    'range', jsonb_build_object('from', from_day, 'to', to_day, 'days', days),
    'before', jsonb_build_object('from', before_from, 'to', before_to, 'days', days),
    'visitor', visitor,
    'as_of', now_is,
    'begins', private.insights_begin(now_is),
    'totals', jsonb_build_object('now', present -> 'totals', 'before', past -> 'totals'),
    'days', present -> 'days',
    'days_before', past -> 'days',
    'funnel', jsonb_build_object('now', present -> 'funnel', 'before', past -> 'funnel'),
    'answers', jsonb_build_object('now', present -> 'answers', 'before', past -> 'answers'),
    'vitals', (
      select jsonb_agg(jsonb_build_object(
        'name', name, 'p75', n.p75, 'samples', coalesce(n.samples, 0),
        'p75_before', b.p75, 'samples_before', coalesce(b.samples, 0)
      ) order by place)
      from unnest('{LCP,INP,CLS,FCP,TTFB}'::text[]) with ordinality _ (name, place)
      left join private.insight_vitals(from_day, to_day, kinds, fresh_vitals, summed_to) n using (name)
      left join private.insight_vitals(before_from, before_to, kinds, fresh_vitals, summed_to) b using (name)
    )
  ) || private.insight_lists(from_day, to_day, kinds, fresh, fresh_bookings);
end
$function$
;
CREATE OR REPLACE FUNCTION private.interaction_subject(event_type text, event_data jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select left(coalesce(
      case event_type
        when 'page_view' then event_data ->> 'view'
        when 'button_click' then event_data ->> 'label'
        when 'form_submit' then concat_ws(':', event_data ->> 'form', event_data ->> 'outcome')
        when 'modal_open' then event_data ->> 'opener'
        when 'modal_close' then event_data ->> 'opener'
        when 'navigation' then event_data ->> 'to'
        when 'download' then event_data ->> 'pack'
        when 'engagement' then concat_ws(':', event_data ->> 'action', event_data ->> 'name')
        when 'search' then event_data ->> 'place'
        when 'error' then event_data ->> 'code'
        when 'custom_event' then event_data ->> 'name'
      end, ''), 100)
  $function$
;
CREATE OR REPLACE FUNCTION private.is_arriving(created_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (created_at > (now() - '00:10:00'::interval))
;
CREATE OR REPLACE FUNCTION private.is_call_as_seen(b strategy_call_bookings, seen_status text, seen_start timestamp with time zone, now_is timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select case b.status
      when 'confirmed' then seen_status = 'confirmed' and upper(b.confirmed) > now_is
      else b.status in ('new', 'spam?') and seen_status = 'new'
    end and date_trunc('milliseconds', b.call_at) = seen_start
  $function$
;
CREATE OR REPLACE FUNCTION private.is_event_wanted(event text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.webhooks w where w.is_active and event = any (w.events));
end
$function$
;
CREATE OR REPLACE FUNCTION private.is_fault(code text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (code ~ '^(not_started|uncaught|rejected|crashed|submit_threw|no_answer|http_5[0-9]{2}|[a-z]{1,20}_not_loaded)$'::text)
;
CREATE OR REPLACE FUNCTION private.is_known_mailbox(mailbox text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
begin
  return exists (
    select from public.strategy_call_bookings b
    where private.mailbox_of(b.email) = is_known_mailbox.mailbox
      and (
        b.status in ('confirmed', 'held', 'no-show') or b.mailbox = 'confirmed'
        or (
          select true from public.outbox o
          where o.booking_id = b.id and o.kind = 'call' and o.facts ->> 'by_visitor' = 'false' limit 1
        )
      )
  ) or exists (
    select from public.contact_messages m
    where private.mailbox_of(m.email) = is_known_mailbox.mailbox
      and (m.status = 'answered' or m.mailbox = 'confirmed')
  );
end
$function$
;
CREATE OR REPLACE FUNCTION private.is_wanted(status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status <> ALL (ARRAY['spam'::text, 'spam?'::text]))
;
CREATE OR REPLACE FUNCTION private.iso_instant(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $function$
;
CREATE OR REPLACE FUNCTION private.judge_booking()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Set once, here, and by nobody's hand.
  new.answered_at := old.answered_at;
  if new.status = old.status and new.confirmed is not distinct from old.confirmed then
    return new;
  end if;
  perform private.check_move(private.booking_moves(), old.status, new.status);
  if new.status in ('held', 'no-show') then
    perform private.check_begun(old.confirmed);
  end if;
  new.confirmed := case
    when new.status = 'confirmed' then new.confirmed
    when new.status in ('held', 'no-show') then old.confirmed
  end;
  if new.answered_at is null and old.status = 'new' and new.status <> 'spam' then
    new.answered_at := now();
  end if;
  return new;
end
$function$
;
CREATE OR REPLACE FUNCTION private.judge_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.answered_at := old.answered_at;
  if new.status <> old.status then
    perform private.check_move(private.message_moves(), old.status, new.status);
    if new.answered_at is null and old.status = 'new' and new.status <> 'spam' then
      new.answered_at := now();
    end if;
  end if;
  return new;
end
$function$
;
CREATE OR REPLACE FUNCTION private.jumped_faults(now_is timestamp with time zone)
 RETURNS TABLE(code text, release text, place text, cause text, visits bigint, usual numeric, since timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    with recent as materialized (
      select * from private.faults_between(now_is - interval '1 hour', now_is) f where f.visitor = 'person'
    ),
    risen as materialized (
      select r.code, r.release, count(distinct r.session_id) as visits, min(r.met_at) as since
      from recent r group by 1, 2
      having count(distinct r.session_id) >= 5
    )
    select risen.code, risen.release, top.place, top.cause, risen.visits, usual.visits, risen.since
    from risen
    cross join lateral (
      select r.place, r.cause from recent r where r.code = risen.code and r.release = risen.release
      group by 1, 2 order by count(distinct r.session_id) desc, 1, 2 limit 1
    ) top
    cross join lateral (
      select count(distinct (f.session_id, date_trunc('hour', f.met_at))) / (7 * 24)::numeric as visits
      from private.faults_between(now_is - interval '7 days 1 hour', now_is - interval '1 hour') f
      where f.visitor = 'person' and f.code = risen.code
    ) usual
    where risen.visits > 3 * usual.visits
  $function$
;
CREATE OR REPLACE FUNCTION private.keep_an_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and new.role = 'owner' and new.disabled_at is null then
    return new;
  end if;
  if old.role = 'owner' and old.disabled_at is null and auth.role() is not null then
    -- The number that the server locks while it asks whether there is an owner.
    perform pg_advisory_xact_lock(7206341005);
    if not exists (
      select from public.staff_members m join auth.users u on u.id = m.id
      where m.id <> old.id and m.role = 'owner' and m.disabled_at is null
        and u.email_confirmed_at is not null and u.deleted_at is null
        and (u.banned_until is null or u.banned_until < now())
    ) then
      raise exception 'The desk needs an owner: make somebody else one first'
        using errcode = 'PT409', hint = 'last_owner';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$function$
;
CREATE OR REPLACE FUNCTION private.keep_interactions(now_is timestamp with time zone, keep_days integer, enough interval DEFAULT '00:04:00'::interval)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (now_is at time zone 'UTC')::date;
  oldest date := today - keep_days;
  -- A transaction that began before midnight may commit after it: a day is counted an hour after its end.
  last_day date := ((now_is - interval '1 hour') at time zone 'UTC')::date - 1;
  next_interactions date;
  -- A day may have its interactions counted and its visits not: those were first counted by a later version.
  next_visits date;
  of_day date;
  counted int := 0;
  is_late boolean := false;
  dropped text[] := '{}';
  pruned bigint;
  partition record;
begin
  if keep_days < 1 then
    raise exception 'keep_days must be at least 1';
  end if;
  if not pg_try_advisory_xact_lock(7206341003) then
    return null;
  end if;

  for ahead in 0..2 loop
    perform private.make_interaction_month((date_trunc('month', today) + ahead * interval '1 month')::date);
  end loop;

  next_interactions := coalesce(
    (select max(day) + 1 from public.interaction_days where event_type = '*'), '-infinity'
  );
  next_visits := coalesce((select max(day) + 1 from private.visit_days where dimension = '*'), '-infinity');
  for of_day in
    select distinct (created_at at time zone 'UTC')::date
    from public.user_interactions
    where created_at >= least(next_interactions, next_visits)::timestamp at time zone 'UTC'
      and created_at < (last_day + 1)::timestamp at time zone 'UTC'
    order by 1
  loop
    if of_day >= next_interactions then
      perform private.count_interactions(of_day);
    end if;
    if of_day >= next_visits then
      perform private.keep_visits(of_day);
    end if;
    counted := counted + 1;
    if clock_timestamp() > statement_timestamp() + enough then
      last_day := of_day;
      is_late := true;
      exit;
    end if;
  end loop;
  if not is_late then
    perform private.gather_visits(last_day + 1, now_is);
  end if;

  for partition in
    select c.relname as name
    from pg_catalog.pg_inherits h join pg_catalog.pg_class c on c.oid = h.inhrelid
    where h.inhparent = 'public.user_interactions'::regclass
      and c.relname ~ '^user_interactions_\d{4}_\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= least(oldest, last_day + 1)
    order by 1
  loop
    execute format('drop table public.%I', partition.name);
    dropped := dropped || partition.name;
  end loop;

  -- Not what is still to be counted, should the time to keep be shorter than the time to count.
  delete from public.user_interactions
    where created_at < least(oldest, last_day + 1)::timestamp at time zone 'UTC';
  get diagnostics pruned = row_count;

  -- The index over time knows nothing of pages that were filled since the last vacuum, and whoever asks for today or
  -- for the last minutes reads all of them.
  perform pg_catalog.brin_summarize_new_values(i.indexrelid)
    from pg_catalog.pg_index i
    join pg_catalog.pg_inherits h on h.inhrelid = i.indrelid
    join pg_catalog.pg_class c on c.oid = i.indexrelid
    join pg_catalog.pg_am a on a.oid = c.relam
    where h.inhparent = 'public.user_interactions'::regclass and a.amname = 'brin';

  return jsonb_build_object('days_counted', counted, 'months_dropped', dropped, 'rows_pruned', pruned);
end
$function$
;
CREATE OR REPLACE FUNCTION private.keep_people(now_is timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  if bookings + messages > 0 then
    perform private.record(
      'people_pruned', 'person', null, jsonb_build_object('bookings', bookings, 'messages', messages)
    );
  end if;
  return jsonb_build_object('bookings', bookings, 'messages', messages);
end
$function$
;
CREATE OR REPLACE FUNCTION private.keep_visits(of_day date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  from_time timestamptz := of_day::timestamp at time zone 'UTC';
  to_time timestamptz := (of_day + 1)::timestamp at time zone 'UTC';
begin
  delete from private.visit_days where day = of_day;
  insert into private.visit_days select * from private.count_visits(of_day, of_day);

  delete from private.fault_days where day = of_day;
  insert into private.fault_days select * from private.count_faults(of_day, of_day);

  delete from private.vital_days where day = of_day;
  insert into private.vital_days select * from private.count_vitals(from_time, to_time);
  perform private.sum_vitals(of_day);

  delete from private.booking_visits v using public.strategy_call_bookings b
    where b.id = v.booking and b.created_at >= from_time and b.created_at < to_time;
  insert into private.booking_visits select * from private.trace_bookings(of_day, of_day);
end
$function$
;
CREATE OR REPLACE FUNCTION private.letters_to(mailbox text)
 RETURNS SETOF outbox
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select o.* from (
      select o.* from public.strategy_call_bookings b join public.outbox o on o.booking_id = b.id
      where private.mailbox_of(b.email) = letters_to.mailbox
      union all
      select o.* from public.contact_messages m join public.outbox o on o.message_id = m.id
      where private.mailbox_of(m.email) = letters_to.mailbox
    ) o
    where o.channel = 'letter' and o.recipient is null
      and o.kind in ('request-received', 'message-received', 'call', 'confirm-request')
      and (o.state in ('waiting', 'sending') or coalesce(o.settled_at, o.due_at) > now() - interval '1 day')
  $function$
;
CREATE OR REPLACE FUNCTION private.like_pattern(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$ select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' $function$
;
CREATE OR REPLACE FUNCTION private.list_counts(relation regclass, views text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  view text;
  counted bigint;
  counts jsonb := '{}';
begin
  foreach view in array views loop
    execute format('select count(*) from %s where %s', relation, private.view_condition(view)) into counted;
    counts := counts || jsonb_build_object(view, counted);
  end loop;
  return counts;
end
$function$
;
CREATE OR REPLACE FUNCTION private.list_page(relation regclass, columns text, sorts text[], week_column text, wanted jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET work_mem TO '16MB'
AS $function$
declare
  per_page constant int := 50;
  term text := wanted ->> 'term';
  sort text := coalesce(wanted ->> 'sort', 'due_at');
  way text := case when (wanted ->> 'down')::boolean then 'desc' else 'asc' end;
  skipped bigint := per_page * (greatest(coalesce((wanted ->> 'page')::int, 1), 1) - 1)::bigint;
  filters text := concat_ws(' and ',
    private.view_condition(coalesce(wanted ->> 'view', 'all')),
    case when wanted ->> 'source' is not null then format('source = %L', wanted ->> 'source') end,
    case when wanted ->> 'assignee' = 'nobody' then 'assigned_to is null'
      when wanted ->> 'assignee' is not null then format('assigned_to = %L::uuid', wanted ->> 'assignee') end,
    case when wanted ->> 'from' is not null then format('%I >= %L::timestamptz', week_column, wanted ->> 'from') end,
    case when wanted ->> 'until' is not null then format('%I < %L::timestamptz', week_column, wanted ->> 'until') end
  );
  -- What is owed nothing comes last, and of that the newest first.
  order_by text := case when sort = 'due_at' then format('due_at %s nulls last, created_at desc, id', way)
    else format('%I %s, id %s', sort, way, way) end;
  -- Keys first, which an index may know alone: whole rows are read of the page itself.
  page constant text := 'select coalesce(jsonb_agg(to_jsonb(r)), ''[]'') from (
    select %s from %s where id in (select id from %s order by %s limit %s offset %s) order by %s) r';
  sought text := private.search_condition(term, false);
  answer jsonb;
  rows jsonb;
  total bigint;
begin
  if sort <> all (sorts) then
    raise exception 'a list is not sorted by %', sort using errcode = '22023';
  end if;
  if sought is null then
    execute format(page, columns, relation, format('%s where %s', relation, filters), order_by, per_page, skipped, order_by)
      into rows;
    total := skipped + jsonb_array_length(rows);
    if jsonb_array_length(rows) = per_page or (total = skipped and skipped > 0) then
      execute format('select count(*) from %s where %s', relation, filters) into total;
    end if;
    return jsonb_build_object('rows', rows, 'total', total, 'is_near', false, 'elsewhere', null);
  end if;
  foreach sought in array array[sought, private.search_condition(term, true)] loop
    execute format(
      'with found as materialized (select id, status, %s, (%s) is true as fits from %s where %s)
       select jsonb_build_object(
         ''rows'', (%s),
         ''total'', count(*) filter (where fits),
         ''elsewhere'', jsonb_build_object(
           ''spam'', count(*) filter (where status = ''spam'' and not fits),
           ''suspect'', count(*) filter (where status = ''spam?'' and not fits),
           ''others'', count(*) filter (where status not in (''spam'', ''spam?'') and not fits)
         ),
         ''is_near'', %L::boolean and count(*) filter (where fits) > 0,
         ''found'', count(*)
       ) from found',
      case sort when 'due_at' then 'due_at, created_at' when 'status' then 'id as same' else quote_ident(sort) end
        -- Trying a pattern of slips on a row costs more than PostgreSQL thinks: with a column that no index holds beside
        -- the text, it takes the index of trigrams and not every entry of another one.
        || case when answer is null then '' else ', name as of_the_row' end,
      filters, relation, sought,
      format(page, columns, relation, 'found where fits', order_by, per_page, skipped, order_by),
      answer is not null
    ) into answer;
    exit when (answer ->> 'found')::bigint > 0;
  end loop;
  return answer - 'found';
end
$function$
;
CREATE OR REPLACE FUNCTION private.looks_automatic(email text, fill_seconds real, filled_by text, budget_note text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Nobody sees this field, and browsers have no value for it.
  if budget_note is not null then
    return true;
  end if;
  -- Slow enough for anybody, or nobody knows.
  if coalesce(fill_seconds >= 3, true) then
    return false;
  end if;
  -- Nobody types that fast, and nobody who typed was seen.
  if filled_by is distinct from 'browser' then
    return true;
  end if;
  -- A browser does. A visitor sends a booking and a message; a third within an hour is a program that claims to be a
  -- browser.
  return 1 < (
    select count(*) from (
      select b.created_at from public.strategy_call_bookings b
      where private.mailbox_of(b.email) = private.mailbox_of(looks_automatic.email)
      union all
      select m.created_at from public.contact_messages m
      where private.mailbox_of(m.email) = private.mailbox_of(looks_automatic.email)
    ) earlier
    where earlier.created_at > now() - interval '1 hour'
  );
end
$function$
;
CREATE OR REPLACE FUNCTION private.mailbox_of(email text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  address text := lower(private.trimmed(email));
  -- From the end, since a name may hold a quoted @.
  behind integer := strpos(reverse(address), '@');
  name text := left(address, -behind);
  domain text := right(address, behind - 1);
  tagged integer;
begin
  if behind < 2 or name = '' then
    return address;
  end if;
  -- What follows a plus, unless the name begins with it.
  tagged := strpos(substr(name, 2), '+');
  if tagged > 0 then
    name := left(name, tagged);
  end if;
  if domain in ('gmail.com', 'googlemail.com') then
    return replace(name, '.', '') || '@gmail.com';
  end if;
  return name || '@' || domain;
end
$function$
;
CREATE OR REPLACE FUNCTION private.mailboxes_seen_before(mailboxes text[], bookings uuid[], messages uuid[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
begin
  return array(
    select private.mailbox_of(b.email) from public.strategy_call_bookings b
    where private.mailbox_of(b.email) = any (mailboxes) and b.id <> all (array_remove(bookings, null))
    union
    select private.mailbox_of(m.email) from public.contact_messages m
    where private.mailbox_of(m.email) = any (mailboxes) and m.id <> all (array_remove(messages, null))
    order by 1
  );
end
$function$
;
CREATE OR REPLACE FUNCTION private.make_interaction_month(month date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  name text := 'user_interactions_' || to_char(month, 'YYYY_MM');
  from_time timestamptz := month::timestamp at time zone 'UTC';
  to_time timestamptz := (month + interval '1 month') at time zone 'UTC';
  -- All but what is generated.
  columns text := 'id, created_at, session_id, event_type, event_data, page_url, user_agent, referrer, is_bot, visitor_key';
begin
  if to_regclass('public.' || name) is not null then
    return;
  end if;
  lock table public.user_interactions_other in access exclusive mode;
  if to_regclass('public.' || name) is not null then
    return;
  end if;
  execute format(
    'create table public.%I (like public.user_interactions including all, constraint %I primary key (id))',
    name, name || '_pkey'
  );
  execute format('alter table public.%I enable row level security', name);
  execute format('revoke all on public.%I from public, anon, authenticated, service_role', name);
  execute format(
    'create index %I on public.%I using brin (created_at)', name || '_created_at_idx', name
  );
  execute format(
    'with moved as (
       delete from public.user_interactions_other where created_at >= %L and created_at < %L returning *
     )
     insert into public.%I (%s) select %s from moved',
    from_time, to_time, name, columns, columns
  );
  execute format(
    'alter table public.user_interactions attach partition public.%I for values from (%L) to (%L)',
    name, from_time, to_time
  );
end
$function$
;
CREATE OR REPLACE FUNCTION private.make_interaction_months()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  for ahead in 0..2 loop
    perform private.make_interaction_month(
      (date_trunc('month', now() at time zone 'UTC') + ahead * interval '1 month')::date
    );
  end loop;
end
$function$
;
CREATE OR REPLACE FUNCTION private.message_moves()
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select '{
      "new": ["answered", "closed", "spam"], "spam?": ["new", "spam"], "answered": ["closed", "new"],
      "closed": ["new"], "spam": ["new"]
    }'::jsonb
  $function$
;
CREATE OR REPLACE FUNCTION private.moment()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select pg_catalog.now()$function$
;
CREATE OR REPLACE FUNCTION private.next_letters(mailbox text, OUT waits_from timestamp with time zone, OUT then_from timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  queued timestamptz;
  told integer;
  last_told timestamptz;
begin
  if mailbox is null or private.is_known_mailbox(mailbox) then
    return;
  end if;
  select
    max(o.due_at) filter (where o.state = 'waiting' and o.facts ? 'waits'),
    count(*) filter (where o.state <> 'dropped' and not (o.state = 'waiting' and o.facts ? 'waits')),
    max(coalesce(o.settled_at, o.due_at)) filter (where o.state <> 'dropped' and not (o.state = 'waiting' and o.facts ? 'waits'))
  into queued, told, last_told
  from (
    select o.* from public.strategy_call_bookings b join public.outbox o on o.booking_id = b.id
    where private.mailbox_of(b.email) = next_letters.mailbox
    union all
    select o.* from public.contact_messages m join public.outbox o on o.message_id = m.id
    where private.mailbox_of(m.email) = next_letters.mailbox
  ) o
  where o.channel = 'letter' and o.recipient is null
    and o.kind in ('request-received', 'message-received', 'call', 'confirm-request')
    and (o.state in ('waiting', 'sending') or coalesce(o.settled_at, o.due_at) > now() - interval '1 day');
  waits_from := case
    when queued is not null then greatest(queued, now()) + interval '1 minute'
    when told > 0 then last_told + interval '1 hour' * power(4, least(told - 1, 2))
  end;
  if waits_from <= now() then
    waits_from := null;
  end if;
  then_from := coalesce(
    waits_from + interval '1 minute',
    greatest(last_told, now()) + interval '1 hour' * power(4, least(told, 2))
  );
end
$function$
;
CREATE OR REPLACE FUNCTION private.note_staff()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.record('member_added', 'staff_members', new.id, jsonb_build_object('role', new.role));
    return null;
  elsif tg_op = 'DELETE' then
    perform private.record('member_removed', 'staff_members', old.id, jsonb_build_object('role', old.role));
    return null;
  end if;
  if new.role <> old.role then
    perform private.record(
      'role_changed', 'staff_members', new.id, jsonb_build_object('from', old.role, 'to', new.role)
    );
  end if;
  if old.disabled_at is null and new.disabled_at is not null then
    delete from auth.sessions s where s.user_id = new.id;
    perform private.record('member_stopped', 'staff_members', new.id);
  elsif old.disabled_at is not null and new.disabled_at is null then
    perform private.record('member_restored', 'staff_members', new.id);
  end if;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.note_webhook_try(hook uuid, went_well boolean, is_gone boolean, patience interval, now_is timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if went_well then
    update public.webhooks w set failing_since = null where w.id = hook and w.failing_since is not null;
  elsif is_gone then
    update public.webhooks w set is_active = false, stopped_because = 'gone' where w.id = hook and w.is_active;
  else
    update public.webhooks w set failing_since = now_is where w.id = hook and w.is_active and w.failing_since is null;
    update public.webhooks w set is_active = false, stopped_because = 'failing'
      where w.id = hook and w.is_active and w.failing_since <= now_is - patience;
  end if;
end
$function$
;
CREATE OR REPLACE FUNCTION private.notify_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_catalog.pg_notify(
    'realtime',
    pg_catalog.json_build_object(
      'schema', tg_table_schema,
      'table', tg_table_name,
      'type', tg_op,
      'id', new.id,
      -- The transaction's time: nobody knows the commit's before it. The same for both of two updates in one
      -- transaction, which PostgreSQL therefore tells as one.
      'at', pg_catalog.now()
    )::text
  );
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.notify_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_catalog.pg_notify(
    'realtime',
    pg_catalog.json_build_object(
      'schema', tg_table_schema, 'table', tg_table_name, 'type', tg_op, 'id', old.id, 'at', pg_catalog.now()
    )::text
  );
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.notify_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_catalog.pg_notify(
    'realtime',
    pg_catalog.json_build_object(
      'schema', tg_table_schema,
      'table', case when new.booking_id is null then 'contact_messages' else 'strategy_call_bookings' end,
      'type', 'UPDATE',
      'id', coalesce(new.booking_id, new.message_id),
      'at', pg_catalog.now()
    )::text
  );
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.number_call()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.status <> old.status or new.confirmed is distinct from old.confirmed then
    new.call_sequence := old.call_sequence + 1;
    new.call_changed_at := now();
    new.proposed_time := null;
    new.proposed_at := null;
  elsif new.status = 'confirmed' and new.assigned_to is distinct from old.assigned_to then
    new.call_sequence := old.call_sequence + 1;
  else
    new.call_sequence := old.call_sequence;
    new.call_changed_at := old.call_changed_at;
  end if;
  return new;
end
$function$
;
CREATE OR REPLACE FUNCTION private.percent_decoded(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  if value is null or value !~ '[%+]' then
    return value;
  end if;
  return (
    select string_agg(
      case when part[1] ~ '^%..' then convert_from(decode(replace(part[1], '%', ''), 'hex'), 'UTF8') else part[1] end,
      '' order by place
    )
    from regexp_matches(
      replace(value, '+', ' '),
      -- One byte, two, three, four; the ranges are those of well-formed UTF-8.
      '((?:%[2-6][0-9a-f]|%7[0-9a-e]'
        || '|%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]'
        || '|(?:%e0%[ab][0-9a-f]|%ed%[89][0-9a-f]|%e[1-9abcef]%[89ab][0-9a-f])%[89ab][0-9a-f]'
        || '|(?:%f0%[9ab][0-9a-f]|%f[123]%[89ab][0-9a-f]|%f4%8[0-9a-f])(?:%[89ab][0-9a-f]){2})+|[^%]+|%)',
      'gi'
    ) with ordinality as _ (part, place)
  );
end
$function$
;
CREATE OR REPLACE FUNCTION private.person_name(metadata jsonb, email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select coalesce(nullif(private.trimmed(metadata ->> 'name'), ''), split_part(email, '@', 1), '')
  $function$
;
CREATE OR REPLACE FUNCTION private.phone_digits(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select regexp_replace(replace(value, '(0)', ''), '\D', '', 'g') $function$
;
CREATE OR REPLACE FUNCTION private.plain(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    select lower(normalize(
      replace(replace(replace(replace(replace(
        translate(
          regexp_replace(normalize(value, nfd), U&'[\0300-\036f]', '', 'g'),
          U&'ØøŁłĐđÐðĦħıŦŧ''`\00b4\02bc\2018\2019', 'OoLlDdDdHhiTt'
        ),
        'ß', 'ss'), 'Æ', 'AE'), 'æ', 'ae'), 'Œ', 'OE'), 'œ', 'oe'),
      nfc
    ))
  $function$
;
CREATE OR REPLACE FUNCTION private.plan_fault_letter(now_is timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said jsonb;
  written integer := 0;
begin
  if not pg_try_advisory_xact_lock(7206341008) then
    return 0;
  end if;
  with told as materialized (
    select o.facts ->> 'code' as code, o.facts ->> 'release' as release, o.facts ->> 'at' as at
    from public.outbox o
    where o.kind = 'team-fault' and (o.facts ->> 'at')::timestamptz > now_is - interval '1 day'
  )
  select to_jsonb(j) || jsonb_build_object('at', now_is) into said
  from private.jumped_faults(now_is) j
  where (select count(distinct (told.code, told.release, told.at)) from told) < 3
    and not exists (select from told where told.code = j.code and told.release = j.release)
  order by j.visits desc, j.code, j.release limit 1;
  if said is null then
    return 0;
  end if;
  insert into public.outbox (channel, kind, recipient, facts, once, due_at, ends_at)
  select
    'letter', 'team-fault', t,
    said || jsonb_build_object('of', (
      select count(distinct i.session_id) from public.user_interactions i
      where i.created_at >= now_is - interval '1 hour' and i.created_at < now_is and not i.is_bot and not i.is_team
    )),
    concat_ws(':', 'team-fault', said ->> 'code', said ->> 'release', extract(epoch from now_is)::bigint, t),
    now_is, now_is + interval '1 day'
  from private.team_mailboxes() as t
  on conflict (once) do nothing;
  get diagnostics written = row_count;
  return written;
end
$function$
;
CREATE OR REPLACE FUNCTION private.plan_letters(now_is timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  settings public.desk_settings;
  here timestamp;
  written integer := 0;
  added integer;
begin
  if not pg_try_advisory_xact_lock(7206341007) then
    return 0;
  end if;
  select * into settings from public.desk_settings;
  here := now_is at time zone settings.time_zone;

  -- Reminds of what was settled before: whoever confirms for tomorrow has just written of it. One of the kinds for one
  -- time of the call, whoever holds it.
  insert into public.outbox (channel, kind, booking_id, facts, once, due_at, ends_at)
  select
    'letter', r.kind, b.id, jsonb_build_object('starts', lower(b.confirmed), 'ends', upper(b.confirmed)),
    r.kind || ':' || b.id || ':' || extract(epoch from lower(b.confirmed))::bigint, now_is, lower(b.confirmed) - r.latest
  from public.strategy_call_bookings b
  cross join (values
    ('reminder-day', interval '24 hours', interval '2 hours'),
    ('reminder-hour', interval '1 hour', interval '5 minutes')
  ) as r (kind, before, latest)
  where b.status = 'confirmed'
    and b.call_at > now_is + r.latest and b.call_at <= now_is + r.before
    and coalesce(b.call_changed_at < b.call_at - r.before, true)
  on conflict (once) do nothing;
  get diagnostics added = row_count;
  written := written + added;

  -- Four hours before the promise of a day is broken: of a booking, a message, or another time that was asked for.
  insert into public.outbox (channel, kind, booking_id, message_id, recipient, facts, once, due_at, ends_at)
  select
    'letter', 'team-risk', w.booking_id, w.message_id, t, w.facts,
    'team-risk:' || coalesce(w.booking_id, w.message_id) || w.what || ':' || t, now_is, w.since + interval '24 hours'
  from (
    select b.id as booking_id, null::uuid as message_id, b.created_at as since, '' as what, '{}'::jsonb as facts
    from public.strategy_call_bookings b where b.status = 'new' and b.answered_at is null
    union all
    select null, m.id, m.created_at, '', '{}' from public.contact_messages m
    where m.status = 'new' and m.answered_at is null
    union all
    select
      b.id, null, b.proposed_at, ':' || extract(epoch from b.proposed_at)::bigint,
      jsonb_build_object('proposed', b.proposed_time, 'since', b.proposed_at)
    from public.strategy_call_bookings b where b.status = 'confirmed' and b.proposed_at is not null
  ) w
  cross join private.team_mailboxes() as t
  where w.since <= now_is - interval '20 hours' and w.since > now_is - interval '24 hours'
  on conflict (once) do nothing;
  get diagnostics added = row_count;
  written := written + added;

  -- When a day of work begins.
  if settings.daily_digest and here::time >= settings.opens and here::time < settings.closes
    and extract(isodow from here)::integer = any (settings.work_days)
    and not exists (select from public.days_off d where d.day = here::date)
  then
    insert into public.outbox (channel, kind, recipient, facts, once, due_at, ends_at)
    select
      'letter', 'team-digest', t, jsonb_build_object('day', here::date), 'team-digest:' || here::date || ':' || t,
      now_is, (here::date + settings.closes) at time zone settings.time_zone
    from private.team_mailboxes() as t
    on conflict (once) do nothing;
    get diagnostics added = row_count;
    written := written + added;
  end if;
  return written;
end
$function$
;
CREATE OR REPLACE FUNCTION private.post_account_letter(user_id uuid, letter text, sealed text, ends_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  posted uuid;
begin
  insert into public.outbox (channel, kind, sent_as, user_id, sealed, ends_at)
  values (
    'letter', 'account', post_account_letter.letter, post_account_letter.user_id, post_account_letter.sealed,
    post_account_letter.ends_at
  ) returning id into posted;
  if post_account_letter.user_id is null then
    delete from public.outbox o where o.id = posted;
  end if;
end
$function$
;
CREATE OR REPLACE FUNCTION private.post_reset_letter(member uuid, reset_by uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    insert into public.outbox (channel, kind, user_id, facts)
    values ('letter', 'second-step-reset', member, jsonb_build_object('by', reset_by))
  $function$
;
CREATE OR REPLACE FUNCTION private.promised_by(asked timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (((asked AT TIME ZONE 'UTC'::text) + '24:00:00'::interval) AT TIME ZONE 'UTC'::text)
;
CREATE OR REPLACE FUNCTION private.propose_time(booking uuid, seen_status text, seen_start timestamp with time zone, proposed timestamp with time zone, now_is timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was public.strategy_call_bookings;
begin
  select * into was from public.strategy_call_bookings b where b.id = propose_time.booking for update;
  -- Pressed twice: it is there already.
  if (was.status = 'confirmed' and was.proposed_time = proposed)
    or (was.status in ('new', 'spam?') and was.preferred_time = proposed and was.call_at <> seen_start)
  then
    return 'done';
  elsif private.is_call_as_seen(was, seen_status, seen_start, now_is) is not true then
    return 'changed';
  elsif proposed <= now_is then
    return 'past';
  elsif proposed > now_is + interval '2 years' then
    return 'far';
  elsif date_trunc('minute', was.call_at) = proposed then
    return 'same';
  -- Nobody needs more, and each is a letter to the team.
  elsif (
    select count(*) from public.audit_log a
    where a.subject_id = was.id and a.action = 'booking_proposed' and a.at > now_is - interval '1 day'
  ) >= 5 then
    return 'often';
  end if;

  if was.status = 'confirmed' then
    update public.strategy_call_bookings b set proposed_time = proposed, proposed_at = now_is where b.id = was.id;
  else
    update public.strategy_call_bookings b set preferred_time = proposed where b.id = was.id;
  end if;
  perform private.record('booking_proposed', 'strategy_call_bookings', was.id, jsonb_build_object(
    'from', was.call_at, 'to', proposed, 'by', 'visitor'
  ));
  -- Not of what looks like spam: that waits until somebody has looked.
  if was.status <> 'spam?' then
    insert into public.outbox (channel, kind, booking_id, recipient, facts)
    select 'letter', 'team-proposal', was.id, t, jsonb_build_object('from', was.call_at, 'proposed', proposed)
    from (
      select t from private.team_mailboxes() as t
      union
      select h from private.call_hosts(was.assigned_to) as h where was.status = 'confirmed'
    ) team;
  end if;
  return 'done';
end
$function$
;
CREATE OR REPLACE FUNCTION private.prune_outbox(now_is timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from public.outbox o
  where o.state in ('sent', 'dropped') and o.settled_at < now_is - interval '90 days'
    and (o.channel = 'webhook' or o.recipient is not null or o.user_id is not null);
  get diagnostics gone = row_count;
  return gone;
end
$function$
;
CREATE OR REPLACE FUNCTION private.query_value(address text, name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN NULLIF("left"(private.trimmed(private.percent_decoded("substring"(split_part(address, '#'::text, 1), (('[?&]'::text || name) || '=([^&]*)'::text)))), 100), ''::text)
;
CREATE OR REPLACE FUNCTION private.record(action text, subject text, subject_id uuid, details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    insert into public.audit_log (actor, action, subject, subject_id, details)
    values (auth.uid(), action, subject, subject_id, details)
  $function$
;
CREATE OR REPLACE FUNCTION private.record_assignment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.record(
    tg_argv[0], tg_table_name, new.id, jsonb_build_object('from', old.assigned_to, 'to', new.assigned_to)
  );
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.record_day_off()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.record(
    case tg_op when 'INSERT' then 'day_off_added' else 'day_off_removed' end,
    'days_off', null, jsonb_build_object('day', case tg_op when 'INSERT' then new.day else old.day end)
  );
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.record_move()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.record(tg_argv[0], tg_table_name, new.id, jsonb_strip_nulls(jsonb_build_object(
    'from', old.status, 'to', new.status, 'confirmed', to_jsonb(new) ->> 'confirmed',
    'by', nullif(current_setting('backline.by', true), '')
  )));
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.record_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  note jsonb := jsonb_build_object('note', new.id);
begin
  if new.booking_id is null then
    perform private.record('message_noted', 'contact_messages', new.message_id, note);
  else
    perform private.record('booking_noted', 'strategy_call_bookings', new.booking_id, note);
  end if;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.record_reading(action text, subject text, subject_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select from public.audit_log a
    where a.subject_id = record_reading.subject_id and a.at > now() - interval '10 minutes'
      and a.actor = auth.uid() and a.action = record_reading.action
  ) then
    perform private.record(action, subject, subject_id);
  end if;
end
$function$
;
CREATE OR REPLACE FUNCTION private.record_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  names jsonb := (
    select jsonb_agg(n.key order by n.key) from jsonb_each(to_jsonb(new)) n
    where n.key <> 'updated_at' and n.value is distinct from to_jsonb(old) -> n.key
  );
begin
  if names is not null then
    perform private.record('settings_changed', 'desk_settings', null, jsonb_build_object('columns', names));
  end if;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.record_webhook()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  names jsonb;
begin
  if tg_op = 'INSERT' then
    perform private.record('webhook_added', 'webhooks', new.id, jsonb_build_object('events', new.events));
    return null;
  elsif tg_op = 'DELETE' then
    perform private.record('webhook_removed', 'webhooks', old.id);
    return null;
  end if;
  if new.sealed_secret <> old.sealed_secret then
    perform private.record('webhook_secret_renewed', 'webhooks', new.id);
  end if;
  if old.is_active and not new.is_active then
    if new.stopped_because is null then
      perform private.record('webhook_paused', 'webhooks', new.id);
    else
      perform private.record(
        'webhook_switched_off', 'webhooks', new.id, jsonb_build_object('because', new.stopped_because)
      );
    end if;
  elsif new.is_active and not old.is_active then
    perform private.record('webhook_resumed', 'webhooks', new.id);
  end if;
  select jsonb_agg(n.key order by n.key) into names from jsonb_each(to_jsonb(new)) n
    where n.key in ('url', 'description', 'events') and n.value is distinct from to_jsonb(old) -> n.key;
  if names is not null then
    perform private.record('webhook_changed', 'webhooks', new.id, jsonb_build_object('columns', names));
  end if;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.record_webhook_test(hook uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff('owner');
  perform private.record('webhook_tested', 'webhooks', hook);
end
$function$
;
CREATE OR REPLACE FUNCTION private.refuse(hint text, message text, facts jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = 'PT409', message = message, hint = hint, detail = facts::text;
end
$function$
;
CREATE OR REPLACE FUNCTION private.refuse_as_changed(id uuid, state text, confirmed tstzrange, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  last record;
begin
  select a.actor, a.at into last from public.audit_log a
  where a.subject_id = refuse_as_changed.id and a.action in ('booking_moved', 'message_moved')
  order by a.at desc, a.id desc limit 1;
  perform private.refuse('changed', format('This was changed meanwhile: it is %s now.', state), jsonb_build_object(
    'status', state, 'confirmed', confirmed, 'by', last.actor, 'at', coalesce(last.at, refuse_as_changed.at)
  ));
end
$function$
;
CREATE OR REPLACE FUNCTION private.refuse_rewriting()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = '42501';
end
$function$
;
CREATE OR REPLACE FUNCTION private.renew_outbox(holder uuid, ids uuid[], lease interval)
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    update public.outbox o set held_until = clock_timestamp() + lease
    where o.id = any (ids) and o.holder = renew_outbox.holder and o.state = 'sending'
    returning o.id
  $function$
;
CREATE OR REPLACE FUNCTION private.require_confirmed(confirmed boolean)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if confirmed is not true then
    raise exception 'This befalls everybody: say that you mean it' using errcode = '22023';
  end if;
end
$function$
;
CREATE OR REPLACE FUNCTION private.require_days(from_day date, to_day date, most integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if from_day > to_day then
    raise exception 'The first day, %, is after the last one, %', from_day, to_day using errcode = '22023';
  elsif most is not null and (from_day is null or to_day is null) then
    raise exception 'Name the first and the last day' using errcode = '22023';
  elsif to_day - from_day >= most then
    raise exception 'From % to % is more than % days', from_day, to_day, most using errcode = '22023';
  end if;
end
$function$
;
CREATE OR REPLACE FUNCTION private.require_insight_range(from_day date, to_day date, visitor text)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if from_day is null or to_day is null or not isfinite(from_day) or not isfinite(to_day) then
    raise exception 'Say the first and the last day of the range.' using errcode = '22023';
  elsif from_day > to_day then
    raise exception 'The range ends before it begins.' using errcode = '22023';
  elsif to_day - from_day >= 731 then
    raise exception 'A range has at most 731 days.' using errcode = '22023';
  elsif from_day < '2000-01-01' or to_day > '2199-12-31' then
    raise exception 'The range must lie between the years 2000 and 2199.' using errcode = '22023';
  elsif visitor is null or visitor not in ('person', 'bot', 'all') then
    raise exception 'The visitor must be person, bot or all.' using errcode = '22023';
  end if;
end
$function$
;
CREATE OR REPLACE FUNCTION private.require_staff(VARIADIC roles text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if private.staff_role() = any (roles) then
    return;
  end if;
  raise exception 'this is for %', array_to_string(roles, ' and ') using errcode = '42501';
end
$function$
;
CREATE OR REPLACE FUNCTION private.room_for_calls(starts timestamp with time zone, ends timestamp with time zone, OUT open integer, OUT free integer)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    with hours as (
      select s.call_minutes, coalesce(range_agg(tstzrange(o.begins, o.closes)), '{}') as open, coalesce((
        select range_agg(b.confirmed) from public.strategy_call_bookings b
        where b.status = 'confirmed' and b.confirmed && tstzrange(starts, ends)
      ), '{}') as busy
      from public.desk_settings s
      left join lateral (
        select greatest((d.day + s.opens) at time zone s.time_zone, starts) as begins,
          least((d.day + s.closes) at time zone s.time_zone, ends) as closes
        from (
          select a.at::date as day from generate_series(
            (starts at time zone s.time_zone)::date::timestamp, ends at time zone s.time_zone, interval '1 day'
          ) a (at)
        ) d
        where extract(isodow from d.day)::integer = any (s.work_days)
          and not exists (select from public.days_off f where f.day = d.day)
      ) o on o.begins < o.closes
      group by s.call_minutes
    )
    select
      (select coalesce(sum(private.calls_within(r.span, h.call_minutes)), 0)::integer from unnest(h.open) r (span)),
      (select coalesce(sum(private.calls_within(r.span, h.call_minutes)), 0)::integer from unnest(h.open - h.busy) r (span))
    from hours h
  $function$
;
CREATE OR REPLACE FUNCTION private.search_condition(term text, slips boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
    with way as (
      select string_agg(
        case when slips and word ~ '\D' and char_length(word) > 3 then format('search ~ %L', private.slip_pattern(word))
          else format('search like %L', private.like_pattern(word)) end, ' and '
      ) as condition
      from (select private.search_words(term) as words union select private.search_numbers(term)) ways, unnest(words) word
      group by words
    )
    select '(' || string_agg(condition, ' or ' order by condition) || ')' from way
  $function$
;
CREATE OR REPLACE FUNCTION private.search_numbers(term text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select coalesce(array_agg(
      case when word ~ '^\D*\d{5,}\D*$' then right(ltrim(private.phone_digits(word), '0'), 8) else word end order by place
    ), '{}')
    from unnest(private.search_words(
      regexp_replace(replace(left(term, 200), '(0)', ''), '(\d)[\s()./+-]+(?=\d)', '\1', 'g')
    )) with ordinality as _ (word, place)
  $function$
;
CREATE OR REPLACE FUNCTION private.search_text(phone text, name text, email text, company text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  words text := name || ' ' || email || ' ' || company;
begin
  words := concat(
    private.phone_digits(phone) || ' ',
    case when octet_length(words) = char_length(words) then lower(translate(words, '''`', '')) else private.plain(words) end
  );
  return case when octet_length(words) > 2000 then left(words, 500) else words end;
end
$function$
;
CREATE OR REPLACE FUNCTION private.search_words(term text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select coalesce(array_agg(word order by place), '{}')
    from regexp_split_to_table(private.plain(left(term, 200)), '\s+') with ordinality as _ (word, place)
    where word <> '' and place <= 7
  $function$
;
CREATE OR REPLACE FUNCTION private.second_thought()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
AS $function$ select interval '15 seconds' $function$
;
CREATE OR REPLACE FUNCTION private.session_is_live()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select auth.jwt() ->> 'session_id' is null or exists (
      select from private.live_sessions s
      where s.id::text = auth.jwt() ->> 'session_id' and s.user_id = auth.uid()
    )
  $function$
;
CREATE OR REPLACE FUNCTION private.settle_outbox(id uuid, holder uuid, state text, sent_as text, reason text, is_doubtful boolean, due_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.outbox o set
    state = settle_outbox.state,
    sent_as = coalesce(settle_outbox.sent_as, o.sent_as),
    reason = left(settle_outbox.reason, 300),
    is_doubtful = o.is_doubtful or settle_outbox.is_doubtful,
    due_at = coalesce(settle_outbox.due_at, o.due_at),
    settled_at = case when settle_outbox.state <> 'waiting' then clock_timestamp() end,
    sealed = case when settle_outbox.state in ('waiting', 'failed') then o.sealed end,
    holder = null,
    held_until = null
  where o.id = settle_outbox.id and o.holder = settle_outbox.holder and o.state = 'sending';
  return found;
end
$function$
;
CREATE OR REPLACE FUNCTION private.settle_outbox_items(holder uuid, items jsonb)
 RETURNS TABLE(id uuid, is_settled boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  ours uuid[];
  free uuid[];
begin
  ours := array(
    select o.id from public.outbox o
    where o.id = any (array(select (i ->> 'id')::uuid from jsonb_array_elements(items) i))
      and o.holder = settle_outbox_items.holder and o.state = 'sending'
  );
  free := array(
    select o.id from public.outbox o
    where o.id = any (ours) and o.holder = settle_outbox_items.holder and o.state = 'sending'
    for update skip locked
  );
  update public.outbox o set
    state = t.state,
    sent_as = coalesce(t.sent_as, o.sent_as),
    reason = left(t.reason, 300),
    is_doubtful = o.is_doubtful or t.is_doubtful,
    attempts = o.attempts - t.is_untried::int,
    due_at = coalesce(t.due_at, o.due_at),
    settled_at = case when t.state <> 'waiting' then clock_timestamp() end,
    sealed = case when t.state in ('waiting', 'failed') then o.sealed end,
    holder = null,
    held_until = null
  from jsonb_to_recordset(items) t (
    id uuid, state text, sent_as text, reason text, is_doubtful boolean, is_untried boolean, due_at timestamptz
  )
  where o.id = any (free) and t.id = o.id;
  return query select u.id, u.id = any (free) from unnest(ours) u (id);
end
$function$
;
CREATE OR REPLACE FUNCTION private.slip_pattern(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
    with escaped as (
      select array_agg(regexp_replace(letter, '([^[:alnum:]])', '\\\1') order by place) as letters
      from regexp_split_to_table(word, '') with ordinality as _ (letter, place)
    ),
    slip as (
      select array_to_string(letters[:at - 1], '') as before, letters[at] as letter, letters[at + 1] as next,
        array_to_string(letters[at + 1:], '') as after, array_to_string(letters[at + 2:], '') as later
      from escaped, generate_series(1, cardinality(letters)) at
    )
    select '(?:^|[\s@.,;:_&/("+-])(?:' || string_agg(
      concat_ws('|',
        before || '.' || after,
        before || '.' || letter || after,
        case when char_length(word) > 4 then before || after end,
        before || next || letter || later
      ), '|'
    ) || ')'
    from slip
  $function$
;
CREATE OR REPLACE FUNCTION private.space_letters()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mailbox text;
  queued timestamptz;
  told integer;
  last_told timestamptz;
  due timestamptz;
begin
  if current_setting('role', true) is distinct from 'anon'
    and coalesce(current_setting('backline.by', true), '') <> 'visitor'
  then
    return new;
  end if;
  select private.mailbox_of(coalesce(
    (select b.email from public.strategy_call_bookings b where b.id = new.booking_id),
    (select m.email from public.contact_messages m where m.id = new.message_id)
  )) into mailbox;
  if mailbox is null or private.is_known_mailbox(mailbox) then
    return new;
  end if;
  -- Of two at once, the second sees what the first wrote.
  perform pg_advisory_xact_lock(hashtextextended('letters to ' || mailbox, 0));
  select
    max(o.due_at) filter (where o.state = 'waiting' and o.facts ? 'waits'),
    count(*) filter (where o.state <> 'dropped' and not (o.state = 'waiting' and o.facts ? 'waits')),
    max(coalesce(o.settled_at, o.due_at)) filter (where o.state <> 'dropped' and not (o.state = 'waiting' and o.facts ? 'waits'))
  into queued, told, last_told
  from private.letters_to(mailbox) o;
  due := case
    when queued is not null then greatest(queued, now()) + interval '1 minute'
    when told > 0 then last_told + interval '1 hour' * power(4, least(told - 1, 2))
  end;
  if due > new.due_at then
    new.due_at := due;
    new.give_up_at := due + interval '3 days';
    new.facts := new.facts || '{"waits": true}';
  end if;
  return new;
end
$function$
;
CREATE OR REPLACE FUNCTION private.spend_proof(proof text, until timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.spent_proofs s where s.proof in (
    select o.proof from private.spent_proofs o where o.until < now() limit 100 for update skip locked
  );
  insert into private.spent_proofs (proof, until) values (spend_proof.proof, spend_proof.until)
  on conflict on constraint spent_proofs_pkey do nothing;
  return found;
end
$function$
;
CREATE OR REPLACE FUNCTION private.staff_role()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select m.role from public.staff_members m
    join private.live_sessions s on s.user_id = m.id
    where m.id = auth.uid() and m.disabled_at is null
      and s.id::text = auth.jwt() ->> 'session_id' and s.aal = 'aal2' and auth.jwt() ->> 'aal' = 'aal2'
  $function$
;
CREATE OR REPLACE FUNCTION private.sum_vitals(since date)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    delete from private.vital_months where month >= date_trunc('month', since);
    insert into private.vital_months (month, name, visitor, bucket, samples)
      select date_trunc('month', day)::date, name, visitor, bucket, sum(samples) from private.vital_days
      where day >= date_trunc('month', since) group by 1, 2, 3, 4
  $function$
;
CREATE OR REPLACE FUNCTION private.take_back_events(b strategy_call_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.outbox o set state = 'dropped', reason = 'taken back', settled_at = now()
  where o.booking_id = b.id and o.channel = 'webhook' and o.state = 'waiting' and o.attempts = 0
    and o.kind in ('booking.confirmed', 'booking.cancelled')
    and o.created_at >= (
      select min(p.created_at) from public.outbox p
      where p.booking_id = b.id and p.channel = 'webhook' and p.state = 'waiting' and p.attempts = 0
        and p.facts -> 'before' = private.how_call_stands(b)
    );
  return found;
end
$function$
;
CREATE OR REPLACE FUNCTION private.team_mailboxes()
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select distinct lower(m.mailbox) from public.desk_settings s, unnest(s.answer_mailboxes) as m (mailbox)
    union
    select lower(u.email) from public.staff_members m join auth.users u on u.id = m.id
    where m.role = 'owner' and m.disabled_at is null and u.deleted_at is null and u.email is not null
      and not exists (select from public.desk_settings s where cardinality(s.answer_mailboxes) > 0);
end
$function$
;
CREATE OR REPLACE FUNCTION private.tell(channel text, payloads text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if nullif(current_setting('request.jwt.claims', true), '')::jsonb -> 'announces' = 'true' then
    insert into private.unannounced (channel, payloads) values (tell.channel, tell.payloads);
  else
    perform pg_notify(tell.channel, p) from unnest(tell.payloads) as p;
  end if;
end
$function$
;
CREATE OR REPLACE FUNCTION private.tell_of_account(kind text, about uuid, facts jsonb, cause text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    insert into public.outbox (channel, kind, user_id, facts, once)
    select 'letter', tell_of_account.kind, m.id, facts || jsonb_build_object('about', about), cause || ' to ' || m.id
    from public.staff_members m join auth.users u on u.id = m.id
    where (m.id = about or m.role = 'owner') and m.disabled_at is null
      and u.email_confirmed_at is not null and u.deleted_at is null
      and exists (select from public.staff_members w where w.id = about and w.disabled_at is null)
    on conflict (once) do nothing
  $function$
;
CREATE OR REPLACE FUNCTION private.tell_of_arrivals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell('realtime', array_agg(json_build_object(
    'schema', tg_table_schema, 'table', tg_table_name, 'type', tg_op, 'id', a.id, 'at', now()
  )::text))
  from arrived a having count(*) > 0;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.tell_of_large_export()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  large constant bigint := 1000;
  exported bigint := (new.details ->> 'rows')::bigint;
  of_day bigint;
begin
  if exported >= large then
    perform private.tell_of_account(
      'large-export', new.actor, jsonb_build_object('action', new.action, 'rows', exported), 'export ' || new.id
    );
    return null;
  end if;
  select sum((l.details ->> 'rows')::bigint) into of_day from public.audit_log l
  where l.at > now() - interval '1 day' and l.actor = new.actor and l.action like '%\_exported';
  if of_day >= large then
    perform private.tell_of_account(
      'large-export', new.actor, jsonb_build_object('rows', of_day),
      'exports of ' || new.actor || ' on ' || (now() at time zone 'UTC')::date
    );
  end if;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.tell_of_new_device(member uuid, agent text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.tell_of_account('new-device', member, jsonb_build_object('agent', agent)) $function$
;
CREATE OR REPLACE FUNCTION private.tidy_contact_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  new.name := private.trimmed(new.name);
  new.email := private.trimmed(new.email);
  new.company := private.trimmed(new.company);
  new.message := private.trimmed(new.message);
  new.budget_note := nullif(private.trimmed(new.budget_note), '');
  new.landing_page := nullif(private.trimmed(new.landing_page), '');
  new.referrer := nullif(private.trimmed(new.referrer), '');
  if tg_op = 'INSERT' and current_user in ('anon', 'authenticated') then
    if new.status = 'new'
      and private.looks_automatic(new.email, new.fill_seconds, new.filled_by, new.budget_note)
    then
      new.status := 'spam?';
    end if;
    new.source := private.visit_source(new.landing_page, new.referrer);
    new.campaign := private.visit_campaign(new.landing_page);
    new.first_view := private.visit_first_view(new.landing_page);
  end if;
  return new;
end
$function$
;
CREATE OR REPLACE FUNCTION private.tidy_day_off()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.note := nullif(private.trimmed(new.note), '');
  return new;
end
$function$
;
CREATE OR REPLACE FUNCTION private.tidy_desk_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  broken text := case
    -- Names that browsers know too: not those for other ways of counting seconds.
    when new.time_zone is distinct from old.time_zone and (new.time_zone ~ '^(posix|right)/' or not exists (
      select from pg_catalog.pg_timezone_names z where z.name = new.time_zone
    )) then 'time_zone'
    when cardinality(new.answer_mailboxes) > 10 or exists (
      select from unnest(new.answer_mailboxes) as mailbox
      where mailbox is null or char_length(mailbox) > 254
        or mailbox !~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'
    ) then 'answer_mailboxes'
  end;
begin
  if broken is not null then
    raise exception using
      errcode = 'check_violation',
      schema = tg_table_schema,
      table = tg_table_name,
      constraint = 'desk_settings_' || broken || '_check',
      message = format('new row for relation "desk_settings" violates check constraint "desk_settings_%s_check"', broken);
  end if;
  new.updated_at := now();
  return new;
end
$function$
;
CREATE OR REPLACE FUNCTION private.tidy_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.body := private.trimmed(new.body);
  return new;
end
$function$
;
CREATE OR REPLACE FUNCTION private.tidy_strategy_call_booking()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  elsif current_user in ('anon', 'authenticated')
    -- A visitor's time only: a restore brings rows whose time has passed. Five minutes, because clocks
    -- differ and forms wait; two years, because a later year is a slip of the finger.
    and new.preferred_time not between now() - interval '5 minutes' and now() + interval '2 years'
  then
    -- A check cannot ask for the time, so this refusal speaks as the column's check does. The hint says which it was, in
    -- the words of the contract.
    raise exception using
      errcode = 'check_violation',
      hint = case
        when new.preferred_time < now() then 'preferred_time must not be in the past'
        else 'preferred_time must lie within 2 years'
      end,
      schema = tg_table_schema,
      table = tg_table_name,
      constraint = 'strategy_call_bookings_preferred_time_check',
      message = 'new row for relation "strategy_call_bookings" violates check constraint '
        '"strategy_call_bookings_preferred_time_check"';
  end if;

  new.name := private.trimmed(new.name);
  new.email := private.trimmed(new.email);
  new.company := private.trimmed(new.company);
  new.phone := private.trimmed(new.phone);
  new.time_zone := nullif(private.trimmed(new.time_zone), '');
  new.message := nullif(private.trimmed(new.message), '');
  new.monthly_revenue := nullif(private.trimmed(new.monthly_revenue), '');
  new.budget_note := nullif(private.trimmed(new.budget_note), '');
  new.landing_page := nullif(private.trimmed(new.landing_page), '');
  new.referrer := nullif(private.trimmed(new.referrer), '');
  -- A visitor's row only: a restore brings rows that the team has judged, and sources that it knows.
  if tg_op = 'INSERT' and current_user in ('anon', 'authenticated') then
    if new.status = 'new'
      and private.looks_automatic(new.email, new.fill_seconds, new.filled_by, new.budget_note)
    then
      new.status := 'spam?';
    end if;
    new.source := private.visit_source(new.landing_page, new.referrer);
    new.campaign := private.visit_campaign(new.landing_page);
    new.first_view := private.visit_first_view(new.landing_page);
  end if;
  return new;
end
$function$
;
CREATE OR REPLACE FUNCTION private.tidy_webhook()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.description := nullif(private.trimmed(new.description), '');
  if tg_op = 'UPDATE' then
    new.updated_at := now();
    -- Paused, begun again or aimed elsewhere: what went wrong before counts no more.
    if (new.is_active and not old.is_active) or new.url <> old.url then
      new.failing_since := null;
    end if;
    if new.is_active then
      new.stopped_because := null;
    end if;
  -- Each of them costs a row for everything that arrives.
  elsif (select count(*) from public.webhooks) >= 20 then
    perform private.refuse('too_many', 'Twenty webhooks are enough: remove one first.', '{"most": 20}');
  end if;
  return new;
end
$function$
;
CREATE OR REPLACE FUNCTION private.touch_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  return new;
end
$function$
;
CREATE OR REPLACE FUNCTION private.trace_bookings(from_day date, to_day date)
 RETURNS SETOF private.booking_visits
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  return query
  select b.id,
    coalesce((array_agg(distinct left(i.event_data ->> 'view', 100))
      filter (where i.event_type = 'page_view' and i.event_data ->> 'view' is not null))[1:100], '{}'),
    coalesce((array_agg(distinct left(i.event_data ->> 'pack', 100))
      filter (where i.event_type = 'download' and i.event_data ->> 'pack' is not null))[1:100], '{}')
  from public.strategy_call_bookings b
  cross join lateral (select (b.created_at at time zone 'UTC')::date as day) d
  join public.user_interactions i
    on i.session_id = b.session_id and i.event_type in ('page_view', 'download')
    and i.created_at >= d.day::timestamp at time zone 'UTC' - interval '6 hours'
    and i.created_at < (d.day + 1)::timestamp at time zone 'UTC' + interval '1 hour'
  where b.created_at >= from_day::timestamp at time zone 'UTC'
    and b.created_at < (to_day + 1)::timestamp at time zone 'UTC'
    -- Said of the whole too, so that only the partitions of these days are read.
    and i.created_at >= from_day::timestamp at time zone 'UTC' - interval '6 hours'
    and i.created_at < (to_day + 1)::timestamp at time zone 'UTC' + interval '1 hour'
  group by b.id;
end
$function$
;
CREATE OR REPLACE FUNCTION private.trimmed(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    select btrim(
      value,
      U&'\0009\000a\000b\000c\000d\0020\00a0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200a\2028\2029\202f\205f\3000\feff'
    )
  $function$
;
CREATE OR REPLACE FUNCTION private.try_write()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64kB'
AS $function$
declare
  moment timestamptz := clock_timestamp();
begin
  perform count(w.words) from (
    with wide as materialized (select repeat('x', 1000) || n as words from generate_series(1, 400) n)
    select wide.words from wide
  ) w;
  update private.write_tries set at = moment;
  return moment;
end
$function$
;
CREATE OR REPLACE FUNCTION private.view_condition(view text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select case view
      when 'all' then $c$status not in ('spam', 'spam?')$c$
      when 'open' then $c$(status = 'new' or due_at is not null) and status not in ('spam', 'spam?')$c$
      when 'overdue' then 'due_at < now()'
      when 'any' then 'true'
      else format('status = %L', view) end
  $function$
;
CREATE OR REPLACE FUNCTION private.visit_campaign(page_url text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN private.query_value(page_url, 'utm_campaign'::text)
;
CREATE OR REPLACE FUNCTION private.visit_first_view(page_url text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (page_url IS NULL) THEN NULL::text ELSE COALESCE("substring"(private.query_value(page_url, 'view'::text), '^[a-z0-9-]+$'::text), 'home'::text) END
;
CREATE OR REPLACE FUNCTION private.visit_source(page_url text, referrer text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (page_url IS NULL) THEN 'site'::text ELSE COALESCE(lower(private.query_value(page_url, 'utm_source'::text)), "left"(NULLIF(private.host_of(referrer), COALESCE(private.host_of(page_url), ''::text)), 100), 'direct'::text) END
;
CREATE OR REPLACE FUNCTION private.visit_times(address text)
 RETURNS TABLE(session_id uuid, from_time timestamp with time zone, to_time timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION private.visitor_call(booking uuid)
 RETURNS TABLE(id uuid, created_at timestamp with time zone, name text, company text, challenge text, team_size text, message text, status text, call_at timestamp with time zone, starts timestamp with time zone, ends timestamp with time zone, proposed_time timestamp with time zone, proposed_at timestamp with time zone, answered_at timestamp with time zone, call_changed_at timestamp with time zone, call_sequence integer, time_zone text, desk_zone text, call_minutes integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select
      b.id, b.created_at, b.name, b.company, b.current_challenges, b.team_size, b.message,
      case b.status when 'spam?' then 'new' else b.status end,
      b.call_at, lower(b.confirmed), upper(b.confirmed), b.proposed_time, b.proposed_at, b.answered_at, b.call_changed_at,
      b.call_sequence, b.time_zone, s.time_zone, s.call_minutes
    from public.strategy_call_bookings b cross join public.desk_settings s
    where b.id = visitor_call.booking and b.status <> 'spam'
  $function$
;
CREATE OR REPLACE FUNCTION private.visits_between(from_time timestamp with time zone, to_time timestamp with time zone)
 RETURNS SETOF private.visits
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
 SET work_mem TO '32MB'
 SET enable_nestloop TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  return query
  with event as not materialized (
    select (i.created_at at time zone 'UTC')::date as day, i.*
    from public.user_interactions i
    where i.created_at >= from_time and i.created_at < to_time
  ),
  visit as materialized (
    select
      e.day, e.session_id,
      case when bool_or(e.is_team) then 'team' when bool_or(e.is_bot) then 'bot' else 'person' end as visitor,
      min(e.visitor_key) as browser,
      count(*) filter (where e.event_type = 'page_view') as views,
      coalesce(bool_or(e.event_data ->> 'modal' = 'booking') filter (where e.event_type = 'modal_open'), false)
        as opened,
      coalesce(bool_or(e.event_data @> '{"form": "booking", "outcome": "stored"}')
        filter (where e.event_type = 'form_submit'), false) as sent
    from event e
    group by 1, 2
  ),
  step as materialized (
    select e.day, e.session_id, e.created_at, e.id, e.page_url, e.referrer,
      case when e.event_type = 'page_view' then left(coalesce(e.event_data ->> 'view', ''), 100) end as view,
      case when e.event_type = 'download' then left(coalesce(e.event_data ->> 'pack', ''), 100) end as pack
    from event e
    where e.event_type in ('page_view', 'download')
  ),
  way as (
    select s.day, s.session_id, array_agg(s.view) filter (where s.view is not null) as seen,
      array_agg(s.pack) filter (where s.pack is not null) as taken
    from step s group by 1, 2
  ),
  -- The first page. Who is still here from the day before may have opened none.
  began as materialized (
    (
      select distinct on (s.day, s.session_id) s.day, s.session_id, s.page_url, s.referrer, s.view
      from step s
      where s.view is not null
      order by s.day, s.session_id, s.created_at, s.id
    )
    union all
    (
      select distinct on (e.day, e.session_id) e.day, e.session_id, e.page_url, e.referrer,
        coalesce(private.visit_first_view(e.page_url), '')
      from visit join event e using (day, session_id)
      where visit.views = 0
      order by e.day, e.session_id, e.created_at, e.id
    )
  ),
  -- Addresses are few beside the visits that name them, and reading one is dear.
  address as materialized (
    select page_url, referrer, private.visit_source(page_url, referrer) as source,
      private.visit_campaign(page_url) as campaign
    from (select distinct began.page_url, began.referrer from began) _
  )
  select v.day, v.session_id, v.visitor, v.browser, v.views, v.opened, v.sent, address.source, address.campaign,
    began.view, coalesce(way.seen, '{}'), coalesce(way.taken, '{}')
  from visit v
  join began using (day, session_id)
  -- Written so that it can be hashed: none of them is empty.
  join address on coalesce(address.page_url, '') = coalesce(began.page_url, '')
    and coalesce(address.referrer, '') = coalesce(began.referrer, '')
  left join way using (day, session_id);
end
$function$
;
CREATE OR REPLACE FUNCTION private.visits_of(address text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
  $function$
;
CREATE OR REPLACE FUNCTION private.vital_bucket(value numeric)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (CASE WHEN (value < 0.00005) THEN ('-32768'::integer)::double precision ELSE ceil((ln((LEAST(value, '1000000000'::numeric))::double precision) / ln((1.05)::double precision))) END)::smallint
;
CREATE OR REPLACE FUNCTION private.vital_value(bucket smallint)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (bucket = '-32768'::integer) THEN (0)::numeric ELSE (power((1.05)::double precision, (((bucket)::numeric - 0.5))::double precision))::numeric END
;
CREATE OR REPLACE FUNCTION private.wake_outbox()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell('outbox', array_agg(distinct a.channel)) from added a having count(*) > 0;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.week_of(day date, time_zone text, OUT monday date, OUT starts timestamp with time zone, OUT ends timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select m.monday, m.monday::timestamp at time zone time_zone, (m.monday + 7)::timestamp at time zone time_zone
    from (select date_trunc('week', day::timestamp)::date as monday) m
  $function$
;
CREATE OR REPLACE FUNCTION public.read_booking(booking uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION public.read_message(message uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION public.read_person(address text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION public.replace_keys(confirmed boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff('owner');
  perform private.require_confirmed(confirmed);
  delete from private.signing_keys;
  perform private.record('keys_replaced', 'sessions', null);
end
$function$
;
CREATE OR REPLACE FUNCTION public.reset_second_factor(member uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  removed int;
begin
  perform private.require_staff('owner');
  if member = auth.uid() then
    raise exception 'your own second step is yours to change while you have it' using errcode = '42501';
  end if;
  if not exists (select from public.staff_members m where m.id = member) then
    raise exception 'Nobody like this works here' using errcode = 'PT404';
  end if;
  delete from auth.mfa_factors f where f.user_id = member;
  get diagnostics removed = row_count;
  delete from private.recovery_code_sets c where c.user_id = member;
  delete from auth.sessions s where s.user_id = member;
  if removed > 0 then
    perform private.post_reset_letter(member, auth.uid());
  end if;
  perform private.record(
    'second_factor_reset', 'staff_members', member, jsonb_build_object('factors', removed)
  );
end
$function$
;
CREATE OR REPLACE FUNCTION public.send_again(item uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was public.outbox;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.outbox o where o.id = item for update;
  if not found or (was.user_id is not null and private.staff_role() <> 'owner') then
    raise exception 'There is nothing like that to send.' using errcode = 'PT404';
  end if;
  if was.state not in ('failed', 'waiting') then
    perform private.refuse(
      'not_allowed', format('What is %s is not sent again.', was.state), jsonb_build_object('state', was.state)
    );
  end if;
  update public.outbox o set
    state = 'waiting', due_at = now(), give_up_at = now() + interval '3 days', attempts = 0, settled_at = null
  where o.id = item;
  perform private.record(was.channel || '_retried', 'outbox', item, jsonb_build_object('kind', was.kind));
  perform pg_notify('outbox', was.channel);
end
$function$
;
CREATE OR REPLACE FUNCTION public.week_of_calls(day date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$
;

-- Tables

create table audit_log (
  id bigint not null,
  at timestamp with time zone not null default now(),
  actor uuid,
  action text not null,
  subject text not null,
  subject_id uuid,
  details jsonb not null default '{}'::jsonb,
  constraint audit_log_action_check CHECK ((action ~ '^[a-z_]{2,40}$'::text)),
  constraint audit_log_details_check CHECK (((jsonb_typeof(details) = 'object'::text) AND (pg_column_size(details) <= 8192))),
  constraint audit_log_pkey PRIMARY KEY (id)
);
create table contact_messages (
  id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  name text not null,
  email text not null,
  company text not null,
  message text not null,
  inquiry_type text not null,
  status text not null default 'new'::text,
  assigned_to uuid,
  updated_at timestamp with time zone not null default now(),
  fill_seconds real,
  budget_note text,
  session_id uuid,
  landing_page text,
  referrer text,
  source text not null default 'site'::text,
  campaign text,
  first_view text,
  answered_at timestamp with time zone,
  filled_by text,
  due_at timestamp with time zone default 
CASE
    WHEN ((status = 'new'::text) AND (answered_at IS NULL)) THEN private.promised_by(created_at)
    ELSE NULL::timestamp with time zone
END,
  search text default private.search_text(NULL::text, name, email, company),
  mailbox text,
  constraint contact_messages_budget_note_check CHECK (((char_length(budget_note) >= 1) AND (char_length(budget_note) <= 2000))),
  constraint contact_messages_campaign_check CHECK (((char_length(campaign) >= 1) AND (char_length(campaign) <= 100))),
  constraint contact_messages_company_check CHECK (((char_length(company) >= 1) AND (char_length(company) <= 200))),
  constraint contact_messages_email_check CHECK (((char_length(email) <= 254) AND (email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'::text))),
  constraint contact_messages_fill_seconds_check CHECK (((fill_seconds >= (0)::double precision) AND (fill_seconds <= ('1000000000'::numeric)::double precision))),
  constraint contact_messages_filled_by_check CHECK ((filled_by = ANY (ARRAY['person'::text, 'browser'::text]))),
  constraint contact_messages_first_view_check CHECK (((char_length(first_view) >= 1) AND (char_length(first_view) <= 100))),
  constraint contact_messages_inquiry_type_check CHECK ((inquiry_type = ANY (ARRAY['partner360'::text, 'services'::text, 'partnership'::text, 'support'::text, 'other'::text]))),
  constraint contact_messages_landing_page_check CHECK (((char_length(landing_page) >= 1) AND (char_length(landing_page) <= 2000))),
  constraint contact_messages_mailbox_check CHECK ((mailbox = ANY (ARRAY['asked'::text, 'confirmed'::text]))),
  constraint contact_messages_message_check CHECK (((char_length(message) >= 1) AND (char_length(message) <= 5000))),
  constraint contact_messages_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint contact_messages_pkey PRIMARY KEY (id),
  constraint contact_messages_referrer_check CHECK (((char_length(referrer) >= 1) AND (char_length(referrer) <= 2000))),
  constraint contact_messages_source_check CHECK (((char_length(source) >= 1) AND (char_length(source) <= 100))),
  constraint contact_messages_status_check CHECK ((status = ANY (ARRAY['new'::text, 'spam?'::text, 'answered'::text, 'closed'::text, 'spam'::text])))
);
create table days_off (
  day date not null,
  note text,
  constraint days_off_day_check CHECK (isfinite(day)),
  constraint days_off_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 200))),
  constraint days_off_pkey PRIMARY KEY (day)
);
create table desk_settings (
  "only" boolean not null default true,
  updated_at timestamp with time zone not null default now(),
  time_zone text not null default 'UTC'::text,
  weekly_capacity integer not null default 5,
  opens time without time zone not null default '09:00:00'::time without time zone,
  closes time without time zone not null default '17:00:00'::time without time zone,
  work_days integer[] not null default '{1,2,3,4,5}'::integer[],
  call_minutes integer not null default 30,
  answer_mailboxes text[] not null default '{}'::text[],
  keep_interaction_days integer,
  keep_people_days integer,
  daily_digest boolean not null default true,
  constraint desk_settings_call_minutes_check CHECK (((call_minutes >= 15) AND (call_minutes <= 120))),
  constraint desk_settings_closes_check CHECK ((opens < closes)),
  constraint desk_settings_keep_interaction_days_check CHECK (((keep_interaction_days >= 30) AND (keep_interaction_days <= 3650))),
  constraint desk_settings_keep_people_days_check CHECK (((keep_people_days >= 30) AND (keep_people_days <= 3650))),
  constraint desk_settings_only_check CHECK ("only"),
  constraint desk_settings_pkey PRIMARY KEY ("only"),
  constraint desk_settings_weekly_capacity_check CHECK (((weekly_capacity >= 0) AND (weekly_capacity <= 200))),
  constraint desk_settings_work_days_check CHECK (((work_days <@ '{1,2,3,4,5,6,7}'::integer[]) AND (array_position(work_days, NULL::integer) IS NULL) AND (cardinality(work_days) <= 7)))
);
create table interaction_days (
  day date not null,
  event_type text not null,
  subject text not null,
  visitor text not null,
  events bigint not null,
  sessions bigint not null,
  p75 numeric,
  constraint interaction_days_pkey PRIMARY KEY (day, event_type, subject, visitor),
  constraint interaction_days_visitor_check CHECK ((visitor = ANY (ARRAY['person'::text, 'bot'::text, 'team'::text])))
);
create table notes (
  id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  author uuid default auth.uid(),
  booking_id uuid,
  message_id uuid,
  body text not null,
  constraint notes_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 5000))),
  constraint notes_booking_id_check CHECK ((num_nonnulls(booking_id, message_id) = 1)),
  constraint notes_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES strategy_call_bookings(id) ON DELETE CASCADE,
  constraint notes_message_id_fkey FOREIGN KEY (message_id) REFERENCES contact_messages(id) ON DELETE CASCADE,
  constraint notes_pkey PRIMARY KEY (id)
);
create table outbox (
  id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  channel text not null,
  kind text not null,
  sent_as text,
  booking_id uuid,
  message_id uuid,
  user_id uuid,
  recipient text,
  facts jsonb not null default '{}'::jsonb,
  sealed text,
  once text,
  due_at timestamp with time zone not null default now(),
  ends_at timestamp with time zone,
  give_up_at timestamp with time zone not null default (now() + '3 days'::interval),
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  holder uuid,
  held_until timestamp with time zone,
  is_doubtful boolean not null default false,
  reason text,
  settled_at timestamp with time zone,
  webhook_id uuid,
  constraint outbox_booking_id_check CHECK ((num_nonnulls(booking_id, message_id) <= 1)),
  constraint outbox_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES strategy_call_bookings(id) ON DELETE CASCADE,
  constraint outbox_channel_check CHECK ((channel = ANY (ARRAY['letter'::text, 'webhook'::text]))),
  constraint outbox_kind_check CHECK (((kind ~ '^[a-z]+([.-][a-z]+)*$'::text) AND (char_length(kind) <= 40))),
  constraint outbox_message_id_fkey FOREIGN KEY (message_id) REFERENCES contact_messages(id) ON DELETE CASCADE,
  constraint outbox_once_key UNIQUE (once),
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_reason_check CHECK ((char_length(reason) <= 300)),
  constraint outbox_recipient_check CHECK ((char_length(recipient) <= 254)),
  constraint outbox_sent_as_check CHECK (((sent_as ~ '^[a-z]+([.-][a-z]+)*$'::text) AND (char_length(sent_as) <= 40))),
  constraint outbox_state_check CHECK (((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'dropped'::text, 'failed'::text])) AND ((state = 'sending'::text) = (holder IS NOT NULL)) AND ((state = 'sending'::text) = (held_until IS NOT NULL)))),
  constraint outbox_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint outbox_webhook_id_check CHECK (((channel = 'webhook'::text) = (webhook_id IS NOT NULL))),
  constraint outbox_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);
create table private.booking_visits (
  booking uuid not null,
  views text[] not null,
  packs text[] not null,
  constraint booking_visits_booking_fkey FOREIGN KEY (booking) REFERENCES strategy_call_bookings(id) ON DELETE CASCADE,
  constraint booking_visits_pkey PRIMARY KEY (booking)
);
create table private.challenge_guards (
  challenge_id uuid not null,
  address_hash text not null,
  failures integer not null default 0,
  constraint challenge_guards_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES auth.mfa_challenges(id) ON DELETE CASCADE,
  constraint challenge_guards_pkey PRIMARY KEY (challenge_id)
);
create table private.ended_tokens (
  jti uuid not null,
  ends_at timestamp with time zone not null default (now() + '2 days'::interval),
  constraint ended_tokens_pkey PRIMARY KEY (jti)
);
create table private.fault_days (
  day date not null,
  code text not null,
  place text not null,
  cause text not null,
  release text not null,
  visitor text not null,
  faults bigint not null,
  visits bigint not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  constraint fault_days_pkey PRIMARY KEY (day, code, place, cause, release, visitor),
  constraint fault_days_visitor_check CHECK ((visitor = ANY (ARRAY['person'::text, 'bot'::text])))
);
create table private.known_devices (
  user_id uuid not null,
  device text not null,
  created_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  constraint known_devices_pkey PRIMARY KEY (user_id, device),
  constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
create table private.last_here (
  member uuid not null,
  at timestamp with time zone not null,
  constraint last_here_member_fkey FOREIGN KEY (member) REFERENCES staff_members(id) ON DELETE CASCADE,
  constraint last_here_pkey PRIMARY KEY (member)
);
create table private.last_upkeep (
  is_only boolean not null default true,
  day date not null,
  constraint last_upkeep_is_only_check CHECK (is_only),
  constraint last_upkeep_pkey PRIMARY KEY (is_only)
);
create table private.one_time_codes (
  token_id uuid not null,
  code_hash text not null,
  failures integer not null default 0,
  expires_at timestamp with time zone not null,
  flow_id uuid,
  constraint one_time_codes_pkey PRIMARY KEY (token_id),
  constraint one_time_codes_token_id_fkey FOREIGN KEY (token_id) REFERENCES auth.one_time_tokens(id) ON DELETE CASCADE
);
create table private.owner_links (
  token_hash text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint owner_links_pkey PRIMARY KEY (token_hash)
);
create table private.pack_downloads (
  day date not null,
  pack text not null,
  visitor text not null,
  downloads bigint not null,
  constraint pack_downloads_downloads_check CHECK ((downloads > 0)),
  constraint pack_downloads_pack_check CHECK (((char_length(pack) >= 1) AND (char_length(pack) <= 100))),
  constraint pack_downloads_pkey PRIMARY KEY (day, pack, visitor),
  constraint pack_downloads_visitor_check CHECK ((visitor = ANY (ARRAY['person'::text, 'bot'::text])))
);
create table private.passkeys (
  factor_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}'::text[],
  last_used_at timestamp with time zone,
  constraint passkeys_counter_check CHECK ((counter >= 0)),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
  constraint passkeys_pkey PRIMARY KEY (factor_id)
);
create unlogged table private.rate_limit_hits (
  key text not null,
  process uuid not null,
  hits integer not null,
  until timestamp with time zone not null,
  changed_at timestamp with time zone not null default now(),
  constraint rate_limit_hits_key_check CHECK ((char_length(key) = 22)),
  constraint rate_limit_hits_pkey PRIMARY KEY (key, process)
);
create unlogged table private.rate_limit_salts (
  day date not null,
  salt text not null default ((gen_random_uuid())::text || (gen_random_uuid())::text),
  constraint rate_limit_salts_pkey PRIMARY KEY (day)
);
create table private.recovery_code_sets (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint recovery_code_sets_pkey PRIMARY KEY (id),
  constraint recovery_code_sets_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint recovery_code_sets_user_id_key UNIQUE (user_id)
);
create table private.recovery_codes (
  set_id uuid not null,
  code_hash text not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (set_id, code_hash),
  constraint recovery_codes_set_id_fkey FOREIGN KEY (set_id) REFERENCES private.recovery_code_sets(id) ON DELETE CASCADE
);
create table private.session_devices (
  session_id uuid not null,
  device text not null,
  constraint session_devices_pkey PRIMARY KEY (session_id),
  constraint session_devices_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);
create table private.signing_keys (
  id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  algorithm text not null,
  sealed_key text not null,
  public_key jsonb,
  signs_from timestamp with time zone not null,
  constraint signing_keys_algorithm_check CHECK ((algorithm = ANY (ARRAY['ES256'::text, 'RS256'::text, 'HS256'::text]))),
  constraint signing_keys_pkey PRIMARY KEY (id)
);
create table private.spent_proofs (
  proof text not null,
  until timestamp with time zone not null,
  constraint spent_proofs_pkey PRIMARY KEY (proof)
);
create table private.throttles (
  name text not null,
  key text not null,
  hits integer not null,
  until timestamp with time zone not null,
  constraint throttles_pkey PRIMARY KEY (name, key)
);
create table private.totp_steps (
  factor_id uuid not null,
  step bigint not null,
  constraint totp_steps_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
  constraint totp_steps_pkey PRIMARY KEY (factor_id)
);
create unlogged table private.unannounced (
  id bigint not null,
  channel text not null,
  payloads text[] not null,
  constraint unannounced_pkey PRIMARY KEY (id)
);
create table private.visit_days (
  day date not null,
  dimension text not null,
  value text not null,
  visitor text not null,
  sessions bigint not null,
  visitors bigint,
  views bigint not null,
  opened bigint not null,
  sent bigint not null,
  constraint visit_days_dimension_check CHECK ((dimension = ANY (ARRAY['*'::text, 'source'::text, 'campaign'::text, 'first_view'::text, 'view'::text, 'pack'::text]))),
  constraint visit_days_pkey PRIMARY KEY (dimension, day, value, visitor),
  constraint visit_days_visitor_check CHECK ((visitor = ANY (ARRAY['person'::text, 'bot'::text])))
);
create table private.visits (
  day date not null,
  session_id uuid not null,
  visitor text not null,
  browser bigint,
  views bigint not null,
  opened boolean not null,
  sent boolean not null,
  source text not null,
  campaign text,
  first_view text not null,
  seen text[] not null,
  taken text[] not null,
  constraint visits_pkey PRIMARY KEY (day, session_id),
  constraint visits_visitor_check CHECK ((visitor = ANY (ARRAY['person'::text, 'bot'::text, 'team'::text])))
);
create table private.visits_until (
  "only" boolean not null default true,
  moment timestamp with time zone not null,
  constraint visits_until_only_check CHECK ("only"),
  constraint visits_until_pkey PRIMARY KEY ("only")
);
create table private.vital_days (
  day date not null,
  name text not null,
  visitor text not null,
  bucket smallint not null,
  samples bigint not null,
  constraint vital_days_pkey PRIMARY KEY (day, name, visitor, bucket),
  constraint vital_days_visitor_check CHECK ((visitor = ANY (ARRAY['person'::text, 'bot'::text])))
);
create table private.vital_months (
  month date not null,
  name text not null,
  visitor text not null,
  bucket smallint not null,
  samples bigint not null,
  constraint vital_months_pkey PRIMARY KEY (month, name, visitor, bucket)
);
create table private.write_tries (
  is_only boolean not null default true,
  at timestamp with time zone not null,
  constraint write_tries_is_only_check CHECK (is_only),
  constraint write_tries_pkey PRIMARY KEY (is_only)
);
create table staff_members (
  id uuid not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  role text not null default 'viewer'::text,
  disabled_at timestamp with time zone,
  constraint staff_members_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint staff_members_pkey PRIMARY KEY (id),
  constraint staff_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'agent'::text, 'viewer'::text])))
);
create table strategy_call_bookings (
  id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  name text not null,
  email text not null,
  company text not null,
  phone text not null,
  current_challenges text not null,
  team_size text not null,
  preferred_time timestamp with time zone not null,
  time_zone text,
  message text,
  monthly_revenue text,
  status text not null default 'new'::text,
  confirmed tstzrange,
  assigned_to uuid,
  source text not null default 'site'::text,
  updated_at timestamp with time zone not null default now(),
  fill_seconds real,
  budget_note text,
  session_id uuid,
  landing_page text,
  referrer text,
  campaign text,
  first_view text,
  answered_at timestamp with time zone,
  call_at timestamp with time zone default COALESCE(lower(confirmed), preferred_time),
  call_sequence integer not null default 0,
  call_changed_at timestamp with time zone,
  proposed_time timestamp with time zone,
  proposed_at timestamp with time zone,
  filled_by text,
  due_at timestamp with time zone default 
CASE
    WHEN ((status = 'new'::text) AND (answered_at IS NULL)) THEN private.promised_by(created_at)
    WHEN (status = 'confirmed'::text) THEN private.promised_by(proposed_at)
    ELSE NULL::timestamp with time zone
END,
  search text default private.search_text(phone, name, email, company),
  mailbox text,
  constraint strategy_call_bookings_budget_note_check CHECK (((char_length(budget_note) >= 1) AND (char_length(budget_note) <= 2000))),
  constraint strategy_call_bookings_campaign_check CHECK (((char_length(campaign) >= 1) AND (char_length(campaign) <= 100))),
  constraint strategy_call_bookings_company_check CHECK (((char_length(company) >= 1) AND (char_length(company) <= 200))),
  constraint strategy_call_bookings_confirmed_check CHECK (((NOT isempty(confirmed)) AND (NOT lower_inf(confirmed)) AND (NOT upper_inf(confirmed)) AND isfinite(lower(confirmed)) AND isfinite(upper(confirmed)))),
  constraint strategy_call_bookings_confirmed_excl EXCLUDE USING gist (confirmed WITH &&) WHERE ((status = 'confirmed'::text)),
  constraint strategy_call_bookings_current_challenges_check CHECK ((current_challenges = ANY (ARRAY['slow-proposals'::text, 'lack-developers'::text, 'project-management'::text, 'quality-control'::text, 'scaling-operations'::text, 'client-retention'::text, 'other'::text]))),
  constraint strategy_call_bookings_email_check CHECK (((char_length(email) <= 254) AND (email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'::text))),
  constraint strategy_call_bookings_fill_seconds_check CHECK (((fill_seconds >= (0)::double precision) AND (fill_seconds <= ('1000000000'::numeric)::double precision))),
  constraint strategy_call_bookings_filled_by_check CHECK ((filled_by = ANY (ARRAY['person'::text, 'browser'::text]))),
  constraint strategy_call_bookings_first_view_check CHECK (((char_length(first_view) >= 1) AND (char_length(first_view) <= 100))),
  constraint strategy_call_bookings_landing_page_check CHECK (((char_length(landing_page) >= 1) AND (char_length(landing_page) <= 2000))),
  constraint strategy_call_bookings_mailbox_check CHECK ((mailbox = ANY (ARRAY['asked'::text, 'confirmed'::text]))),
  constraint strategy_call_bookings_message_check CHECK (((char_length(message) >= 1) AND (char_length(message) <= 5000))),
  constraint strategy_call_bookings_monthly_revenue_check CHECK (((char_length(monthly_revenue) >= 1) AND (char_length(monthly_revenue) <= 100))),
  constraint strategy_call_bookings_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint strategy_call_bookings_phone_check CHECK (((char_length(phone) >= 1) AND (char_length(phone) <= 40))),
  constraint strategy_call_bookings_pkey PRIMARY KEY (id),
  constraint strategy_call_bookings_preferred_time_check CHECK (isfinite(preferred_time)),
  constraint strategy_call_bookings_proposed_time_check CHECK ((isfinite(proposed_time) AND ((proposed_time IS NULL) = (proposed_at IS NULL)))),
  constraint strategy_call_bookings_referrer_check CHECK (((char_length(referrer) >= 1) AND (char_length(referrer) <= 2000))),
  constraint strategy_call_bookings_source_check CHECK (((char_length(source) >= 1) AND (char_length(source) <= 100))),
  constraint strategy_call_bookings_status_check CHECK (((status = ANY (ARRAY['new'::text, 'spam?'::text, 'confirmed'::text, 'held'::text, 'no-show'::text, 'cancelled'::text, 'spam'::text])) AND ((status <> 'confirmed'::text) OR (confirmed IS NOT NULL)))),
  constraint strategy_call_bookings_team_size_check CHECK ((team_size = ANY (ARRAY['1'::text, '2-5'::text, '6-10'::text, '11-25'::text, '25+'::text]))),
  constraint strategy_call_bookings_time_zone_check CHECK (((char_length(time_zone) >= 1) AND (char_length(time_zone) <= 64)))
);
create table user_interactions (
  id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  session_id uuid not null,
  event_type text not null,
  event_data jsonb not null default '{}'::jsonb,
  page_url text,
  user_agent text,
  referrer text,
  is_bot boolean not null default false,
  is_team boolean not null default (event_data @> '{"team": true}'::jsonb),
  visitor_key bigint,
  constraint user_interactions_event_data_check CHECK (((jsonb_typeof(event_data) = 'object'::text) AND (pg_column_size(event_data) <= 65536) AND (NOT (event_data @? '$.**{9}'::jsonpath)))),
  constraint user_interactions_event_type_check CHECK ((event_type = ANY (ARRAY['page_view'::text, 'button_click'::text, 'form_submit'::text, 'modal_open'::text, 'modal_close'::text, 'navigation'::text, 'download'::text, 'engagement'::text, 'search'::text, 'error'::text, 'custom_event'::text]))),
  constraint user_interactions_page_url_check CHECK (((page_url <> ''::text) AND ((octet_length(page_url) <= 2000) OR (char_length(page_url) <= 2000)))),
  constraint user_interactions_referrer_check CHECK (((referrer <> ''::text) AND ((octet_length(referrer) <= 2000) OR (char_length(referrer) <= 2000)))),
  constraint user_interactions_user_agent_check CHECK (((user_agent <> ''::text) AND ((octet_length(user_agent) <= 512) OR (char_length(user_agent) <= 512))))
);
create table user_interactions_other (
  id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  session_id uuid not null,
  event_type text not null,
  event_data jsonb not null default '{}'::jsonb,
  page_url text,
  user_agent text,
  referrer text,
  is_bot boolean not null default false,
  is_team boolean not null default (event_data @> '{"team": true}'::jsonb),
  visitor_key bigint,
  constraint user_interactions_event_data_check CHECK (((jsonb_typeof(event_data) = 'object'::text) AND (pg_column_size(event_data) <= 65536) AND (NOT (event_data @? '$.**{9}'::jsonpath)))),
  constraint user_interactions_event_type_check CHECK ((event_type = ANY (ARRAY['page_view'::text, 'button_click'::text, 'form_submit'::text, 'modal_open'::text, 'modal_close'::text, 'navigation'::text, 'download'::text, 'engagement'::text, 'search'::text, 'error'::text, 'custom_event'::text]))),
  constraint user_interactions_other_pkey PRIMARY KEY (id),
  constraint user_interactions_page_url_check CHECK (((page_url <> ''::text) AND ((octet_length(page_url) <= 2000) OR (char_length(page_url) <= 2000)))),
  constraint user_interactions_referrer_check CHECK (((referrer <> ''::text) AND ((octet_length(referrer) <= 2000) OR (char_length(referrer) <= 2000)))),
  constraint user_interactions_user_agent_check CHECK (((user_agent <> ''::text) AND ((octet_length(user_agent) <= 512) OR (char_length(user_agent) <= 512))))
);
create table webhooks (
  id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  url text not null,
  description text,
  events text[] not null,
  is_active boolean not null default true,
  stopped_because text,
  failing_since timestamp with time zone,
  sealed_secret text not null,
  sealed_previous text,
  previous_until timestamp with time zone,
  constraint webhooks_description_check CHECK (((char_length(description) >= 1) AND (char_length(description) <= 200))),
  constraint webhooks_events_check CHECK (((events <@ '{booking.created,booking.confirmed,booking.cancelled,message.created}'::text[]) AND (array_position(events, NULL::text) IS NULL) AND ((cardinality(events) >= 1) AND (cardinality(events) <= 4)))),
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_previous_until_check CHECK (((sealed_previous IS NULL) = (previous_until IS NULL))),
  constraint webhooks_stopped_because_check CHECK (((stopped_because IS NULL) OR ((stopped_because = ANY (ARRAY['gone'::text, 'failing'::text])) AND (NOT is_active)))),
  constraint webhooks_url_check CHECK (((char_length(url) <= 2000) AND (url ~ '^https?://[!-~]+$'::text)))
);

-- Views, sequences and other relations

-- audit_log_id_seq is of kind S
-- private.live_sessions is of kind v
-- private.unannounced_id_seq is of kind S

-- Indexes beside those of constraints

CREATE INDEX audit_log_actor_idx ON public.audit_log USING btree (actor, at DESC) WHERE (actor IS NOT NULL);
CREATE INDEX audit_log_at_idx ON public.audit_log USING btree (at DESC, id DESC);
CREATE INDEX audit_log_subject_idx ON public.audit_log USING btree (subject_id, at) WHERE (subject_id IS NOT NULL);
CREATE INDEX contact_messages_company_idx ON public.contact_messages USING btree (company, id) INCLUDE (status);
CREATE INDEX contact_messages_created_at_idx ON public.contact_messages USING btree (created_at, id) INCLUDE (status, assigned_to, source, due_at, search);
CREATE INDEX contact_messages_due_at_idx ON public.contact_messages USING btree (due_at, created_at DESC, id) INCLUDE (status, assigned_to, source);
CREATE INDEX contact_messages_mailbox_idx ON public.contact_messages USING btree (private.mailbox_of(email), created_at);
CREATE INDEX contact_messages_name_idx ON public.contact_messages USING btree (name, id) INCLUDE (status);
CREATE INDEX contact_messages_person_idx ON public.contact_messages USING btree (lower(email));
CREATE INDEX contact_messages_search_idx ON public.contact_messages USING gin (search extensions.gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX contact_messages_source_idx ON public.contact_messages USING btree (source, id) INCLUDE (status);
CREATE INDEX contact_messages_status_idx ON public.contact_messages USING btree (status, id);
CREATE INDEX notes_booking_id_idx ON public.notes USING btree (booking_id) WHERE (booking_id IS NOT NULL);
CREATE INDEX notes_message_id_idx ON public.notes USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX outbox_booking_id_idx ON public.outbox USING btree (booking_id) WHERE (booking_id IS NOT NULL);
CREATE INDEX outbox_created_at_idx ON public.outbox USING btree (created_at DESC, id);
CREATE INDEX outbox_due_idx ON public.outbox USING btree (channel, due_at) WHERE (state = 'waiting'::text);
CREATE INDEX outbox_failed_idx ON public.outbox USING btree (created_at DESC) WHERE (state = 'failed'::text);
CREATE INDEX outbox_held_idx ON public.outbox USING btree (channel, held_until) WHERE (state = 'sending'::text);
CREATE INDEX outbox_message_id_idx ON public.outbox USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX outbox_others_idx ON public.outbox USING gin (((facts -> 'others'::text))) WHERE (facts ? 'others'::text);
CREATE INDEX outbox_user_id_idx ON public.outbox USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX outbox_webhook_id_idx ON public.outbox USING btree (webhook_id, created_at DESC) WHERE (webhook_id IS NOT NULL);
CREATE INDEX known_devices_seen_at_idx ON private.known_devices USING btree (seen_at);
CREATE INDEX rate_limit_hits_changed_at_idx ON private.rate_limit_hits USING btree (changed_at);
CREATE INDEX rate_limit_hits_until_idx ON private.rate_limit_hits USING btree (until);
CREATE INDEX spent_proofs_until_idx ON private.spent_proofs USING btree (until);
CREATE INDEX throttles_until_idx ON private.throttles USING btree (until);
CREATE INDEX strategy_call_bookings_call_at_idx ON public.strategy_call_bookings USING btree (call_at, id) INCLUDE (status);
CREATE INDEX strategy_call_bookings_company_idx ON public.strategy_call_bookings USING btree (company, id) INCLUDE (status);
CREATE INDEX strategy_call_bookings_created_at_idx ON public.strategy_call_bookings USING btree (created_at, id) INCLUDE (status, assigned_to, source, call_at, due_at, search);
CREATE INDEX strategy_call_bookings_due_at_idx ON public.strategy_call_bookings USING btree (due_at, created_at DESC, id) INCLUDE (status, assigned_to, source, call_at);
CREATE INDEX strategy_call_bookings_mailbox_idx ON public.strategy_call_bookings USING btree (private.mailbox_of(email), created_at);
CREATE INDEX strategy_call_bookings_name_idx ON public.strategy_call_bookings USING btree (name, id) INCLUDE (status);
CREATE INDEX strategy_call_bookings_person_idx ON public.strategy_call_bookings USING btree (lower(email));
CREATE INDEX strategy_call_bookings_search_idx ON public.strategy_call_bookings USING gin (search extensions.gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX strategy_call_bookings_source_idx ON public.strategy_call_bookings USING btree (source, id) INCLUDE (status);
CREATE INDEX strategy_call_bookings_status_idx ON public.strategy_call_bookings USING btree (status, id);
CREATE INDEX user_interactions_error_idx ON ONLY public.user_interactions USING btree (event_type, created_at) WHERE (event_type = 'error'::text);
CREATE INDEX user_interactions_other_created_at_idx ON public.user_interactions_other USING brin (created_at);
CREATE INDEX user_interactions_other_event_type_created_at_idx ON public.user_interactions_other USING btree (event_type, created_at) WHERE (event_type = 'error'::text);

-- Triggers

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_rewriting();
CREATE TRIGGER tell_of_large_export AFTER INSERT ON public.audit_log FOR EACH ROW WHEN (((new.action ~~ '%\_exported'::text) AND (new.details ? 'rows'::text) AND (new.actor IS NOT NULL))) EXECUTE FUNCTION private.tell_of_large_export();
CREATE TRIGGER assign BEFORE UPDATE ON public.contact_messages FOR EACH ROW WHEN (((new.assigned_to IS NOT NULL) AND (new.assigned_to IS DISTINCT FROM old.assigned_to))) EXECUTE FUNCTION private.check_assignee();
CREATE TRIGGER enqueue_arrivals AFTER INSERT ON public.contact_messages REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION private.enqueue_for_messages();
CREATE TRIGGER enqueue_events AFTER UPDATE ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION private.enqueue_message_events();
CREATE TRIGGER enqueue_letters AFTER UPDATE ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION private.enqueue_message_letters();
CREATE TRIGGER enqueue_question AFTER INSERT ON public.contact_messages FOR EACH ROW WHEN ((new.mailbox = 'asked'::text)) EXECUTE FUNCTION private.enqueue_question();
CREATE TRIGGER judge BEFORE UPDATE ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION private.judge_message();
CREATE TRIGGER notify AFTER UPDATE ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION private.notify_change();
CREATE TRIGGER notify_arrivals AFTER INSERT ON public.contact_messages REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION private.tell_of_arrivals();
CREATE TRIGGER notify_deletion AFTER DELETE ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION private.notify_deletion();
CREATE TRIGGER record_assignment AFTER UPDATE ON public.contact_messages FOR EACH ROW WHEN ((old.assigned_to IS DISTINCT FROM new.assigned_to)) EXECUTE FUNCTION private.record_assignment('message_assigned');
CREATE TRIGGER record_move AFTER UPDATE ON public.contact_messages FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION private.record_move('message_moved');
CREATE TRIGGER tidy BEFORE INSERT OR UPDATE ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION private.tidy_contact_message();
CREATE TRIGGER tidy_then_ask BEFORE INSERT ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION private.ask_mailbox_first();
CREATE TRIGGER record AFTER INSERT OR DELETE ON public.days_off FOR EACH ROW EXECUTE FUNCTION private.record_day_off();
CREATE TRIGGER tidy BEFORE INSERT ON public.days_off FOR EACH ROW EXECUTE FUNCTION private.tidy_day_off();
CREATE TRIGGER record AFTER UPDATE ON public.desk_settings FOR EACH ROW EXECUTE FUNCTION private.record_settings();
CREATE TRIGGER tidy BEFORE UPDATE ON public.desk_settings FOR EACH ROW EXECUTE FUNCTION private.tidy_desk_settings();
CREATE TRIGGER notify AFTER INSERT ON public.notes FOR EACH ROW EXECUTE FUNCTION private.notify_note();
CREATE TRIGGER record AFTER INSERT ON public.notes FOR EACH ROW EXECUTE FUNCTION private.record_note();
CREATE TRIGGER tidy BEFORE INSERT ON public.notes FOR EACH ROW EXECUTE FUNCTION private.tidy_note();
CREATE TRIGGER space BEFORE INSERT ON public.outbox FOR EACH ROW WHEN (((new.channel = 'letter'::text) AND (new.recipient IS NULL) AND (new.user_id IS NULL) AND (new.kind <> ALL (ARRAY['request-received'::text, 'message-received'::text])))) EXECUTE FUNCTION private.space_letters();
CREATE TRIGGER touch BEFORE UPDATE ON public.outbox FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER wake AFTER INSERT ON public.outbox REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.wake_outbox();
CREATE TRIGGER keep_an_owner BEFORE DELETE OR UPDATE ON public.staff_members FOR EACH ROW EXECUTE FUNCTION private.keep_an_owner();
CREATE TRIGGER note_staff AFTER INSERT OR DELETE OR UPDATE ON public.staff_members FOR EACH ROW EXECUTE FUNCTION private.note_staff();
CREATE TRIGGER touch BEFORE UPDATE ON public.staff_members FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER assign BEFORE UPDATE ON public.strategy_call_bookings FOR EACH ROW WHEN (((new.assigned_to IS NOT NULL) AND (new.assigned_to IS DISTINCT FROM old.assigned_to))) EXECUTE FUNCTION private.check_assignee();
CREATE TRIGGER call_off BEFORE DELETE ON public.strategy_call_bookings FOR EACH ROW EXECUTE FUNCTION private.call_off();
CREATE TRIGGER enqueue_arrivals AFTER INSERT ON public.strategy_call_bookings REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION private.enqueue_for_bookings();
CREATE TRIGGER enqueue_events AFTER UPDATE ON public.strategy_call_bookings FOR EACH ROW EXECUTE FUNCTION private.enqueue_booking_events();
CREATE TRIGGER enqueue_letters AFTER UPDATE ON public.strategy_call_bookings FOR EACH ROW EXECUTE FUNCTION private.enqueue_booking_letters();
CREATE TRIGGER enqueue_question AFTER INSERT ON public.strategy_call_bookings FOR EACH ROW WHEN ((new.mailbox = 'asked'::text)) EXECUTE FUNCTION private.enqueue_question();
CREATE TRIGGER judge BEFORE UPDATE ON public.strategy_call_bookings FOR EACH ROW EXECUTE FUNCTION private.judge_booking();
CREATE TRIGGER notify AFTER UPDATE ON public.strategy_call_bookings FOR EACH ROW EXECUTE FUNCTION private.notify_change();
CREATE TRIGGER notify_arrivals AFTER INSERT ON public.strategy_call_bookings REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION private.tell_of_arrivals();
CREATE TRIGGER notify_deletion AFTER DELETE ON public.strategy_call_bookings FOR EACH ROW EXECUTE FUNCTION private.notify_deletion();
CREATE TRIGGER number BEFORE UPDATE ON public.strategy_call_bookings FOR EACH ROW EXECUTE FUNCTION private.number_call();
CREATE TRIGGER record_assignment AFTER UPDATE ON public.strategy_call_bookings FOR EACH ROW WHEN ((old.assigned_to IS DISTINCT FROM new.assigned_to)) EXECUTE FUNCTION private.record_assignment('booking_assigned');
CREATE TRIGGER record_move AFTER UPDATE ON public.strategy_call_bookings FOR EACH ROW WHEN (((old.status <> new.status) OR (old.confirmed IS DISTINCT FROM new.confirmed))) EXECUTE FUNCTION private.record_move('booking_moved');
CREATE TRIGGER tidy BEFORE INSERT OR UPDATE ON public.strategy_call_bookings FOR EACH ROW EXECUTE FUNCTION private.tidy_strategy_call_booking();
CREATE TRIGGER tidy_then_ask BEFORE INSERT ON public.strategy_call_bookings FOR EACH ROW EXECUTE FUNCTION private.ask_mailbox_first();
CREATE TRIGGER record AFTER INSERT OR DELETE OR UPDATE ON public.webhooks FOR EACH ROW EXECUTE FUNCTION private.record_webhook();
CREATE TRIGGER tidy BEFORE INSERT OR UPDATE ON public.webhooks FOR EACH ROW EXECUTE FUNCTION private.tidy_webhook();

-- Row security

alter table audit_log enable row level security;
alter table contact_messages enable row level security;
alter table days_off enable row level security;
alter table desk_settings enable row level security;
alter table interaction_days enable row level security;
alter table notes enable row level security;
alter table outbox enable row level security;
alter table private.booking_visits enable row level security;
alter table private.challenge_guards enable row level security;
alter table private.ended_tokens enable row level security;
alter table private.fault_days enable row level security;
alter table private.known_devices enable row level security;
alter table private.last_here enable row level security;
alter table private.last_upkeep enable row level security;
alter table private.one_time_codes enable row level security;
alter table private.owner_links enable row level security;
alter table private.pack_downloads enable row level security;
alter table private.passkeys enable row level security;
alter table private.rate_limit_hits enable row level security;
alter table private.rate_limit_salts enable row level security;
alter table private.recovery_code_sets enable row level security;
alter table private.recovery_codes enable row level security;
alter table private.session_devices enable row level security;
alter table private.signing_keys enable row level security;
alter table private.spent_proofs enable row level security;
alter table private.throttles enable row level security;
alter table private.totp_steps enable row level security;
alter table private.unannounced enable row level security;
alter table private.visit_days enable row level security;
alter table private.visits enable row level security;
alter table private.visits_until enable row level security;
alter table private.vital_days enable row level security;
alter table private.vital_months enable row level security;
alter table private.write_tries enable row level security;
alter table staff_members enable row level security;
alter table strategy_call_bookings enable row level security;
alter table user_interactions enable row level security;
alter table user_interactions_other enable row level security;
alter table webhooks enable row level security;

-- Policies

create policy "the auth service" on private.challenge_guards as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "the auth service" on private.ended_tokens as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "the auth service" on private.known_devices as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "the auth service" on private.one_time_codes as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "the auth service" on private.owner_links as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "the server counts" on private.pack_downloads as permissive for all to backline_counters
  using true
  with check true;
create policy "the auth service" on private.passkeys as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "the server counts" on private.rate_limit_hits as permissive for all to backline_counters
  using true
  with check true;
create policy "the server counts" on private.rate_limit_salts as permissive for all to backline_counters
  using true
  with check true;
create policy "the upkeep forgets salts" on private.rate_limit_salts as permissive for all to backline_upkeep
  using true;
create policy "the auth service" on private.recovery_code_sets as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "the auth service" on private.recovery_codes as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "the auth service" on private.session_devices as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "the auth service" on private.signing_keys as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "the auth service" on private.throttles as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "the auth service" on private.totp_steps as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "owners read the log" on public.audit_log as permissive for select to authenticated
  using (( SELECT private.staff_role() AS staff_role) = 'owner'::text);
create policy "programs of ours" on public.audit_log as permissive for select to service_role
  using true;
create policy "agents answer messages" on public.contact_messages as permissive for update to authenticated
  using (( SELECT private.staff_role() AS staff_role) = ANY (ARRAY['owner'::text, 'agent'::text]))
  with check (( SELECT private.staff_role() AS staff_role) = ANY (ARRAY['owner'::text, 'agent'::text]));
create policy "letters are written" on public.contact_messages as permissive for select to backline_outbox
  using true;
create policy "programs of ours" on public.contact_messages as permissive for all to service_role
  using true
  with check true;
create policy "staff read messages" on public.contact_messages as permissive for select to authenticated
  using (( SELECT private.staff_role() AS staff_role) IS NOT NULL);
create policy "visitors may write to us" on public.contact_messages as permissive for insert to anon
  with check ((status =
CASE
    WHEN ((mailbox IS NOT NULL) OR private.looks_automatic(email, fill_seconds, filled_by, budget_note)) THEN 'spam?'::text
    ELSE 'new'::text
END) AND (assigned_to IS NULL) AND (mailbox IS DISTINCT FROM 'confirmed'::text) AND (source = private.visit_source(landing_page, referrer)) AND (NOT (campaign IS DISTINCT FROM private.visit_campaign(landing_page))) AND (NOT (first_view IS DISTINCT FROM private.visit_first_view(landing_page))));
create policy "owners add days off" on public.days_off as permissive for insert to authenticated
  with check (( SELECT private.staff_role() AS staff_role) = 'owner'::text);
create policy "owners remove days off" on public.days_off as permissive for delete to authenticated
  using (( SELECT private.staff_role() AS staff_role) = 'owner'::text);
create policy "programs of ours" on public.days_off as permissive for all to service_role
  using true
  with check true;
create policy "staff read days off" on public.days_off as permissive for select to authenticated
  using (( SELECT private.staff_role() AS staff_role) IS NOT NULL);
create policy "letters are written" on public.desk_settings as permissive for select to backline_outbox
  using true;
create policy "owners change the settings" on public.desk_settings as permissive for update to authenticated
  using (( SELECT private.staff_role() AS staff_role) = 'owner'::text)
  with check (( SELECT private.staff_role() AS staff_role) = 'owner'::text);
create policy "programs of ours" on public.desk_settings as permissive for all to service_role
  using true
  with check true;
create policy "staff read the settings" on public.desk_settings as permissive for select to authenticated
  using (( SELECT private.staff_role() AS staff_role) IS NOT NULL);
create policy "the upkeep reads how long" on public.desk_settings as permissive for select to backline_upkeep
  using true;
create policy "programs of ours" on public.interaction_days as permissive for select to service_role
  using true;
create policy "agents write notes" on public.notes as permissive for insert to authenticated
  with check ((( SELECT private.staff_role() AS staff_role) = ANY (ARRAY['owner'::text, 'agent'::text])) AND (author = auth.uid()));
create policy "programs of ours" on public.notes as permissive for all to service_role
  using true
  with check true;
create policy "staff read notes" on public.notes as permissive for select to authenticated
  using (( SELECT private.staff_role() AS staff_role) IS NOT NULL);
create policy "letters are written" on public.outbox as permissive for select to backline_outbox
  using true;
create policy "programs of ours" on public.outbox as permissive for all to service_role
  using true
  with check true;
create policy "staff see what is sent" on public.outbox as permissive for select to authenticated
  using (((user_id IS NULL) AND (( SELECT private.staff_role() AS staff_role) IS NOT NULL)) OR (( SELECT private.staff_role() AS staff_role) = 'owner'::text));
create policy "owners add others" on public.staff_members as permissive for insert to authenticated
  with check ((( SELECT private.staff_role() AS staff_role) = 'owner'::text) AND (id <> auth.uid()));
create policy "owners change others" on public.staff_members as permissive for update to authenticated
  using ((( SELECT private.staff_role() AS staff_role) = 'owner'::text) AND (id <> auth.uid()))
  with check ((( SELECT private.staff_role() AS staff_role) = 'owner'::text) AND (id <> auth.uid()));
create policy "programs of ours" on public.staff_members as permissive for all to service_role
  using true
  with check true;
create policy "staff see one another" on public.staff_members as permissive for select to authenticated
  using (( SELECT private.staff_role() AS staff_role) IS NOT NULL);
create policy "the auth service" on public.staff_members as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "agents answer bookings" on public.strategy_call_bookings as permissive for update to authenticated
  using (( SELECT private.staff_role() AS staff_role) = ANY (ARRAY['owner'::text, 'agent'::text]))
  with check (( SELECT private.staff_role() AS staff_role) = ANY (ARRAY['owner'::text, 'agent'::text]));
create policy "letters are written" on public.strategy_call_bookings as permissive for select to backline_outbox
  using true;
create policy "programs of ours" on public.strategy_call_bookings as permissive for all to service_role
  using true
  with check true;
create policy "staff read bookings" on public.strategy_call_bookings as permissive for select to authenticated
  using (( SELECT private.staff_role() AS staff_role) IS NOT NULL);
create policy "visitors may ask for a call" on public.strategy_call_bookings as permissive for insert to anon
  with check ((status =
CASE
    WHEN ((mailbox IS NOT NULL) OR private.looks_automatic(email, fill_seconds, filled_by, budget_note)) THEN 'spam?'::text
    ELSE 'new'::text
END) AND (confirmed IS NULL) AND (assigned_to IS NULL) AND (mailbox IS DISTINCT FROM 'confirmed'::text) AND (source = private.visit_source(landing_page, referrer)) AND (NOT (campaign IS DISTINCT FROM private.visit_campaign(landing_page))) AND (NOT (first_view IS DISTINCT FROM private.visit_first_view(landing_page))));
create policy "programs of ours" on public.user_interactions as permissive for all to service_role
  using true
  with check true;
create policy "visitors may say what they do" on public.user_interactions as permissive for insert to anon
  with check ((created_at = now()) AND ((visitor_key IS NULL) OR ( SELECT ((auth.jwt() ->> 'iss'::text) = 'our server'::text))));
create policy "owners keep webhooks by the server" on public.webhooks as permissive for all to backline_webhooks
  using (( SELECT private.staff_role() AS staff_role) = 'owner'::text)
  with check (( SELECT private.staff_role() AS staff_role) = 'owner'::text);
create policy "owners pause webhooks" on public.webhooks as permissive for update to authenticated
  using (( SELECT private.staff_role() AS staff_role) = 'owner'::text)
  with check (( SELECT private.staff_role() AS staff_role) = 'owner'::text);
create policy "owners remove webhooks" on public.webhooks as permissive for delete to authenticated
  using (( SELECT private.staff_role() AS staff_role) = 'owner'::text);
create policy "owners see webhooks" on public.webhooks as permissive for select to authenticated
  using (( SELECT private.staff_role() AS staff_role) = 'owner'::text);
create policy "programs of ours" on public.webhooks as permissive for all to service_role
  using true
  with check true;
create policy "webhooks are sent" on public.webhooks as permissive for select to backline_outbox
  using true;

-- Grants on schemas

grant usage on schema private to anon;
grant usage on schema private to authenticated;
grant usage on schema private to backline_call_page;
grant usage on schema private to backline_counters;
grant usage on schema private to backline_outbox;
grant usage on schema private to backline_upkeep;
grant usage on schema private to backline_webhooks;
grant usage on schema private to service_role;
grant usage on schema private to supabase_auth_admin;
grant usage on schema public to public;

-- Grants on functions

grant execute on function add_member(text,text) to authenticated;
grant execute on function audit_trail(timestamp with time zone,integer,text,uuid) to authenticated;
grant execute on function booking_counts() to authenticated;
grant execute on function booking_sources() to authenticated;
grant execute on function calls_to_come(text) to authenticated;
grant execute on function decline_proposal(uuid,timestamp with time zone) to authenticated;
grant execute on function desk_me() to authenticated;
grant execute on function desk_people() to authenticated;
grant execute on function end_all_sessions(boolean) to authenticated;
grant execute on function end_session(uuid) to authenticated;
grant execute on function end_sessions_of(uuid) to authenticated;
grant execute on function end_token(text) to authenticated;
grant execute on function erase_person(text) to authenticated;
grant execute on function export_bookings(date,date) to authenticated;
grant execute on function export_interactions(date,date) to authenticated;
grant execute on function export_messages(date,date) to authenticated;
grant execute on function export_person(text) to authenticated;
grant execute on function free_calls_this_week() to anon;
grant execute on function free_calls_this_week() to authenticated;
grant execute on function free_calls_this_week() to service_role;
grant execute on function give_up(uuid) to authenticated;
grant execute on function insights(date,date,text) to authenticated;
grant execute on function insights_faults(date,date,text) to authenticated;
grant execute on function insights_live(text) to authenticated;
grant execute on function list_bookings(jsonb) to authenticated;
grant execute on function list_messages(jsonb) to authenticated;
grant execute on function message_counts() to authenticated;
grant execute on function message_sources() to authenticated;
grant execute on function move_booking(uuid,text,text,timestamp with time zone,integer,boolean,timestamp with time zone,timestamp with time zone) to authenticated;
grant execute on function move_message(uuid,text,text) to authenticated;
grant execute on function my_sessions() to authenticated;
grant execute on function private.announce() to backline_outbox;
grant execute on function private.begin_upkeep(timestamp with time zone) to backline_upkeep;
grant execute on function private.call_hosts(uuid) to backline_outbox;
grant execute on function private.cancel_call(uuid,text,timestamp with time zone,timestamp with time zone) to backline_call_page;
grant execute on function private.claim_outbox(uuid,text,integer,interval,timestamp with time zone) to backline_outbox;
grant execute on function private.confirm_day(date) to backline_upkeep;
grant execute on function private.confirm_mailbox(uuid) to backline_call_page;
grant execute on function private.digest_counts(timestamp with time zone) to backline_outbox;
grant execute on function private.end_sessions(uuid) to supabase_auth_admin;
grant execute on function private.end_token(text) to supabase_auth_admin;
grant execute on function private.gather_letters(uuid) to backline_outbox;
grant execute on function private.hears_of_deletions() to authenticated;
grant execute on function private.hears_of_deletions() to service_role;
grant execute on function private.host_of(text) to anon;
grant execute on function private.host_of(text) to authenticated;
grant execute on function private.host_of(text) to service_role;
grant execute on function private.keep_interactions(timestamp with time zone,integer,interval) to backline_upkeep;
grant execute on function private.keep_people(timestamp with time zone) to backline_upkeep;
grant execute on function private.looks_automatic(text,real,text,text) to anon;
grant execute on function private.looks_automatic(text,real,text,text) to authenticated;
grant execute on function private.looks_automatic(text,real,text,text) to service_role;
grant execute on function private.mailbox_of(text) to anon;
grant execute on function private.mailbox_of(text) to authenticated;
grant execute on function private.mailbox_of(text) to service_role;
grant execute on function private.make_interaction_months() to backline_upkeep;
grant execute on function private.note_webhook_try(uuid,boolean,boolean,interval,timestamp with time zone) to backline_outbox;
grant execute on function private.percent_decoded(text) to anon;
grant execute on function private.percent_decoded(text) to authenticated;
grant execute on function private.percent_decoded(text) to service_role;
grant execute on function private.phone_digits(text) to anon;
grant execute on function private.phone_digits(text) to authenticated;
grant execute on function private.phone_digits(text) to service_role;
grant execute on function private.plain(text) to anon;
grant execute on function private.plain(text) to authenticated;
grant execute on function private.plain(text) to service_role;
grant execute on function private.plan_fault_letter(timestamp with time zone) to backline_outbox;
grant execute on function private.plan_letters(timestamp with time zone) to backline_outbox;
grant execute on function private.post_account_letter(uuid,text,text,timestamp with time zone) to supabase_auth_admin;
grant execute on function private.post_reset_letter(uuid,uuid) to supabase_auth_admin;
grant execute on function private.promised_by(timestamp with time zone) to anon;
grant execute on function private.promised_by(timestamp with time zone) to authenticated;
grant execute on function private.promised_by(timestamp with time zone) to service_role;
grant execute on function private.propose_time(uuid,text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to backline_call_page;
grant execute on function private.prune_outbox(timestamp with time zone) to backline_outbox;
grant execute on function private.query_value(text,text) to anon;
grant execute on function private.query_value(text,text) to authenticated;
grant execute on function private.query_value(text,text) to service_role;
grant execute on function private.record_webhook_test(uuid) to backline_webhooks;
grant execute on function private.renew_outbox(uuid,uuid[],interval) to backline_outbox;
grant execute on function private.search_text(text,text,text,text) to anon;
grant execute on function private.search_text(text,text,text,text) to authenticated;
grant execute on function private.search_text(text,text,text,text) to service_role;
grant execute on function private.session_is_live() to anon;
grant execute on function private.session_is_live() to authenticated;
grant execute on function private.session_is_live() to service_role;
grant execute on function private.settle_outbox(uuid,uuid,text,text,text,boolean,timestamp with time zone) to backline_outbox;
grant execute on function private.settle_outbox_items(uuid,jsonb) to backline_outbox;
grant execute on function private.spend_proof(text,timestamp with time zone) to anon;
grant execute on function private.staff_role() to authenticated;
grant execute on function private.staff_role() to backline_webhooks;
grant execute on function private.staff_role() to service_role;
grant execute on function private.tell_of_new_device(uuid,text) to supabase_auth_admin;
grant execute on function private.trimmed(text) to anon;
grant execute on function private.trimmed(text) to authenticated;
grant execute on function private.trimmed(text) to service_role;
grant execute on function private.try_write() to backline_upkeep;
grant execute on function private.visit_campaign(text) to anon;
grant execute on function private.visit_campaign(text) to authenticated;
grant execute on function private.visit_campaign(text) to service_role;
grant execute on function private.visit_first_view(text) to anon;
grant execute on function private.visit_first_view(text) to authenticated;
grant execute on function private.visit_first_view(text) to service_role;
grant execute on function private.visit_source(text,text) to anon;
grant execute on function private.visit_source(text,text) to authenticated;
grant execute on function private.visit_source(text,text) to service_role;
grant execute on function private.visitor_call(uuid) to backline_call_page;
grant execute on function read_booking(uuid) to authenticated;
grant execute on function read_message(uuid) to authenticated;
grant execute on function read_person(text) to authenticated;
grant execute on function replace_keys(boolean) to authenticated;
grant execute on function reset_second_factor(uuid) to authenticated;
grant execute on function send_again(uuid) to authenticated;
grant execute on function week_of_calls(date) to authenticated;

-- Grants on tables

grant select on table audit_log to authenticated;
grant select on table audit_log to service_role;
grant delete, insert, select, update on table contact_messages to service_role;
grant delete, select on table days_off to authenticated;
grant delete, select on table days_off to service_role;
grant select on table desk_settings to authenticated;
grant select on table desk_settings to service_role;
grant select on table interaction_days to service_role;
grant select on table notes to authenticated;
grant select on table notes to service_role;
grant delete on table outbox to service_role;
grant delete, insert, select, update on table private.challenge_guards to supabase_auth_admin;
grant delete, insert, select, update on table private.ended_tokens to supabase_auth_admin;
grant delete, insert, select, update on table private.known_devices to supabase_auth_admin;
grant select on table private.live_sessions to supabase_auth_admin;
grant delete, insert, select, update on table private.one_time_codes to supabase_auth_admin;
grant delete, insert, select, update on table private.owner_links to supabase_auth_admin;
grant insert, select, update on table private.pack_downloads to backline_counters;
grant delete, insert, select, update on table private.passkeys to supabase_auth_admin;
grant delete, insert, select, update on table private.rate_limit_hits to backline_counters;
grant delete, insert, select on table private.rate_limit_salts to backline_counters;
grant delete on table private.rate_limit_salts to backline_upkeep;
grant delete, insert, select, update on table private.recovery_code_sets to supabase_auth_admin;
grant delete, insert, select, update on table private.recovery_codes to supabase_auth_admin;
grant delete, insert, select, update on table private.session_devices to supabase_auth_admin;
grant delete, insert, select, update on table private.signing_keys to supabase_auth_admin;
grant delete, insert, select, update on table private.throttles to supabase_auth_admin;
grant delete, insert, select, update on table private.totp_steps to supabase_auth_admin;
grant select on table staff_members to authenticated;
grant delete, insert, select, update on table staff_members to service_role;
grant delete, insert, select, update on table staff_members to supabase_auth_admin;
grant delete, insert, select, update on table strategy_call_bookings to service_role;
grant delete, insert, select, update on table user_interactions to service_role;
grant delete on table webhooks to authenticated;
grant delete on table webhooks to service_role;

-- Grants on columns

grant insert (id, name, email, company, message, inquiry_type, fill_seconds, budget_note, session_id, landing_page, referrer, filled_by) on table contact_messages to anon;
grant select (id, created_at, name, email, company, inquiry_type, status, assigned_to, updated_at, source, campaign, first_view, answered_at, due_at) on table contact_messages to authenticated;
grant select (id, created_at, name, email, company, message, inquiry_type, status, answered_at, due_at) on table contact_messages to backline_outbox;
grant update (assigned_to) on table contact_messages to authenticated;
grant insert (day, note) on table days_off to authenticated;
grant insert (day, note) on table days_off to service_role;
grant select (time_zone, call_minutes) on table desk_settings to backline_outbox;
grant select (keep_interaction_days) on table desk_settings to backline_upkeep;
grant update (time_zone, weekly_capacity, opens, closes, work_days, call_minutes, answer_mailboxes, keep_interaction_days, keep_people_days, daily_digest) on table desk_settings to authenticated;
grant update (time_zone, weekly_capacity, opens, closes, work_days, call_minutes, answer_mailboxes, keep_interaction_days, keep_people_days, daily_digest) on table desk_settings to service_role;
grant insert (id, booking_id, message_id, body) on table notes to authenticated;
grant insert (id, booking_id, message_id, body) on table notes to service_role;
grant insert (id, channel, kind, booking_id, message_id, user_id, recipient, facts, once, due_at, ends_at, give_up_at, webhook_id) on table outbox to service_role;
grant select (id, created_at, updated_at, channel, kind, sent_as, booking_id, message_id, user_id, recipient, due_at, ends_at, state, attempts, is_doubtful, reason, settled_at, webhook_id) on table outbox to authenticated;
grant select (id, kind, sent_as, booking_id, message_id, recipient, facts, state, is_doubtful) on table outbox to backline_outbox;
grant select (id, created_at, updated_at, channel, kind, sent_as, booking_id, message_id, user_id, recipient, facts, once, due_at, ends_at, give_up_at, state, attempts, holder, held_until, is_doubtful, reason, settled_at, webhook_id) on table outbox to service_role;
grant update (recipient, facts, once, due_at, ends_at, give_up_at, state, attempts, holder, held_until, is_doubtful, reason, settled_at) on table outbox to service_role;
grant select (day) on table private.rate_limit_salts to backline_upkeep;
grant insert (id, role) on table staff_members to authenticated;
grant update (role, disabled_at) on table staff_members to authenticated;
grant insert (id, name, email, company, phone, current_challenges, team_size, preferred_time, time_zone, message, monthly_revenue, fill_seconds, budget_note, session_id, landing_page, referrer, filled_by) on table strategy_call_bookings to anon;
grant select (id, created_at, name, email, company, current_challenges, team_size, preferred_time, time_zone, status, confirmed, assigned_to, source, updated_at, campaign, first_view, answered_at, call_at, proposed_time, proposed_at, due_at) on table strategy_call_bookings to authenticated;
grant select (id, created_at, name, email, company, phone, current_challenges, team_size, preferred_time, time_zone, message, status, confirmed, assigned_to, answered_at, call_at, call_sequence, proposed_time, due_at) on table strategy_call_bookings to backline_outbox;
grant update (assigned_to) on table strategy_call_bookings to authenticated;
grant insert (id, session_id, event_type, event_data, page_url, user_agent, referrer, is_bot, visitor_key) on table user_interactions to anon;
grant insert (id, url, description, events, sealed_secret) on table webhooks to backline_webhooks;
grant select (id, created_at, updated_at, url, description, events, is_active, stopped_because, failing_since, previous_until) on table webhooks to authenticated;
grant select (id, url, is_active, sealed_secret, sealed_previous, previous_until) on table webhooks to backline_outbox;
grant select (id, url, is_active, sealed_secret, sealed_previous, previous_until) on table webhooks to backline_webhooks;
grant select (id, created_at, updated_at, url, description, events, is_active, stopped_because, failing_since, previous_until) on table webhooks to service_role;
grant update (is_active) on table webhooks to authenticated;
grant update (url, description, events, sealed_secret, sealed_previous, previous_until) on table webhooks to backline_webhooks;
grant update (url, description, events, is_active) on table webhooks to service_role;
