-- The ISO week of a day in a zone, from midnight to midnight there: 167 or 169 hours when the clocks change.
create function private.week_of(
  day date, time_zone text, out monday date, out starts timestamptz, out ends timestamptz
)
  language sql stable
  set search_path = ''
  as $$
    select m.monday, m.monday::timestamp at time zone time_zone, (m.monday + 7)::timestamp at time zone time_zone
    from (select date_trunc('week', day::timestamp)::date as monday) m
  $$;

-- Calls that count against the capacity: held, to be held, or missed by the visitor.
create function private.calls_taken(starts timestamptz, ends timestamptz, but_for uuid default null) returns integer
  language sql stable
  set search_path = ''
  as $$
    select count(*)::integer from public.strategy_call_bookings b
    where b.call_at >= starts and b.call_at < ends and b.confirmed is not null
      and b.status in ('confirmed', 'held', 'no-show') and b.id is distinct from but_for
  $$;

-- How many calls can still be given: what lies behind is no longer free, whatever the capacity says. Decision page 22.
create function private.calls_within(span tstzrange, minutes integer) returns integer
  language sql immutable
  set search_path = ''
  as $$ select floor(extract(epoch from upper(span) - lower(span)) / 60 / minutes)::integer $$;

-- Calls that fit into the hours of work between two instants: on the days of work that are not off, in the desk's zone,
-- one after the other. `free` leaves out the times that confirmed calls take; as of two calls no more than one can be
-- at a time, everybody's count.
create function private.room_for_calls(starts timestamptz, ends timestamptz, out open integer, out free integer)
  language sql stable security definer
  set search_path = ''
  as $$
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
  $$;

-- `free_calls` is about this week: never more than still fit into its hours of work, an hour ahead at the soonest. `week`
-- and `left` are what there is to say: of this week, of the next one where this one has no time any more, and null where
-- neither has.
create function private.free_calls(now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
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
  $$;

-- For everybody: it is what the site says anyway.
create function public.free_calls_this_week() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$ select private.free_calls(now()) $$;
grant execute on function public.free_calls_this_week() to anon, authenticated, service_role;

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
grant execute on function public.week_of_calls(date) to authenticated;

-- Refuses a time at which this call cannot be held and, unless told `anyway`, one at which it should not.
create function private.check_call(booking uuid, slot tstzrange, anyway boolean) returns void
  language plpgsql
  set search_path = ''
  as $$
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
$$;

-- By the database's clock: those of the screens differ.
create function private.check_begun(call tstzrange) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if lower(call) > now() then
    perform private.refuse(
      'not_begun', 'This call has not begun.', jsonb_build_object('starts', lower(call), 'now', now())
    );
  end if;
end
$$;

-- Who was told of the call last, or may have been: their letters go with the booking, so what takes the call out of
-- their calendars is written before, with what a calendar needs to know it by and nothing of the person. Not to them,
-- who asked that we forget them, even where their address is one of ours.
create function private.call_off() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
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
$$;

-- What would be called off: asked before somebody is erased.
create function public.calls_to_come(address text) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
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
$$;
grant execute on function public.calls_to_come(text) to authenticated;
