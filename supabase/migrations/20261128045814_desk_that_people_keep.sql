set check_function_bodies = off;

drop index public.strategy_call_bookings_created_at_idx;

alter table private.call_holds drop constraint call_holds_pkey;

alter table private.hosts drop constraint hosts_link_check;

alter table public.audit_log drop constraint audit_log_action_check;

alter table public.outbox drop constraint outbox_kind_check;

alter table public.webhooks drop constraint webhooks_events_check;

drop function private.host_of_call(uuid);

drop function private.insights_to_export(date, date, text);

drop function private.is_insight_known(jsonb, text, date);

drop function private.record_insights_export(text, date, date, text, bigint);

drop function private.refuse_as_changed(uuid, text, tstzrange, timestamp with time zone);

drop function private.require_insights_export(date, date, text);

drop function private.take_back_events(public.strategy_call_bookings);

drop function private.visitor_moves(uuid, timestamp with time zone);

drop function public.export_bookings(date, date);

drop function public.export_insights_days(date, date, text);

drop function public.export_insights_faults(date, date, text);

drop function public.export_insights_figures(date, date, text);

drop function public.export_insights_origins(date, date, text);

drop function public.export_insights_packs(date, date, text);

drop function public.export_insights_views(date, date, text);

drop function public.export_insights_vitals(date, date, text);

drop function public.export_messages(date, date);

create table private.mentions (
  note uuid not null,
  person uuid not null,
  seen_at timestamp with time zone,
  constraint mentions_pkey primary key (note, person)
);

alter table private.mentions enable row level security;

create table private.replies (
  id uuid not null,
  created_at timestamp with time zone not null default now(),
  booking_id uuid,
  message_id uuid,
  body text not null,
  is_answer boolean not null,
  constraint replies_body_check
    check (((body <> ''::text) and (char_length(body) <= 10000) and (body !~ '[{](name|company|time)[}]'::text))),
  constraint replies_booking_or_message_check check ((num_nonnulls(booking_id, message_id) = 1)),
  constraint replies_pkey primary key (id),
  author uuid not null default auth.uid()
);

alter table private.replies enable row level security;

create table private.said (
  thing uuid not null,
  booking_id uuid,
  message_id uuid,
  search text not null,
  constraint said_pkey primary key (thing)
);

alter table private.said enable row level security;

create table public.reply_templates (
  id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  name text not null,
  body text not null,
  constraint reply_templates_body_check
    check
    (((body <> ''::text) and (char_length(body) <= 5000) and (body !~ '[{](?!(name|company|time|link)[}])'::text))),
  constraint reply_templates_name_check check (((char_length(name) >= 1) and (char_length(name) <= 60))),
  constraint reply_templates_name_key unique (name),
  constraint reply_templates_pkey primary key (id)
);

insert into public.reply_templates (name, body) values
  ('Thank you, let us talk', E'Hello {name},\n\nthank you for writing to us. The quickest way is a call of half an hour: choose a time that suits you here.\n\n{link}'),
  ('Before our call', E'Hello {name},\n\nwe look forward to our call: {time}. Have one recent request of a customer at hand, nothing else is needed.\n\nIf the time does not suit you any more, choose another here.\n\n{link}'),
  ('Two questions first', E'Hello {name},\n\nthank you for telling us about {company}. Two questions before we answer:\n\n1. How many people work on projects with you?\n2. By when do you need help?');

alter table public.reply_templates enable row level security;

create table public.saved_views (
  id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  list text not null,
  name text not null,
  filters jsonb not null,
  is_shared boolean not null default false,
  constraint saved_views_filters_check
    check
    (((jsonb_typeof(filters) = 'object'::text) and (pg_column_size(filters) <= 1000) and ((filters -
    '{status,source,assignee,sort,down,week}'::text[]) = '{}'::jsonb))),
  constraint saved_views_list_check check ((list = any (array['bookings'::text, 'messages'::text]))),
  constraint saved_views_pkey primary key (id),
  owner uuid not null default auth.uid(),
  constraint saved_views_name_check
    check (((char_length(private.trimmed(name)) >= 1) and (char_length(private.trimmed(name)) <= 60)))
);

alter table public.saved_views enable row level security;

alter table private.call_holds add column is_offered boolean not null default false;

alter table public.desk_settings add column currency text not null default 'EUR'::text;

alter table public.notes add column mentioned uuid[] not null default '{}'::uuid[];

alter table public.strategy_call_bookings add column entered_by uuid;

alter table public.strategy_call_bookings add column outcome text;

alter table public.strategy_call_bookings add column outcome_value numeric(14,2);

alter table public.strategy_call_bookings add column next_step text;

alter table public.strategy_call_bookings add column next_step_on date;

alter table public.strategy_call_bookings add column next_step_by uuid;

alter table public.strategy_call_bookings alter column current_challenges drop not null;

alter table public.strategy_call_bookings alter column email drop not null;

alter table public.strategy_call_bookings alter column phone drop not null;

alter table public.strategy_call_bookings alter column team_size drop not null;

alter type private.booking_export add attribute outcome text cascade;

alter type private.booking_export add attribute outcome_value text cascade;

alter type private.booking_export add attribute currency text cascade;

alter type private.booking_export add attribute next_step text cascade;

alter type private.booking_export add attribute next_step_on text cascade;

alter type private.booking_export add attribute next_step_by text cascade;

create or replace function private.add_said(thing uuid, booking uuid, message uuid, words text) returns void
  language sql
  set search_path = ''
  as $$
    insert into private.said (thing, booking_id, message_id, search)
    values (add_said.thing, booking, message, coalesce(private.plain(words), ''))
    on conflict on constraint said_pkey do update set search = excluded.search where said.search <> excluded.search
  $$;

create or replace function private.after_booking_insert() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  one public.strategy_call_bookings;
begin
  perform private.add_said(a.id, a.id, null, a.message) from arrived a where a.message is not null;
  for one in select * from arrived loop
    if one.picked and private.is_arriving(one.created_at) then
      perform private.hold_time(one);
    end if;
  end loop;
  for one in
    select * from arrived a where a.status = 'new' and private.is_arriving(a.created_at) order by private.mailbox_of(a.email)
  loop
    perform private.enqueue_for_booking(one);
  end loop;
  perform private.notify_arrivals('strategy_call_bookings', array(select a.id from arrived a));
  perform private.confirm_automatically(a.id) from arrived a where a.picked and a.status = 'new';
  return null;
end
$$;

create or replace function private.after_booking_update() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  is_given boolean := new.assigned_to is distinct from old.assigned_to;
begin
  if new.message is distinct from old.message then
    perform private.add_said(new.id, new.id, null, new.message);
  end if;
  perform private.update_hold(old, new);
  perform private.enqueue_booking_events(old, new);
  perform private.enqueue_booking_letters(old, new);
  perform private.notify_row('strategy_call_bookings', 'UPDATE', new.id);
  if is_given then
    if new.status = 'confirmed' then
      perform private.mark_host_given_call(new.assigned_to);
    end if;
    perform private.record_assignment('booking_assigned', 'strategy_call_bookings', new.id, old.assigned_to, new.assigned_to);
  end if;
  if new.status <> old.status or new.confirmed is distinct from old.confirmed then
    perform private.record_move('booking_moved', 'strategy_call_bookings', to_jsonb(old), to_jsonb(new));
  end if;
  if new.picked and new.status = 'new' and (
    old.status = 'spam?' or not old.picked or new.preferred_time <> old.preferred_time
    or new.mailbox is distinct from old.mailbox
  ) then
    perform private.confirm_automatically(new.id);
  end if;
  return null;
end
$$;

create or replace function private.after_message_insert() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  one public.contact_messages;
begin
  perform private.add_said(a.id, null, a.id, a.message) from arrived a;
  for one in
    select * from arrived a where a.status = 'new' and private.is_arriving(a.created_at) order by private.mailbox_of(a.email)
  loop
    perform private.enqueue_arrival(null, one.id, 'message-received', 'team-message');
    perform private.enqueue_message_event(one);
  end loop;
  perform private.notify_arrivals('contact_messages', array(select a.id from arrived a));
  return null;
end
$$;

create or replace function private.after_message_update() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.message <> old.message then
    perform private.add_said(new.id, null, new.id, new.message);
  end if;
  if new.status = 'new' and old.status in ('spam?', 'spam') then
    perform private.enqueue_message_event(new);
    perform private.enqueue_arrival(null, new.id, 'message-received', 'team-message');
  end if;
  perform private.enqueue_message_changes(old, new);
  perform private.notify_row('contact_messages', 'UPDATE', new.id);
  if new.assigned_to is distinct from old.assigned_to then
    perform private.record_assignment('message_assigned', 'contact_messages', new.id, old.assigned_to, new.assigned_to);
  end if;
  if new.status <> old.status then
    perform private.record_move('message_moved', 'contact_messages', to_jsonb(old), to_jsonb(new));
  end if;
  return null;
end
$$;

create or replace function private.before_booking_insert() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new := private.normalized_booking(new);
  if current_user in ('anon', 'authenticated') then
    perform private.require_answers(new);
    perform private.check_preferred_time(new.preferred_time);
    if new.status = 'new' and private.looks_automatic(new.email, new.fill_seconds, new.filled_by, new.budget_note) then
      new.status := 'spam?';
    end if;
    new.source := private.visit_source(new.landing_page, new.referrer);
    new.campaign := private.visit_campaign(new.landing_page);
    new.first_view := private.visit_first_view(new.landing_page);
  end if;
  return new;
end
$$;

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
      'host', case when b.confirmed is not null then private.member_for_programs(b.assigned_to) end,
      'place', case when b.confirmed is not null then private.host_of_call(b.assigned_to) -> 'place' end,
      'link', case when b.confirmed is not null then private.host_of_call(b.assigned_to, b.id) -> 'link' end,
      'outcome', case b.status when 'held' then b.outcome end,
      'outcome_value', case b.status when 'held' then b.outcome_value end,
      'currency', (select s.currency from public.desk_settings s)
    )
  $$;

create or replace function private.call_event(was public.strategy_call_bookings, is_now public.strategy_call_bookings) returns text
  language sql immutable
  set search_path = ''
  as $$
    select case
      when is_now.status = 'confirmed' and is_now.confirmed is distinct from was.confirmed then 'booking.confirmed'
      when was.status = 'confirmed' and is_now.confirmed is null then 'booking.cancelled'
      when was.status = 'new' and is_now.status = 'cancelled' then 'booking.cancelled'
      when is_now.status in ('held', 'no-show') and is_now.status <> was.status then 'booking.' || is_now.status
    end
  $$;

create or replace function private.checked_booking_move(old public.strategy_call_bookings, new public.strategy_call_bookings)
  returns public.strategy_call_bookings
  language plpgsql
  set search_path = ''
  as $$
begin
  if private.is_undo() then
    return new;
  end if;
  -- Set once, here, and by nobody's hand: by the first move, reply or offer of times.
  new.answered_at := old.answered_at;
  if new.status = old.status and new.confirmed is not distinct from old.confirmed then
    if new.status = 'new' and old.answered_at is null
      and (
        exists (select from private.replies r where r.booking_id = new.id)
        or exists (select from private.call_holds c where c.booking = new.id and c.is_offered)
      )
    then
      new.answered_at := now();
    end if;
    return new;
  end if;
  perform private.check_move(private.booking_moves(), old.status, new.status);
  if new.status in ('held', 'no-show') then
    perform private.check_call_has_begun(old.confirmed);
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
$$;

create or replace function private.confirm_automatically(asked uuid) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if not private.is_confirmed_automatically(asked) then
    return;
  end if;
  perform set_config('backline.by', 'visitor', true);
  update public.strategy_call_bookings b set status = 'confirmed', confirmed = c.slot, assigned_to = c.host
  from private.call_holds c
  where c.booking = asked and not c.is_offered and b.id = asked and b.status = 'new';
  perform set_config('backline.by', '', true);
end
$$;

create or replace function private.digest_counts(now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'steps', (
        select coalesce(jsonb_agg(to_jsonb(d) order by d.at, d.id), '[]') from (
          select 'booking' as what, b.id, b.name as who, b.company, b.next_step as step,
            extract(epoch from b.next_step_on::timestamp at time zone s.time_zone)::float8 * 1000 as at,
            private.person_name(u.raw_user_meta_data, u.email) as host
          from public.strategy_call_bookings b left join auth.users u on u.id = b.next_step_by
          where b.status = 'held' and b.next_step_on <= (now_is at time zone s.time_zone)::date
          order by b.next_step_on, b.id limit 100
        ) d
      ),
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
  $$;

create or replace function private.enqueue_arrival(booking uuid, message uuid, visitor_kind text, team_kind text) returns void
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

create or replace function private.enqueue_assignment(
  event text, booking_id uuid, message_id uuid, was uuid, is_now uuid, data jsonb
) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if data ->> 'status' not in ('spam?', 'spam') and private.staff_role() is not null then
    perform private.enqueue_change(
      array[event], event, booking_id, message_id,
      jsonb_build_object('assigned_to', was), jsonb_build_object('assigned_to', is_now),
      data || jsonb_build_object(
        'assigned_to', private.member_for_programs(is_now), 'previous_assigned_to', private.member_for_programs(was)
      )
    );
  end if;
end
$$;

create or replace function private.enqueue_booking_events(old public.strategy_call_bookings, new public.strategy_call_bookings)
  returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  data jsonb;
  previous jsonb := '{}';
begin
  if not exists (select from public.webhooks) then
    return;
  end if;
  data := private.booking_for_programs(new);
  if new.status = 'new' and old.status in ('spam?', 'spam') then
    perform private.enqueue_event('booking.created', new.id, null, data, now(), null, 'booking.created:' || new.id);
    return;
  end if;
  if old.status = 'confirmed' and new.confirmed is distinct from old.confirmed then
    previous := jsonb_build_object(
      'previous_start', private.iso_instant(lower(old.confirmed)),
      'previous_end', private.iso_instant(upper(old.confirmed))
    );
  end if;
  perform private.enqueue_change(
    '{booking.confirmed,booking.held,booking.no-show,booking.cancelled}', private.call_event(old, new), new.id, null,
    private.call_state(old), private.call_state(new), data || previous
  );
  perform private.enqueue_change(
    '{booking.outcome}', case new.status when 'held' then 'booking.outcome' end, new.id, null,
    jsonb_build_object('outcome', old.outcome, 'value', old.outcome_value),
    jsonb_build_object('outcome', new.outcome, 'value', new.outcome_value), data
  );
  perform private.enqueue_assignment('booking.assigned', new.id, null, old.assigned_to, new.assigned_to, data);
end
$$;

create or replace function private.enqueue_booking_letters(old public.strategy_call_bookings, new public.strategy_call_bookings)
  returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  how_it_stands jsonb := jsonb_build_object(
    'sequence', new.call_sequence, 'status', new.status, 'starts', lower(new.confirmed), 'ends', upper(new.confirmed),
    'by_visitor', auth.uid() is null, 'meeting', private.host_of_call(new.assigned_to, new.id)
  );
  -- Whatever its state is now: only a call that was held or missed keeps its time.
  is_given_up boolean := old.status = 'confirmed' and new.confirmed is null;
  -- Nobody is signed in where a visitor changes their own call, and nobody there takes it back.
  due timestamptz := now() + case when auth.uid() is null then interval '0' else private.undo_window() end;
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') and not private.is_confirmed_automatically(new.id) then
    perform private.enqueue_arrival(new.id, null, 'request-received', 'team-booking');
  end if;
  if new.call_sequence = old.call_sequence then
    return;
  end if;
  -- The visitor hears of a call that is confirmed, moved, passed to somebody else or called off.
  if new.status = 'confirmed' or is_given_up or (new.status = 'cancelled' and old.status = 'new') then
    insert into public.outbox (channel, kind, booking_id, facts, due_at)
    values ('letter', 'call', new.id, how_it_stands, due);
  end if;
  -- And so do those in whose calendars it stands, or stood.
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

create or replace function private.enqueue_change(
  kinds text[], event text, booking_id uuid, message_id uuid, was jsonb, is_now jsonb, data jsonb
) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if was = is_now or private.take_back_events(coalesce(booking_id, message_id), kinds, is_now) or event is null then
    return;
  end if;
  perform private.enqueue_event(
    event, booking_id, message_id, data,
    -- Nobody is signed in where a visitor changes their own call, and nobody there takes it back.
    now() + case when auth.uid() is null then interval '0' else private.undo_window() end,
    was, null
  );
end
$$;

create or replace function private.enqueue_for_booking(arrived public.strategy_call_bookings) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  -- What is confirmed at once, or typed by the team, has its letters of that.
  if arrived.entered_by is null and not (arrived.picked and private.is_confirmed_automatically(arrived.id)) then
    perform private.enqueue_arrival(arrived.id, null, 'request-received', 'team-booking');
  end if;
  if private.is_event_wanted('booking.created') then
    perform private.enqueue_event(
      'booking.created', arrived.id, null, private.booking_for_programs(arrived), now(), null,
      'booking.created:' || arrived.id
    );
  end if;
end
$$;

create or replace function private.enqueue_message_changes(old public.contact_messages, new public.contact_messages) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  data jsonb;
begin
  if not exists (select from public.webhooks) then
    return;
  end if;
  data := private.message_for_programs(new);
  perform private.enqueue_change(
    '{message.answered}', case new.status when 'answered' then 'message.answered' end, null, new.id,
    jsonb_build_object('status', old.status), jsonb_build_object('status', new.status), data
  );
  perform private.enqueue_assignment('message.assigned', null, new.id, old.assigned_to, new.assigned_to, data);
end
$$;

create or replace function private.erase_address(asked text, who jsonb default '{}') returns jsonb
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

  -- Links to what is gone say so for a month.
  update private.data_links l set address = null, until = now() + interval '30 days' where l.address = asked;

  -- In every column but the sender's own address, which may end with the asked one, and what is searched, which has it too.
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

create or replace function private.export_query(relation regclass, named regtype, others jsonb) returns text
  language sql stable
  set search_path = ''
  as $$
    select format(
      'select %s from %s r left join auth.users u on u.id = r.assigned_to
       where ($1 is null or r.created_at >= $1::timestamp at time zone ''UTC'')
         and ($2 is null or r.created_at < ($2 + 1)::timestamp at time zone ''UTC'')
         and ($3 is null or r.id = any ($3))
       order by r.created_at, r.id',
      string_agg(
        coalesce(others ->> wanted.attname, format(
          case c.atttypid
            when 'text'::regtype then 'private.csv_cell(r.%I)'
            when 'timestamptz'::regtype then 'private.csv_time(r.%I)'
            else 'r.%I::text'
          end, wanted.attname
        )), ', ' order by wanted.attnum
      ),
      relation
    )
    from pg_catalog.pg_type t
    join pg_catalog.pg_attribute wanted on wanted.attrelid = t.typrelid and wanted.attnum > 0 and not wanted.attisdropped
    left join pg_catalog.pg_attribute c on c.attrelid = relation and c.attname = wanted.attname and not c.attisdropped
    where t.oid = named
  $$;

create or replace function private.feed_calls(key_hash bytea, now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'name', private.person_name(u.raw_user_meta_data, u.email), 'place', h.place,
      'calls', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', b.id, 'sequence', b.call_sequence, 'link', private.link_of_call(h.link, b.id), 'starts', lower(b.confirmed), 'ends', upper(b.confirmed),
          'name', b.name, 'company', b.company, 'changed', b.updated_at
        ) order by b.confirmed, b.id), '[]')
        from public.strategy_call_bookings b
        where b.assigned_to = h.id and b.status = 'confirmed' and b.confirmed && tstzrange(now_is - interval '30 days', null)
      )
    )
    from private.hosts h
    join public.staff_members m on m.id = h.id and m.disabled_at is null
    join auth.users u on u.id = h.id and u.deleted_at is null
    where h.feed_key_hash = key_hash
  $$;

create or replace function private.hold_time(asked public.strategy_call_bookings) returns uuid
  language plpgsql
  set search_path = ''
  as $$
declare
  minutes integer := (select s.call_minutes from public.desk_settings s);
  chosen uuid;
begin
  if asked.status <> 'new' or private.awaits_proof(asked.email) then
    return null;
  end if;
  perform private.lock_calls();
  delete from private.call_holds c where c.until <= now() or (c.booking = asked.id and not c.is_offered);
  if (
    select count(*) from public.strategy_call_bookings b
    left join private.call_holds c on c.booking = b.id and not c.is_offered
    where private.mailbox_of(b.email) = private.mailbox_of(asked.email) and b.picked
      and (c.booking is not null or (b.status = 'confirmed' and b.call_at > now()))
  ) >= 3 then
    return null;
  end if;
  chosen := private.free_host(asked.preferred_time, now(), minutes, asked.id);
  if chosen is not null then
    insert into private.call_holds (booking, host, slot, until, is_proven) values (
      asked.id, chosen, tstzrange(asked.preferred_time, asked.preferred_time + make_interval(mins => minutes)),
      now() + interval '1 day', not exists (select from private.mail_service m where not m.is_there)
    );
    perform private.mark_host_given_call(chosen);
  end if;
  return chosen;
end
$$;

create or replace function private.host_of_call(assigned_to uuid, booking uuid default null) returns jsonb
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

create or replace function private.index_search() returns text
  language plpgsql
  set search_path = ''
  as $$
declare
  place text;
  searched text;
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
  foreach searched in array array['public.strategy_call_bookings', 'public.contact_messages', 'private.said'] loop
    if to_regclass(searched || '_search_idx') is null then
      execute format(
        'create index %s_search_idx on %s using gin (search %s.gin_trgm_ops) with (gin_pending_list_limit = 256)',
        split_part(searched, '.', 2), searched, place
      );
    end if;
  end loop;
  return null;
end
$$;

create or replace function private.insight_outcomes(from_day date, to_day date) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    with call as materialized (
      select b.source, b.campaign, date_trunc('week', b.call_at at time zone 'UTC') as monday,
        ((b.outcome = 'won') is true)::int as won, case when b.outcome = 'won' then b.outcome_value end as value
      from public.strategy_call_bookings b
      where b.status = 'held' and b.call_at >= from_day::timestamp at time zone 'UTC'
        and b.call_at < (to_day + 1)::timestamp at time zone 'UTC'
    ),
    part as (
      select k.kind, k.name, 1 as held, c.won, c.value
      from call c cross join lateral (
        values ('source', c.source), ('campaign', c.campaign), ('week', c.monday::date::text)
      ) k (kind, name) where k.name is not null
      union all
      select 'week', w::date::text, 0, 0, null
      from generate_series(date_trunc('week', from_day::timestamp), to_day::timestamp, interval '7 days') w
    ),
    figure as (
      select kind, name, sum(held) as held, sum(won) as won, coalesce(sum(value), 0) as value from part group by 1, 2
    )
    select jsonb_build_object('currency', (select s.currency from public.desk_settings s), 'outcomes', (
      select jsonb_agg(to_jsonb(f) order by f.kind, f.held desc, f.name) from figure f
    ))
  $$;

create or replace function private.insights_of(from_day date, to_day date, visitor text, now_is timestamptz) returns jsonb
  language plpgsql stable
  set search_path = ''
  set jit = off
  set work_mem = '32MB'
  set enable_nestloop = off
  set plan_cache_mode = force_custom_plan
  as $$
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
    fresh_bookings := array(select v from private.count_booking_visits(greatest(fresh_from, from_day), to_day) v);
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
  ) || private.insight_lists(from_day, to_day, kinds, fresh, fresh_bookings) || private.insight_outcomes(from_day, to_day);
end
$$;

create or replace function private.is_confirmed_automatically(asked uuid) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select exists (
      select from private.call_holds c, public.desk_settings s
      where c.booking = asked and not c.is_offered and s.confirm_at_once and c.is_proven and c.until > now()
    )
  $$;

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
  delete from private.call_holds c where (c.booking, c.slot) in (
    select e.booking, e.slot from private.call_holds e where e.until <= now_is for update skip locked
  );
  delete from private.data_links l where l.until <= now_is;
  -- A question that no letter has answered in its time, where mail was switched off meanwhile: its address goes.
  delete from public.outbox o
    where o.kind = 'own-data' and o.sealed is not null and o.ends_at <= now_is
      and (o.state <> 'sending' or o.held_until <= now_is);
  if bookings + messages > 0 then
    perform private.record(
      'people_pruned', 'person', null, jsonb_build_object('bookings', bookings, 'messages', messages)
    );
  end if;
  return jsonb_build_object('bookings', bookings, 'messages', messages);
end
$$;

create or replace function private.keep_saved_view() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  view constant public.saved_views := coalesce(new, old);
begin
  if tg_op = 'INSERT' and (select count(*) from public.saved_views v where v.owner = new.owner) >= 20 then
    perform private.refuse('too_many', 'Twenty saved views are enough: remove one first.', '{"most": 20}');
  end if;
  if view.is_shared then
    perform private.record(
      case tg_op when 'INSERT' then 'view_shared' else 'view_removed' end, 'saved_views', view.id,
      jsonb_build_object('list', view.list)
    );
  end if;
  return view;
end
$$;

create or replace function private.link_of_call(link text, booking uuid) returns text
  language sql immutable
  set search_path = ''
  as $$ select replace(link, '{reference}', upper(left(booking::text, 8))) $$;

create or replace function private.list_page(relation regclass, sorts text[], week_column text, wanted jsonb)
  returns jsonb
  language plpgsql stable
  set search_path = ''
  -- The keys of a hundred thousand rows fit into it.
  set work_mem = '16MB'
  as $$
declare
  -- More than a page for who ticks all of a list.
  per_page constant int := least(greatest(coalesce((wanted ->> 'most')::int, 50), 1), 500);
  columns constant text := (select string_agg(quote_ident(c), ', ') from unnest(private.listed(relation)) c);
  term text := wanted ->> 'term';
  sort text := coalesce(wanted ->> 'sort', 'due_at');
  way text := case when (wanted ->> 'down')::boolean then 'desc' else 'asc' end;
  skipped bigint := per_page * (greatest(coalesce((wanted ->> 'page')::int, 1), 1) - 1)::bigint;
  filters text := format(
    '%s and %s', private.view_condition(coalesce(wanted ->> 'view', 'all')), private.list_filters(week_column, wanted)
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
$$;

create or replace function private.meeting_of(booking uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  return (
    select case
      when b.confirmed is not null then private.host_of_call(b.assigned_to, b.id)
      else jsonb_build_object('host', null, 'link', null, 'place', case
        when c.host is not null then h.place
        when not exists (select from private.active_hosts() a where a.place = 'link') then 'phone'
      end)
    end || jsonb_build_object(
      'held_until', (extract(epoch from c.until) * 1000)::float8,
      'is_unproven', coalesce(private.picked_state(b, now()) = 'unproven', false)
    )
    from public.strategy_call_bookings b
    left join private.call_holds c on c.booking = b.id and not c.is_offered and c.until > now()
    left join private.hosts h on h.id = c.host
    where b.id = meeting_of.booking
  );
end
$$;

create or replace function private.member_for_programs(member uuid) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object('id', member, 'name', private.host_of_call(member) -> 'host') where member is not null
  $$;

create or replace function private.mention_told(note uuid, reader text) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object('body', n.body, 'author', private.person_name(a.raw_user_meta_data, a.email))
    from private.mentions m
    join public.notes n on n.id = m.note
    join public.staff_members s on s.id = m.person and s.disabled_at is null
    join auth.users u on u.id = s.id and lower(u.email) = reader
    left join auth.users a on a.id = n.author
    where m.note = mention_told.note
  $$;

create or replace function private.move_call(
  booking uuid, seen_status text, seen_start timestamptz, target timestamptz, now_is timestamptz
) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
  minutes integer := (select d.call_minutes from public.desk_settings d);
  refusal text;
  length interval;
  chosen uuid;
begin
  select * into was from public.strategy_call_bookings b where b.id = move_call.booking for update;
  -- Pressed twice: it is there already.
  if was.call_at = target and (was.call_at <> seen_start or (seen_status = 'new' and was.status = 'confirmed'))
    and (was.status = 'confirmed' or was.picked)
  then
    return 'done';
  elsif private.is_call_as_seen(was, seen_status, seen_start, now_is) is not true then
    return 'changed';
  elsif target <= now_is then
    return 'past';
  elsif was.call_at = target and (was.status = 'confirmed' or was.picked) then
    return 'same';
  end if;
  -- What the team has offered may be picked whatever the limits of other moves are.
  if private.pick_offered(was, target, now_is) then
    return 'done';
  end if;
  refusal := private.move_limit(was, now_is);
  if refusal is not null then
    return refusal;
  end if;

  length := coalesce(upper(was.confirmed) - lower(was.confirmed), make_interval(mins => minutes));
  perform private.lock_calls();
  chosen := private.free_host(target, now_is, (extract(epoch from length) / 60)::integer, was.id, was.assigned_to);
  if chosen is null then
    return 'taken';
  end if;
  perform set_config('backline.by', 'visitor', true);
  if was.status = 'confirmed' then
    update public.strategy_call_bookings b
    set confirmed = tstzrange(target, target + length), assigned_to = chosen where b.id = was.id;
  else
    perform private.record('booking_proposed', 'strategy_call_bookings', was.id, jsonb_build_object(
      'from', was.call_at, 'to', target, 'by', 'visitor'
    ));
    update public.strategy_call_bookings b set preferred_time = target, picked = true where b.id = was.id;
    -- Not of what looks like spam, nor where it is confirmed by now, nor where the wish stays and is held from now on.
    insert into public.outbox (channel, kind, booking_id, recipient, facts)
    select 'letter', 'team-proposal', was.id, t, jsonb_build_object('from', was.call_at, 'proposed', target)
    from private.team_mailboxes() as t
    where was.call_at <> target
      and exists (select from public.strategy_call_bookings b where b.id = was.id and b.status = 'new');
  end if;
  perform set_config('backline.by', '', true);
  return 'done';
end
$$;

create or replace function private.normalize_template() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new.name := private.trimmed(new.name);
  new.body := private.trimmed(new.body);
  new.updated_at := now();
  return new;
end
$$;

create or replace function private.normalized_booking(booking public.strategy_call_bookings) returns public.strategy_call_bookings
  language plpgsql
  set search_path = ''
  as $$
begin
  booking.name := private.trimmed(booking.name);
  booking.email := private.trimmed(booking.email);
  booking.company := private.trimmed(booking.company);
  booking.phone := private.trimmed(booking.phone);
  booking.time_zone := nullif(private.trimmed(booking.time_zone), '');
  booking.message := nullif(private.trimmed(booking.message), '');
  booking.monthly_revenue := nullif(private.trimmed(booking.monthly_revenue), '');
  booking.budget_note := nullif(private.trimmed(booking.budget_note), '');
  booking.landing_page := nullif(private.trimmed(booking.landing_page), '');
  booking.referrer := nullif(private.trimmed(booking.referrer), '');
  booking.next_step := nullif(private.trimmed(booking.next_step), '');
  booking.picked := coalesce(booking.picked, false);
  return booking;
end
$$;

create or replace function private.notes_and_history(subject text, id uuid, received timestamptz, address text) returns jsonb
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
    event as (
      select 0 as place, received as at, null::uuid as actor, 'received' as action, '{}'::jsonb as details, 0 as number
      union all
      select 1, a.at, a.actor, a.action, a.details, a.id from public.audit_log a
      where a.subject_id = notes_and_history.id and a.subject = notes_and_history.subject
        and a.action not in ('booking_read', 'message_read', 'booking_noted', 'message_noted')
      union all
      select 1, note.at, note.author, 'noted', jsonb_build_object('note', note.id), 0 from note
    )
    select jsonb_build_object(
      'notes', coalesce((select jsonb_agg(to_jsonb(note) order by note.at, note.id) from note), '[]'),
      'replies', private.replies_to(notes_and_history.id),
      'timeline', (
        select jsonb_agg(
          jsonb_build_object('at', e.at, 'actor', e.actor, 'action', e.action, 'details', e.details)
          order by e.place, e.at, e.number
        ) from event e
      ),
      'others', jsonb_build_object(
        'bookings', (
          select count(*) from public.strategy_call_bookings b where lower(b.email) = lower(address) and b.id <> notes_and_history.id
        ),
        'messages', (
          select count(*) from public.contact_messages m where lower(m.email) = lower(address) and m.id <> notes_and_history.id
        )
      )
    )
  $$;

create or replace function private.offered_times(booking uuid, now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(
      jsonb_build_object(
        'start', private.iso_instant(lower(c.slot)), 'end', private.iso_instant(upper(c.slot)), 'host', c.host,
        'until', private.iso_instant(c.until)
      ) order by c.slot
    ), '[]')
    from private.call_holds c where c.booking = offered_times.booking and c.is_offered and c.until > now_is
  $$;

create or replace function private.person_data(asked text) returns jsonb
  language plpgsql stable
  set search_path = ''
  as $$
declare
  bookings jsonb;
  messages jsonb;
  notes jsonb;
  replies jsonb;
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
    'replies', replies, 'letters', letters,
    'interactions', events, 'account', account, 'log', log
  );
end
$$;

create or replace function private.pick_offered(was public.strategy_call_bookings, target timestamptz, now_is timestamptz) returns boolean
  language plpgsql
  set search_path = ''
  as $$
declare
  offered private.call_holds;
begin
  perform private.lock_calls();
  select * into offered from private.call_holds c
  where c.booking = was.id and c.is_offered and lower(c.slot) = target and c.until > now_is
    and exists (select from private.active_hosts() h where h.id = c.host)
    and not exists (
      select from public.strategy_call_bookings b
      where b.status = 'confirmed' and b.assigned_to = c.host and b.confirmed && c.slot and b.id <> was.id
    );
  if not found then
    return false;
  end if;
  perform set_config('backline.by', 'visitor', true);
  update public.strategy_call_bookings b set status = 'confirmed', confirmed = offered.slot, assigned_to = offered.host
  where b.id = was.id;
  perform set_config('backline.by', '', true);
  return true;
end
$$;

create or replace function private.picked_state(asked public.strategy_call_bookings, now_is timestamptz) returns text
  language plpgsql stable
  set search_path = ''
  as $$
begin
  if not asked.picked or asked.status not in ('new', 'spam?', 'spam') then
    return null;
  end if;
  return (
    select case
      when exists (select from private.call_holds c where c.booking = asked.id and not c.is_offered and c.until > now_is)
      then 'held'
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

create or replace function private.plan_letters(now_is timestamptz) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
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
    'letter', r.kind, b.id,
    jsonb_build_object(
      'starts', lower(b.confirmed), 'ends', upper(b.confirmed), 'meeting', private.host_of_call(b.assigned_to, b.id)
    ),
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
$$;

create or replace function private.record_note() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  note jsonb := jsonb_build_object('note', new.id);
begin
  perform private.add_said(new.id, new.booking_id, new.message_id, new.body);
  if new.booking_id is null then
    perform private.record('message_noted', 'contact_messages', new.message_id, note);
  else
    perform private.record('booking_noted', 'strategy_call_bookings', new.booking_id, note);
  end if;
  return null;
end
$$;

create or replace function private.record_template() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.record(
    case tg_op when 'DELETE' then 'template_removed' else 'template_saved' end, 'reply_templates', coalesce(new.id, old.id)
  );
  return null;
end
$$;

create or replace function private.refuse_as_changed(id uuid, state text, confirmed tstzrange, at timestamptz, what text default 'moved')
  returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  last record;
begin
  select a.actor, a.at into last from public.audit_log a
  where a.subject_id = refuse_as_changed.id and a.action in ('booking_' || what, 'message_' || what)
  order by a.at desc, a.id desc limit 1;
  perform private.refuse('changed', format('This was changed meanwhile: it is %s now.', state), jsonb_build_object(
    'status', state, 'confirmed', confirmed, 'what', what, 'by', last.actor, 'at', coalesce(last.at, refuse_as_changed.at)
  ));
end
$$;

create or replace function private.replies_to(row_id uuid) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(
      jsonb_build_object(
        'id', r.id, 'at', r.created_at, 'author', r.author, 'body', r.body, 'state', o.state, 'reason', o.reason
      ) order by r.created_at, r.id
    ), '[]')
    from private.replies r
    left join lateral (
      select o.state, o.reason from public.outbox o
      where (o.booking_id = row_id or o.message_id = row_id) and o.kind = 'reply' and o.facts ->> 'reply' = r.id::text
      order by o.created_at desc limit 1
    ) o on true
    where r.booking_id = row_id or r.message_id = row_id
  $$;

create or replace function private.reply_letter(item uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'body', r.body, 'author', nullif(private.trimmed(u.raw_user_meta_data ->> 'name'), ''), 'thread', (
        select coalesce(jsonb_agg(o.id order by o.created_at, o.id), '[]') from public.outbox o
        where (o.booking_id = i.booking_id or o.message_id = i.message_id) and o.channel = 'letter'
          and o.recipient is null and (o.state = 'sent' or o.is_doubtful) and o.created_at < i.created_at
          and o.kind in ('request-received', 'message-received', 'reply')
      )
    )
    from public.outbox i
    join private.replies r on r.id = (i.facts ->> 'reply')::uuid
    left join auth.users u on u.id = r.author
    where i.id = reply_letter.item and i.kind = 'reply'
  $$;

create or replace function private.require_answers(booking public.strategy_call_bookings) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  missing text := case
    when booking.email is null then 'email' when booking.phone is null then 'phone'
    when booking.current_challenges is null then 'current_challenges' when booking.team_size is null then 'team_size'
  end;
begin
  if missing is not null then
    raise exception using
      errcode = 'not_null_violation', schema = 'public', table = 'strategy_call_bookings', column = missing,
      message = format('null value in column "%s" of relation "strategy_call_bookings" violates not-null constraint', missing);
  end if;
end
$$;

create or replace function private.search_condition(term text, slips boolean) returns text
  language sql immutable
  as $$
    with way as (
      select string_agg(
        case when slips and word ~ '\D' and char_length(word) > 3 then format('search ~ %L', private.typo_pattern(word))
          else private.word_condition(word) end, ' and '
      ) as condition
      from (select private.search_words(term) as words union select private.search_numbers(term)) ways, unnest(words) word
      group by words
    )
    select '(' || string_agg(condition, ' or ' order by condition) || ')' from way
  $$;

create or replace function private.search_text(phone text, name text, email text, company text) returns text
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
declare
  words text := concat_ws(' ', name, email, company);
begin
  words := concat(
    private.phone_digits(phone) || ' ',
    case when octet_length(words) = char_length(words) then lower(translate(words, '''`', '')) else private.plain(words) end
  );
  return case when octet_length(words) > 2000 then left(words, 500) else words end;
end
$$;

create or replace function private.take_back_events(about uuid, kinds text[], is_now jsonb) returns boolean
  language plpgsql
  set search_path = ''
  as $$
begin
  update public.outbox o set state = 'dropped', reason = 'taken back', settled_at = now()
  where (o.booking_id = about or o.message_id = about) and o.channel = 'webhook' and o.state = 'waiting' and o.attempts = 0
    and o.kind = any (kinds)
    and o.created_at >= (
      select min(p.created_at) from public.outbox p
      where (p.booking_id = about or p.message_id = about) and p.channel = 'webhook' and p.state = 'waiting' and p.attempts = 0
        and p.kind = any (kinds) and p.facts -> 'before' = is_now
    );
  return found;
end
$$;

create or replace function private.update_hold(old public.strategy_call_bookings, new public.strategy_call_bookings) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if old.picked and (
    new.status not in ('new', 'spam?') or not new.picked or new.preferred_time <> old.preferred_time
  ) then
    delete from private.call_holds c where c.booking = new.id;
  end if;
  -- What was offered is over once anything else becomes of the call.
  if new.status <> old.status or new.confirmed is distinct from old.confirmed or new.preferred_time <> old.preferred_time then
    delete from private.call_holds c where c.booking = new.id and c.is_offered;
  end if;
  if new.picked and (
    not old.picked or new.preferred_time <> old.preferred_time or (new.status = 'new' and old.status = 'spam?')
    or new.mailbox is distinct from old.mailbox
  ) then
    perform private.hold_time(new);
  end if;
end
$$;

create or replace function private.view_condition(view text) returns text
  language sql immutable
  as $$
    select case view
      when 'all' then $c$status not in ('spam', 'spam?')$c$
      when 'open' then $c$(status = 'new' or due_at is not null) and status not in ('spam', 'spam?')$c$
      when 'overdue' then 'due_at < now()'
      when 'follow-up' then $c$status = 'held' and next_step_on is not null$c$
      when 'any' then 'true'
      else format('status = %L', view) end
  $$;

create or replace function private.visitor_moves(booking uuid, now_is timestamptz) returns table (
  host_name text, place text, link text, is_held boolean, limited text, move_notice_minutes integer, free_times timestamptz[],
  picked_state text, offered jsonb
)
  language sql stable security definer
  set search_path = ''
  as $$
    select m.told ->> 'host', m.told ->> 'place', m.told ->> 'link',
      p.state is not distinct from 'held',
      l.reason, s.move_notice_minutes,
      case when l.reason is null then array(
        select n from private.free_times_near(b.call_at, now_is, b.id) n
        where n <> b.call_at or (b.status <> 'confirmed' and not b.picked)
        order by n
      ) else '{}' end,
      p.state, private.offered_times(b.id, now_is)
    from public.strategy_call_bookings b
    cross join public.desk_settings s
    cross join lateral private.meeting_of(b.id) m (told)
    cross join lateral private.move_limit(b, now_is) l (reason)
    cross join lateral private.picked_state(b, now_is) p (state)
    where b.id = visitor_moves.booking and b.status in ('new', 'spam?', 'confirmed')
  $$;

create or replace function private.word_condition(word text) returns text
  language sql immutable
  as $$
    select '(' || concat_ws(' or ', format('search like %L', private.like_pattern(word)),
      case when word ~ '^\[?[0-9a-f]{8}]?$' then format(
        'id between %L and %L', btrim(word, '[]') || '-0000-0000-0000-000000000000', btrim(word, '[]') || '-ffff-ffff-ffff-ffffffffffff'
      ) end,
      case when char_length(word) > 2 then format(
        'id = any (array(select coalesce(s.booking_id, s.message_id) from private.said s where s.search like %L))',
        private.like_pattern(word)
      ) end
    ) || ')'
  $$;

create or replace function private.write_mentions() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not private.is_arriving(new.created_at) then
    return null;
  end if;
  if exists (
    select from unnest(new.mentioned) p
    where not exists (select from public.staff_members m where m.id = p and m.disabled_at is null)
  ) then
    perform private.refuse('not_staff', 'Somebody who is named in the note is not at the desk any more.', '{}');
  end if;
  insert into private.mentions (note, person)
    select distinct new.id, p from unnest(new.mentioned) p where p is distinct from new.author;
  insert into public.outbox (channel, kind, booking_id, message_id, recipient, facts)
    select 'letter', 'team-mention', new.booking_id, new.message_id, lower(u.email), jsonb_build_object('note', new.id)
    from private.mentions m join auth.users u on u.id = m.person where m.note = new.id;
  return null;
end
$$;

create or replace function public.add_booking(
  booking uuid, typed jsonb, call_start timestamptz, host uuid default null, is_wish boolean default false,
  anyway boolean default false
) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  begins timestamptz := date_trunc('minute', call_start);
  stored text;
begin
  perform private.require_staff('owner', 'agent');
  select b.status into stored from public.strategy_call_bookings b
  where b.id = add_booking.booking and b.entered_by = auth.uid();
  if found then
    return stored;
  end if;
  perform private.check_preferred_time(begins);
  insert into public.strategy_call_bookings (id, name, company, email, phone, preferred_time, source, entered_by)
  values (
    booking, typed ->> 'name', typed ->> 'company', nullif(private.trimmed(typed ->> 'email'), ''),
    nullif(private.trimmed(typed ->> 'phone'), ''), begins, 'telephone', auth.uid()
  );
  perform private.record('booking_added', 'strategy_call_bookings', booking);
  if private.trimmed(typed ->> 'note') <> '' then
    insert into public.notes (author, booking_id, body) values (auth.uid(), booking, typed ->> 'note');
  end if;
  if is_wish then
    perform private.enqueue_arrival(booking, null, 'request-received', null);
    return 'new';
  end if;
  perform public.move_booking(
    booking, 'new', 'confirmed', begins, null, anyway, host => coalesce(add_booking.host, (
      select private.free_host(begins, now(), s.call_minutes, add_booking.booking) from public.desk_settings s
    ))
  );
  return 'confirmed';
end
$$;

create or replace function public.booking_counts(wanted jsonb default '{}') returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return private.list_counts('public.strategy_call_bookings', '{all,open,overdue,confirmed,follow-up,spam?}', 'call_at', wanted);
end
$$;

create or replace function public.change_many(list text, act text, rows jsonb) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  one record;
  done uuid[] := '{}';
begin
  perform private.require_staff('owner', 'agent');
  if jsonb_array_length(rows) > 500 then
    raise exception 'at most 500 rows at once' using errcode = '22023';
  end if;
  -- By id, so that two of these at once do not wait for each other in a circle.
  for one in select w.* from jsonb_to_recordset(rows) w (id uuid, "from" text, "to" text) order by w.id loop
    begin
      case list || ' ' || act
        when 'bookings move' then perform public.move_booking(one.id, one."from", one."to");
        when 'messages move' then perform public.move_message(one.id, one."from", one."to");
        when 'bookings undo' then perform public.undo_booking_move(one.id, one."from");
        when 'messages undo' then perform public.undo_message_move(one.id, one."from");
        when 'bookings assign' then
          update public.strategy_call_bookings b set assigned_to = one."to"::uuid
          where b.id = one.id and b.assigned_to is not distinct from one."from"::uuid and b.status <> 'confirmed';
        when 'messages assign' then
          update public.contact_messages m set assigned_to = one."to"::uuid
          where m.id = one.id and m.assigned_to is not distinct from one."from"::uuid;
        else raise exception 'there is no % of many %', act, list using errcode = '22023';
      end case;
      if found then
        done := done || one.id;
      end if;
    exception when sqlstate 'PT409' or sqlstate 'PT404' then null;
    end;
  end loop;
  return to_jsonb(done);
end
$$;

create or replace function public.decline_proposal(booking uuid, proposed timestamptz) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
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
    jsonb_build_object('starts', lower(was.confirmed), 'ends', upper(was.confirmed), 'proposed', was.proposed_time,
      'meeting', private.host_of_call(was.assigned_to, was.id)),
    now() + private.undo_window(), lower(was.confirmed)
  );
end
$$;

create or replace function public.export_bookings(from_day date default null, to_day date default null, ids uuid[] default null)
  returns setof private.booking_export
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  exported bigint;
begin
  perform private.require_staff('owner', 'agent');
  perform private.require_days(from_day, to_day);
  return query execute private.export_query(
    'public.strategy_call_bookings', 'private.booking_export', jsonb_build_object(
      'call_from', 'private.csv_time(lower(r.confirmed))', 'call_until', 'private.csv_time(upper(r.confirmed))',
      'assigned_to', 'private.csv_cell(u.email::text)'
    ) || (
      select jsonb_object_agg(o.name, format('case when r.status = ''held'' then %s end', o.cell)) from (values
        ('outcome', 'r.outcome'), ('outcome_value', 'r.outcome_value::text'), ('next_step_on', 'r.next_step_on::text'),
        ('currency', '(select s.currency from public.desk_settings s where r.outcome_value is not null)'),
        ('next_step', 'private.csv_cell(r.next_step)'),
        ('next_step_by', '(select private.csv_cell(o.email::text) from auth.users o where o.id = r.next_step_by)')
      ) o (name, cell)
    )
  ) using from_day, to_day, ids;
  get diagnostics exported = row_count;
  perform private.record('bookings_exported', 'strategy_call_bookings', null,
    jsonb_build_object('rows', exported, 'from', from_day, 'to', to_day));
end
$$;

create or replace function public.export_messages(from_day date default null, to_day date default null, ids uuid[] default null)
  returns setof private.message_export
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  exported bigint;
begin
  perform private.require_staff('owner', 'agent');
  perform private.require_days(from_day, to_day);
  return query execute private.export_query(
    'public.contact_messages', 'private.message_export',
    jsonb_build_object('assigned_to', 'private.csv_cell(u.email::text)')
  ) using from_day, to_day, ids;
  get diagnostics exported = row_count;
  perform private.record('messages_exported', 'contact_messages', null,
    jsonb_build_object('rows', exported, 'from', from_day, 'to', to_day));
end
$$;

create or replace function public.list_bookings(wanted jsonb default '{}') returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return private.list_page(
    'public.strategy_call_bookings', '{due_at,created_at,call_at,next_step_on,name,company,status,source}', 'call_at', wanted
  );
end
$$;

create or replace function public.note_insights_export(report text, from_day date, to_day date, visitor text, lines integer) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent');
  perform private.require_insight_range(from_day, to_day, visitor);
  if report is null or report not in ('figures', 'days', 'origins', 'views', 'packs', 'vitals', 'faults', 'outcomes') then
    raise exception 'There is no such report' using errcode = '22023';
  end if;
  perform private.record('insights_exported', 'insights', null, jsonb_build_object(
    'rows', lines, 'from', from_day, 'to', to_day, 'report', report, 'visitor', visitor
  ));
end
$$;

create or replace function public.offer_times(booking uuid, expected text, expected_time timestamptz, starts timestamptz[]) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
  minutes integer;
  start timestamptz;
  span tstzrange;
  chosen uuid;
  before jsonb;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.strategy_call_bookings b where b.id = offer_times.booking for update;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  elsif was.status not in ('new', 'confirmed') or was.status is distinct from expected
    or was.call_at is distinct from expected_time
  then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at);
  elsif was.email is null then
    perform private.refuse('no_address', 'They left no e-mail address.', '{}');
  elsif coalesce(cardinality(starts), 0) not between 2 and 3 then
    raise exception 'two or three times are offered' using errcode = '22023';
  elsif (
    select count(*) from public.audit_log a
    where a.subject_id = was.id and a.action = 'times_offered' and a.at > now() - interval '1 day'
  ) >= 4 then
    perform private.refuse('too_many', 'They were offered times four times within a day. Reach them another way.', '{}');
  end if;
  minutes := coalesce(
    (extract(epoch from upper(was.confirmed) - lower(was.confirmed)) / 60)::integer,
    (select s.call_minutes from public.desk_settings s)
  );
  perform private.lock_calls();
  delete from private.call_holds c where c.until <= now() or (c.booking = was.id and c.is_offered);
  foreach start in array starts loop
    span := tstzrange(start, start + make_interval(mins => minutes));
    chosen := private.free_host(start, now(), minutes, was.id, was.assigned_to);
    if chosen is null or exists (select from private.call_holds c where c.booking = was.id and c.slot && span) then
      perform private.refuse('taken', 'One of these times is not free any more.', jsonb_build_object('start', start));
    end if;
    insert into private.call_holds (booking, host, slot, until, is_proven, is_offered)
    values (was.id, chosen, span, now() + interval '1 day', true, true);
  end loop;
  -- An offer that still waits is replaced, with its letter; to take this one back undoes both.
  delete from public.outbox o
  where o.booking_id = was.id and o.kind = 'times-offered' and o.state = 'waiting' and o.attempts = 0
  returning o.facts into before;
  update public.strategy_call_bookings b set proposed_time = null, proposed_at = null where b.id = was.id;
  insert into public.outbox (channel, kind, booking_id, facts, due_at, ends_at)
  values (
    'letter', 'times-offered', was.id,
    coalesce(before, '{"is_answer": false}') || jsonb_strip_nulls(jsonb_build_object(
      'proposed', was.proposed_time, 'proposed_at', was.proposed_at, 'is_answer', nullif(was.answered_at is null, false)
    )),
    now() + private.undo_window(), now() + interval '1 day'
  );
  perform private.record('times_offered', 'strategy_call_bookings', was.id, jsonb_build_object('times', to_jsonb(starts)));
end
$$;

create or replace function public.read_booking(booking uuid) returns jsonb
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
    'booking', to_jsonb(wanted) - 'search', 'offered', private.offered_times(booking, now())
  )
    || private.notes_and_history('strategy_call_bookings', booking, wanted.created_at, wanted.email);
end
$$;

create or replace function public.save_host(host uuid, settings jsonb, seen timestamptz default null) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was private.hosts;
  saved private.hosts;
  stray text;
begin
  perform private.require_staff('owner', 'agent');
  if host is distinct from auth.uid() then
    perform private.require_staff('owner');
  end if;
  perform from public.staff_members m
  where m.id = host and m.disabled_at is null and m.role in ('owner', 'agent') for update;
  if not found then
    perform private.refuse('not_staff', 'Only an owner or an agent of the desk can take calls.', jsonb_build_object('host', host));
  end if;
  select * into was from private.hosts h where h.id = host for no key update;
  if was.updated_at is distinct from seen then
    perform private.refuse('changed', 'This was changed meanwhile.', jsonb_build_object('at', was.updated_at));
  end if;
  if settings ->> 'time_zone' ~ '^(posix|right)/' or not exists (
    select from pg_catalog.pg_timezone_names z where z.name = settings ->> 'time_zone'
  ) then
    perform private.refuse_host('time_zone', 'there is no such time zone');
  end if;
  stray := substring(replace(settings ->> 'link', '{reference}', '') from '[{][^}]*[}]?|[}]');
  if stray is not null then
    perform private.refuse_host('link', format('%s means nothing in an address; {reference} does', stray));
  end if;
  perform private.check_time_ranges('hours', settings -> 'hours', 70);
  perform private.check_time_ranges('dates', settings -> 'dates', 400);

  insert into private.hosts as h (
    id, takes_calls, time_zone, place, link, break_before, break_after, notice_minutes, daily_most,
    named_to_visitors
  )
  select
    save_host.host, s.takes_calls, s.time_zone, s.place, nullif(private.trimmed(s.link), ''), s.break_before, s.break_after,
    s.notice_minutes, s.daily_most,
    -- A page of the desk that was loaded before there was this choice says nothing of it.
    coalesce(s.named_to_visitors, was.named_to_visitors, false)
  from jsonb_to_record(settings) s (
    takes_calls boolean, time_zone text, place text, link text, break_before integer, break_after integer,
    notice_minutes integer, daily_most integer, named_to_visitors boolean
  )
  on conflict (id) do update set
    takes_calls = excluded.takes_calls, time_zone = excluded.time_zone, place = excluded.place, link = excluded.link,
    break_before = excluded.break_before, break_after = excluded.break_after, notice_minutes = excluded.notice_minutes,
    daily_most = excluded.daily_most, named_to_visitors = excluded.named_to_visitors
  returning * into saved;
  delete from private.host_hours w where w.host = saved.id;
  insert into private.host_hours (host, weekday, opens, closes)
  select saved.id, w.weekday, w.opens, w.closes
  from jsonb_to_recordset(settings -> 'hours') w (weekday integer, opens time, closes time);
  delete from private.host_dates d where d.host = saved.id;
  insert into private.host_dates (host, day, opens, closes)
  select saved.id, d.day, d.opens, d.closes
  from jsonb_to_recordset(settings -> 'dates') d (day date, opens time, closes time);
  perform private.record('host_saved', 'hosts', saved.id);
  return private.host_for_desk(saved);
end
$$;

create or replace function public.save_outcome(booking uuid, seen jsonb, becomes jsonb) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
  saw public.strategy_call_bookings;
  is_now public.strategy_call_bookings;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.strategy_call_bookings b where b.id = booking for update;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  end if;
  if becomes - array(select jsonb_object_keys(seen)) is distinct from '{}' then
    raise exception 'a column that changes must have been seen' using errcode = '22023';
  end if;
  if was.status <> 'held' then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  saw := jsonb_populate_record(was, seen);
  if (saw.outcome, saw.outcome_value, saw.next_step, saw.next_step_on, saw.next_step_by)
    is distinct from (was.outcome, was.outcome_value, was.next_step, was.next_step_on, was.next_step_by)
  then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at, 'outcome');
  end if;
  is_now := jsonb_populate_record(was, becomes);
  if is_now.next_step_by is distinct from was.next_step_by then
    perform private.check_assignee(is_now.next_step_by);
  end if;
  update public.strategy_call_bookings b set (outcome, outcome_value, next_step, next_step_on, next_step_by)
      = (is_now.outcome, is_now.outcome_value, is_now.next_step, is_now.next_step_on, is_now.next_step_by)
  where b.id = was.id
  returning * into is_now;
  perform private.record('booking_outcome', 'strategy_call_bookings', was.id, jsonb_strip_nulls(jsonb_build_object(
    'outcome', is_now.outcome, 'value', is_now.outcome_value,
    'currency', (select s.currency from public.desk_settings s where is_now.outcome_value is not null),
    'step_on', is_now.next_step_on, 'step_by', is_now.next_step_by
  )));
end
$$;

create or replace function public.send_reply(
  reply uuid, body text, booking uuid default null, message uuid default null, seen uuid default null
) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  subject text := case when booking is null then 'contact_messages' else 'strategy_call_bookings' end;
  row_id uuid := coalesce(booking, message);
  last private.replies;
  state text;
  answered timestamptz;
  address text;
begin
  perform private.require_staff('owner', 'agent');
  if exists (select from private.replies r where r.id = reply and r.author = auth.uid()) then
    return;
  end if;
  select b.status, b.answered_at, b.email into state, answered, address
  from public.strategy_call_bookings b where b.id = send_reply.booking for update;
  if booking is null then
    select m.status, m.answered_at, m.email into state, answered, address
    from public.contact_messages m where m.id = send_reply.message for update;
  end if;
  if state is null then
    raise exception 'There is nothing like that to answer.' using errcode = 'PT404';
  elsif address is null then
    perform private.refuse('no_address', 'They left no e-mail address.', '{}');
  elsif state in ('spam', 'spam?') then
    perform private.refuse(
      'not_allowed', 'What looks like spam is not answered.', jsonb_build_object('from', state, 'to', 'answered')
    );
  end if;
  select * into last from private.replies r where coalesce(r.booking_id, r.message_id) = row_id
  order by r.created_at desc, r.id limit 1;
  if last.id is distinct from seen then
    perform private.refuse(
      'replied', 'Somebody has replied meanwhile.', jsonb_build_object('by', last.author, 'at', last.created_at)
    );
  elsif (
    select count(*) from private.replies r
    where coalesce(r.booking_id, r.message_id) = row_id and r.created_at > now() - interval '1 day'
  ) >= 10 then
    perform private.refuse('too_many', 'They were sent ten replies within a day. Reach them another way.', '{}');
  end if;

  insert into private.replies (id, booking_id, message_id, body, is_answer)
  values (reply, booking, message, private.trimmed(send_reply.body), state = 'new' and answered is null);
  perform private.add_said(reply, booking, message, send_reply.body);
  insert into public.outbox (channel, kind, booking_id, message_id, facts, due_at)
  values ('letter', 'reply', booking, message, jsonb_build_object('reply', reply), now() + private.undo_window());
  if booking is null and state = 'new' then
    update public.contact_messages m set status = 'answered' where m.id = row_id;
  elsif booking is not null then
    -- Its trigger stops the clock.
    update public.strategy_call_bookings b set updated_at = now() where b.id = row_id;
  else
    perform private.notify_row(subject, 'UPDATE', row_id);
  end if;
  perform private.record(
    case when booking is null then 'message_replied' else 'booking_replied' end, subject, row_id,
    jsonb_build_object('reply', reply)
  );
end
$$;

create or replace function public.undo_reply(reply uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was private.replies;
  subject text;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from private.replies r where r.id = reply and r.author = auth.uid() for update;
  if not found then
    raise exception 'There is no such reply of yours.' using errcode = 'PT404';
  end if;
  delete from public.outbox o
  where (o.booking_id = was.booking_id or o.message_id = was.message_id) and o.kind = 'reply'
    and o.facts ->> 'reply' = reply::text and o.state = 'waiting' and o.attempts = 0;
  if not found then
    perform private.refuse(
      'not_allowed', 'The reply is on its way already.', jsonb_build_object('from', 'sending', 'to', 'waiting')
    );
  end if;
  delete from private.replies r where r.id = reply;
  delete from private.said s where s.thing = reply;
  subject := case when was.booking_id is null then 'contact_messages' else 'strategy_call_bookings' end;
  perform private.record('reply_undone', subject, coalesce(was.booking_id, was.message_id));
  if was.is_answer and private.own_last_move(was.message_id, 'answered') is not null then
    perform public.undo_message_move(was.message_id, 'answered');
  elsif was.is_answer and was.booking_id is not null then
    perform set_config('backline.undo', 'true', true);
    update public.strategy_call_bookings b set answered_at = null where b.id = was.booking_id and b.status = 'new';
    perform set_config('backline.undo', '', true);
  end if;
  perform private.notify_row(subject, 'UPDATE', coalesce(was.booking_id, was.message_id));
end
$$;

create or replace function public.unseen_mentions() returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return (
    select jsonb_build_object(
      'count', count(*), 'booking_id', (array_agg(n.booking_id order by n.created_at desc))[1],
      'message_id', (array_agg(n.message_id order by n.created_at desc))[1]
    )
    from private.mentions m join public.notes n on n.id = m.note where m.person = auth.uid() and m.seen_at is null
  );
end
$$;

create or replace function public.week_of_calls(day date default null) returns jsonb
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
    'time_zone', settings.time_zone, 'currency', settings.currency, 'opens', settings.opens, 'closes', settings.closes,
    'work_days', settings.work_days, 'call_minutes', settings.call_minutes,
    'capacity', settings.weekly_capacity, 'taken', private.calls_taken(week.starts, week.ends),
    'days_off', (
      select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'note', d.note) order by d.day), '[]')
      from public.days_off d where d.day between week.monday and week.monday + 6
    ),
    'hosts', private.hosts_between(week.starts, week.ends)
  );
end
$$;

create or replace function public.withdraw_times(booking uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
  told jsonb;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.strategy_call_bookings b where b.id = withdraw_times.booking for update;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  elsif not exists (select from private.call_holds c where c.booking = was.id and c.is_offered) then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  delete from private.call_holds c where c.booking = was.id and c.is_offered;
  delete from public.outbox o
  where o.booking_id = was.id and o.kind = 'times-offered' and o.state = 'waiting' and o.attempts = 0
  returning o.facts into told;
  if found then
    perform set_config('backline.undo', 'true', true);
    update public.strategy_call_bookings b set
      answered_at = case when (told ->> 'is_answer')::boolean then null else b.answered_at end,
      proposed_time = (told ->> 'proposed')::timestamptz, proposed_at = (told ->> 'proposed_at')::timestamptz
    where b.id = was.id;
    perform set_config('backline.undo', '', true);
  end if;
  perform private.record('times_withdrawn', 'strategy_call_bookings', was.id);
  perform private.notify_row('strategy_call_bookings', 'UPDATE', was.id);
end
$$;

alter table private.call_holds add constraint call_holds_pkey primary key (booking, slot);

-- Braces meant themselves so far.
update private.hosts set link = replace(replace(link, '{', '%7B'), '}', '%7D') where link ~ '[{}]';

alter table private.hosts
  add constraint hosts_link_check check (
case
    when (link is null) then (place <> 'link'::text)
    else
      ((char_length(link) <= 500) and (replace(link, '{reference}'::text, ''::text) ~
      '^https://[^[:space:]<>"{}]+$'::text))
end);

alter table private.mentions
  add constraint mentions_note_fkey foreign key (note) references public.notes(id) on delete cascade;

alter table private.mentions
  add constraint mentions_person_fkey foreign key (person) references public.staff_members(id) on delete cascade;

alter table private.replies
  add constraint replies_booking_id_fkey foreign key (booking_id) references public.strategy_call_bookings(id)
    on delete cascade;

alter table private.replies
  add constraint replies_message_id_fkey foreign key (message_id) references public.contact_messages(id)
    on delete cascade;

alter table private.said
  add constraint said_booking_id_fkey foreign key (booking_id) references public.strategy_call_bookings(id)
    on delete cascade;

alter table private.said
  add constraint said_message_id_fkey foreign key (message_id) references public.contact_messages(id)
    on delete cascade;

alter table public.audit_log
  add constraint audit_log_action_check
    check
    ((action = any (array['booking_added'::text, 'booking_moved'::text, 'message_moved'::text, 'booking_assigned'::text,
    'message_assigned'::text,
    'booking_proposed'::text,
    'proposal_declined'::text,
    'booking_noted'::text,
    'message_noted'::text,
    'booking_replied'::text,
    'message_replied'::text,
    'reply_undone'::text,
    'times_offered'::text,
    'times_withdrawn'::text,
    'booking_outcome'::text,
    'booking_read'::text,
    'message_read'::text,
    'person_read'::text,
    'person_exported'::text,
    'person_erased'::text,
    'bookings_exported'::text,
    'messages_exported'::text,
    'interactions_exported'::text,
    'insights_exported'::text,
    'settings_changed'::text,
    'day_off_added'::text,
    'day_off_removed'::text,
    'host_saved'::text,
    'letter_retried'::text,
    'letter_stopped'::text,
    'webhook_added'::text,
    'webhook_changed'::text,
    'webhook_paused'::text,
    'webhook_resumed'::text,
    'webhook_switched_off'::text,
    'webhook_secret_renewed'::text,
    'webhook_removed'::text,
    'webhook_tested'::text,
    'webhook_retried'::text,
    'webhook_stopped'::text,
    'calendar_added'::text,
    'calendar_removed'::text,
    'calendar_read'::text,
    'feed_renewed'::text,
    'feed_ended'::text,
    'template_saved'::text,
    'template_removed'::text,
    'member_added'::text,
    'role_changed'::text,
    'member_stopped'::text,
    'member_restored'::text,
    'member_removed'::text,
    'second_factor_reset'::text,
    'people_pruned'::text,
    'session_ended'::text,
    'sessions_ended'::text,
    'token_ended'::text, 'keys_replaced'::text, 'mail_confirmed'::text, 'view_shared'::text, 'view_removed'::text])));

alter table public.desk_settings add constraint desk_settings_currency_check check ((currency ~ '^[A-Z]{3}$'::text));

alter table public.notes add constraint notes_mentioned_check check ((cardinality(mentioned) <= 50));

alter table public.outbox
  add constraint outbox_kind_check
    check
    ((kind = any (array['request-received'::text, 'call'::text, 'call-stands'::text, 'reply'::text,
    'times-offered'::text,
    'reminder-day'::text,
    'reminder-hour'::text,
    'message-received'::text,
    'team-booking'::text,
    'team-message'::text,
    'team-call'::text,
    'team-call-erased'::text,
    'team-proposal'::text,
    'team-risk'::text,
    'team-digest'::text,
    'team-fault'::text,
    'team-calendar'::text,
    'team-backup'::text,
    'team-mention'::text,
    'own-data'::text,
    'account'::text,
    'second-step-reset'::text,
    'new-device'::text,
    'large-export'::text,
    'booking.created'::text,
    'booking.confirmed'::text,
    'booking.held'::text,
    'booking.no-show'::text,
    'booking.outcome'::text,
    'booking.cancelled'::text,
    'booking.assigned'::text, 'message.created'::text, 'message.answered'::text, 'message.assigned'::text])));

alter table public.strategy_call_bookings
  add constraint strategy_call_bookings_entered_by_check
    check (((num_nulls(email, phone, current_challenges, team_size) = 0) or ((entered_by is
    not null) and (num_nonnulls(email, phone) > 0))));

alter table public.strategy_call_bookings
  add constraint strategy_call_bookings_next_step_by_check check (((next_step_by is null) = (next_step is null)));

alter table public.strategy_call_bookings
  add constraint strategy_call_bookings_next_step_check
    check (((char_length(next_step) >= 1) and (char_length(next_step) <= 500)));

alter table public.strategy_call_bookings
  add constraint strategy_call_bookings_next_step_on_check
    check
    (((next_step_on >= '2000-01-01'::date) and (next_step_on <= '2199-12-31'::date) and ((next_step_on is null) =
    (next_step is null))));

alter table public.strategy_call_bookings
  add constraint strategy_call_bookings_outcome_check
    check ((outcome = any (array['won'::text, 'lost'::text, 'later'::text, 'no-fit'::text])));

alter table public.strategy_call_bookings
  add constraint strategy_call_bookings_outcome_value_check
    check (((outcome_value >= (0)::numeric) and (outcome_value <= ('999999999999'::bigint)::numeric)));

alter table public.webhooks
  add constraint webhooks_events_check
    check
    (((events <@
    '{booking.created,booking.confirmed,booking.held,booking.no-show,booking.outcome,booking.cancelled,booking.assigned,message.created,message.answered,message.assigned}'::text[]) and (array_position(events, null::text) is null) and ((cardinality(events) >= 1) and (cardinality(events) <= 10))));

create index mentions_unseen_idx on private.mentions (person) where seen_at is null;

create index replies_booking_id_idx on private.replies (booking_id) where booking_id is not null;

create index replies_message_id_idx on private.replies (message_id) where message_id is not null;

create index said_booking_id_idx on private.said (booking_id);

create index said_message_id_idx on private.said (message_id);

-- By hand: what was said until now, and the index only where the extension for it may be made.
insert into private.said (thing, booking_id, message_id, search)
select b.id, b.id, null, private.plain(b.message) from public.strategy_call_bookings b where b.message is not null
union all
select m.id, null, m.id, private.plain(m.message) from public.contact_messages m
union all
select n.id, n.booking_id, n.message_id, private.plain(n.body) from public.notes n;

select private.index_search();

create index strategy_call_bookings_next_step_on_idx on public.strategy_call_bookings (next_step_on, id)
  where status = 'held' and next_step_on is not null;

create trigger mention after insert on public.notes for each row execute function private.write_mentions();

create trigger before_save before insert or update on public.reply_templates
  for each row execute function private.normalize_template();

create trigger record after insert or update or delete on public.reply_templates
  for each row execute function private.record_template();

create trigger keep before insert or delete on public.saved_views
  for each row execute function private.keep_saved_view();

create policy "owners add templates" on public.reply_templates
  for insert to authenticated with check ((select private.staff_role()) = 'owner');

create policy "owners change templates" on public.reply_templates
  for update to authenticated
  using ((select private.staff_role()) = 'owner') with check ((select private.staff_role()) = 'owner');

create policy "owners remove templates" on public.reply_templates
  for delete to authenticated using ((select private.staff_role()) = 'owner');

create policy "programs of ours" on public.reply_templates to service_role using (true) with check (true);

create policy "staff read templates" on public.reply_templates
  for select to authenticated using ((select private.staff_role()) is not null);

comment on table private.call_holds is 'Times that are held for requests: picked by them, or offered to them.';

comment on table private.replies is 'What the team answered from the desk; goes with the row that it answers.';

comment on table public.reply_templates is 'Texts to begin a reply with.';

revoke all on function private.add_said(uuid, uuid, uuid, text) from public;

revoke all on function private.enqueue_assignment(text, uuid, uuid, uuid, uuid, jsonb) from public;

revoke all on function private.enqueue_change(text[], text, uuid, uuid, jsonb, jsonb, jsonb) from public;

revoke all on function private.enqueue_message_changes(public.contact_messages, public.contact_messages) from public;

revoke all on function private.host_of_call(uuid, uuid) from public;

revoke all on function private.insight_outcomes(date, date) from public;

revoke all on function private.keep_saved_view() from public;

revoke all on function private.link_of_call(text, uuid) from public;

revoke all on function private.member_for_programs(uuid) from public;

revoke all on function private.mention_told(uuid, text) from public;

grant execute on function private.mention_told(uuid, text) to backline_outbox;

revoke all on function private.normalize_template() from public;

revoke all on function private.offered_times(uuid, timestamp with time zone) from public;

grant execute on function private.offered_times(uuid, timestamp with time zone) to backline_call_page, backline_outbox;

revoke all
  on function private.pick_offered(public.strategy_call_bookings, timestamp with time zone, timestamp
    with time zone)
  from public;

revoke all on function private.record_template() from public;

revoke all on function private.refuse_as_changed(uuid, text, tstzrange, timestamp with time zone, text) from public;

revoke all on function private.replies_to(uuid) from public;

revoke all on function private.reply_letter(uuid) from public;

grant execute on function private.reply_letter(uuid) to backline_outbox;

revoke all on function private.require_answers(public.strategy_call_bookings) from public;

grant execute on function private.require_answers(public.strategy_call_bookings) to anon, authenticated;

revoke all on function private.take_back_events(uuid, text[], jsonb) from public;

revoke all on function private.visitor_moves(uuid, timestamp with time zone) from public;

grant execute on function private.visitor_moves(uuid, timestamp with time zone) to backline_call_page;

revoke all on function private.word_condition(text) from public;

revoke all on function private.write_mentions() from public;

revoke all on function public.add_booking(uuid, jsonb, timestamp with time zone, uuid, boolean, boolean) from public;

grant execute
  on function public.add_booking(uuid, jsonb, timestamp with time zone, uuid, boolean, boolean)
  to authenticated;

revoke all on function public.change_many(text, text, jsonb) from public;

grant execute on function public.change_many(text, text, jsonb) to authenticated;

revoke all on function public.export_bookings(date, date, uuid[]) from public;

grant execute on function public.export_bookings(date, date, uuid[]) to authenticated;

revoke all on function public.export_messages(date, date, uuid[]) from public;

grant execute on function public.export_messages(date, date, uuid[]) to authenticated;

revoke all on function public.note_insights_export(text, date, date, text, integer) from public;

grant execute on function public.note_insights_export(text, date, date, text, integer) to authenticated;

revoke all on function public.offer_times(uuid, text, timestamp with time zone, timestamp with time zone[]) from public;

grant execute
  on function public.offer_times(uuid, text, timestamp with time zone, timestamp with time zone[])
  to authenticated;

revoke all on function public.save_outcome(uuid, jsonb, jsonb) from public;

grant execute on function public.save_outcome(uuid, jsonb, jsonb) to authenticated;

revoke all on function public.send_reply(uuid, text, uuid, uuid, uuid) from public;

grant execute on function public.send_reply(uuid, text, uuid, uuid, uuid) to authenticated;

revoke all on function public.undo_reply(uuid) from public;

grant execute on function public.undo_reply(uuid) to authenticated;

revoke all on function public.unseen_mentions() from public;

grant execute on function public.unseen_mentions() to authenticated;

revoke all on function public.withdraw_times(uuid) from public;

grant execute on function public.withdraw_times(uuid) to authenticated;

grant update (currency) on table public.desk_settings to authenticated;

grant update (currency) on table public.desk_settings to service_role;

grant insert (mentioned) on table public.notes to authenticated;

grant insert (mentioned) on table public.notes to service_role;

grant insert (body), update (body) on table public.reply_templates to authenticated;

grant insert (id) on table public.reply_templates to authenticated;

grant insert (name), update (name) on table public.reply_templates to authenticated;

grant delete, select on table public.reply_templates to authenticated;

grant insert (body), update (body) on table public.reply_templates to service_role;

grant insert (id) on table public.reply_templates to service_role;

grant insert (name), update (name) on table public.reply_templates to service_role;

grant delete, select on table public.reply_templates to service_role;

grant insert (filters) on table public.saved_views to authenticated;

grant insert (is_shared) on table public.saved_views to authenticated;

grant insert (list) on table public.saved_views to authenticated;

grant insert (name) on table public.saved_views to authenticated;

grant delete, select on table public.saved_views to authenticated;

grant select (next_step_by) on table public.strategy_call_bookings to authenticated;

grant select (next_step_on) on table public.strategy_call_bookings to authenticated;

grant select (next_step) on table public.strategy_call_bookings to authenticated;

grant select (outcome_value) on table public.strategy_call_bookings to authenticated;

grant select (outcome) on table public.strategy_call_bookings to authenticated;

alter table public.saved_views
  add constraint saved_views_owner_fkey foreign key (owner) references public.staff_members(id) on delete cascade;

create policy "staff read their own and shared views" on public.saved_views
  for select to authenticated using ((select private.staff_role()) is not null and (is_shared or owner = auth.uid()));

create policy "staff remove their own views, owners shared ones" on public.saved_views
  for delete to authenticated using (
    (select private.staff_role()) is not null and owner = auth.uid() or is_shared and (select private.staff_role()) = 'owner'
  );

create policy "staff save views, who works shares them" on public.saved_views
  for insert to authenticated with check (
    owner = auth.uid() and ((select private.staff_role()) in ('owner', 'agent') or not is_shared and (select private.staff_role()) is not null)
  );

create index strategy_call_bookings_created_at_idx on public.strategy_call_bookings (created_at, id)
  include (status, assigned_to, source, call_at, due_at, search, next_step_on);

reset check_function_bodies;
