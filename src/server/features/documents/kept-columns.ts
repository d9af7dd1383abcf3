import type { StoredDataId } from '#content/stored-data.ts'

/** The reason a column cannot hold personal data. */
export interface NotPersonal {
  readonly because: string
}

/** A table's columns, separated by spaces, and the part of the privacy notice that covers them. */
export type KeptColumns = readonly (readonly [columns: string, of: StoredDataId | NotPersonal])[]

const counts: NotPersonal = { because: 'counts per day or month, without personal data' }
const keys: NotPersonal = { because: 'a secret of the server' }
const machine: NotPersonal = { because: 'about the server itself' }
const opening: NotPersonal = { because: 'hours and rules of the provider, without personal data' }
const published: NotPersonal = { because: 'texts and pictures that the provider publishes on the site' }

/**
 * Every column of the database, with its retention and the part of the privacy notice that covers it, or with the
 * reason that it holds no personal data. A test fails if a column is missing here.
 */
export const keptColumns: Readonly<Record<string, KeptColumns>> = {
  'public.strategy_call_bookings': [
    [
      'id created_at name email company phone current_challenges team_size preferred_time time_zone message monthly_revenue ' +
        'status confirmed assigned_to updated_at answered_at call_at call_sequence call_changed_at proposed_time ' +
        'unanswered_since remind_at answer_hours due_hours due_at search mailbox picked hour_cycle entered_by outcome outcome_value next_step next_step_on next_step_by ' +
        'earlier_calls follow_up_on follow_up_by',
      'requests',
    ],
    ['source session_id landing_page referrer campaign first_view fill_seconds budget_note filled_by', 'origins'],
  ],
  'public.contact_messages': [
    [
      'id created_at name email company message inquiry_type status assigned_to updated_at answered_at unanswered_since remind_at answer_hours due_at search',
      'messages',
    ],
    ['source session_id landing_page referrer campaign first_view fill_seconds budget_note filled_by', 'origins'],
  ],
  'private.call_holds': [['booking host slot until is_proven is_offered', 'requests']],
  'private.booking_visits': [['booking views', 'origins']],
  'private.replies': [['id created_at author booking_id message_id body unanswered_since remind_at', 'notes']],
  'public.notes': [['id created_at author booking_id message_id body mentioned', 'notes']],
  'private.mentions': [['note person seen_at', 'notes']],
  'private.handovers': [['id person booking_id message_id kind given_by given_at seen_at emailed_at', 'requests']],
  'private.said': [['thing booking_id message_id search', 'notes']],
  'public.outbox': [
    [
      'id created_at updated_at channel kind sent_as booking_id message_id user_id recipient facts sealed once due_at first_due_at ' +
        'ends_at abandon_at state attempts may_have_arrived reason settled_at webhook_id',
      'letters',
    ],
    ['lease_owner lease_expires_at', machine],
  ],
  'public.user_interactions': [
    ['id created_at session_id event_type event_data page_url user_agent referrer is_bot is_team visitor_key', 'steps'],
  ],
  'private.visits': [['day session_id visitor browser views opened sent source campaign first_view seen', 'steps']],
  'private.visits_until': [['only moment', counts]],
  'private.visit_days': [['day dimension value visitor sessions visitors views opened sent', counts]],
  'private.pack_downloads': [['day pack visitor downloads', counts]],
  'private.fault_days': [
    [
      'day code place cause release visitor faults visits first_at last_at',
      { because: 'counts of errors; the cause is a class and a line of our own code' },
    ],
  ],
  'public.interaction_days': [['day event_type subject visitor events sessions p75', counts]],
  'private.rate_limit_salts': [['day salt', 'limits']],
  'private.mail_service': [['is_only is_there', { because: 'whether the server has a mail server' }]],
  'private.throttles': [['name key hits until', 'limits']],
  'private.data_links': [['token_hash address until', 'links']],
  'public.audit_log': [['id at actor action subject subject_id details', 'log']],
  'auth.audit_log_entries': [
    ['instance_id', { because: 'always empty here' }],
    ['id payload created_at ip_address', 'log'],
  ],
  'public.staff_members': [['id created_at updated_at role disabled_at assignment_emails', 'accounts']],
  'private.hosts': [
    [
      'id created_at updated_at takes_calls time_zone place link break_before break_after notice_minutes daily_most ' +
        'last_given_at feed_key_hash feed_since named_to_visitors',
      'accounts',
    ],
  ],
  'private.host_hours': [['host weekday opens closes', 'accounts']],
  'private.host_dates': [['id host day opens closes', 'accounts']],
  'private.host_calendars': [
    [
      'id host created_at name busy kind place username sealed_access events version whole_at read_at tried_at due_at fault ' +
        'failing_since told_at unread unread_told_at',
      'calendars',
    ],
  ],
  'private.team_mailbox': [
    [
      'is_only created_at revision host port username sealed_password makes_messages uid_validity last_uid first_uid_validity ' +
        'read_at fault failing_since',
      { because: 'the address and encrypted password of the team’s shared mailbox' },
    ],
  ],
  'private.read_emails': [['fingerprint', { because: 'hashes of the emails that were read' }]],
  'private.visitor_emails': [
    [
      'id created_at booking_id message_id matched_by kind is_answer dismissed_at header_id sent_at from_name from_address ' +
        'subject body quoted is_cut',
      'emails',
    ],
  ],
  'private.email_files': [['email place name size content', 'emails']],
  'public.saved_views': [['id created_at owner list name filters is_shared removed_at', 'accounts']],
  'private.last_activity': [['member at', 'accounts']],
  'private.recovery_code_sets': [['id user_id created_at updated_at', 'accounts']],
  'private.recovery_codes': [['set_id code_hash used_at', 'accounts']],
  'private.passkeys': [['factor_id credential_id public_key counter transports last_used_at', 'accounts']],
  'private.totp_steps': [['factor_id step', 'accounts']],
  'auth.mfa_factors': [
    [
      'id user_id friendly_name factor_type status created_at updated_at secret phone last_challenged_at web_authn_credential web_authn_aaguid last_webauthn_challenge_data',
      'accounts',
    ],
  ],
  'auth.identities': [
    ['provider_id user_id identity_data provider last_sign_in_at created_at updated_at email id', 'accounts'],
  ],
  'auth.users': [
    [
      'instance_id id aud role email encrypted_password email_confirmed_at invited_at confirmation_token confirmation_sent_at recovery_token recovery_sent_at email_change_token_new email_change email_change_sent_at last_sign_in_at raw_app_meta_data raw_user_meta_data is_super_admin created_at updated_at phone phone_confirmed_at phone_change phone_change_token phone_change_sent_at confirmed_at email_change_token_current email_change_confirm_status banned_until reauthentication_token reauthentication_sent_at is_sso_user deleted_at is_anonymous',
      'accounts',
    ],
  ],
  'auth.sessions': [
    [
      'id user_id created_at updated_at factor_id aal not_after refreshed_at user_agent ip tag oauth_client_id refresh_token_hmac_key refresh_token_counter scopes',
      'signIns',
    ],
  ],
  'auth.refresh_tokens': [['instance_id id token user_id revoked created_at updated_at parent session_id', 'signIns']],
  'auth.mfa_amr_claims': [['session_id created_at updated_at authentication_method id', 'signIns']],
  'auth.mfa_challenges': [
    ['id factor_id created_at verified_at ip_address otp_code web_authn_session_data', 'signIns'],
  ],
  'auth.one_time_tokens': [['id user_id token_type token_hash relates_to created_at updated_at', 'signIns']],
  'auth.flow_state': [
    [
      'id user_id auth_code code_challenge_method code_challenge provider_type provider_access_token provider_refresh_token created_at updated_at authentication_method auth_code_issued_at invite_token referrer oauth_client_state_id linking_target_id email_optional',
      'signIns',
    ],
  ],
  'private.challenge_guards': [['challenge_id address_hash failures', 'signIns']],
  'private.ended_tokens': [['jti ends_at', 'signIns']],
  'private.known_devices': [['user_id device created_at seen_at', 'signIns']],
  'private.session_devices': [['session_id device', 'signIns']],
  'private.live_sessions': [['id user_id aal', 'signIns']],
  'private.one_time_codes': [['token_id code_hash failures expires_at', 'signIns']],
  'private.owner_links': [['token_hash created_at expires_at', keys]],
  'private.signing_keys': [['id created_at algorithm sealed_key public_key signs_from', keys]],
  'public.webhooks': [
    [
      'id created_at updated_at url description events is_active stopped_because failing_since sealed_secret sealed_previous previous_until',
      { because: 'addresses of programs, with secrets; their events are in the outbox' },
    ],
  ],
  'public.desk_settings': [
    ['answer_mailboxes', 'accounts'],
    [
      'only updated_at time_zone weekly_capacity answer_hours opens closes work_days call_minutes keep_interaction_days keep_people_days daily_digest confirm_at_once moves_at_once move_notice_minutes most_moves currency zone_chosen',
      opening,
    ],
  ],
  'public.days_off': [['day note', opening]],
  'public.reply_templates': [['id created_at updated_at name body', opening]],
  'public.site_edits': [
    ['author', 'accounts'],
    ['path value base changed_at', published],
  ],
  'public.site_publications': [
    ['author edits', 'accounts'],
    ['id created_at restored_from', published],
  ],
  'public.site_state': [['only revision', published]],
  'public.site_files': [['name created_at type content', published]],
  'private.backups': [['id created_at snapshot_at place bytes has_key every_hours failure proven_at', machine]],
  'private.mail_proof': [['is_only at server sender', machine]],
  'private.last_cleanup': [['is_only day', machine]],
  'private.write_checks': [['is_only at', machine]],
}
