import type { Closed } from '#shared/contract/closed-sets.ts'

// Written from the database by `npx vitest run tools/row-types.test.ts -u`; a test compares it on every run.

/** The row of each table. A column with a closed set has the words of its list. */
export interface PrivateTables {
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
}

/** What each function answers that answers one value. */
export interface PrivateFunctions {
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
  'private.export_query': string | null
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
  'private.listed': string[] | null
  'private.looks_automatic': boolean | null
  'private.mailbox_of': string | null
  'private.mailboxes_seen_before': string[] | null
  'private.message_for_programs': unknown
  'private.message_moves': unknown
  'private.moment': Date | null
  'private.percent_decoded': string | null
  'private.person_name': string | null
  'private.phone_digits': string | null
  'private.picked': unknown
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
}
