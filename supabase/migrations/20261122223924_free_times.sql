set check_function_bodies = off;

drop trigger touch on private.hosts;

alter table public.audit_log drop constraint audit_log_action_check;

drop function private.check_call(uuid, tstzrange, boolean);

drop function public.move_booking(uuid, text, text, timestamp with time zone, integer, boolean, timestamp
  with time zone, timestamp with time zone);

create or replace function private.active_hosts() returns setof private.hosts
  language sql stable
  set search_path = ''
  as $$
    select h.* from private.hosts h join public.staff_members m on m.id = h.id
    where h.takes_calls and m.disabled_at is null and m.role in ('owner', 'agent')
  $$;

create or replace function private.call_warnings(booking uuid, slot tstzrange, holder uuid) returns table (code text, sentence text)
  language plpgsql stable
  set search_path = ''
  as $$
#variable_conflict use_variable
declare
  settings public.desk_settings;
  host private.hosts;
  week record;
  begins timestamp;
  ends timestamp;
  gap interval;
begin
  select * into settings from public.desk_settings;
  select * into host from private.active_hosts() h where h.id = holder;
  gap := make_interval(mins => coalesce(greatest(host.break_before, host.break_after), 0));
  begins := lower(slot) at time zone settings.time_zone;
  ends := upper(slot) at time zone settings.time_zone;
  select * into week from private.week_of(begins::date, settings.time_zone);
  return query
  select w.code, w.sentence from (values
    ('past', 'That time has passed.', lower(slot) < now()),
    ('day_off', 'That is a day off.', exists (select from public.days_off d where d.day = begins::date)),
    ('outside_hours', 'That is outside the hours of work.', case when host.id is null then
      extract(isodow from begins)::integer <> all (settings.work_days)
        or begins < begins::date + settings.opens or ends > begins::date + settings.closes
      else not exists (
        select from private.open_hours(array[host.id], lower(slot) - interval '1 day', upper(slot) + interval '1 day') o
        where slot <@ (o.open + private.closed_days(lower(slot), upper(slot)))
      )
    end),
    ('week_full', 'That week is full.', private.calls_taken(week.starts, week.ends, booking) >= settings.weekly_capacity),
    ('busy', 'Their calendar says that they are busy then.', exists (
      select from private.host_calendars c where c.host = host.id and c.busy && slot
    )),
    ('break', 'That leaves too short a break.', gap > interval '0' and exists (
      select from public.strategy_call_bookings b
      where b.status = 'confirmed' and b.assigned_to = host.id and b.id <> booking and not b.confirmed && slot
        and b.confirmed && tstzrange(lower(slot) - gap, upper(slot) + gap)
    )),
    ('day_full', 'They have as many calls that day as they take.', host.daily_most <= (
      select l.calls from private.day_load(lower(slot), upper(slot), now(), booking) l
      where l.host = holder and l.day = (lower(slot) at time zone host.time_zone)::date
    )),
    ('asked', 'Another request has picked that time.', exists (
      select from private.call_holds c
      where c.host = host.id and c.until > now() and c.slot && slot and c.booking <> call_warnings.booking
    ))
  ) as w (code, sentence, is_so) where w.is_so;
end
$$;

create or replace function private.check_call(booking uuid, slot tstzrange, holder uuid, anyway boolean) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  settings public.desk_settings;
  week record;
  warnings text[];
  sentences text[];
begin
  perform private.check_lane(booking, slot, holder);
  select array_agg(w.code), array_agg(w.sentence) into warnings, sentences
  from private.call_warnings(booking, slot, holder) w;
  if warnings is not null and anyway is not true then
    select * into settings from public.desk_settings;
    select * into week from private.week_of((lower(slot) at time zone settings.time_zone)::date, settings.time_zone);
    perform private.refuse(warnings[1], array_to_string(sentences, ' '), jsonb_build_object(
      'warnings', warnings, 'capacity', settings.weekly_capacity,
      'taken', private.calls_taken(week.starts, week.ends, booking)
    ));
  end if;
end
$$;

create or replace function private.check_lane(booking uuid, slot tstzrange, holder uuid) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  other record;
begin
  perform private.take_turns();
  select b.id, b.confirmed into other from public.strategy_call_bookings b
  where b.status = 'confirmed' and b.confirmed && slot and b.assigned_to is not distinct from holder and b.id <> booking
  order by b.call_at limit 1;
  if found then
    perform private.refuse(
      'overlap', 'Another call is confirmed for that time.',
      jsonb_build_object('booking', other.id, 'confirmed', other.confirmed)
    );
  end if;
end
$$;

create or replace function private.check_stretches(field text, stretches jsonb, most integer) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if jsonb_typeof(stretches) is distinct from 'array' or jsonb_array_length(stretches) > most then
    perform private.refuse_host(field, format('%s must be a list of at most %s', field, most));
  end if;
  if exists (
    select from jsonb_array_elements(stretches) with ordinality a (s, n)
    join jsonb_array_elements(stretches) with ordinality b (s, n) on a.n < b.n
      and coalesce(a.s ->> 'weekday', a.s ->> 'day') = coalesce(b.s ->> 'weekday', b.s ->> 'day')
    where a.s ->> 'opens' is null or b.s ->> 'opens' is null
      or ((a.s ->> 'opens')::time < (b.s ->> 'closes')::time and (b.s ->> 'opens')::time < (a.s ->> 'closes')::time)
  ) then
    perform private.refuse_host(field, 'two stretches of one day overlap');
  end if;
end
$$;

create or replace function private.claim_time() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' and (
    new.status not in ('new', 'spam?') or not new.picked or new.preferred_time <> old.preferred_time
  ) then
    delete from private.call_holds c where c.booking = new.id;
  end if;
  if new.picked and private.is_arriving(case tg_op when 'INSERT' then new.created_at else now() end) and (
    tg_op = 'INSERT' or new.preferred_time <> old.preferred_time or (new.status = 'new' and old.status = 'spam?')
  ) then
    perform private.hold_time(new);
  end if;
  return null;
end
$$;

create or replace function private.clear_lane() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.check_lane(new.id, new.confirmed, new.assigned_to);
  return new;
end
$$;

create or replace function private.closed_days(from_time timestamptz, until_time timestamptz) returns tstzmultirange
  language sql stable
  set search_path = ''
  as $$
    select coalesce(range_agg(tstzrange(
      f.day::timestamp at time zone s.time_zone, (f.day + 1)::timestamp at time zone s.time_zone
    )), '{}')
    from public.desk_settings s
    join public.days_off f on f.day between (from_time at time zone s.time_zone)::date - 1
      and (until_time at time zone s.time_zone)::date + 1
  $$;

create or replace function private.day_load(from_time timestamptz, until_time timestamptz, now_is timestamptz, but_for uuid)
  returns table (host uuid, day date, calls bigint)
  language sql stable
  set search_path = ''
  as $$
    select h.id, (c.at at time zone h.time_zone)::date, count(*)
    from private.hosts h join (
      select b.assigned_to as host, b.call_at as at from public.strategy_call_bookings b
      where b.call_at >= from_time - interval '2 days' and b.call_at < until_time + interval '2 days'
        and b.confirmed is not null and b.status in ('confirmed', 'held', 'no-show') and b.id is distinct from but_for
      union all
      select c.host, lower(c.slot) from private.call_holds c
      where c.until > now_is and c.booking is distinct from but_for
    ) c on c.host = h.id
    where h.daily_most is not null
    group by 1, 2
  $$;

create or replace function private.enqueue_booking_letters() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  how_it_stands jsonb := jsonb_build_object(
    'sequence', new.call_sequence, 'status', new.status, 'starts', lower(new.confirmed), 'ends', upper(new.confirmed),
    'by_visitor', auth.uid() is null
  );
  -- Nobody is signed in where a visitor changes their own call, and nobody there takes it back.
  due timestamptz := now() + case when auth.uid() is null then interval '0' else private.second_thought() end;
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') and not private.is_settled_at_once(new.id) then
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
$$;

create or replace function private.enqueue_for_bookings() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  ids uuid[];
  emails text[];
  open_ids uuid[];
begin
  select array_agg(a.id), array_agg(a.id) filter (where not a.is_settled), array_agg(a.email) filter (where not a.is_settled)
  into ids, open_ids, emails
  from (
    select a.id, a.email, a.picked and private.is_settled_at_once(a.id) as is_settled
    from arrived a where a.status = 'new' and private.is_arriving(a.created_at)
  ) a;
  if ids is null then
    return null;
  end if;
  -- What is confirmed at once has its letters of that.
  if open_ids is not null then
    perform private.enqueue_arrivals(open_ids, '{}', emails, 'request-received', 'team-booking');
  end if;
  if private.is_event_wanted('booking.created') then
    perform private.enqueue_event(
      'booking.created', b.id, null, private.booking_for_programs(b), now(), null, 'booking.created:' || b.id
    )
    from public.strategy_call_bookings b where b.id = any (ids);
  end if;
  return null;
end
$$;

reset check_function_bodies;
