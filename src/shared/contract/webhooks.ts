import * as v from 'valibot'
import { webhookEvents } from './outbox.ts'

/** The reason the server received no response from the URL that a user entered for a webhook or a calendar. */
export const outgoingErrors = [
  'bad-address',
  'not-encrypted',
  'private-address',
  'name-not-found',
  'refused',
  'certificate',
  'too-slow',
  'broken-off',
] as const
export type OutgoingError = (typeof outgoingErrors)[number]

const instant = v.string()

/**
 * The reason the server stopped a webhook: the receiver responded that it no longer exists, or deliveries failed for
 * days.
 */
export const webhookStopReasons = ['gone', 'failing'] as const
export type WebhookStopReason = (typeof webhookStopReasons)[number]

export const webhookSchema = v.object({
  id: v.string(),
  created_at: instant,
  url: v.string(),
  description: v.nullable(v.string()),
  events: v.array(v.picklist(webhookEvents)),
  is_active: v.boolean(),
  stopped_because: v.nullable(v.picklist(webhookStopReasons)),
  /** The time of the first failed attempt since the last successful attempt. */
  failing_since: v.nullable(instant),
  /** Until this time, deliveries are also signed with the previous secret. */
  previous_until: v.nullable(instant),
})
export type WebhookRow = v.InferOutput<typeof webhookSchema>
export const webhookColumns = Object.keys(webhookSchema.entries) as (keyof WebhookRow)[]

export const webhookLimits = { url: 2000, description: 200, count: 20 } as const

/** Body of `POST /webhooks/v1` and `PATCH /webhooks/v1/<id>`. */
export const webhookInput = v.object({
  url: v.pipe(v.string('must be text'), v.trim(), v.maxLength(webhookLimits.url, 'is too long')),
  events: v.pipe(
    v.array(v.picklist(webhookEvents, 'must be a known event'), 'must be a list'),
    v.minLength(1, 'must name an event'),
    v.transform((events) => webhookEvents.filter((event) => events.includes(event))),
  ),
  description: v.pipe(
    v.nullish(v.string('must be text'), ''),
    v.trim(),
    v.maxLength(webhookLimits.description, 'is too long'),
  ),
})
export type WebhookInput = v.InferOutput<typeof webhookInput>

/** Response of `POST /webhooks/v1` and `POST /webhooks/v1/<id>/secret`: the secret is shown only once. */
export const webhookSecret = v.object({ id: v.string(), secret: v.string() })
export type WebhookSecret = v.InferOutput<typeof webhookSecret>

/** Response of `POST /webhooks/v1/<id>/test`: the result of sending one signed `webhook.test` event. */
export const webhookTest = v.object({ isTaken: v.boolean(), says: v.string() })
export type WebhookTest = v.InferOutput<typeof webhookTest>
