-- Checks a call for conflicts. Members can override warnings, but nobody can confirm overlapping calls of one host.

-- The desk's hours apply to a member who is not an active host.
create function private.call_warnings(booking uuid, slot tstzrange, holder uuid) returns table (code text, sentence text)
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
    ('outside_hours', 'That is outside working hours.', case when host.id is null then
      extract(isodow from begins)::integer <> all (settings.work_days)
        or begins < begins::date + settings.opens or ends > begins::date + settings.closes
      else not exists (
        select from private.open_hours(array[host.id], lower(slot) - interval '1 day', upper(slot) + interval '1 day') o
        where slot <@ (o.open + private.closed_days(lower(slot), upper(slot)))
      )
    end),
    ('week_full', 'That week is full.', private.booked_calls(week.starts, week.ends, booking) >= settings.weekly_capacity),
    ('busy', 'Their calendar shows them as busy then.', exists (
      select from private.host_calendars c where c.host = host.id and c.busy && slot
    )),
    ('break', 'That does not leave enough break.', gap > interval '0' and exists (
      select from public.strategy_call_bookings b
      where b.status = 'confirmed' and b.assigned_to = host.id and b.id <> booking and not b.confirmed && slot
        and b.confirmed && tstzrange(lower(slot) - gap, upper(slot) + gap)
    )),
    ('day_full', 'They have reached their call limit for that day.', host.daily_most <= (
      select l.calls from private.calls_per_day(lower(slot), upper(slot), now(), booking) l
      where l.host = holder and l.day = (lower(slot) at time zone host.time_zone)::date
    )),
    ('asked', 'That time is held for another request.', exists (
      select from private.call_holds c
      where c.host = host.id and c.until > now() and c.slot && slot and c.booking <> call_warnings.booking
    ))
  ) as w (code, sentence, is_so) where w.is_so;
end
$$;

-- Calls without a host must not overlap each other either.
create function private.refuse_overlap(booking uuid, slot tstzrange, holder uuid) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  other record;
begin
  perform private.lock_calls();
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

-- Refuses a call that overlaps another call. Unless `anyway` is true, also refuses a call with a warning.
create function private.check_call(booking uuid, slot tstzrange, holder uuid, anyway boolean) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  settings public.desk_settings;
  week record;
  warnings text[];
  sentences text[];
begin
  perform private.refuse_overlap(booking, slot, holder);
  select array_agg(w.code), array_agg(w.sentence) into warnings, sentences
  from private.call_warnings(booking, slot, holder) w;
  if warnings is not null and anyway is not true then
    select * into settings from public.desk_settings;
    select * into week from private.week_of((lower(slot) at time zone settings.time_zone)::date, settings.time_zone);
    perform private.refuse(warnings[1], array_to_string(sentences, ' '), jsonb_build_object(
      'warnings', warnings, 'capacity', settings.weekly_capacity,
      'taken', private.booked_calls(week.starts, week.ends, booking)
    ));
  end if;
end
$$;

-- Lists upcoming calls on a day off, outside the hours or in a pause; screens that change these settings show the list.
create function public.calls_outside() returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'name', b.name, 'company', b.company, 'starts', private.iso_instant(b.call_at), 'host', b.assigned_to,
      'reasons', r.codes
    ) order by b.call_at, b.id), '[]')
    from public.strategy_call_bookings b
    left join private.hosts paused on paused.id = b.assigned_to
      and paused.id not in (select h.id from private.active_hosts() h)
    cross join lateral (
      select array(
        select 'takes_no_calls' where paused.id is not null
        union all
        select w.code from private.call_warnings(b.id, b.confirmed, b.assigned_to) w
        where w.code = 'day_off' or (w.code = 'outside_hours' and paused.id is null)
      ) as codes
    ) r
    where b.status = 'confirmed' and b.call_at > now() and cardinality(r.codes) > 0
  );
end
$$;
grant execute on function public.calls_outside() to authenticated;
