import * as v from 'valibot'

/** Emails scheduled relative to the time of a call. Each kind is sent once per confirmed time. */
export const scheduledLetterKinds = ['reminder-day', 'reminder-hour'] as const
export type ScheduledLetterKind = (typeof scheduledLetterKinds)[number]

/**
 * Kinds of emails about calls, messages and the desk, as the database creates them; `team-` emails are for the team.
 * `call` and `team-call` report a change to a call. The change, one of `callChanges`, is determined when the email is
 * sent, based on what the recipient already knows.
 */
export const letterKinds = [
  'request-received',
  'call',
  'call-stands',
  'reply',
  'times-offered',
  'time-taken',
  ...scheduledLetterKinds,
  'message-received',
  'team-booking',
  'team-message',
  'team-call',
  'team-call-erased',
  'team-proposal',
  'team-risk',
  'team-digest',
  'team-fault',
  'team-calendar',
  'team-backup',
  'team-mention',
  'team-assigned',
  'own-data',
] as const
export type LetterKind = (typeof letterKinds)[number]

/** 'reassigned': the host or the place has changed, but the time is the same. */
const callChanges = ['confirmed', 'moved', 'reassigned', 'cancelled'] as const
type ChangeLetterKind = 'call' | 'team-call'
type LetterOfChange<Kind extends ChangeLetterKind> = `${Kind}-${(typeof callChanges)[number]}`

/** The kinds of emails as they are sent, when the change of each `call` email is known. */
export type SentLetterKind = Exclude<LetterKind, ChangeLetterKind> | LetterOfChange<ChangeLetterKind>

/** All kinds of emails that appear in the desk's previews and in the gallery. */
export const sentLetterKinds: readonly SentLetterKind[] = letterKinds.flatMap((kind): SentLetterKind[] =>
  kind === 'call' || kind === 'team-call'
    ? callChanges.map((change): LetterOfChange<ChangeLetterKind> => `${kind}-${change}`)
    : [kind],
)

/**
 * Kinds of emails about an account, as they are created. The text of an `account` email is written immediately and
 * stored encrypted.
 */
export const accountLetterKinds = ['account', 'second-step-reset', 'new-device', 'large-export'] as const
export type AccountLetterKind = (typeof accountLetterKinds)[number]

/** The kinds of account emails as they are sent. */
export const sentAccountLetterKinds = [
  'invite',
  'recovery',
  'new-address',
  'current-address',
  'reauthentication',
  'password-changed',
  'address-changed',
  'factor-added',
  'factor-removed',
  'second-step-reset',
  'recovery-code-used',
  'new-device',
  'large-export',
] as const
export type SentAccountLetterKind = (typeof sentAccountLetterKinds)[number]

export const webhookEvents = [
  'booking.created',
  'booking.confirmed',
  'booking.completed',
  'booking.no-show',
  'booking.outcome',
  'booking.cancelled',
  'booking.assigned',
  'message.created',
  'message.answered',
  'message.assigned',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** The kinds of rows in the outbox; the check constraint on `outbox.kind` has the same list. */
export const outboxKinds = [...letterKinds, ...accountLetterKinds, ...webhookEvents] as const

export const outboxChannels = ['letter', 'webhook'] as const
export type OutboxChannel = (typeof outboxChannels)[number]

export const outboxStates = ['waiting', 'sending', 'sent', 'dropped', 'failed'] as const
export type OutboxState = (typeof outboxStates)[number]

/** The reason stored for an email that was written to a file because there is no mail server. */
export const writtenToFile = 'written to a file'

const instant = v.string()

export const outboxRowSchema = v.object({
  id: v.string(),
  created_at: instant,
  channel: v.picklist(outboxChannels),
  kind: v.string(),
  sent_as: v.nullable(v.string()),
  booking_id: v.nullable(v.string()),
  message_id: v.nullable(v.string()),
  user_id: v.nullable(v.string()),
  /** Null if the recipient is the visitor who sent the booking or the message. */
  recipient: v.nullable(v.string()),
  /** The time of the next attempt to send the email. */
  due_at: instant,
  state: v.picklist(outboxStates),
  attempts: v.number(),
  /** True if the email may have arrived even though the recipient's server did not confirm it. */
  may_have_arrived: v.boolean(),
  /** The result of the last attempt, or the reason the row was dropped; for a sent row, an optional note. */
  reason: v.nullable(v.string()),
  settled_at: v.nullable(instant),
})
export type OutboxRow = v.InferOutput<typeof outboxRowSchema>
export const outboxColumns = Object.keys(outboxRowSchema.entries) as (keyof OutboxRow)[]
