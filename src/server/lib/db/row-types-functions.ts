import type { Closed } from '#shared/contract/closed-sets.ts'

// Written from the database by `npx vitest run tools/row-types.test.ts -u`; a test compares it on every run.

/** What each function answers that answers one value. */
export interface Functions {
  'private.add_calendar': unknown
  'private.asked_address': string | null
  'private.audit_kind': string | null
  'private.awaits_proof': boolean | null
  'private.begin_calendar': string | null
  'private.begin_upkeep': unknown
  'private.beside': unknown
  'private.booking_for_programs': unknown
  'private.booking_moves': unknown
  'private.calendar_for_desk': unknown
  'private.call_event': string | null
  'private.calls_taken': number | null
  'private.calls_within': number | null
  'private.cancel_call': string | null
  'private.closed_days': string | null
  'private.confirm_day': Date | null
  'private.confirm_mailbox': boolean | null
  'private.count_hit': number | null
  'private.csv_cell': string | null
  'private.csv_time': string | null
  'private.data_link_state': string | null
  'private.day_begins': Date | null
  'private.digest_counts': unknown
  'private.end_sessions': number | null
  'private.end_token': unknown
  'private.erase_address': unknown
  'private.erase_own_data': unknown
  'private.export_own_data': unknown
  'private.export_query': string | null
  'private.feed_calls': unknown
  'private.free_calls': unknown
  'private.free_host': string | null
  'private.furthest_offer': object | null
  'private.has_call': boolean | null
  'private.hears_of_deletions': boolean | null
  'private.hold_time': string | null
  'private.host_for_desk': unknown
  'private.host_key': string | null
  'private.host_of': string | null
  'private.host_of_call': unknown
  'private.hosts_between': unknown
  'private.how_call_stands': unknown
  'private.index_search': string | null
  'private.insight_lists': unknown
  'private.insight_range': unknown
  'private.insights_begin': unknown
  'private.insights_faults_of': unknown
  'private.insights_live_of': unknown
  'private.insights_of': unknown
  'private.interaction_subject': string | null
  'private.is_arriving': boolean | null
  'private.is_call_as_seen': boolean | null
  'private.is_event_wanted': boolean | null
  'private.is_fault': boolean | null
  'private.is_known_mailbox': boolean | null
  'private.is_settled_at_once': boolean | null
  'private.is_undo': boolean | null
  'private.is_wanted': boolean | null
  'private.iso_instant': string | null
  'private.keep_calendar': unknown
  'private.keep_interactions': unknown
  'private.keep_people': unknown
  'private.like_pattern': string | null
  'private.list_counts': unknown
  'private.list_filters': string | null
  'private.list_page': unknown
  'private.listed': string[] | null
  'private.looks_automatic': boolean | null
  'private.mailbox_of': string | null
  'private.meeting_facts': unknown
  'private.meeting_of': unknown
  'private.message_for_programs': unknown
  'private.message_moves': unknown
  'private.moment': Date | null
  'private.move_call': string | null
  'private.move_limit': string | null
  'private.next_reading': Date | null
  'private.note_backup_proof': boolean | null
  'private.note_calendar_fault': unknown
  'private.open_data_link': boolean | null
  'private.own_last_move': unknown
  'private.own_person': unknown
  'private.percent_decoded': string | null
  'private.person_data': unknown
  'private.person_name': string | null
  'private.phone_digits': string | null
  'private.picked': unknown
  'private.picked_state': string | null
  'private.plain': string | null
  'private.plan_backup_letter': number | null
  'private.plan_fault_letter': number | null
  'private.plan_letters': number | null
  'private.practice_facts': unknown
  'private.promised_by': Date | null
  'private.propose_time': string | null
  'private.prune_outbox': number | null
  'private.publishes_itself': boolean | null
  'private.query_value': string | null
  'private.read_metrics': unknown
  'private.read_own_data': unknown
  'private.ready_facts': unknown
  'private.search_condition': string | null
  'private.search_numbers': string[] | null
  'private.search_text': string | null
  'private.search_words': string[] | null
  'private.second_thought': object | null
  'private.session_is_live': boolean | null
  'private.settle_outbox': boolean | null
  'private.slip_pattern': string | null
  'private.spans_of': unknown
  'private.staff_role': Closed<'private.staff_role'> | null
  'private.take_back_events': boolean | null
  'private.trimmed': string | null
  'private.try_write': Date | null
  'private.view_condition': string | null
  'private.visit_campaign': string | null
  'private.visit_first_view': string | null
  'private.visit_source': string | null
  'private.visits_of': unknown
  'private.vital_bucket': number | null
  'private.vital_value': string | null
  'private.write_again': string | null
  'public.add_member': string | null
  'public.backup_facts': unknown
  'public.booking_counts': unknown
  'public.callers': unknown
  'public.calls_to_come': unknown
  'public.desk_calendars': unknown
  'public.desk_hosts': unknown
  'public.desk_me': unknown
  'public.end_all_sessions': number | null
  'public.end_sessions_of': number | null
  'public.end_token': unknown
  'public.erase_person': unknown
  'public.export_person': unknown
  'public.free_calls_this_week': unknown
  'public.free_times': unknown
  'public.free_times_of_host': unknown
  'public.hosts_for_call': unknown
  'public.insights': unknown
  'public.insights_faults': unknown
  'public.insights_live': unknown
  'public.list_bookings': unknown
  'public.list_messages': unknown
  'public.message_counts': unknown
  'public.picked_time': unknown
  'public.read_booking': unknown
  'public.read_message': unknown
  'public.read_person': unknown
  'public.renew_feed': unknown
  'public.save_host': unknown
  'public.send_again': string | null
  'public.week_of_calls': unknown
}
