-- Adds a booking that a member enters during a phone call. For owners and agents.

-- Confirms the call after the usual checks. The host is `host` if given, otherwise an available host, otherwise the
-- member who enters the booking. If `is_wish` is true, adds a request that waits for an answer. Returns the status. A
-- repeated request does not add a second booking.
create function public.add_booking(
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
  insert into public.strategy_call_bookings (id, name, company, email, phone, time_zone, preferred_time, source, entered_by)
  select
    booking, typed ->> 'name', typed ->> 'company', nullif(private.trimmed(typed ->> 'email'), ''),
    nullif(private.trimmed(typed ->> 'phone'), ''), coalesce(nullif(private.trimmed(typed ->> 'time_zone'), ''), s.time_zone),
    begins, 'telephone', auth.uid()
  from public.desk_settings s;
  perform private.record('booking_added', 'strategy_call_bookings', booking);
  if private.trimmed(typed ->> 'note') <> '' then
    insert into public.notes (author, booking_id, body) values (auth.uid(), booking, typed ->> 'note');
  end if;
  if is_wish then
    perform private.enqueue_receipt(booking, null, 'request-received', null);
    return 'new';
  end if;
  perform public.move_booking(
    booking, 'new', 'confirmed', begins, null, anyway, host => coalesce(add_booking.host, (
      select private.available_host(begins, now(), s.call_minutes, add_booking.booking) from public.desk_settings s
    ))
  );
  return 'confirmed';
end
$$;
grant execute on function public.add_booking(uuid, jsonb, timestamptz, uuid, boolean, boolean) to authenticated;
