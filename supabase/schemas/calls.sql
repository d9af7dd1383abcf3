-- The weekly capacity, booked and remaining calls, and the desk's view of one week.

-- A week from midnight to midnight in the zone. The week has 167 or 169 hours if the clocks change.
create function private.week_of(
  day date, time_zone text, out monday date, out starts timestamptz, out ends timestamptz
)
  language sql stable
  set search_path = ''
  as $$
    select m.monday, m.monday::timestamp at time zone time_zone, (m.monday + 7)::timestamp at time zone time_zone
    from (select date_trunc('week', day::timestamp)::date as monday) m
  $$;

-- Confirmed calls, completed calls and no-shows count toward the capacity.
create function private.booked_calls(starts timestamptz, ends timestamptz, but_for uuid default null) returns integer
  language sql stable
  set search_path = ''
  as $$
    select count(*)::integer from public.strategy_call_bookings b
    where b.call_at >= starts and b.call_at < ends and b.confirmed is not null
      and b.status in ('confirmed', 'completed', 'no-show') and b.id is distinct from but_for
  $$;

create function private.calls_within(span tstzrange, minutes integer) returns integer
  language sql immutable
  set search_path = ''
  as $$ select floor(extract(epoch from upper(span) - lower(span)) / 60 / minutes)::integer $$;

-- `open` is the number of consecutive calls that fit into the hosts' hours. `free` leaves out the time taken by calls,
-- holds and calendar events.
create function private.hosts_capacity(
  starts timestamptz, ends timestamptz, now_is timestamptz, out open integer, out free integer
)
  language sql stable
  set search_path = ''
  as $$
    with work as (
      select w.host, range_agg(w.slot) as slots from private.host_commitments(starts, ends, now_is, null) w group by 1
    ),
    hours as (
      select o.open, coalesce((select w.slots from work w where w.host = o.host), '{}') + coalesce((
        select range_agg(r.span) from private.host_calendars c
        cross join lateral unnest(c.busy * tstzmultirange(tstzrange(starts, ends))) r (span) where c.host = o.host
      ), '{}') as busy
      from private.open_hours(array(select h.id from private.active_hosts() h), starts, ends) o
    )
    select
      coalesce(sum((select sum(private.calls_within(r.span, s.call_minutes)) from unnest(h.open) r (span))), 0)::integer,
      coalesce(sum((
        select sum(private.calls_within(r.span, s.call_minutes)) from unnest(h.open - h.busy) r (span)
      )), 0)::integer
    from hours h cross join public.desk_settings s
  $$;

-- Returns the same numbers for the desk's hours and zone, which apply if there is no active host. `free` leaves out
-- only the time taken by confirmed calls.
create function private.desk_capacity(starts timestamptz, ends timestamptz, out open integer, out free integer)
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

-- `remaining_calls` is the number of calls that fit between an hour from now and the week's end. `week` and `left`
-- describe this week, or next week if this week has no hours left; `week` is null if neither week has hours left.
create function private.remaining_calls(now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
  set jit = off
  as $$
    with settings as (select s.*, (now_is at time zone s.time_zone)::date as today from public.desk_settings s),
    week as (
      select n.name, s.weekly_capacity as capacity, private.booked_calls(w.starts, w.ends) as taken, r.open, r.free
      from settings s
      cross join (values ('this', 0), ('next', 7)) n (name, days)
      cross join lateral private.week_of(s.today + n.days, s.time_zone) w
      -- In the last hour of the week, no calls are left.
      cross join lateral (
        select r.open, r.free
        from private.desk_capacity(least(greatest(w.starts, now_is + interval '1 hour'), w.ends), w.ends) r
        where not exists (select from private.active_hosts())
        union all
        select r.open, r.free
        from private.hosts_capacity(least(greatest(w.starts, now_is + interval '1 hour'), w.ends), w.ends, now_is) r
        where exists (select from private.active_hosts())
      ) r
    ),
    left_of as (
      select w.*, greatest(least(w.capacity - w.taken, w.free), 0) as left_over from week w
    )
    select jsonb_build_object(
      'capacity', t.capacity, 'taken', t.taken, 'remaining_calls', t.left_over,
      'week', case when t.open > 0 then t.name when n.open > 0 then n.name end,
      'left', case when t.open > 0 then t.left_over else n.left_over end
    )
    from left_of t, left_of n where t.name = 'this' and n.name = 'next'
  $$;

create function public.remaining_calls_this_week() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$ select private.remaining_calls(now()) $$;
grant execute on function public.remaining_calls_this_week() to anon, authenticated, service_role;

-- Returns this week if no day is given.
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
    raise exception 'day must be finite' using errcode = '22008';
  end if;
  select * into settings from public.desk_settings;
  select * into week
  from private.week_of(coalesce(day, (now() at time zone settings.time_zone)::date), settings.time_zone);
  return jsonb_build_object(
    'monday', week.monday, 'from', week.starts, 'until', week.ends,
    'time_zone', settings.time_zone, 'currency', settings.currency, 'opens', settings.opens, 'closes', settings.closes,
    'work_days', settings.work_days, 'call_minutes', settings.call_minutes,
    'capacity', settings.weekly_capacity, 'taken', private.booked_calls(week.starts, week.ends),
    'days_off', (
      select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'note', d.note) order by d.day), '[]')
      from public.days_off d where d.day between week.monday and week.monday + 6
    ),
    'hosts', private.hosts_between(week.starts, week.ends)
  );
end
$$;
grant execute on function public.week_of_calls(date) to authenticated;

-- Returns `[[from, until], …]`.
create function private.spans_of(spans tstzmultirange) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select coalesce(
      jsonb_agg(jsonb_build_array(private.iso_instant(lower(r.span)), private.iso_instant(upper(r.span))) order by r.span), '[]'
    )
    from unnest(spans) r (span)
  $$;

-- Returns hosts with their open hours, busy times and holds.
create function private.hosts_between(starts timestamptz, ends timestamptz) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    with host as (select h.id, h.time_zone from private.active_hosts() h),
    open as (select * from private.open_hours(array(select id from host), starts, ends))
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', h.id, 'name', private.person_name(u.raw_user_meta_data, u.email), 'time_zone', h.time_zone,
      'open', private.spans_of(coalesce(o.open, '{}')),
      'busy', private.spans_of(coalesce((
        select range_agg(r.span) from private.host_calendars c cross join lateral unnest(c.busy) r (span) where c.host = h.id
      ), '{}') * tstzmultirange(tstzrange(starts, ends))),
      'held', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'booking', w.booking, 'from', private.iso_instant(lower(w.slot)), 'until', private.iso_instant(upper(w.slot))
        ) order by w.slot), '[]')
        from private.host_commitments(starts, ends, now(), null) w where w.host = h.id and w.is_held
      )
    ) order by private.person_name(u.raw_user_meta_data, u.email), h.id), '[]')
    from host h join auth.users u on u.id = h.id left join open o on o.host = h.id
  $$;

-- Deleting a booking also deletes its emails, so this function queues a cancellation for every member whose calendar
-- may contain the call. The cancellation contains none of the visitor's data, and is never sent to the visitor's email
-- address, even if a team mailbox has the same address.
create function private.enqueue_cancellations() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- Emails that are being sent may still arrive. The lock keeps other emails from being leased.
  perform from public.outbox o where o.booking_id = old.id and o.kind = 'team-call' for update;
  insert into public.outbox (channel, kind, recipient, facts, once, ends_at)
  select
    'letter', 'team-call-erased', last_email.recipient, jsonb_build_object(
      'booking', old.id, 'sequence', old.call_sequence + 1, 'starts', last_time.starts, 'ends', last_time.ends
    ), 'team-call-erased:' || old.id || ':' || last_email.recipient, last_time.ends
  from (
    select distinct on (o.recipient) o.recipient, o.state = 'sent' and o.sent_as = 'team-call-cancelled' as is_off
    from public.outbox o
    where o.booking_id = old.id and o.kind = 'team-call' and (o.state in ('sent', 'sending') or o.may_have_arrived)
    order by o.recipient, (o.facts ->> 'sequence')::int desc
  ) last_email
  cross join lateral (
    select (o.facts ->> 'starts')::timestamptz as starts, (o.facts ->> 'ends')::timestamptz as ends
    from public.outbox o
    where o.booking_id = old.id and o.kind = 'team-call' and o.recipient = last_email.recipient
      and (o.state in ('sent', 'sending') or o.may_have_arrived)
      and o.facts ->> 'starts' is not null and coalesce(o.sent_as <> 'team-call-cancelled', true)
    order by (o.facts ->> 'sequence')::int desc limit 1
  ) last_time
  where not last_email.is_off and last_time.starts > now() and last_email.recipient <> lower(old.email)
  on conflict (once) do nothing;
  return old;
end
$$;

-- Returns the calls that erasing this visitor's data would cancel, for display in the desk.
create function public.upcoming_calls(address text) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  asked text := private.required_address(address);
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
grant execute on function public.upcoming_calls(text) to authenticated;
