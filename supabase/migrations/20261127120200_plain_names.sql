-- Functions, triggers and constraints by the field's words. A function whose text names one of them is written anew with
-- the new name.
alter trigger read_calendars_anew on private.hosts rename to invalidate_calendars;
alter trigger renumber_calls_anew on private.hosts rename to renumber_calls_on_insert;
alter trigger tell_of_large_export on public.audit_log rename to enqueue_export_letter;
alter trigger tidy on public.days_off rename to normalize;
alter trigger tidy on public.desk_settings rename to normalize;
alter trigger tidy on public.notes rename to normalize;
alter trigger cap on public.outbox rename to limit_letters;
alter trigger note_staff on public.staff_members rename to after_staff_change;
alter trigger renumber_calls_of_gone on public.staff_members rename to renumber_calls_on_delete;
alter trigger tidy on public.webhooks rename to normalize;
alter table private.backups rename constraint backups_snapshot_at_check to backups_success_check;
alter table public.notes rename constraint notes_booking_id_check to notes_booking_or_message_check;
alter table public.outbox rename constraint outbox_booking_id_check to outbox_booking_or_message_check;

do $$
declare
  renamed text[] := array[
    'asked_address required_address',
    'beside notes_and_history',
    'call_off enqueue_cancellations',
    'cap_letters limit_letters',
    'check_begun check_call_has_begun',
    'check_lane refuse_overlap',
    'check_stretches check_time_ranges',
    'check_wish check_preferred_time',
    'day_load calls_per_day',
    'gather_visits refresh_visits',
    'hold_time_anew update_hold',
    'host_of url_host',
    'how_call_stands call_state',
    'is_settled_at_once is_confirmed_automatically',
    'judged_booking checked_booking_move',
    'judged_message checked_message_move',
    'note_given_to mark_host_given_call',
    'note_staff after_staff_change',
    'numbered_call with_call_sequence',
    'read_calendars_anew invalidate_calendars',
    'room_for_calls desk_capacity',
    'room_of_hosts hosts_capacity',
    'second_thought undo_window',
    'settle_at_once confirm_automatically',
    'slip_pattern typo_pattern',
    'take_turns lock_calls',
    'tell_of_account enqueue_account_letter',
    'tell_of_arrivals notify_arrivals',
    'tell_of_large_export enqueue_export_letter',
    'tidy_day_off normalize_day_off',
    'tidy_desk_settings normalize_desk_settings',
    'tidy_note normalize_note',
    'tidy_webhook normalize_webhook',
    'trace_bookings count_booking_visits',
    'week_load calls_per_week',
    'write_again resend_letter'
  ];
  pair text;
  words text[];
  named record;
  definition text;
begin
  foreach pair in array renamed loop
    words := string_to_array(pair, ' ');
    execute format('alter function private.%I rename to %I', words[1], words[2]);
  end loop;
  for named in
    select pg_get_functiondef(p.oid) as definition from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace in ('private'::regnamespace, 'public'::regnamespace) and p.prosqlbody is null
      and p.prokind = 'f' and l.lanname in ('sql', 'plpgsql')
  loop
    definition := named.definition;
    foreach pair in array renamed loop
      words := string_to_array(pair, ' ');
      definition := regexp_replace(definition, format('private\.%s(?=\()', words[1]), 'private.' || words[2], 'g');
    end loop;
    definition := replace(definition, 'tell_of_account.kind', 'enqueue_account_letter.kind');
    definition := regexp_replace(definition, '\mbeside\.(?=(id|subject|received|address)\M)', 'notes_and_history.', 'g');
    if definition <> named.definition then
      execute definition;
    end if;
  end loop;
end
$$;

drop function private.free_times_near(timestamp with time zone, timestamp with time zone, uuid);

create or replace function private.free_times_near(requested timestamptz, now_is timestamptz, but_for uuid default null)
  returns setof timestamptz
  language sql stable security definer
  set search_path = ''
  as $$
    select distinct f.start
    from (
      select greatest(now_is, least(
          requested - interval '168 hours', now_is + private.furthest_offer() - interval '336 hours'
        )) as starts,
        coalesce(
          (
            select (extract(epoch from upper(b.confirmed) - lower(b.confirmed)) / 60)::integer
            from public.strategy_call_bookings b where b.id = but_for and b.status = 'confirmed'
          ),
          (select s.call_minutes from public.desk_settings s)
        ) as minutes
    ) s, private.free_starts(s.starts, s.starts + interval '336 hours', now_is, s.minutes, but_for) f
    order by f.start
  $$;

revoke all on function private.free_times_near(timestamp with time zone, timestamp with time zone, uuid) from public;

grant execute
  on function private.free_times_near(timestamp with time zone, timestamp with time zone, uuid)
  to backline_call_page;
