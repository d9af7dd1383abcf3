import { randomUUID } from 'node:crypto'
import { booking, message } from '#server/lib/db/rows-testing.ts'
import { staffRoles } from '#shared/contract/team.ts'

/* The expected access rights of the data API, for `desk-access.test.ts`. */

export type AccessCaller =
  | (typeof staff)[number]
  | 'nobody'
  | 'visitor'
  | 'expired'
  | 'first factor alone'
  | 'stranger'
  | 'stopped'
  | 'stopped, back again'

let day = 0
const anotherDay = () => new Date(Date.UTC(2030, 0, ++day)).toISOString().slice(0, 10)

export const staff = staffRoles
const working = ['owner', 'agent'] as const
const owners = ['owner'] as const
const signedIn = [...staff, 'first factor alone', 'stranger', 'stopped, back again'] as const
const everybody = [...signedIn, 'visitor'] as const

const nobody = randomUUID()
const webhooks = { webhook: randomUUID(), spareWebhook: randomUUID() }
const templates = { template: randomUUID(), spareTemplate: randomUUID() }
export const ids = {
  ...templates,
  booking: randomUUID(),
  message: randomUUID(),
  colleague: '',
  newcomer: '',
  ...webhooks,
}
const today = new Date().toISOString().slice(0, 10)

/** The arguments in `with` keep an allowed call from doing harm. */
export const functions: Record<string, { for: readonly AccessCaller[]; with?: object }> = {
  desk_me: { for: signedIn },
  desk_people: { for: staff },
  my_sessions: { for: staff },
  end_session: { for: staff, with: { session: nobody } },
  add_member: { for: owners, with: { address: 'nobody@example.com', role: 'viewer' } },
  reset_second_factor: { for: owners, with: { member: nobody } },
  read_audit_log: { for: owners },
  backup_facts: { for: owners },
  export_person: { for: owners, with: { address: 'nobody@example.com' } },
  erase_person: { for: owners, with: { address: 'nobody@example.com' } },
  upcoming_calls: { for: owners, with: { address: 'nobody@example.com' } },
  desk_mine: { for: staff },
  set_assignment_emails: { for: staff, with: { wanted: true } },
  read_booking: { for: staff, with: { booking: ids.booking } },
  read_message: { for: staff, with: { message: ids.message } },
  read_person: { for: staff, with: { address: 'ada@example.com' } },
  list_bookings: { for: staff },
  list_messages: { for: staff },
  booking_counts: { for: staff },
  message_counts: { for: staff },
  booking_sources: { for: staff },
  message_sources: { for: staff },
  week_of_calls: { for: staff },
  remaining_calls_this_week: { for: everybody },
  callers: { for: everybody },
  available_times: { for: everybody },
  picked_time: { for: everybody, with: { booking: nobody } },
  desk_hosts: { for: staff },
  available_times_of_host: { for: staff, with: { host: nobody } },
  hosts_for_call: { for: staff, with: { booking: nobody, call_start: `${today}T10:00:00Z` } },
  calls_outside: { for: staff },
  // Agents may save only their own settings: see chosen-slots.test.ts.
  save_host: { for: owners, with: { host: nobody, settings: {} } },
  desk_calendars: { for: owners, with: { host: nobody } },
  remove_calendar: { for: owners, with: { calendar: nobody } },
  desk_mailbox: { for: owners },
  remove_mailbox: { for: owners },
  judge_email: { for: working, with: { email: nobody, is_from_visitor: true } },
  renew_feed: { for: owners, with: { host: nobody } },
  end_feed: { for: owners, with: { host: nobody } },
  reassign_call: { for: working, with: { booking: nobody, expected_host: null, host: nobody } },
  insights: { for: staff, with: { from_day: today, to_day: today } },
  insights_live: { for: staff },
  insights_faults: { for: staff, with: { from_day: today, to_day: today } },
  move_booking: { for: working, with: { booking: nobody, expected: 'new', target: 'spam' } },
  move_message: { for: working, with: { message: nobody, expected: 'new', target: 'spam' } },
  undo_booking_move: { for: working, with: { booking: nobody, expected: 'spam' } },
  undo_message_move: { for: working, with: { message: nobody, expected: 'spam' } },
  send_reply: { for: working, with: { reply: nobody, body: 'Hello', message: nobody } },
  undo_reply: { for: working, with: { reply: nobody } },
  wait_for_visitor: { for: working, with: { seen: null, message: nobody } },
  undo_waiting: { for: working, with: { message: nobody } },
  add_booking: { for: working, with: { booking: nobody, typed: {}, call_start: `${today}T10:00:00Z` } },
  offer_times: {
    for: working,
    with: { booking: nobody, expected: 'new', expected_time: `${today}T10:00:00Z`, starts: [] },
  },
  withdraw_offer: { for: working, with: { booking: nobody } },
  change_rows: { for: working, with: { list: 'messages', act: 'move', rows: [] } },
  decline_proposal: { for: working, with: { booking: nobody, proposed: `${today}T10:00:00Z` } },
  save_outcome: { for: working, with: { booking: nobody, seen: {}, becomes: {} } },
  finish_step: { for: working, with: { booking: nobody, call: `${today}T10:00:00.000Z`, is_done: true } },
  retry_delivery: { for: working, with: { item: nobody } },
  cancel_delivery: { for: working, with: { item: nobody } },
  export_bookings: { for: working, with: { from_day: today, to_day: today } },
  export_messages: { for: working, with: { from_day: today, to_day: today } },
  export_interactions: { for: working, with: { from_day: today, to_day: today } },
  record_insights_export: {
    for: working,
    with: { report: 'days', from_day: today, to_day: today, visitor: 'all', lines: 1 },
  },
}

export type AccessMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type AccessRequest = [method: AccessMethod, path: string, body?: object, shown?: 'representation' | 'minimal']
type TableAccess = { for: readonly AccessCaller[]; ask: () => AccessRequest }

const form = (table: string, row: () => object): TableAccess => ({
  for: everybody,
  ask: () => ['POST', table, row(), 'minimal'],
})
const savedView = { list: 'messages', name: 'Mine', filters: {} }
const pageView = () => ({ session_id: nobody, event_type: 'page_view' })

/** Callers who may see or change a row receive the row; other callers receive no row. Forms never return rows. */
export const tables: Record<string, TableAccess> = {
  'strategy_call_bookings insert': form('strategy_call_bookings', booking),
  'contact_messages insert': form('contact_messages', message),
  'user_interactions insert': form('user_interactions', pageView),
  'strategy_call_bookings select': {
    for: staff,
    ask: () => ['GET', `strategy_call_bookings?id=eq.${ids.booking}&select=id`],
  },
  'strategy_call_bookings update': {
    for: working,
    ask: () => ['PATCH', `strategy_call_bookings?id=eq.${ids.booking}&select=id`, { assigned_to: ids.colleague }],
  },
  'contact_messages select': { for: staff, ask: () => ['GET', 'contact_messages?select=id'] },
  'contact_messages update': {
    for: working,
    ask: () => ['PATCH', `contact_messages?id=eq.${ids.message}&select=id`, { assigned_to: ids.colleague }],
  },
  'notes select': { for: staff, ask: () => ['GET', `notes?booking_id=eq.${ids.booking}`] },
  'notes insert': {
    for: working,
    ask: () => ['POST', 'notes?select=id', { booking_id: ids.booking, body: 'A note' }],
  },
  'desk_settings select': { for: staff, ask: () => ['GET', 'desk_settings'] },
  'desk_settings update': {
    for: owners,
    ask: () => ['PATCH', 'desk_settings?only=is.true', { call_minutes: 30 }],
  },
  'days_off select': { for: staff, ask: () => ['GET', 'days_off?day=eq.2026-12-24'] },
  'days_off insert': { for: owners, ask: () => ['POST', 'days_off', { day: anotherDay() }] },
  'days_off delete': { for: owners, ask: () => ['DELETE', 'days_off?day=eq.2026-12-25'] },
  'staff_members select': { for: staff, ask: () => ['GET', `staff_members?id=eq.${ids.colleague}`] },
  'staff_members insert': {
    for: owners,
    ask: () => ['POST', 'staff_members', { id: ids.newcomer, role: 'viewer' }],
  },
  'staff_members update': {
    for: owners,
    ask: () => ['PATCH', `staff_members?id=eq.${ids.colleague}`, { role: 'agent' }],
  },
  'saved_views insert': { for: staff, ask: () => ['POST', 'saved_views?select=id', savedView] },
  'saved_views select': { for: staff, ask: () => ['GET', 'saved_views?select=id'] },
  'saved_views update': {
    for: staff,
    ask: () => ['PATCH', 'saved_views?name=eq.Mine&select=id', { removed_at: null }],
  },
  'outbox select': { for: staff, ask: () => ['GET', `outbox?booking_id=eq.${ids.booking}&select=id`] },
  'webhooks select': { for: owners, ask: () => ['GET', `webhooks?id=eq.${ids.webhook}&select=id`] },
  'webhooks update': {
    for: owners,
    ask: () => ['PATCH', `webhooks?id=eq.${ids.webhook}&select=id`, { is_active: false }],
  },
  'webhooks delete': { for: owners, ask: () => ['DELETE', `webhooks?id=eq.${ids.spareWebhook}&select=id`] },
  'reply_templates select': {
    for: staff,
    ask: () => ['GET', `reply_templates?id=eq.${ids.template}&select=id`],
  },
  'reply_templates insert': {
    for: owners,
    ask: () => ['POST', 'reply_templates?select=id', { name: anotherDay(), body: 'Hello' }],
  },
  'reply_templates update': {
    for: owners,
    ask: () => ['PATCH', `reply_templates?id=eq.${ids.template}&select=id`, { body: 'Hello' }],
  },
  'reply_templates delete': {
    for: owners,
    ask: () => ['DELETE', `reply_templates?id=eq.${ids.spareTemplate}&select=id`],
  },
  'site_edits select': { for: owners, ask: () => ['GET', 'site_edits'] },
  'site_publications select': { for: owners, ask: () => ['GET', 'site_publications'] },
  'site_state select': { for: owners, ask: () => ['GET', 'site_state'] },
  'audit_log select': { for: owners, ask: () => ['GET', 'audit_log?limit=1'] },
}
