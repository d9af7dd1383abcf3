import type { Closed } from '#shared/contract/closed-sets.ts'

// Written from the database by `npx vitest run tools/row-types.test.ts -u`; a test compares it on every run.

/** The row of each table. A column with a closed set has the words of its list. */
export interface PublicTables {
  'public.audit_log': {
    id: string
    at: Date
    actor: string | null
    action: Closed<'public.audit_log.action'>
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
    confirm_at_once: boolean
    moves_at_once: boolean
    move_notice_minutes: number
    most_moves: number
    zone_chosen: boolean
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
    kind: Closed<'public.outbox.kind'>
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
    first_due_at: Date | null
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
    mailbox: string | null
    picked: boolean
    hour_cycle: Closed<'public.strategy_call_bookings.hour_cycle'> | null
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
