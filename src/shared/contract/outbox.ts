import * as v from 'valibot'

/** Letters about a call that its time causes: each kind once for each time that is confirmed. */
export const timedLetters = ['reminder-day', 'reminder-hour'] as const
export type TimedLetter = (typeof timedLetters)[number]

/**
 * Kinds of letters about a call, a message or the day, as the database causes them. Those that begin with `team-` are for
 * the team. `call` and `team-call` are changes of a call: which of `callChanges` one becomes is decided when it leaves,
 * by what its reader was told before.
 */
export const letterKinds = [
  'request-received',
  'call',
  'call-stands',
  ...timedLetters,
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
  'own-data',
] as const
export type LetterKind = (typeof letterKinds)[number]

/** 'passed': at the same time with somebody else, or elsewhere. */
const callChanges = ['confirmed', 'moved', 'passed', 'cancelled'] as const
type ChangeKind = 'call' | 'team-call'
type Changed<Kind extends ChangeKind> = `${Kind}-${(typeof callChanges)[number]}`

/** What a letter can read as. */
export type SampleLetter = Exclude<LetterKind, ChangeKind> | Changed<ChangeKind>

/** Every letter that can be seen before it is sent: what the desk previews, and the pictures show. */
export const sampleLetters: readonly SampleLetter[] = letterKinds.flatMap((kind): SampleLetter[] =>
  kind === 'call' || kind === 'team-call'
    ? callChanges.map((change): Changed<ChangeKind> => `${kind}-${change}`)
    : [kind],
)

/** Kinds of letters about an account, as they are caused. `account` is written with its cause, and sealed. */
export const accountLetterKinds = ['account', 'second-step-reset', 'new-device', 'large-export'] as const
export type AccountLetterKind = (typeof accountLetterKinds)[number]

/** What a letter about an account can read as. */
export const accountLetters = [
  'sign-up',
  'invite',
  'magic-link',
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
export type AccountLetter = (typeof accountLetters)[number]

export const webhookEvents = [
  'booking.created',
  'booking.confirmed',
  'booking.cancelled',
  'message.created',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** What a row of the outbox is about: the check of `outbox.kind` holds these words. */
export const outboxKinds = [...letterKinds, ...accountLetterKinds, ...webhookEvents] as const

export const outboxChannels = ['letter', 'webhook'] as const
export type OutboxChannel = (typeof outboxChannels)[number]

export const outboxStates = ['waiting', 'sending', 'sent', 'dropped', 'failed'] as const
export type OutboxState = (typeof outboxStates)[number]

/** The reason of a letter that is out although there is no mail server: nobody has it. */
export const writtenToFile = 'written to a file'

const instant = v.string()

/** A row of `outbox` as staff may read it. */
export const outboxRowSchema = v.object({
  id: v.string(),
  created_at: instant,
  channel: v.picklist(outboxChannels),
  kind: v.string(),
  sent_as: v.nullable(v.string()),
  booking_id: v.nullable(v.string()),
  message_id: v.nullable(v.string()),
  user_id: v.nullable(v.string()),
  /** Null: whoever sent the booking or the message. */
  recipient: v.nullable(v.string()),
  /** When the next try is, of one that waits. */
  due_at: instant,
  state: v.picklist(outboxStates),
  attempts: v.number(),
  /** It may have arrived although nobody said so. */
  is_doubtful: v.boolean(),
  /** What the last try ended with, or why it was given up; of what is out, how where that is not plain. */
  reason: v.nullable(v.string()),
  settled_at: v.nullable(instant),
})
export type OutboxRow = v.InferOutput<typeof outboxRowSchema>
export const outboxColumns = Object.keys(outboxRowSchema.entries) as (keyof OutboxRow)[]
