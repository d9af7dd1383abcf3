import type { Send } from '#server/features/outbox/service.ts'
import { type SecretCipher, sealedBy } from '#server/lib/crypto/secret-cipher.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { findSealed } from './queries.ts'
import { sendHooks } from './sender.ts'
import { newSecret, sealSecret } from './signature.ts'
import type { WebhookContext } from './types.ts'

export type { WebhookContext } from './types.ts'

/** Takes what the outbox has for the channel 'webhook'. */
export const webhookSender = (context: WebhookContext): Send => sendHooks(context)

/** The fingerprints of the keys that sealed the secrets. */
export async function readWebhookSealers(tx: Transaction): Promise<string[]> {
  return [...new Set((await findSealed(tx)).map(sealedBy))]
}

/** A secret that nobody has been shown. */
export const sealNewSecret = (cipher: SecretCipher, id: string): Promise<string> =>
  sealSecret(cipher, id, newSecret())
