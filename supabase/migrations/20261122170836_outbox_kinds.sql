alter table public.audit_log
  drop constraint audit_log_action_check,
  add constraint audit_log_action_check check (action in (
    'booking_moved', 'message_moved', 'booking_assigned', 'message_assigned', 'booking_proposed',
    'proposal_declined', 'booking_noted', 'message_noted', 'booking_read', 'message_read', 'person_read',
    'person_exported', 'person_erased', 'bookings_exported', 'messages_exported', 'interactions_exported',
    'settings_changed', 'day_off_added', 'day_off_removed', 'letter_retried', 'letter_stopped', 'webhook_added',
    'webhook_changed', 'webhook_paused', 'webhook_resumed', 'webhook_switched_off', 'webhook_secret_renewed',
    'webhook_removed', 'webhook_tested', 'webhook_retried', 'webhook_stopped', 'member_added', 'role_changed',
    'member_stopped', 'member_restored', 'member_removed', 'second_factor_reset', 'people_pruned', 'session_ended',
    'sessions_ended', 'token_ended', 'keys_replaced'
  ));

alter table public.outbox
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (kind in (
    'request-received', 'call', 'call-stands', 'reminder-day', 'reminder-hour', 'message-received',
    'confirm-request', 'team-booking', 'team-message', 'team-call', 'team-call-erased', 'team-proposal', 'team-risk',
    'team-digest', 'team-fault', 'account', 'second-step-reset', 'new-device', 'large-export', 'booking.created',
    'booking.confirmed', 'booking.cancelled', 'message.created'
  ));
