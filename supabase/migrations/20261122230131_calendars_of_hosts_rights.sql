alter table private.host_calendars add constraint host_calendars_events_check check ((events >= 0));

alter table private.host_calendars
  add constraint host_calendars_failing_since_check check (((fault is null) = (failing_since is null)));

alter table private.host_calendars
  add constraint host_calendars_fault_check
    check
    ((fault = any (array['bad-address'::text, 'not-encrypted'::text, 'private-address'::text, 'name-not-found'::text,
    'refused'::text,
    'certificate'::text,
    'too-slow'::text,
    'broken-off'::text,
    'forbidden'::text,
    'not-found'::text,
    'unwell'::text,
    'too-many-redirects'::text,
    'too-large'::text, 'no-calendar'::text, 'too-many-events'::text, 'too-hard'::text, 'key-lost'::text])));

alter table private.host_calendars
  add constraint host_calendars_kind_check check ((kind = any (array['address'::text, 'caldav'::text])));

alter table private.host_calendars add constraint host_calendars_place_check check ((char_length(place) <= 260));

alter table private.host_calendars
  add constraint host_calendars_told_at_check check (((told_at is null) or (failing_since is not null)));

alter table private.host_calendars
  add constraint host_calendars_username_check
    check (((char_length(username) >= 1) and (char_length(username) <= 200)));

alter table private.host_calendars add constraint host_calendars_version_check check ((char_length(version) <= 2000));

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
    'calendar_added'::text,
    'calendar_removed'::text,
    'calendar_read'::text,
    'feed_renewed'::text,
    'feed_ended'::text,
    'member_added'::text,
    'role_changed'::text,
    'member_stopped'::text,
    'member_restored'::text,
    'member_removed'::text,
    'second_factor_reset'::text,
    'people_pruned'::text,
    'session_ended'::text,
    'sessions_ended'::text, 'token_ended'::text, 'keys_replaced'::text, 'mail_confirmed'::text])));

create index host_calendars_due_at_idx on private.host_calendars (due_at) where sealed_access is not null;

create trigger forget_calendars after update on public.staff_members
  for each row when (new.disabled_at is not null or new.role = 'viewer')
  execute function private.forget_calendars();

revoke all
  on function
    private.add_calendar(uuid, uuid, text, text, text, text, text, tstzmultirange, integer, text, timestamp
    with time zone)
  from public;

grant execute
  on function
    private.add_calendar(uuid, uuid, text, text, text, text, text, tstzmultirange, integer, text, timestamp
    with time zone)
  to backline_upkeep;

revoke all on function private.begin_calendar(uuid) from public;
grant execute on function private.begin_calendar(uuid) to backline_upkeep;
revoke all on function private.calendar_for_desk(private.host_calendars) from public;
revoke all on function private.claim_calendars(integer, timestamp with time zone) from public;
grant execute on function private.claim_calendars(integer, timestamp with time zone) to backline_upkeep;
revoke all on function private.feed_calls(bytea, timestamp with time zone) from public;
grant execute on function private.feed_calls(bytea, timestamp with time zone) to backline_call_page;
revoke all on function private.forget_calendars() from public;
revoke all on function private.keep_calendar(uuid, tstzmultirange, integer, text, timestamp with time zone) from public;

grant execute
  on function private.keep_calendar(uuid, tstzmultirange, integer, text, timestamp with time zone)
  to backline_upkeep;

revoke all on function private.next_reading(timestamp with time zone, timestamp with time zone) from public;
revoke all on function private.note_calendar_fault(uuid, text, timestamp with time zone) from public;
grant execute on function private.note_calendar_fault(uuid, text, timestamp with time zone) to backline_upkeep;
revoke all on function private.read_calendar_now(uuid, timestamp with time zone) from public;
grant execute on function private.read_calendar_now(uuid, timestamp with time zone) to backline_upkeep;
revoke all on function private.require_calendar_keeper(uuid) from public;
revoke all on function public.desk_calendars(uuid) from public;
grant execute on function public.desk_calendars(uuid) to authenticated;
revoke all on function public.end_feed(uuid) from public;
grant execute on function public.end_feed(uuid) to authenticated;
revoke all on function public.remove_calendar(uuid) from public;
grant execute on function public.remove_calendar(uuid) to authenticated;
revoke all on function public.renew_feed(uuid) from public;
grant execute on function public.renew_feed(uuid) to authenticated;

reset check_function_bodies;
