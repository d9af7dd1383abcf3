/**
 * Audit log actions performed by members in the desk, by visitors on their call's page, and by the server. The check
 * constraint on `audit_log.action` has the same list.
 */
export const deskActions = [
  'booking_added',
  'booking_moved',
  'message_moved',
  'booking_assigned',
  'message_assigned',
  'booking_proposed',
  'proposal_declined',
  'booking_outcome',
  'booking_noted',
  'message_noted',
  'booking_replied',
  'message_replied',
  'reply_undone',
  'times_offered',
  'times_withdrawn',
  'offer_ended',
  'hold_lost',
  'hold_restored',
  'booking_read',
  'message_read',
  'person_read',
  'person_exported',
  'person_erased',
  'bookings_exported',
  'messages_exported',
  'interactions_exported',
  'insights_exported',
  'settings_changed',
  'day_off_added',
  'day_off_removed',
  'host_saved',
  'letter_retried',
  'letter_stopped',
  'webhook_added',
  'webhook_changed',
  'webhook_paused',
  'webhook_resumed',
  'webhook_switched_off',
  'webhook_secret_renewed',
  'webhook_removed',
  'webhook_tested',
  'webhook_retried',
  'webhook_stopped',
  'calendar_added',
  'calendar_changed',
  'calendar_removed',
  'calendar_read',
  'feed_renewed',
  'feed_ended',
  'template_saved',
  'template_removed',
  'member_added',
  'role_changed',
  'member_stopped',
  'member_restored',
  'member_removed',
  'second_factor_reset',
  'people_pruned',
  'session_ended',
  'mail_confirmed',
  'view_shared',
  'view_removed',
  'waiting_set',
  'waiting_undone',
  'email_received',
  'email_noted',
  'email_accepted',
  'email_dismissed',
  'emails_limited',
  'email_file_read',
  'mailbox_saved',
  'mailbox_removed',
  'view_restored',
  'site_published',
  'site_restored',
  'site_draft_discarded',
] as const
export type DeskAction = (typeof deskActions)[number]

/**
 * Actions in `auth.audit_log_entries`, which has no check constraint, because Supabase's own auth service also writes
 * other values.
 */
export const signInActions = [
  'login',
  'logout',
  'token_refreshed',
  'token_revoked',
  'user_signedup',
  'user_invited',
  'user_deleted',
  'user_modified',
  'user_confirmation_requested',
  'user_recovery_requested',
  'user_reauthenticate_requested',
  'user_updated_password',
  'identity_linked',
  'identity_unlinked',
  'factor_in_progress',
  'factor_deleted',
  'factors_reset',
  'challenge_created',
  'verification_attempted',
  'generate_recovery_codes',
  'recovery_code_used',
  'owner_created',
  'key_given_up',
  'limit_reached',
  'sessions_ended',
  'token_ended',
  'keys_replaced',
] as const
export type SignInAction = (typeof signInActions)[number]

export type LogAction = DeskAction | SignInAction

export const logOutcomes = ['done', 'refused'] as const
export type LogOutcome = (typeof logOutcomes)[number]

/**
 * Actions on one booking or message. Read actions appear only in the audit log; note actions appear in the history as
 * `noted`.
 */
type ItemAction = Exclude<
  Extract<
    DeskAction,
    `${'booking' | 'message' | 'proposal' | 'reply' | 'times' | 'offer' | 'hold' | 'waiting' | 'email' | 'emails'}_${string}`
  >,
  `${string}_read` | 'booking_noted' | 'message_noted'
>

/** Entries in the history of a booking or a message. */
export type HistoryAction = 'received' | 'noted' | ItemAction
