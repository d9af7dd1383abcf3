-- Slots that the team offers. The slots are held until the visitor accepts one (`private.move_call`), the offer ends on
-- the next business day, or the team withdraws the offer. For owners and agents.

-- Offers two or three slots, which replace an earlier offer. The offer counts as an answer until the offer ends; an
-- answer to the request is then due again, or after `remind_days` if that is later. The email waits until the undo
-- window ends.
create function public.offer_times(
  booking uuid, expected text, expected_time timestamptz, starts timestamptz[], remind_days integer default null,
  never_remind boolean default false
) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings := private.booking_to_change(booking);
  minutes integer;
  start timestamptz;
  span tstzrange;
  chosen uuid;
  before jsonb;
  ends timestamptz;
  reminder timestamptz := private.reminder_time(remind_days);
begin
  if was.status not in ('new', 'confirmed') or was.status is distinct from expected
    or was.call_at is distinct from expected_time or upper(was.confirmed) <= now()
  then
    perform private.refuse_conflict(was.id, was.status, was.confirmed, was.updated_at);
  elsif was.email is null then
    perform private.refuse('no_address', 'The visitor left no email address.', '{}');
  elsif coalesce(cardinality(starts), 0) not between 2 and 3 then
    raise exception 'two or three times are required' using errcode = '22023';
  elsif (
    select count(*) from public.audit_log a
    where a.subject_id = was.id and a.action = 'times_offered' and a.at > now() - interval '1 day'
  ) >= 4 then
    perform private.refuse('too_many', 'Four offers have been sent to this visitor in the last 24 hours. Contact them another way.', '{}');
  end if;
  minutes := coalesce(
    (extract(epoch from upper(was.confirmed) - lower(was.confirmed)) / 60)::integer,
    (select s.call_minutes from public.desk_settings s)
  );
  ends := least(private.next_work_day(now()), (select max(t) from unnest(starts) t));
  perform private.end_holds(now());
  delete from private.call_holds c where c.booking = was.id and c.is_offered;
  -- If the earlier offer's email is still waiting, this offer replaces it, and an undo reverts both.
  delete from public.outbox o
  where o.booking_id = was.id and o.kind = 'times-offered' and o.state = 'waiting' and o.attempts = 0
  returning o.facts -> 'was' into before;
  update public.strategy_call_bookings b set
    proposed_time = null,
    unanswered_since = case
      when reminder > ends then reminder when b.status = 'new' and not never_remind then ends
    end,
    remind_at = case when reminder > ends then reminder end
  where b.id = was.id;
  foreach start in array starts loop
    span := tstzrange(start, start + make_interval(mins => minutes));
    chosen := private.available_host(start, now(), minutes, was.id, was.assigned_to);
    if chosen is null or exists (
      select from private.call_holds c where c.booking = was.id and c.is_offered and c.slot && span
    ) then
      perform private.refuse('taken', 'One of these times is no longer available.', jsonb_build_object('start', start));
    end if;
    -- The visitor's own hold becomes part of the offer.
    delete from private.call_holds c where c.booking = was.id and c.slot && span;
    insert into private.call_holds (booking, host, slot, until, is_proven, is_offered)
    values (was.id, chosen, span, ends, true, true);
  end loop;
  insert into public.outbox (channel, kind, booking_id, facts, due_at, ends_at)
  values (
    'letter', 'times-offered', was.id, jsonb_build_object('was', coalesce(before, jsonb_build_object(
      'proposed_time', was.proposed_time, 'unanswered_since', was.unanswered_since, 'remind_at', was.remind_at, 'due_hours', was.due_hours,
      'answered_at', was.answered_at
    ))), now() + private.undo_window(), ends
  );
  perform private.record('times_offered', 'strategy_call_bookings', was.id, jsonb_build_object('times', to_jsonb(starts), 'until', ends));
end
$$;
grant execute on function public.offer_times(uuid, text, timestamptz, timestamptz[], integer, boolean) to authenticated;

-- While the email is waiting, restores the state before the offer. If the email was already sent, releases the slots
-- and makes an answer due again.
create function public.withdraw_offer(booking uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings := private.booking_to_change(booking);
  before public.strategy_call_bookings := was;
  earlier_values jsonb;
begin
  delete from private.call_holds c where c.booking = was.id and c.is_offered;
  if not found then
    perform private.refuse_conflict(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  delete from public.outbox o
  where o.booking_id = was.id and o.kind = 'times-offered' and o.state = 'waiting' and o.attempts = 0
  returning o.facts -> 'was' into earlier_values;
  if earlier_values is not null then
    before := jsonb_populate_record(was, earlier_values);
  elsif was.status = 'new' then
    before.unanswered_since := now();
    before.due_hours := private.answer_hours();
  end if;
  perform set_config('backline.undo', 'true', true);
  update public.strategy_call_bookings b
  set (answered_at, proposed_time, unanswered_since, remind_at, due_hours)
    = (before.answered_at, before.proposed_time, before.unanswered_since, before.remind_at, before.due_hours)
  where b.id = was.id;
  perform private.hold_slot(b) from public.strategy_call_bookings b
  where b.id = was.id and not exists (select from private.call_holds c where c.booking = was.id);
  perform set_config('backline.undo', '', true);
  perform private.reopen_request(was.id, null);
  perform private.record('times_withdrawn', 'strategy_call_bookings', was.id);
end
$$;
grant execute on function public.withdraw_offer(uuid) to authenticated;

create function private.offered_times(booking uuid, now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(
      jsonb_build_object(
        'start', private.iso_instant(lower(c.slot)), 'end', private.iso_instant(upper(c.slot)), 'host', c.host,
        'until', private.iso_instant(c.until)
      ) order by c.slot
    ), '[]')
    from private.live_holds(offered_times.booking, now_is) c where c.is_offered
  $$;
grant execute on function private.offered_times(uuid, timestamptz) to backline_outbox;

-- Confirms an offered slot, and assigns the slot's host to the call. Returns false if the slot is not offered.
create function private.accept_offer(was public.strategy_call_bookings, target timestamptz, now_is timestamptz) returns boolean
  language plpgsql
  set search_path = ''
  as $$
declare
  offered private.call_holds;
begin
  select * into offered from private.live_holds(was.id, now_is) c where c.is_offered and lower(c.slot) = target;
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
