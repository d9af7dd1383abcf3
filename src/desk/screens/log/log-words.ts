import { letterWords } from '#desk/lib/letter-words.ts'
import { dayAndTime } from '#desk/lib/times.ts'
import { bookingStatusWords, counted, messageStatusWords, roleWords } from '#desk/lib/words.ts'
import type { AuditEntry } from '#shared/contract/desk-people.ts'
import type { LogAction } from '#shared/contract/log-actions.ts'

const states: Readonly<Record<string, string>> = { ...messageStatusWords, ...bookingStatusWords }
const roles: Readonly<Record<string, string>> = roleWords

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const stateOf = (value: unknown) => (states[text(value)] ?? text(value)).toLowerCase()
const roleOf = (value: unknown) => (roles[text(value)] ?? text(value)).toLowerCase()

const timeOf = (value: unknown) => dayAndTime(new Date(text(value)))

/** What an erasure removed, with the numbers that the database counted. */
const goneInWords = ({ bookings, messages }: AuditEntry['details']) =>
  `${counted(Number(bookings), 'booking')}, ${counted(Number(messages), 'message')}`

/** Done by the person themselves, by the link of a letter. */
const isOwn = ({ by }: AuditEntry['details']) => by === 'visitor'

/** Who erases what is theirs is not told where others have named them: whoever reads the log is. */
const elsewhereInWords = ({ mentions }: AuditEntry['details']) =>
  Array.isArray(mentions) && mentions.length > 0
    ? `; others have written the address in ${counted(mentions.length, 'place')}`
    : ''

type Names = (id: string | null) => string

/** What was done: the end of a sentence whose subject is the person. */
const sentences: Readonly<Record<LogAction, (details: AuditEntry['details'], names: Names) => string>> = {
  booking_added: () => 'wrote down a booking by telephone',
  booking_moved: ({ from, to }) => `moved a booking from ${stateOf(from)} to ${stateOf(to)}`,
  message_moved: ({ from, to }) => `moved a message from ${stateOf(from)} to ${stateOf(to)}`,
  booking_assigned: ({ to }, names) => `gave a booking to ${names(text(to) || null)}`,
  message_assigned: ({ to }, names) => `gave a message to ${names(text(to) || null)}`,
  booking_proposed: ({ to }) => `asked for another time${to ? `: ${timeOf(to)}` : ''}`,
  proposal_declined: ({ proposed }) =>
    `left a call as it was, when another time was asked for${proposed ? `: ${timeOf(proposed)}` : ''}`,
  booking_outcome: () => 'wrote down what came of a call',
  booking_noted: () => 'wrote a note on a booking',
  message_noted: () => 'wrote a note on a message',
  booking_replied: () => 'replied to a booking',
  message_replied: () => 'replied to a message',
  reply_undone: () => 'took a reply back',
  times_offered: () => 'offered times for a call',
  times_withdrawn: () => 'withdrew an offer',
  offer_ended: () => 'an offer ended',
  hold_lost: () => 'a hold ended',
  hold_restored: () => 'a hold was restored',
  booking_read: () => 'read a booking',
  message_read: () => 'read a message',
  person_read: (details) =>
    isOwn(details) ? 'looked at what we have of them' : 'read everything of one person',
  person_exported: (details) =>
    isOwn(details) ? 'took along what we have of them' : 'took away everything of one person',
  person_erased: (details) =>
    `erased ${isOwn(details) ? 'what we had of them' : 'one person'}: ${goneInWords(details)}${elsewhereInWords(details)}`,
  bookings_exported: () => 'exported bookings',
  messages_exported: () => 'exported messages',
  interactions_exported: () => 'exported visits',
  insights_exported: ({ report }) => `exported insights${report ? `: ${text(report)}` : ''}`,
  settings_changed: ({ columns }) =>
    `changed the settings${Array.isArray(columns) ? `: ${columns.join(', ').replaceAll('_', ' ')}` : ''}`,
  day_off_added: ({ day }) => `added the day off ${text(day)}`,
  day_off_removed: ({ day }) => `removed the day off ${text(day)}`,
  host_saved: () => 'said how somebody takes calls',
  letter_retried: ({ kind }) => `had a letter sent again: ${letterWords(text(kind))}`,
  letter_stopped: ({ kind }) => `gave up a letter: ${letterWords(text(kind))}`,
  template_saved: () => 'saved a text for replies',
  template_removed: () => 'removed a text for replies',
  webhook_added: () => 'added a webhook',
  webhook_changed: ({ columns }) =>
    `changed a webhook${Array.isArray(columns) ? `: ${columns.join(', ').replace('url', 'address')}` : ''}`,
  webhook_paused: () => 'paused a webhook',
  webhook_resumed: () => 'switched a webhook on again',
  webhook_switched_off: ({ because }) =>
    because === 'gone'
      ? 'switched off a webhook whose receiver is gone'
      : 'switched off a webhook that failed for days',
  webhook_secret_renewed: () => 'gave a webhook a new secret',
  webhook_removed: () => 'removed a webhook',
  webhook_tested: () => 'sent a test to a webhook',
  webhook_retried: () => 'sent a delivery of a webhook again',
  webhook_stopped: () => 'gave up a delivery of a webhook',
  calendar_added: ({ kind }) => `added a calendar${kind === 'caldav' ? ' by CalDAV' : ''}`,
  calendar_removed: () => 'removed a calendar',
  calendar_read: () => 'had a calendar read at once',
  feed_renewed: () => 'gave somebody’s calls an address for calendars',
  feed_ended: () => 'took back the address of somebody’s calls',
  member_added: ({ role }) => `took somebody in as ${roleOf(role)}`,
  role_changed: ({ from, to }) => `changed a role from ${roleOf(from)} to ${roleOf(to)}`,
  member_stopped: () => 'stopped somebody',
  member_restored: () => 'let somebody in again',
  second_factor_reset: () => 'reset a second step',
  member_removed: () => 'took somebody out',
  people_pruned: (details) => `deleted what was too old: ${goneInWords(details)}`,
  session_ended: () => 'ended a session',
  login: ({ method }) => `signed in by ${method === 'passkey' ? 'passkey' : 'password'}`,
  sessions_ended: ({ sessions }) =>
    `ended all sessions of one person or of everybody, ${text(sessions)} of them`,
  token_ended: () => 'ended a token that was found',
  keys_replaced: () => 'replaced the key of all tokens',
  mail_confirmed: () => 'confirmed that a letter of ours had arrived',
  view_shared: ({ list }) => `shared a view of ${text(list)}`,
  view_removed: ({ list }) => `removed a shared view of ${text(list)}`,
  challenge_created: () => 'was asked for the second step',
  user_signedup: () => 'got an account',
  user_modified: () => 'changed an account',
  user_deleted: () => 'deleted an account',
  user_confirmation_requested: () => 'asked for a confirmation',
  token_revoked: () => 'lost a session whose token was used twice',
  factors_reset: () => 'lost all second steps',
  logout: () => 'signed out',
  user_invited: () => 'invited somebody to the team',
  user_recovery_requested: () => 'asked for a new password',
  user_updated_password: () => 'set a password',
  verification_attempted: () => 'showed a second step',
  factor_in_progress: () => 'began to set up a second step',
  factor_deleted: () => 'removed a second step',
  generate_recovery_codes: () => 'made recovery codes',
  recovery_code_used: () => 'used a recovery code',
  token_refreshed: () => 'came back',
  user_reauthenticate_requested: () => 'asked for a code to change the password',
  identity_linked: () => 'linked another way to sign in',
  identity_unlinked: () => 'unlinked a way to sign in',
  owner_created: () => 'became the owner',
  key_given_up: () => 'gave up what a lost encryption key had sealed',
  limit_reached: () => 'was slowed down after too many tries',
}

/**
 * Who did it. An entry without an account is of a visitor on the page of their call, of a refused stranger, or of the
 * server and its operator.
 */
export function subjectOf({ actor, outcome, details }: AuditEntry, names: Names): string {
  if (actor) return names(actor)
  if (details.by === 'visitor') return 'The visitor'
  return outcome === 'refused' ? 'A stranger' : 'The server'
}

const isKnown = (action: string): action is LogAction => Object.hasOwn(sentences, action)

/** One entry as a sentence without its subject. An action that this release does not know is shown by its name. */
export function sentenceOf(entry: AuditEntry, names: Names): string {
  const says = isKnown(entry.action)
    ? sentences[entry.action](entry.details, names)
    : entry.action.replaceAll('_', ' ')
  return entry.outcome === 'refused' ? `${says}, which was refused` : says
}
