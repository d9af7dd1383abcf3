import type { Send } from '#server/features/outbox/service.ts'
import { sendHooks } from './sender.ts'
import type { WebhookContext } from './types.ts'

export type { WebhookContext } from './types.ts'

/** Takes what the outbox has for the channel 'webhook'. */
export const webhookSender = (context: WebhookContext): Send => sendHooks(context)
