import { letterName } from '#desk/lib/letter-words.ts'
import { formerMember } from '#desk/lib/team-members.ts'
import { dayAndTime, dayInWords } from '#desk/lib/times.ts'
import { bookingStatusWords, countWithNoun, messageStatusWords, roleWords } from '#desk/lib/words.ts'
import type { DeskSettings } from '#shared/contract/desk-week.ts'
import type { LogAction } from '#shared/contract/log-actions.ts'
import type { AuditEntry } from '#shared/contract/team.ts'

const states: Readonly<Record<string, string>> = { ...messageStatusWords, ...bookingStatusWords }
const roles: Readonly<Record<string, string>> = roleWords

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const stateOf = (value: unknown) => (states[text(value)] ?? text(value)).toLowerCase()
const roleOf = (value: unknown) => (roles[text(value)] ?? text(value)).toLowerCase()

/** The names of the settings, as on the settings screen. */
const settingNames: Readonly<Partial<Record<string, string>>> = {
  time_zone: 'time zone',
  weekly_capacity: 'weekly capacity',
  answer_hours: 'time to answer requests',
  opens: 'call hours',
  closes: 'call hours',
  work_days: 'working days',
  call_minutes: 'call length',
  answer_mailboxes: 'team email addresses',
  keep_interaction_days: 'retention of visits',
  keep_people_days: 'retention of bookings and messages',
  daily_digest: 'daily digest',
  confirm_at_once: 'automatic confirmation',
  moves_at_once: 'moves by visitors',
  move_notice_minutes: 'minimum notice to move a call',
  most_moves: 'maximum number of moves',
  currency: 'currency',
} satisfies Record<Exclude<keyof DeskSettings, 'updated_at'>, string>

const timeOf = (value: unknown) => dayAndTime(new Date(text(value)))

const deletedInWords = ({ bookings, messages }: AuditEntry['details']) =>
  `${countWithNoun(Number(bookings), 'booking')}, ${countWithNoun(Number(messages), 'message')}`

/** True if the visitor performed the action through a link in an email. */
const isOwn = ({ by }: AuditEntry['details']) => by === 'visitor'

/**
 * Says in how many places the erased email address still appears. The audit log shows this number, but the visitor's
 * page does not.
 */
const mentionsInWords = ({ mentions }: AuditEntry['details']) =>
  Array.isArray(mentions) && mentions.length > 0
    ? `; the address is still mentioned in ${countWithNoun(mentions.length, 'place')}`
    : ''

const settingsInWords = (columns: readonly unknown[]) =>
  [...new Set(columns.map((column) => settingNames[text(column)] ?? text(column)))].join(', ')

type Names = (id: string | null) => string
type LogWords = (details: AuditEntry['details'], names: Names, subject: string) => string

const assigned =
  (what: string) =>
  ({ to }: AuditEntry['details'], names: Names) =>
    text(to) ? `assigned a ${what} to ${names(text(to))}` : `unassigned a ${what}`

/** The part of the sentence after the actor. `subject` is the name of the account that the entry is about. */
const sentences: Readonly<Record<LogAction, LogWords>> = {
  booking_added: () => 'added a phone booking',
  booking_moved: ({ from, to }) => `changed a booking from ${stateOf(from)} to ${stateOf(to)}`,
  message_moved: ({ from, to }) => `changed a message from ${stateOf(from)} to ${stateOf(to)}`,
  booking_assigned: assigned('booking'),
  message_assigned: assigned('message'),
  booking_proposed: ({ to }) => `requested another time${to ? `: ${timeOf(to)}` : ''}`,
  proposal_declined: ({ proposed }) => `declined another time for a call${proposed ? `: ${timeOf(proposed)}` : ''}`,
  booking_outcome: () => 'recorded the outcome of a call',
  booking_noted: () => 'added a note to a booking',
  message_noted: () => 'added a note to a message',
  booking_replied: () => 'replied to a booking',
  message_replied: () => 'replied to a message',
  reply_undone: () => 'undid a reply',
  waiting_set: () => 'ended a turn without a reply',
  waiting_undone: () => 'undid ending a turn',
  email_received: () => 'answered by email',
  email_noted: () => 'sent an email',
  email_accepted: () => 'accepted an email as the visitor’s answer',
  email_dismissed: () => 'dismissed an email',
  emails_limited: () => 'left emails in the mailbox, because more than 20 came in a day',
  email_file_read: () => 'downloaded a file from an email',
  mailbox_saved: () => 'connected the team’s mailbox',
  mailbox_removed: () => 'disconnected the team’s mailbox',
  times_offered: () => 'offered times for a call',
  times_withdrawn: () => 'withdrew an offer',
  offer_ended: () => 'ended an offer',
  hold_lost: () => 'ended a hold',
  hold_restored: () => 'restored a hold',
  booking_read: () => 'read a booking',
  message_read: () => 'read a message',
  person_read: (details) => (isOwn(details) ? 'viewed their own data' : 'viewed all data of one visitor'),
  person_exported: (details) => (isOwn(details) ? 'downloaded their own data' : 'exported all data of one visitor'),
  person_erased: (details) =>
    `erased ${isOwn(details) ? 'their own data' : 'all data of one visitor'}: ${deletedInWords(details)}${mentionsInWords(details)}`,
  bookings_exported: () => 'exported bookings',
  messages_exported: () => 'exported messages',
  interactions_exported: () => 'exported visits',
  insights_exported: ({ report }) => `exported insights${report ? `: ${text(report)}` : ''}`,
  settings_changed: ({ columns }) =>
    `changed the settings${Array.isArray(columns) ? `: ${settingsInWords(columns)}` : ''}`,
  day_off_added: ({ day }) => `added a day off: ${dayInWords(text(day))}`,
  day_off_removed: ({ day }) => `removed a day off: ${dayInWords(text(day))}`,
  host_saved: () => 'changed the availability of a host',
  letter_retried: ({ kind }) => `sent an email again: ${letterName(text(kind))}`,
  letter_stopped: ({ kind }) => `cancelled an email: ${letterName(text(kind))}`,
  template_saved: () => 'saved a reply template',
  template_removed: () => 'removed a reply template',
  webhook_added: () => 'added a webhook',
  webhook_changed: ({ columns }) =>
    `changed a webhook${Array.isArray(columns) ? `: ${columns.join(', ').replace('url', 'address')}` : ''}`,
  webhook_paused: () => 'paused a webhook',
  webhook_resumed: () => 'resumed a webhook',
  webhook_switched_off: ({ because }) =>
    because === 'gone'
      ? 'stopped a webhook because its receiver no longer exists'
      : 'stopped a webhook because it failed for five days',
  webhook_secret_renewed: () => 'created a new secret for a webhook',
  webhook_removed: () => 'removed a webhook',
  webhook_tested: () => 'sent a test to a webhook',
  webhook_retried: () => 'retried a webhook delivery',
  webhook_stopped: () => 'cancelled a webhook delivery',
  calendar_added: ({ kind }) => `added a calendar${kind === 'caldav' ? ' by CalDAV' : ''}`,
  calendar_changed: () => 'changed a calendar',
  calendar_removed: () => 'removed a calendar',
  calendar_read: () => 'refreshed a calendar',
  feed_renewed: () => 'created the address of a calendar feed',
  feed_ended: () => 'revoked the address of a calendar feed',
  member_added: ({ role }, _, subject) => `added ${subject} as ${roleOf(role)}`,
  role_changed: ({ from, to }, _, subject) => `changed ${subject}’s role from ${roleOf(from)} to ${roleOf(to)}`,
  member_stopped: (_, __, subject) => `suspended ${subject}`,
  member_restored: (_, __, subject) => `restored ${subject}’s access`,
  second_factor_reset: (_, __, subject) => `reset ${subject}’s two-step verification`,
  member_removed: ({ role }, _, subject) => `removed ${subject}${role ? `, who was ${roleOf(role)}` : ''}`,
  people_pruned: (details) => `deleted expired data: ${deletedInWords(details)}`,
  session_ended: () => 'ended a session',
  login: ({ method }) => `signed in with a ${method === 'passkey' ? 'passkey' : 'password'}`,
  sessions_ended: ({ sessions }) => `ended ${countWithNoun(Number(sessions), 'session')}`,
  token_ended: () => 'revoked a leaked token',
  keys_replaced: () => 'replaced the token signing key',
  mail_confirmed: () => 'confirmed that a test email arrived',
  view_shared: ({ list }) => `shared a view of ${text(list)}`,
  view_removed: ({ list }) => `removed a shared view of ${text(list)}`,
  view_restored: ({ list }) => `restored a shared view of ${text(list)}`,
  site_published: ({ edits }) => `published the site with ${countWithNoun(Number(edits), 'changed text')}`,
  site_restored: ({ restored }) =>
    restored ? `restored publication ${text(restored)} of the site` : 'restored the original texts of the site',
  site_draft_discarded: ({ edits }) => `discarded ${countWithNoun(Number(edits), 'unpublished change')} of the site`,
  challenge_created: () => 'was asked for two-step verification',
  user_signedup: () => 'was given an account',
  user_modified: () => 'changed an account',
  user_deleted: () => 'deleted an account',
  user_confirmation_requested: () => 'requested a confirmation email',
  token_revoked: () => 'was signed out because a session token was used twice',
  factors_reset: () => 'lost all verification methods',
  logout: () => 'signed out',
  user_invited: () => 'invited a member',
  user_recovery_requested: () => 'requested a new password',
  user_updated_password: () => 'set a password',
  verification_attempted: () => 'attempted two-step verification',
  factor_in_progress: () => 'started setting up a verification method',
  factor_deleted: () => 'removed a verification method',
  generate_recovery_codes: () => 'created recovery codes',
  recovery_code_used: () => 'used a recovery code',
  token_refreshed: () => 'refreshed a session',
  user_reauthenticate_requested: () => 'requested a code to change the password',
  identity_linked: () => 'linked a sign-in service',
  identity_unlinked: () => 'unlinked a sign-in service',
  owner_created: () => 'became the owner',
  key_given_up: () => 'discarded data encrypted with a lost key',
  limit_reached: () => 'reached a rate limit',
}

/** The part of the sentence after the actor, for refused actions. */
const refusedSentences: Readonly<Partial<Record<LogAction, string>>> = {
  login: 'failed to sign in',
  verification_attempted: 'failed verification',
  recovery_code_used: 'entered a wrong recovery code',
  limit_reached: 'reached a rate limit',
  identity_linked: 'failed to link a sign-in service',
  user_invited: 'was not allowed to invite a member',
  user_recovery_requested: 'requested a new password for an unknown address',
  user_confirmation_requested: 'requested a confirmation email for an unknown address',
}

/**
 * Returns the actor. If an entry has no account, the actor is a visitor who used a link from an email, an unknown
 * visitor whose request was refused, or the server or its operator.
 */
export function subjectOf({ actor, outcome, details }: AuditEntry, names: Names): string {
  if (actor) return names(actor)
  if (details.by === 'visitor') return 'The visitor'
  return outcome === 'refused' ? 'An unknown visitor' : 'The server'
}

/** The account that an entry is about. Former members have no name, so their ids tell them apart. */
function accountOf({ subject_id }: AuditEntry, names: Names): string {
  if (subject_id === null) return 'a member'
  const name = names(subject_id)
  return name === formerMember ? `${name} (${subject_id.slice(0, 8)})` : name
}

/** The sentence for a bulk change. Undoing one can have several results. */
function sentenceOfMany(entries: NonNullable<AuditEntry['entries']>, names: Names): string {
  const isMove = entries[0]?.action.endsWith('_moved')
  const rows = countWithNoun(entries.length, entries[0]?.action.startsWith('booking') ? 'booking' : 'message')
  const [to, ...others] = new Set(entries.map(({ details }) => text(details.to)))
  if (others.length > 0) return `changed the ${isMove ? 'status' : 'assignment'} of ${rows}`
  if (isMove) return `changed ${rows} to ${stateOf(to)}`
  return to ? `assigned ${rows} to ${names(to)}` : `unassigned ${rows}`
}

const isKnown = (action: string): action is LogAction => Object.hasOwn(sentences, action)

/** Returns the part of the sentence after the actor. An action that is unknown to this release is shown by its name. */
export function sentenceOf(entry: AuditEntry, names: Names): string {
  const { action, details, outcome, entries } = entry
  if (entries && entries.length > 1) return sentenceOfMany(entries, names)
  const says = isKnown(action)
    ? sentences[action](details, names, accountOf(entry, names))
    : action.replaceAll('_', ' ')
  if (outcome === 'done') return says
  return (isKnown(action) && refusedSentences[action]) || `${says} (refused)`
}
