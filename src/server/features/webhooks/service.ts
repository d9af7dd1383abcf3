import type { Send } from '#server/features/outbox/service.ts'
import { type SecretCipher, sealedBy } from '#server/lib/crypto/secret-cipher.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { findSealed } from './queries.ts'
import { sendHooks } from './sender.ts'
import { newSecret, sealSecret } from './signature.ts'
import type { WebhookContext } from './types.ts'

export type { WebhookContext } from './types.ts'

export const webhookSender = (context: WebhookContext): Send => sendHooks(context)

export async function readWebhookSealers(tx: Transaction): Promise<string[]> {
  return [...new Set((await findSealed(tx)).map(sealedBy))]
}

/** A new secret that has never been shown. */
export const sealNewSecret = (cipher: SecretCipher, id: string): Promise<string> =>
  sealSecret(cipher, id, newSecret())
