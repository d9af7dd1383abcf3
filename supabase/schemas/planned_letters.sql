-- Scheduled emails: reminders, due answers, assignments and the digest. Every process calls this every half minute. Returns the number of
-- new emails.
create function private.plan_letters(now_is timestamptz) returns integer
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

  -- Omits calls that were confirmed after the reminder was due, because their confirmation also serves as a reminder. A
  -- call gets one reminder of each kind.
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

  perform private.end_holds(now_is);

  insert into public.outbox (channel, kind, booking_id, message_id, recipient, facts, once, due_at, ends_at)
  select
    'letter', 'team-risk', w.booking_id, w.message_id, t,
    jsonb_strip_nulls(jsonb_build_object('since', w.since, 'due', w.due_at, 'proposed', w.proposed)),
    concat_ws(':', 'team-risk', coalesce(w.booking_id, w.message_id), extract(epoch from w.since)::bigint, t), now_is,
    w.due_at
  from (
    select b.id as booking_id, null::uuid as message_id, b.unanswered_since as since, b.due_at, b.due_hours as hours,
      b.proposed_time as proposed
    from public.strategy_call_bookings b where b.due_at > now_is and b.remind_at is null
    union all
    select null, m.id, m.unanswered_since, m.due_at, m.answer_hours, null from public.contact_messages m
    where m.due_at > now_is and m.remind_at is null
  ) w
  cross join private.team_mailboxes() as t
  where private.answer_due_soon(w.due_at, w.hours, now_is)
  on conflict (once) do nothing;
  get diagnostics added = row_count;
  written := written + added;

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
  return written + private.plan_handover_letters(now_is);
end
$$;
grant execute on function private.plan_letters(timestamptz) to backline_outbox;

-- Returns the numbers in the digest and the next steps that are due.
create function private.digest_counts(now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'steps', (
        select coalesce(jsonb_agg(to_jsonb(d) order by d.at, d.id), '[]') from (
          select 'booking' as what, b.id, b.name as who, b.company, n.next_step as step,
            extract(epoch from n.next_step_on::timestamp at time zone s.time_zone)::float8 * 1000 as at,
            private.person_name(u.raw_user_meta_data, u.email) as host
          from public.strategy_call_bookings b cross join private.open_steps(b) n
          left join auth.users u on u.id = n.next_step_by
          where b.follow_up_on <= (now_is at time zone s.time_zone)::date and n.next_step_on <= (now_is at time zone s.time_zone)::date
          order by n.next_step_on, b.id limit 100
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
        select private.booked_calls(w.starts, w.ends)
        from private.week_of((now_is at time zone s.time_zone)::date, s.time_zone) w
      )
    )
    from public.desk_settings s
  $$;
grant execute on function private.digest_counts(timestamptz) to backline_outbox;
