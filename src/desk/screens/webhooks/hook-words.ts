import type { OutboxState, WebhookEvent } from '#shared/contract/outbox.ts'
import type { WebhookRow, WebhookStopReason } from '#shared/contract/webhooks.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'
import type { Tone } from '#ui/chip.tsx'

export const eventWords: Record<WebhookEvent, string> = {
  'booking.created': 'A call is requested',
  'booking.confirmed': 'A call is confirmed or moved',
  'booking.completed': 'A call is completed',
  'booking.no-show': 'A visitor misses their call',
  'booking.outcome': 'The outcome of a call is recorded',
  'booking.cancelled': 'A call is cancelled',
  'booking.assigned': 'A call is assigned',
  'message.created': 'A message arrives',
  'message.answered': 'A message is answered',
  'message.assigned': 'A message is assigned',
}

const isEvent = (kind: string): kind is WebhookEvent => Object.hasOwn(eventWords, kind)

export const kindInWords = (kind: string): string => (isEvent(kind) ? eventWords[kind] : kind)

interface StateLabel {
  word: string
  tone: Tone
}

export const deliveryLabels: Record<OutboxState, StateLabel> = {
  waiting: { word: 'Waiting', tone: 'plain' },
  sending: { word: 'Sending', tone: 'plain' },
  sent: { word: 'Delivered', tone: 'ink' },
  dropped: { word: 'Not sent', tone: 'quiet' },
  failed: { word: 'Failed', tone: 'alert' },
}

const stopWords: Record<WebhookStopReason, string> = {
  gone: 'The receiver responded that this address no longer exists (410), so sending has stopped. Change the address, or remove the webhook.',
  failing:
    'The receiver has not accepted any events for five days, so sending has stopped. When the receiver works again, send a test and resume the webhook.',
}

/** Describes the state of a webhook in one word. Adds a sentence if the owner must act. */
export function webhookLabel({
  is_active,
  stopped_because,
  failing_since,
}: WebhookRow): StateLabel & { says?: string } {
  if (stopped_because) return { word: 'Stopped', tone: 'alert', says: stopWords[stopped_because] }
  if (!is_active) return { word: 'Paused', tone: 'quiet' }
  if (!failing_since) return { word: 'Active', tone: 'ink' }
  return {
    word: 'Failing',
    tone: 'signal',
    says: 'The latest deliveries failed. Each will be retried for up to three days. The receiver’s responses are below.',
  }
}

/** Returns the name that the owner gave a webhook, or the host in the webhook's URL. */
export function hookName({ description, url }: Pick<WebhookRow, 'description' | 'url'>): string {
  return description !== null ? isolateBidi(description) : URL.canParse(url) ? new URL(url).host : url
}
