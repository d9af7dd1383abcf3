set check_function_bodies = off;

alter table public.audit_log
  add constraint audit_log_action_check
    check
    ((action = any (array['booking_moved'::text, 'message_moved'::text, 'booking_assigned'::text,
    'message_assigned'::text,
    'booking_proposed'::text,
    'proposal_declined'::text,
    'booking_noted'::text,
    'message_noted'::text,
    'booking_read'::text,
    'message_read'::text,
    'person_read'::text,
    'person_exported'::text,
    'person_erased'::text,
    'bookings_exported'::text,
    'messages_exported'::text,
    'interactions_exported'::text,
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
    'member_added'::text,
    'role_changed'::text,
    'member_stopped'::text,
    'member_restored'::text,
    'member_removed'::text,
    'second_factor_reset'::text,
    'people_pruned'::text,
    'session_ended'::text,
    'sessions_ended'::text, 'token_ended'::text, 'keys_replaced'::text, 'mail_confirmed'::text])));

create trigger touch
  before update of takes_calls, time_zone, place, link, break_before, break_after, notice_minutes, daily_most on private.hosts
  for each row execute function private.touch_updated_at();

create trigger claim_time_anew after update on public.strategy_call_bookings
  for each row when (new.picked or old.picked) execute function private.claim_time();

create trigger claim_time after insert on public.strategy_call_bookings
  for each row when (new.picked) execute function private.claim_time();

create trigger clear_lane before update on public.strategy_call_bookings
  for each row when (
    new.status = 'confirmed' and old.status = 'confirmed' and new.assigned_to is distinct from old.assigned_to
  )
  execute function private.clear_lane();

create trigger note_given after update on public.strategy_call_bookings
  for each row when (new.status = 'confirmed' and new.assigned_to is distinct from old.assigned_to)
  execute function private.note_given();

create trigger settle_arrivals after insert on public.strategy_call_bookings
  referencing new table as arrived for each statement execute function private.settle_arrivals();

create trigger settle_wish after update on public.strategy_call_bookings
  for each row when (
    new.picked and new.status = 'new' and (old.status = 'spam?' or new.preferred_time <> old.preferred_time)
  )
  execute function private.settle_wish();

revoke all on function private.active_hosts() from public;
revoke all on function private.call_warnings(uuid, tstzrange, uuid) from public;
revoke all on function private.check_call(uuid, tstzrange, uuid, boolean) from public;
revoke all on function private.check_lane(uuid, tstzrange, uuid) from public;
revoke all on function private.check_stretches(text, jsonb, integer) from public;
revoke all on function private.claim_time() from public;
revoke all on function private.clear_lane() from public;
revoke all on function private.closed_days(timestamp with time zone, timestamp with time zone) from public;

revoke all
  on function private.day_load(timestamp with time zone, timestamp with time zone, timestamp with time zone, uuid)
  from public;

revoke all
  on function private.free_host(timestamp with time zone, timestamp with time zone, integer, uuid, uuid)
  from public;

revoke all
  on function private.free_starts(timestamp with time zone, timestamp with time zone, timestamp
    with time zone, integer, uuid)
  from public;

revoke all
  on function private.free_times_near(timestamp with time zone, timestamp with time zone, integer, uuid)
  from public;

grant execute
  on function private.free_times_near(timestamp with time zone, timestamp with time zone, integer, uuid)
  to backline_call_page;

revoke all on function private.furthest_offer() from public;
revoke all on function private.hold_time(public.strategy_call_bookings) from public;
revoke all on function private.host_for_desk(private.hosts) from public;

revoke all
  on function private.host_work(timestamp with time zone, timestamp with time zone, timestamp with time zone, uuid)
  from public;

revoke all on function private.hosts_between(timestamp with time zone, timestamp with time zone) from public;
revoke all on function private.is_settled_at_once(uuid) from public;

revoke all
  on function private.move_call(uuid, text, timestamp with time zone, timestamp with time zone, timestamp
    with time zone)
  from public;

grant execute
  on function private.move_call(uuid, text, timestamp with time zone, timestamp with time zone, timestamp
    with time zone)
  to backline_call_page;

revoke all on function private.note_given() from public;
revoke all on function private.open_hours(uuid[], timestamp with time zone, timestamp with time zone) from public;
revoke all on function private.refuse_host(text, text) from public;

revoke all
  on function private.room_of_hosts(timestamp with time zone, timestamp with time zone, timestamp with time zone)
  from public;

revoke all on function private.settle_arrivals() from public;
revoke all on function private.settle_at_once(uuid) from public;
revoke all on function private.settle_wish() from public;
revoke all on function private.spans_of(tstzmultirange) from public;
revoke all on function private.take_turns() from public;

revoke all
  on function private.week_load(timestamp with time zone, timestamp with time zone, timestamp with time zone, uuid)
  from public;

revoke all on function public.desk_hosts() from public;
grant execute on function public.desk_hosts() to authenticated;
revoke all on function public.free_times(date, integer, text) from public;
grant execute on function public.free_times(date, integer, text) to anon, authenticated, service_role;
revoke all on function public.hosts_for_call(uuid, timestamp with time zone, integer) from public;
grant execute on function public.hosts_for_call(uuid, timestamp with time zone, integer) to authenticated;

revoke all
  on function public.move_booking(uuid, text, text, timestamp with time zone, integer, boolean, timestamp
    with time zone, timestamp with time zone, uuid)
  from public;

grant execute
  on function public.move_booking(uuid, text, text, timestamp with time zone, integer, boolean, timestamp
    with time zone, timestamp with time zone, uuid)
  to authenticated;

revoke all on function public.pass_call(uuid, uuid, uuid, boolean) from public;
grant execute on function public.pass_call(uuid, uuid, uuid, boolean) to authenticated;
revoke all on function public.picked_time(uuid) from public;
grant execute on function public.picked_time(uuid) to anon, authenticated, service_role;
revoke all on function public.save_host(uuid, jsonb, timestamp with time zone) from public;
grant execute on function public.save_host(uuid, jsonb, timestamp with time zone) to authenticated;

reset check_function_bodies;
