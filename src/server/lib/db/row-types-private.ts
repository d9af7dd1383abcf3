import type { Closed } from '#shared/contract/closed-sets.ts'

// Written from the database by `npx vitest run tools/row-types.test.ts -u`; a test compares it on every run.

/** The row of each table. A column with a closed set has the words of its list. */
export interface PrivateTables {
  'private.backups': {
    id: string
    created_at: Date
    snapshot_at: Date | null
    place: string
    bytes: string | null
    has_key: boolean
    every_hours: number | null
    failure: Closed<'private.backups.failure'> | null
    proven_at: Date | null
  }
  'private.booking_visits': {
    booking: string
    views: string[]
    packs: string[]
  }
  'private.call_holds': {
    booking: string
    host: string
    slot: string
    until: Date
    is_proven: boolean
  }
  'private.challenge_guards': {
    challenge_id: string
    address_hash: string
    failures: number
  }
  'private.data_links': {
    token_hash: Buffer
    address: string | null
    until: Date
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
  'private.host_calendars': {
    id: string
    host: string
    created_at: Date
    name: string
    busy: string
    kind: Closed<'private.host_calendars.kind'>
    place: string
    username: string | null
    sealed_access: string | null
    events: number
    version: string | null
    whole_at: Date | null
    read_at: Date | null
    tried_at: Date | null
    due_at: Date
    fault: Closed<'private.host_calendars.fault'> | null
    failing_since: Date | null
    told_at: Date | null
  }
  'private.host_dates': {
    id: string
    host: string
    day: Date
    opens: string | null
    closes: string | null
  }
  'private.host_hours': {
    host: string
    weekday: number
    opens: string
    closes: string
  }
  'private.hosts': {
    id: string
    created_at: Date
    updated_at: Date
    takes_calls: boolean
    time_zone: string
    place: Closed<'private.hosts.place'>
    link: string | null
    break_before: number
    break_after: number
    notice_minutes: number
    daily_most: number | null
    last_given_at: Date | null
    feed_key_hash: Buffer | null
    feed_since: Date | null
    named_to_visitors: boolean
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
  'private.mail_proof': {
    is_only: boolean
    at: Date
    server: string
    sender: string
  }
  'private.mail_service': {
    is_only: boolean
    is_there: boolean
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
