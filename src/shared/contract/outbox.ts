import * as v from 'valibot'

/*
 * Kinds of the outbox, and what they may become. To visitors: 'request-received', 'call', 'reminder-day',
 * 'reminder-hour', 'call-stands', 'message-received', 'confirm-request'. To the team: 'team-booking', 'team-message', 'team-call', 'team-proposal',
 * 'team-risk', 'team-digest', 'team-fault', and 'team-call-erased' where a booking is gone with its call. A change of
 * a call, 'call' or 'team-call', becomes one of three letters, by what its
 * reader was told before.
 */

/** Every letter that can be seen before it is sent: what the desk previews, and the pictures show. */
export const sampleLetters = [
  'request-received',
  'call-confirmed',
  'call-moved',
  'call-cancelled',
  'call-stands',
  'reminder-day',
  'reminder-hour',
  'message-received',
  'confirm-request',
  'team-booking',
  'team-message',
  'team-call-confirmed',
  'team-call-moved',
  'team-call-cancelled',
  'team-call-erased',
  'team-proposal',
  'team-risk',
  'team-digest',
  'team-fault',
] as const
export type SampleLetter = (typeof sampleLetters)[number]

export const webhookEvents = [
  'booking.created',
  'booking.confirmed',
  'booking.cancelled',
  'message.created',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const outboxChannels = ['letter', 'webhook'] as const
export type OutboxChannel = (typeof outboxChannels)[number]

export const outboxStates = ['waiting', 'sending', 'sent', 'dropped', 'failed'] as const
export type OutboxState = (typeof outboxStates)[number]

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
  /** What the last try ended with, or why it was given up. */
  reason: v.nullable(v.string()),
  settled_at: v.nullable(instant),
})
export type OutboxRow = v.InferOutput<typeof outboxRowSchema>
export const outboxColumns = Object.keys(outboxRowSchema.entries) as (keyof OutboxRow)[]
