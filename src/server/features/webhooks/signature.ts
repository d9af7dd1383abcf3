import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Hook } from './types.ts'

/** After a renewal the previous secret also signs for this long. */
export const overlap = 24 * 3_600_000

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Binds the sealed secret to its webhook: in the row of another one it does not open. */
const purpose = (id: string) => `webhook ${id}`

export const sealSecret = (cipher: SecretCipher, id: string, secret: string): Promise<string> =>
  cipher.seal(purpose(id), secret)

/** The secrets that sign now, the newest first. */
export async function secretsOf(
  cipher: SecretCipher,
  { id, sealed_secret, sealed_previous, previous_until }: Hook,
  now: number,
): Promise<string[]> {
  const previous = previous_until && previous_until.getTime() > now ? sealed_previous : null
  return Promise.all(
    [sealed_secret, ...(previous ? [previous] : [])].map((one) => cipher.open(purpose(id), one)),
  )
}

/** The Standard Webhooks headers of one attempt. `id` is the same in each attempt to send one event. */
export function signed(
  id: string,
  now: number,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const at = new Date(now)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}
