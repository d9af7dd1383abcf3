import type { closedColumns } from '#shared/contract/closed-sets.ts'

// Written from the database by `npx vitest run tools/row-types.test.ts -u`; a test compares it on every run.

type Closed<Column extends keyof typeof closedColumns> = (typeof closedColumns)[Column][number]

/** The row of each table. A column with a closed set has the words of its list. */
export interface Tables {
  'auth.audit_log_entries': {
    instance_id: string | null
    id: string
    payload: unknown
    created_at: Date | null
    ip_address: string
  }
  'auth.flow_state': {
    id: string
    user_id: string | null
    auth_code: string | null
    code_challenge_method: 's256' | 'plain' | null
    code_challenge: string | null
    provider_type: string
    provider_access_token: string | null
    provider_refresh_token: string | null
    created_at: Date
    updated_at: Date
    authentication_method: string
    auth_code_issued_at: Date | null
    invite_token: string | null
    referrer: string | null
    oauth_client_state_id: string | null
    linking_target_id: string | null
    email_optional: boolean
  }
  'auth.identities': {
    provider_id: string
    user_id: string
    identity_data: Record<string, unknown>
    provider: string
    last_sign_in_at: Date | null
    created_at: Date
    updated_at: Date
    email: string | null
    id: string
  }
  'auth.mfa_amr_claims': {
    session_id: string
    created_at: Date
    updated_at: Date
    authentication_method: string
    id: string
  }
  'auth.mfa_challenges': {
    id: string
    factor_id: string
    created_at: Date
    verified_at: Date | null
    ip_address: string
    otp_code: string | null
    web_authn_session_data: unknown
  }
  'auth.mfa_factors': {
    id: string
    user_id: string
    friendly_name: string | null
    factor_type: 'totp' | 'webauthn' | 'phone'
    status: 'unverified' | 'verified'
    created_at: Date
    updated_at: Date
    secret: string | null
    phone: string | null
    last_challenged_at: Date | null
    web_authn_credential: unknown
    web_authn_aaguid: string | null
    last_webauthn_challenge_data: unknown
  }
  'auth.one_time_tokens': {
    id: string
    user_id: string
    token_type:
      | 'confirmation_token'
      | 'reauthentication_token'
      | 'recovery_token'
      | 'email_change_token_new'
      | 'email_change_token_current'
      | 'phone_change_token'
    token_hash: string
    relates_to: string
    created_at: Date
    updated_at: Date
  }
  'auth.refresh_tokens': {
    instance_id: string | null
    id: string
    token: string | null
    user_id: string | null
    revoked: boolean
    created_at: Date
    updated_at: Date
    parent: string | null
    session_id: string | null
  }
  'auth.sessions': {
    id: string
    user_id: string
    created_at: Date
    updated_at: Date
    factor_id: string | null
    aal: 'aal1' | 'aal2' | 'aal3'
    not_after: Date | null
    refreshed_at: Date | null
    user_agent: string | null
    ip: string | null
    tag: string | null
    oauth_client_id: string | null
    refresh_token_hmac_key: string | null
    refresh_token_counter: string | null
    scopes: string | null
  }
  'auth.users': {
    instance_id: string | null
    id: string
    aud: string | null
    role: string | null
    email: string | null
    encrypted_password: string | null
    email_confirmed_at: Date | null
    invited_at: Date | null
    confirmation_token: string | null
    confirmation_sent_at: Date | null
    recovery_token: string | null
    recovery_sent_at: Date | null
    email_change_token_new: string | null
    email_change: string | null
    email_change_sent_at: Date | null
    last_sign_in_at: Date | null
    raw_app_meta_data: Record<string, unknown>
    raw_user_meta_data: Record<string, unknown>
    is_super_admin: boolean | null
    created_at: Date
    updated_at: Date
    phone: string | null
    phone_confirmed_at: Date | null
    phone_change: string | null
    phone_change_token: string | null
    phone_change_sent_at: Date | null
    confirmed_at: Date | null
    email_change_token_current: string | null
    email_change_confirm_status: number | null
    banned_until: Date | null
    reauthentication_token: string | null
    reauthentication_sent_at: Date | null
    is_sso_user: boolean
    deleted_at: Date | null
    is_anonymous: boolean
  }
  'private.booking_visits': {
    booking: string
    views: string[]
    packs: string[]
  }
  'private.challenge_guards': {
    challenge_id: string
    address_hash: string
    failures: number
  }
  'private.ended_tokens': {
    jti: string
    ends_at: Date
  }
  'private.fault_days': {
    day: Date
    code: string
    place: string
    cause: string
    release: string
    visitor: Closed<'private.fault_days.visitor'>
    faults: string
    visits: string
    first_at: Date
    last_at: Date
  }
  'private.known_devices': {
    user_id: string
    device: string
    created_at: Date
    seen_at: Date
  }
  'private.last_here': {
    member: string
    at: Date
  }
  'private.last_upkeep': {
    is_only: boolean
    day: Date
  }
  'private.live_sessions': {
    id: string | null
    user_id: string | null
    aal: 'aal1' | 'aal2' | 'aal3' | null
  }
  'private.one_time_codes': {
    token_id: string
    code_hash: string
    failures: number
    expires_at: Date
    flow_id: string | null
  }
  'private.owner_links': {
    token_hash: string
    created_at: Date
    expires_at: Date
  }
  'private.pack_downloads': {
    day: Date
    pack: string
    visitor: Closed<'private.pack_downloads.visitor'>
    downloads: string
  }
  'private.passkeys': {
    factor_id: string
    credential_id: string
    public_key: Buffer
    counter: string
    transports: string[]
    last_used_at: Date | null
  }
  'private.rate_limit_hits': {
    key: string
    process: string
    hits: number
    until: Date
    changed_at: Date
  }
  'private.rate_limit_salts': {
    day: Date
    salt: string
  }
  'private.recovery_code_sets': {
    id: string
    user_id: string
    created_at: Date
    updated_at: Date
  }
  'private.recovery_codes': {
    set_id: string
    code_hash: string
    used_at: Date | null
  }
  'private.session_devices': {
    session_id: string
    device: string
  }
  'private.signing_keys': {
    id: string
    created_at: Date
    algorithm: Closed<'private.signing_keys.algorithm'>
    sealed_key: string
    public_key: Record<string, unknown> | null
    signs_from: Date
  }
  'private.spent_proofs': {
    proof: string
    until: Date
  }
  'private.throttles': {
    name: string
    key: string
    hits: number
    until: Date
  }
  'private.totp_steps': {
    factor_id: string
    step: string
  }
  'private.unannounced': {
    id: string
    channel: string
    payloads: string[]
  }
  'private.visit_days': {
    day: Date
    dimension: Closed<'private.visit_days.dimension'>
    value: string
    visitor: Closed<'private.visit_days.visitor'>
    sessions: string
    visitors: string | null
    views: string
    opened: string
    sent: string
  }
  'private.visits': {
    day: Date
    session_id: string
    visitor: Closed<'private.visits.visitor'>
    browser: string | null
    views: string
    opened: boolean
    sent: boolean
    source: string
    campaign: string | null
    first_view: string
    seen: string[]
    taken: string[]
  }
  'private.visits_until': {
    only: boolean
    moment: Date
  }
  'private.vital_days': {
    day: Date
    name: string
    visitor: Closed<'private.vital_days.visitor'>
    bucket: number
    samples: string
  }
  'private.vital_months': {
    month: Date
    name: string
    visitor: string
    bucket: number
    samples: string
  }
  'private.write_tries': {
    is_only: boolean
    at: Date
  }
  'public.audit_log': {
    id: string
    at: Date
    actor: string | null
    action: string
    subject: string
    subject_id: string | null
    details: Record<string, unknown>
  }
  'public.contact_messages': {
    id: string
    created_at: Date
    name: string
    email: string
    company: string
    message: string
    inquiry_type: Closed<'public.contact_messages.inquiry_type'>
    status: Closed<'public.contact_messages.status'>
    assigned_to: string | null
    updated_at: Date
    fill_seconds: number | null
    budget_note: string | null
    session_id: string | null
    landing_page: string | null
    referrer: string | null
    source: string
    campaign: string | null
    first_view: string | null
    answered_at: Date | null
    filled_by: Closed<'public.contact_messages.filled_by'> | null
    due_at: Date | null
    search: string | null
    mailbox: Closed<'public.contact_messages.mailbox'> | null
  }
  'public.days_off': {
    day: Date
    note: string | null
  }
  'public.desk_settings': {
    only: boolean
    updated_at: Date
    time_zone: string
    weekly_capacity: number
    opens: string
    closes: string
    work_days: number[]
    call_minutes: number
    answer_mailboxes: string[]
    keep_interaction_days: number | null
    keep_people_days: number | null
    daily_digest: boolean
  }
  'public.interaction_days': {
    day: Date
    event_type: string
    subject: string
    visitor: Closed<'public.interaction_days.visitor'>
    events: string
    sessions: string
    p75: string | null
  }
  'public.notes': {
    id: string
    created_at: Date
    author: string | null
    booking_id: string | null
    message_id: string | null
    body: string
  }
  'public.outbox': {
    id: string
    created_at: Date
    updated_at: Date
    channel: Closed<'public.outbox.channel'>
    kind: string
    sent_as: string | null
    booking_id: string | null
    message_id: string | null
    user_id: string | null
    recipient: string | null
    facts: Record<string, unknown>
    sealed: string | null
    once: string | null
    due_at: Date
    ends_at: Date | null
    give_up_at: Date
    state: Closed<'public.outbox.state'>
    attempts: number
    holder: string | null
    held_until: Date | null
    is_doubtful: boolean
    reason: string | null
    settled_at: Date | null
    webhook_id: string | null
  }
  'public.staff_members': {
    id: string
    created_at: Date
    updated_at: Date
    role: Closed<'public.staff_members.role'>
    disabled_at: Date | null
  }
  'public.strategy_call_bookings': {
    id: string
    created_at: Date
    name: string
    email: string
    company: string
    phone: string
    current_challenges: Closed<'public.strategy_call_bookings.current_challenges'>
    team_size: Closed<'public.strategy_call_bookings.team_size'>
    preferred_time: Date
    time_zone: string | null
    message: string | null
    monthly_revenue: string | null
    status: Closed<'public.strategy_call_bookings.status'>
    confirmed: string | null
    assigned_to: string | null
    source: string
    updated_at: Date
    fill_seconds: number | null
    budget_note: string | null
    session_id: string | null
    landing_page: string | null
    referrer: string | null
    campaign: string | null
    first_view: string | null
    answered_at: Date | null
    call_at: Date | null
    call_sequence: number
    call_changed_at: Date | null
    proposed_time: Date | null
    proposed_at: Date | null
    filled_by: Closed<'public.strategy_call_bookings.filled_by'> | null
    due_at: Date | null
    search: string | null
    mailbox: Closed<'public.strategy_call_bookings.mailbox'> | null
  }
  'public.user_interactions': {
    id: string
    created_at: Date
    session_id: string
    event_type: Closed<'public.user_interactions.event_type'>
    event_data: Record<string, unknown>
    page_url: string | null
    user_agent: string | null
    referrer: string | null
    is_bot: boolean
    is_team: boolean
    visitor_key: string | null
  }
  'public.webhooks': {
    id: string
    created_at: Date
    updated_at: Date
    url: string
    description: string | null
    events: Closed<'public.webhooks.events[]'>[]
    is_active: boolean
    stopped_because: Closed<'public.webhooks.stopped_because'> | null
    failing_since: Date | null
    sealed_secret: string
    sealed_previous: string | null
    previous_until: Date | null
  }
}

/** What each function answers that answers one value. */
export interface Functions {
  'private.announce': number | null
  'private.asked_address': string | null
  'private.audit_kind': string | null
  'private.begin_upkeep': unknown
  'private.beside': unknown
  'private.booking_for_programs': unknown
  'private.booking_moves': unknown
  'private.call_event': string | null
  'private.calls_taken': number | null
  'private.calls_within': number | null
  'private.cancel_call': string | null
  'private.confirm_day': Date | null
  'private.confirm_mailbox': boolean | null
  'private.csv_cell': string | null
  'private.csv_time': string | null
  'private.digest_counts': unknown
  'private.end_sessions': number | null
  'private.end_token': unknown
  'private.free_calls': unknown
  'private.gather_letters': boolean | null
  'private.hears_of_deletions': boolean | null
  'private.host_of': string | null
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
  'private.is_wanted': boolean | null
  'private.iso_instant': string | null
  'private.keep_interactions': unknown
  'private.keep_people': unknown
  'private.like_pattern': string | null
  'private.list_counts': unknown
  'private.list_page': unknown
  'private.looks_automatic': boolean | null
  'private.mailbox_of': string | null
  'private.mailboxes_seen_before': string[] | null
  'private.message_for_programs': unknown
  'private.message_moves': unknown
  'private.moment': Date | null
  'private.percent_decoded': string | null
  'private.person_name': string | null
  'private.phone_digits': string | null
  'private.plain': string | null
  'private.plan_fault_letter': number | null
  'private.plan_letters': number | null
  'private.promised_by': Date | null
  'private.propose_time': string | null
  'private.prune_outbox': number | null
  'private.query_value': string | null
  'private.search_condition': string | null
  'private.search_numbers': string[] | null
  'private.search_text': string | null
  'private.search_words': string[] | null
  'private.second_thought': object | null
  'private.session_is_live': boolean | null
  'private.settle_outbox': boolean | null
  'private.slip_pattern': string | null
  'private.spend_proof': boolean | null
  'private.staff_role': string | null
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
  'public.add_member': string | null
  'public.booking_counts': unknown
  'public.calls_to_come': unknown
  'public.desk_me': unknown
  'public.end_all_sessions': number | null
  'public.end_sessions_of': number | null
  'public.end_token': unknown
  'public.erase_person': unknown
  'public.export_person': unknown
  'public.free_calls_this_week': unknown
  'public.insights': unknown
  'public.insights_faults': unknown
  'public.insights_live': unknown
  'public.list_bookings': unknown
  'public.list_messages': unknown
  'public.message_counts': unknown
  'public.read_booking': unknown
  'public.read_message': unknown
  'public.read_person': unknown
  'public.week_of_calls': unknown
}
