import type { Send } from '#server/features/outbox/service.ts'
import type { SecretBox } from '#server/lib/crypto/secret-box.ts'
import { sendHooks } from './sender.ts'
import { newSecret, sealSecret } from './signature.ts'
import type { WebhookContext } from './types.ts'

export type { WebhookContext } from './types.ts'

/** Takes what the outbox has for the channel 'webhook'. */
export const webhookSender = (context: WebhookContext): Send => sendHooks(context)

/** A secret that nobody has been shown. */
export const sealNewSecret = (box: SecretBox, id: string): Promise<string> => sealSecret(box, id, newSecret())
